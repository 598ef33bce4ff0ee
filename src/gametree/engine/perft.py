# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""Counting the leaves of the tree of moves, compiled."""

from __future__ import annotations

import numpy as np
from numba import carray
from numba.extending import overload

from gametree.compile import AS_PART, kernel, pack, pointer, unpack
from gametree.game import CHANCE, provides

STOP, SEEN, WORDS = range(3)
"""The words shared with Python: a flag that stops the count, and the leaves counted so far."""


def outcomes(game, s):
    """The outcomes of chance; empty in a game without chance."""
    return game.chances(s) if provides(game, "chances") else ()


@overload(outcomes, jit_options=AS_PART)
def _outcomes(game, s):
    if provides(game.game, "chances"):
        return lambda game, s: game.chances(s)

    def none(game, s):
        for _ in range(0):
            yield 0, 0.0

    return none


def number_of_actions(game, s):
    """How many actions a state has, by the game's own count if it has one."""
    number = 0
    for _ in game.actions(s):
        number += 1
    return number


@overload(number_of_actions, jit_options=AS_PART)
def _number_of_actions(game, s):
    return (lambda game, s: game.mobility(s)) if provides(game.game, "mobility") else number_of_actions


@kernel
def count_leaves(game, words, depth, ends, bulk, block):
    """The leaves at exactly this depth; with ``ends``, the games that ended earlier too; with ``bulk``, the last moves
    are counted and not made."""
    if depth == 0:
        return 1
    context = carray(pointer(block), WORDS, np.int64)
    s = unpack(game, words)
    if context[STOP]:
        return 0
    if game.terminal(s):
        return 1 if ends else 0
    leaves = 0
    counted = bulk and depth == 1
    if game.player(s) == CHANCE:
        for outcome, _ in outcomes(game, s):
            leaves += 1 if counted else count_leaves(game, pack(game.result(s, outcome)), depth - 1, ends, bulk, block)
    elif counted:
        leaves = number_of_actions(game, s)
    else:
        for action in game.actions(s):
            leaves += count_leaves(game, pack(game.result(s, action)), depth - 1, ends, bulk, block)
    if depth == 1:
        context[SEEN] += leaves
    return leaves
