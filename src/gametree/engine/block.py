# pyright: basic
"""The block of memory that a running search shares with Python.

A kernel runs without the GIL and takes one address: that of a row of 64-bit words. Some of them are numbers that the
kernel writes and Python reads while it runs (nodes, the best line so far), one is the flag by which Python stops it, and
the rest are the addresses of the larger arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.engine.table import Table

MAX_PLY = 1000
"""No line is searched deeper than this."""
MOVES = 1 << 18
"""Room for the moves of all the plies of one line."""

(
    NODES, LIMIT, STOP, HORIZON, LOWEST, BEST, PAST, SLOTS, GENERATION, TABLE, STACK, RANKS, PATH, LENGTHS, LINES, WORDS,
) = range(16)  # fmt: skip
RUNNING, STOPPED, NO_ROOM, NO_MOVES, NO_PLAYER, OUT_OF_BOUNDS = range(6)
"""What the STOP word says."""


class Block:
    """The memory of one search: the words, and the arrays that they point to.

    >>> from gametree.engine.table import Table
    >>> block = Block(Table(1))
    >>> block.nodes, block.line()
    (0, ())
    """

    def __init__(self, table: Table, past: Iterable[int] = ()):
        """``past`` are the keys of the positions before the root."""
        earlier = list(past)
        self.table = table
        self.stack = np.zeros(MOVES, np.int64)
        self.ranks = np.zeros(MOVES, np.int64)
        self.path = np.zeros(len(earlier) + MAX_PLY + 1, np.uint64)
        self.path[: len(earlier)] = earlier
        self.lengths = np.zeros(MAX_PLY + 2, np.int64)
        self.lines = np.zeros((MAX_PLY + 2) * (MAX_PLY + 1), np.int64)
        self.words = np.zeros(WORDS, np.int64)
        self.words[[LIMIT, PAST]] = np.iinfo(np.int64).max, len(earlier)
        self.words[[SLOTS, GENERATION]] = table.slots, table.generation
        arrays = table.entries, self.stack, self.ranks, self.path, self.lengths, self.lines
        self.words[TABLE:] = [array.ctypes.data for array in arrays]

    @property
    def address(self) -> int:
        """What a kernel is given."""
        return self.words.ctypes.data

    @property
    def nodes(self) -> int:
        """How many nodes the search has entered so far."""
        return int(self.words[NODES])

    @property
    def stopped(self) -> bool:
        """Was the search stopped, or did it stop itself?"""
        return self.words[STOP] != RUNNING

    def mistake(self) -> str | None:
        """What is wrong with the game, if the kernel met something that its rules should not allow."""
        return {
            NO_ROOM: f"too many moves: a line of this game needs room for more than {MOVES}",
            NO_MOVES: "a state that is not terminal has no legal action",
            NO_PLAYER: "alpha-beta is for two players, 0 and 1; player(s) says otherwise",
            OUT_OF_BOUNDS: "a utility lies outside the game's bounds: declare them with bounds = (low, high)",
        }.get(int(self.words[STOP]))

    def stop(self) -> None:
        """Have the kernel return as soon as it looks; from any thread."""
        if not self.stopped:  # a mistake that stopped it must not be forgotten
            self.words[STOP] = STOPPED

    def line(self) -> tuple[int, ...]:
        """The actions of the best line that the last search found."""
        return tuple(self.lines[: self.lengths[0]].tolist())


