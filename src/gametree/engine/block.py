# pyright: basic
"""The memory of a search, shared between a running kernel and Python.

A kernel runs without the GIL and takes one address: that of a row of 64-bit words. Some of them are numbers that the
kernel writes and Python reads while it runs (nodes, the best line so far), one is the flag by which Python stops it,
and the rest are the addresses of larger arrays. In plain Python the row is a list, and the arrays are lists in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.engine.options import Options
    from gametree.engine.table import Table

MAX_PLY = 1000
"""No line is searched deeper than this."""
MOVES = 1 << 18
"""Room for the moves of all the plies of one line."""
NO_ACTION = -(1 << 62)
"""Stands for "no action"; no game has this action."""
MARKS = 1 << 12
"""Room for the current positions of all threads, visible to all of them."""
ACTIONS = 1 << 12
"""The statistics of ordering use this many low bits of an action."""

(
    NODES, LIMIT, STOP, HORIZON, LOWEST, BEST, DEEPEST, SWITCHES, BEAM, MARGIN, PAST, BARRED, SLOTS, GENERATION,
    AGE, TABLE, STACK, RANKS, PATH, LENGTHS, LINES, KILLERS, REPLIES, SUCCESS, ROOT, DATABASE,
    TIES, BUSY, WORDS,
) = range(29)  # fmt: skip
RUNNING, STOPPED, NO_ROOM, NO_MOVES, NO_PLAYER, OUT_OF_BOUNDS = range(6)
"""The values of the STOP word."""


class Block:
    """The memory of one thread of a search: the words, and the arrays that they point to.

    >>> from gametree.engine.options import Options
    >>> from gametree.engine.table import Table
    >>> block = Block(Table(1), Options())
    >>> block.nodes, block.line()
    (0, ())
    """

    def __init__(
        self,
        table: Table,
        options: Options,
        past: Iterable[Any] = (),
        *,
        plain: bool = False,
        aside: bool = False,
        database: Any = None,
    ):
        """``past`` are the keys of the positions before the root. ``database`` is what ``probe.py`` reads: the words of
        a database, or in plain Python the database itself. ``aside``: plain Python writes to the table only when it is
        told to (``Slots``)."""
        self.table, self.is_plain, self.database = table, plain, database
        earlier = list(past)
        sizes = {
            STACK: MOVES, RANKS: MOVES, PATH: len(earlier) + MAX_PLY + 1, LENGTHS: MAX_PLY + 2,
            LINES: (MAX_PLY + 2) * (MAX_PLY + 1), KILLERS: 2 * (MAX_PLY + 2), REPLIES: 2 * ACTIONS,
            SUCCESS: 2 * ACTIONS, ROOT: 256,
        }  # fmt: skip
        self.words: Any
        if plain:
            self.words = [0] * WORDS
            self.arrays: dict[int, Any] = {which: [0] * min(size, 1 << 16) for which, size in sizes.items()}
            self.arrays[PATH] = [0] * sizes[PATH]
            self.arrays[LINES] = _Rows()
            for which, array in self.arrays.items():
                self.words[which] = array
            self.words[TABLE] = table.in_python(aside=aside)
            self.words[SLOTS] = table.slots
            self.words[DATABASE] = database
        else:
            self.words = np.zeros(WORDS, np.int64)
            self.arrays = {which: np.zeros(size, np.int64) for which, size in sizes.items()}
            for which, array in self.arrays.items():
                self.words[which] = array.ctypes.data
            self.words[TABLE] = table.entries.ctypes.data
            self.words[SLOTS] = table.slots
            self.words[DATABASE] = 0 if database is None else database.ctypes.data
        self.arrays[PATH][: len(earlier)] = earlier
        for which in (KILLERS, REPLIES):
            self.arrays[which][:] = [NO_ACTION] * sizes[which] if plain else NO_ACTION
        self.words[LIMIT] = np.iinfo(np.int64).max
        self.words[PAST] = len(earlier)
        self.words[SWITCHES], self.words[BEAM] = options.bits, options.beam
        self.begin()

    def begin(self) -> None:
        """Copy the table's generation."""
        self.words[GENERATION], self.words[AGE] = self.table.generation, self.table.age

    @property
    def address(self) -> Any:
        """The argument of a kernel."""
        if self.is_plain:
            return self.words
        address = self.words.ctypes.data
        return address if self.database is None else np.uint64(address)  # the type tells the compiler: see probe.py

    @property
    def nodes(self) -> int:
        """How many nodes the search has entered so far."""
        return int(self.words[NODES])

    @property
    def stopped(self) -> bool:
        """Was the search stopped, or did it stop itself?"""
        return self.words[STOP] != RUNNING

    def mistake(self) -> str | None:
        """What is wrong with the game, if the kernel met something that the rules must not do."""
        return {
            NO_ROOM: f"too many moves: a line of this game needs room for more than {MOVES}",
            NO_MOVES: "a state that is not terminal has no legal action",
            NO_PLAYER: "alpha-beta is for two players, 0 and 1, but player(s) returns another",
            OUT_OF_BOUNDS: "a utility lies outside the game's bounds: declare them with bounds = (low, high)",
        }.get(int(self.words[STOP]))

    def stop(self) -> None:
        """Ask the kernel to stop soon; may be called from any thread."""
        if not self.stopped:  # keep a mistake that has stopped it
            self.words[STOP] = STOPPED

    def line(self) -> tuple[int, ...]:
        """The actions of the best line that the last search found."""
        lines = self.arrays[LINES]
        return tuple(int(lines[i]) for i in range(self.arrays[LENGTHS][0]))


class _Rows(dict):
    """The triangle of best lines, in plain Python: a row is made when it is first written."""
