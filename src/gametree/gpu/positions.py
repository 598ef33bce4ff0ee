# pyright: basic, reportCallIssue=false
"""Do the rules say the same on a GPU as in Python?

Every lane reads a position and makes one number of all that the rules say of it: whether it is an end, who moves, what
is paid, the actions in their order, and the states that they lead to. Python makes the same number.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.bits import shift_right, signed
from gametree.compile import kernel, pack, words_of
from gametree.engine.dual import inner
from gametree.engine.expectiminimax import share as part_of
from gametree.engine.perft import outcomes
from gametree.game import CHANCE, legal, over
from gametree.gpu.lowering import Code, device_code
from gametree.gpu.memory import state_in

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.gpu.lanes import Device

FACTOR = 0x5851F42D4C957F2D
FINE = 1 << 20
"""Payoffs are compared in these parts."""
PLIES = 500
"""The most actions of a random game."""


@inner
def mixed(h, word):
    """A number with one more word in it."""
    h = signed((h ^ word) * FACTOR)
    return h ^ shift_right(h, 29)


@inner
def with_words(h, words):
    """A number with the words of a state in it."""
    for word in words:
        h = mixed(h, word)
    return h


@kernel
def describe(game, rows, first, last, numbers):
    """The number of every position in ``rows``."""
    for i in range(first, last):
        s = state_in(game, rows, i)
        player = game.player(s)
        h = with_words(mixed(0, player), pack(s))
        if game.terminal(s):
            for seat in range(game._seats):
                h = mixed(h, int(part_of(game.utility(s), seat) * FINE))
        elif player == CHANCE:
            for outcome, _ in outcomes(game, s):
                h = with_words(mixed(h, outcome), pack(game.result(s, outcome)))
        else:
            for action in game.actions(s):
                h = with_words(mixed(h, action), pack(game.result(s, action)))
        numbers[i] = h
    return 0


def described(game: AnyGame, s: Any) -> int:
    """The same number by Python.

    >>> from gametree import load
    >>> game = load("nim:1,2")
    >>> described(game, game.initial()) == described(game, game.parse("a1 b1"))
    False
    """
    player = game.player(s)
    h = with_words(mixed(0, player), words_of(s))
    if game.terminal(s):
        for seat in range(game.players if game.players > 2 else 1):
            h = mixed(h, int(part_of(game.utility(s), seat) * FINE))
        return h
    steps = [o for o, _ in game.chances(s)] if player == CHANCE else list(game.actions(s))
    for step in steps:
        h = with_words(mixed(h, int(step)), words_of(game.result(s, step)))
    return h


def code_for(game: AnyGame) -> Code:
    """The code of this comparison for a device; NotCompiledError, with the reason, if there can be none.

    >>> from gametree import load
    >>> ".visible .entry lanes" in code_for(load("nim:1,2")).ptx
    True
    """
    return device_code(describe, (game, np.zeros((0, 0), np.int64), 0, 0, np.zeros(0, np.int64)))


def disagreement(game: AnyGame, states: list[Any], on: Device) -> Any:
    """The first of these states of which the device says something else than Python; None if there is none."""
    rows, numbers = on.keep(np.array([words_of(s) for s in states], np.int64)), on.empty(len(states), np.int64)
    on.run(describe, 0, len(states), 1, [game, rows, None, None, numbers])
    found = on.fetch(numbers)
    return next((s for s, number in zip(states, found, strict=True) if described(game, s) != number), None)


def sample(game: AnyGame, count: int, seed: int = 0) -> list[Any]:
    """Positions of random games, at most ``count`` different ones, ends among them.

    >>> from gametree import load
    >>> len(sample(load("tictactoe"), 100))
    100
    """
    rng, found = random.Random(seed), dict[Any, None]()
    for _ in range(count):
        s = game.initial()
        for _ in range(PLIES):
            found.setdefault(s)
            if len(found) >= count:
                return list(found)
            if over(game, s):
                break
            steps = [o for o, p in game.chances(s) if p > 0] if game.player(s) == CHANCE else legal(game, s)
            s = game.result(s, rng.choice(steps))
    return list(found)
