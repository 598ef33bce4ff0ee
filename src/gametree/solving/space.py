"""A space of states: every state once, in rows of words, found again by slots (``slots.py``).

States are divided into partitions by their hash. A partition belongs to one thread at a time, so nothing is ever
locked; and it is small enough that what its states need is near each other in memory. It grows by itself, a fifth at a
time; while it does, one partition's rows are there twice, and nothing else is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from gametree.errors import GameError
from gametree.solving.slots import (
    BITS,
    CODES,
    COUNT,
    FRESH,
    OFFSET,
    ROWS,
    SHELF,
    SIZE,
    SLOTS,
    SPACE,
    add,
    find_one,
    rebuild,
)  # fmt: skip
from gametree.solving.words import PARTS

if TYPE_CHECKING:
    from gametree.solving.buffers import Buffers

Array: TypeAlias = np.ndarray[Any, Any]

FEWEST = 64
"""Rows that a partition has room for at first."""
SMALL = 1 << 12
"""Up to this many rows a partition doubles when it is full."""
LOAD = 0.8
"""Rows to a slot, at most."""


class FullError(Exception):
    """More memory is needed than may be taken; ``needed`` says how much, where that is known, ``states`` how many
    there were."""

    def __init__(self, states: int, needed: int | None = None):
        super().__init__()
        self.states, self.needed = states, needed


class Space:
    """States of ``width`` words each, in at most ``memory`` bytes."""

    def __init__(self, width: int, memory: int):
        self.width, self.memory = width, memory
        self.book = np.zeros((PARTS, SHELF), np.int64)
        self.rows: list[Array] = [np.empty((0, width), np.int64)] * PARTS
        self.slots: list[Array] = [np.empty(0, np.uint32)] * PARTS
        self.codes: list[Array] = []
        self.bytes = self.peak = 0
        for part in range(PARTS):
            # their sizes differ from the start, so that they do not all grow at the same time
            self._resize(part, FEWEST + part * FEWEST // PARTS)

    def __len__(self) -> int:
        return int(self.book[:, COUNT].sum())

    def add(self, buffers: list[Buffers], first: int = 0, step: int = 1) -> bool:
        """Add the states of buffers to every ``step``-th partition. Was one of them there before the newest level?"""
        addresses = np.array([b.words.ctypes.data for b in buffers])
        fills = np.array([b.fill.ctypes.data for b in buffers])
        resume = np.array([first, 0, 0, 0])
        while (part := add(self.book, addresses, fills, buffers[0].cap, self.width, first, step, resume)) >= 0:
            room = int(self.book[part, SPACE])
            self._resize(part, 2 * room if room < SMALL else room + room // 5)
        return bool(resume[3])

    def _resize(self, part: int, room: int) -> None:
        shelf = self.book[part]
        size, count = int(room / LOAD) + 1, int(shelf[COUNT])
        more = 8 * self.width * room + 4 * size - self.rows[part].nbytes - self.slots[part].nbytes
        if self.bytes + more > self.memory:
            raise FullError(len(self))
        self._take(more)
        self.slots[part] = np.empty(0, np.uint32)  # given back before the new ones are made
        rows = np.empty((room, self.width), np.int64)
        rows[:count] = self.rows[part][:count]
        self.rows[part], self.slots[part] = rows, np.zeros(size, np.uint32)
        shelf[[ROWS, SLOTS]] = rows.ctypes.data, self.slots[part].ctypes.data
        shelf[[SIZE, SPACE, BITS]] = size, room, (room + 1).bit_length()
        rebuild(shelf, self.width)

    def _take(self, more: int) -> None:
        self.bytes += more
        self.peak = max(self.peak, self.bytes)

    def begin_level(self) -> Array:
        """From now on new states belong to the next level: where it begins, in each partition."""
        self.book[:, FRESH] = self.book[:, COUNT]
        return self.book[:, COUNT].copy()

    def settle(self) -> None:
        """No state comes any more: rows take no more room than they need, and states are numbered."""
        for part, rows in enumerate(self.rows):
            before = rows.nbytes
            rows.resize((int(self.book[part, COUNT]), self.width), refcheck=False)  # in place
            self.bytes += rows.nbytes - before
            self.book[part, ROWS] = rows.ctypes.data
        self.book[:, SPACE] = self.book[:, COUNT]
        self.book[:, OFFSET] = np.cumsum(self.book[:, COUNT]) - self.book[:, COUNT]

    def give_codes(self, dtype: np.dtype[Any]) -> None:
        """Room for the code of every state, all 0."""
        more = len(self) * dtype.itemsize - sum(codes.nbytes for codes in self.codes)
        if self.bytes + more > self.memory:
            raise FullError(len(self), self.bytes + more)
        self._take(more)
        self.codes = [np.zeros(int(count), dtype) for count in self.book[:, COUNT]]
        self.book[:, CODES] = [codes.ctypes.data for codes in self.codes]

    def code(self, words: tuple[int, ...]) -> int | None:
        """The code of a state; None where it is not there."""
        if len(words) != self.width:
            raise GameError(f"a state of {len(words)} words, where those of this game have {self.width}")
        part, row = map(int, find_one(self.book, np.array(words, np.int64), self.width))
        return None if row < 0 else int(self.codes[part][row])
