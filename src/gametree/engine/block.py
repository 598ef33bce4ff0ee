# pyright: basic
"""The memory of a search, shared between a running kernel and Python.

A kernel runs without the GIL and takes one address: that of a row of 64-bit words. Some of them are numbers that the
kernel writes and Python reads while it runs (nodes, the best line so far), one is the flag by which Python stops it,
and the rest are the addresses of larger arrays. In plain Python the row is a list, and the arrays are lists in it.
"""

from __future__ import annotations

import threading
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


SIZES = {
    STACK: MOVES, RANKS: MOVES, LENGTHS: MAX_PLY + 2, LINES: (MAX_PLY + 2) * (MAX_PLY + 1), KILLERS: 2 * (MAX_PLY + 2),
    REPLIES: 2 * ACTIONS, SUCCESS: 2 * ACTIONS, ROOT: 256,
}  # fmt: skip
"""The lengths of the arrays; that of PATH depends on the game so far."""
KEPT = 8
"""How many sets of arrays are kept for the next searches."""
_kept: list[dict[int, Any]] = []
_giving = threading.Lock()


def _taken() -> dict[int, Any]:
    """The arrays of an earlier search, or new ones. What a search reads before it writes is set by the block."""
    with _giving:
        if _kept:
            return _kept.pop()
    return {which: np.zeros(size, np.int64) for which, size in SIZES.items()}


def _address(array: Any) -> int:
    return array.__array_interface__["data"][0]


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
        path = len(earlier) + MAX_PLY + 1
        self.words: Any
        self.arrays: dict[int, Any]
        if plain:
            self.words = [0] * WORDS
            self.arrays = {which: [0] * min(size, 1 << 16) for which, size in SIZES.items()}
            self.arrays[PATH] = [0] * path
            self.arrays[LINES] = _Rows()
            for which, array in self.arrays.items():
                self.words[which] = array
            self.words[TABLE] = table.in_python(aside=aside)
            self.words[DATABASE] = database
        else:
            self.words = np.zeros(WORDS, np.int64)
            self.arrays = _taken()
            self.arrays[PATH] = np.zeros(path, np.int64)
            self.words[list(self.arrays)] = [_address(array) for array in self.arrays.values()]
            self.words[TABLE] = _address(table.entries)
            self.words[DATABASE] = 0 if database is None else _address(database)
        self.words[SLOTS] = table.slots
        self.arrays[PATH][: len(earlier)] = earlier
        for which in (KILLERS, REPLIES):
            self.arrays[which][:] = [NO_ACTION] * SIZES[which] if plain else NO_ACTION
        if not plain:  # the arrays may have served an earlier search
            self.arrays[SUCCESS][:] = 0
            self.arrays[LENGTHS][0] = 0
        self.words[LIMIT] = np.iinfo(np.int64).max
        self.words[PAST] = len(earlier)
        self.words[SWITCHES], self.words[BEAM] = options.bits, options.beam
        self.begin()

    def give_back(self) -> None:
        """Give the arrays to the next search: new memory is slow at first use. Only the words stay readable."""
        if not self.is_plain and self.arrays:
            with _giving:
                if len(_kept) < KEPT:
                    _kept.append({which: self.arrays[which] for which in SIZES})
        self.arrays = {}

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
