# pyright: basic, reportCallIssue=false
"""Counting the leaves of the tree of moves on a GPU.

The tree is written down level by level in the device's memory, as far as the last few levels or as the memory goes;
then every lane counts what is below the positions it gets, in three loops inside each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import kernel, words_of
from gametree.engine.dual import inner
from gametree.engine.perft import number_of_actions, outcomes
from gametree.game import CHANCE
from gametree.gpu.lowering import PerLane
from gametree.gpu.memory import add_to, put_state, state_in

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.gpu.lanes import Device

LOOPS = 3
"""How many levels a lane goes down."""
SMALL = 1 << 16
"""With so many positions every lane has work."""
MOST = 1 << 26
"""The most positions that are written down at a time."""


@inner
def steps(game, s):
    """The actions of a state, or the outcomes of chance; none at the end."""
    if not game.terminal(s):
        if game.player(s) == CHANCE:
            for outcome, _ in outcomes(game, s):
                yield outcome
        else:
            for action in game.actions(s):
                yield action


@inner
def below_one(game, s, ends):
    """The leaves one step below a state; with ``ends``, a game that is over counts as a leaf."""
    if game.terminal(s):
        return 1 if ends else 0
    if game.player(s) == CHANCE:
        n = 0
        for _ in outcomes(game, s):
            n += 1
        return n
    return number_of_actions(game, s)


@inner
def below_two(game, s, ends):
    """The leaves two steps below a state."""
    n = 1 if ends and game.terminal(s) else 0
    for step in steps(game, s):
        n += below_one(game, game.result(s, step), ends)
    return n


@inner
def below_three(game, s, ends):
    """The leaves three steps below a state."""
    n = 1 if ends and game.terminal(s) else 0
    for step in steps(game, s):
        n += below_two(game, game.result(s, step), ends)
    return n


@kernel
def count_below(game, rows, first, last, depth, ends, found):
    """The leaves ``depth`` steps (1 to 3) below the positions in ``rows``."""
    for i in range(first, last):
        s = state_in(game, rows, i)
        if depth == 1:
            found[0] += below_one(game, s, ends)
        elif depth == 2:
            found[0] += below_two(game, s, ends)
        else:
            found[0] += below_three(game, s, ends)
    return 0


@kernel
def write_children(game, rows, first, last, children, used, found):
    """Write the positions one step below those in ``rows``, in any order; ``found`` counts the games that are over."""
    for i in range(first, last):
        s = state_in(game, rows, i)
        if game.terminal(s):
            found[0] += 1
        for step in steps(game, s):
            put_state(game, game.result(s, step), children, add_to(used, 0, 1))
    return 0


def count(game: AnyGame, state: Any, depth: int, on: Device, *, ends: bool = False, tell: Any = None) -> int:
    """The leaves at this depth below a position, and with ``ends`` the games that ended before.

    >>> from gametree import load
    >>> from gametree.gpu.lanes import Processor
    >>> game = load("tictactoe")
    >>> count(game, game.initial(), 6, Processor()), count(game, game.initial(), 6, Processor(), ends=True)
    (54720, 56160)
    """
    if depth == 0:
        return 1
    return _leaves(game, on.keep(np.array([words_of(state)], np.int64)), depth, on, ends, tell)


def _leaves(game: AnyGame, rows: Any, depth: int, on: Device, ends: bool, tell: Any) -> int:
    """The leaves below the positions in ``rows``."""
    many = rows.shape[0]
    if depth == 1 or (depth <= LOOPS and many >= SMALL):
        return _below(game, rows, depth, on, ends, tell)
    wanted = _below(game, rows, 1, on, False)
    if wanted > MOST and many > 1:  # there is no room for the next level: a part of this one at a time
        words = on.fetch(rows)
        parts = np.array_split(words, -(-wanted // MOST) + 1)
        return sum(_leaves(game, on.keep(part), depth, on, ends, tell) for part in parts if len(part))
    children, used = on.keep(np.zeros((wanted, rows.shape[1]), np.int64)), on.keep(np.zeros(1, np.int64))
    found = PerLane(1, np.int64)
    on.run(write_children, 0, many, 1, [game, rows, None, None, children, used, found])
    ended = int(found.total[0]) if ends else 0
    return ended + (_leaves(game, children, depth - 1, on, ends, tell) if wanted else 0)


def _below(game: AnyGame, rows: Any, depth: int, on: Device, ends: bool, tell: Any = None) -> int:
    """The same, counted by the lanes."""
    found = PerLane(1, np.int64)
    on.run(count_below, 0, rows.shape[0], 1, [game, rows, None, None, depth, ends, found], tell)
    return int(found.total[0])
