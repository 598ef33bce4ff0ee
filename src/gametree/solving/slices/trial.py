# pyright: basic
"""A short trial before a solve by slices begins: how long do the moves, and the steps back, of a position take?"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import kernel, prepare
from gametree.solving.ends import ended

if TYPE_CHECKING:
    from gametree.mixins import Numbered

STRETCH = 64
"""Numbers that are tried one after the other, as a solve goes through them."""
GOLDEN = (5**0.5 - 1) / 2
"""Multiples of it, less their whole part, are spread evenly however many there are."""
ENOUGH = 0.3
"""Seconds of processor time that a trial takes, at most and more or less."""
SHARE = 20
"""A small table is not gone through for its forecast: only one number of so many."""


@kernel
def walk(game, first, last, found):
    """Ask of each number what a solve asks, and add up the numbers of the neighbours."""
    for i in range(first, last):
        s = game.state(i)
        if game.index(s) != i:
            continue
        if not ended(game, s):
            for a in game.actions(s):
                found[0] += game.index(game.result(s, a))
        for before in game.inner_parents(s):
            found[0] += game.index(before)


def seconds_for_one(game: Numbered[Any], call: Any) -> float:
    """Seconds of processor time for a position, taken from everywhere; ``call`` is ``walk``, compiled.

    >>> from gametree import load
    >>> game = load("checkers:size=4,endgame=3")
    >>> 0 < seconds_for_one(game, compiled_walk(game)) < 1
    True
    """
    found, size, spent, tried = np.zeros(1, np.int64), int(game.index_size), 0.0, 0
    while spent < ENOUGH and (tried == 0 or tried < size // SHARE):
        first = int(tried // STRETCH * GOLDEN % 1 * max(size - STRETCH, 0))
        begun = time.thread_time()
        call(game, first, min(first + STRETCH, size), found)
        spent += time.thread_time() - begun
        tried += STRETCH
    return spent / min(tried, size) if tried <= STRETCH else spent / tried


def compiled_walk(game: Numbered[Any]) -> Any:
    """Raises NotCompiledError if the rules do not compile."""
    return prepare(walk, game, 0, 0, np.zeros(1, np.int64))
