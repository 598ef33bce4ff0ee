# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""Rows of words, many of them: put in order, found again, and each kept once. The same for every game."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import numpy as np
from numba import carray, njit

from gametree.compile import OPTIONS, kernel, pointer
from gametree.solving.strong.slots import COUNT, ROWS, SIZE
from gametree.solving.strong.space import FullError, Space
from gametree.solving.words import PARTS, ROOM, hash_row, part_of, word_at

if TYPE_CHECKING:
    from gametree.files import Array

ROOMS = 1 << 62
"""Columns are joined into one number as long as it stays below this."""
CAP = 1 << 9
"""Rows of one partition in a tray."""


def in_order(keys: Array) -> Array:
    """The order that sorts rows; the first word counts most.

    Columns are joined into one number of up to 62 bits, so most games need one sort of plain numbers.

    >>> in_order(np.array([(2, 0), (1, 5), (2, -7)]))
    array([1, 2, 0])
    """
    joined, room = np.zeros(len(keys), np.int64), 1
    for column in keys.T:
        low = int(column.min(initial=0))
        span = int(column.max(initial=0)) - low + 1
        if room * span >= ROOMS:
            joined, room = ranks(joined)
        numbers, span = (column - low, span) if room * span < ROOMS else ranks(column)
        joined = joined * span + numbers
        room *= span
    return np.argsort(joined, kind="stable")


def ranks(numbers: Array) -> tuple[Array, int]:
    """Numbers replaced by their rank among the different ones, and how many of these there are."""
    different, inverse = np.unique(numbers, return_inverse=True)
    return inverse.astype(np.int64), len(different)


@njit(**OPTIONS)
def _less(a, b, width):
    """Is one row, at an address, less than another?"""
    for i in range(0, 8 * width, 8):
        x, y = word_at(a + i), word_at(b + i)
        if x != y:
            return x < y
    return False


@kernel
def seek(keys, count, width, rows, wanted, found):
    """The place of each wanted row among ``count`` rows in rising order (an address); −1 if it is missing."""
    missing = 0
    for k in range(wanted):
        row = rows + k * width * 8
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            if _less(keys + middle * width * 8, row, width):
                low = middle + 1
            else:
                high = middle
        here = low < count and not _less(row, keys + low * width * 8, width)
        found[k] = low if here else -1
        missing += not here
    return missing


@kernel
def deal(rows, first, count, width, words, fill, cap):
    """Put rows into the trays of their partitions, from ``first`` on, until one is full; return the first row left."""
    for k in range(first, count):
        row = rows + k * width * 8
        part = part_of(hash_row(row, width))
        if fill[part] == cap:
            return k
        tray = carray(pointer(words + (part * cap + fill[part]) * width * 8), ROOM, np.int64)
        for i in range(width):
            tray[i] = word_at(row + 8 * i)
        fill[part] += 1
    return count


class Heap:
    """Rows, each once, in memory: a space (``space.py``) that takes rows as they come.

    >>> heap = Heap(2, 1 << 24)
    >>> heap.put(np.array([(1, 2), (3, 4), (1, 2)]))
    >>> len(heap), sorted(heap.rows().tolist())
    (2, [[1, 2], [3, 4]])
    """

    def __init__(self, width: int, memory: int):
        self.width, self.memory = width, memory
        self.space = Space(width, memory)
        self.cap = CAP
        self.words = np.empty((PARTS * CAP, width), np.int64)
        self.fill = np.zeros(PARTS, np.int64)
        self.seen = np.zeros(PARTS, np.int64)

    def __len__(self) -> int:
        return len(self.space)

    @property
    def bytes(self) -> int:
        """The memory that its rows and their slots take."""
        return 8 * self.width * len(self) + 4 * int(self.space.book[:, SIZE].sum())

    def put(self, rows: Array) -> None:
        """Add rows; existing ones change nothing. Raises FullError if there is no room."""
        rows = np.ascontiguousarray(rows)
        done = 0
        while done < len(rows):
            if self.bytes > self.memory:
                raise FullError(len(self))
            self.fill[:] = 0
            address = self.words.ctypes.data
            done = int(deal(rows.ctypes.data, done, len(rows), self.width, address, self.fill, CAP))
            self.space.add([self])  # pyright: ignore[reportArgumentType]

    def fresh(self) -> Array:
        """The rows added since the last call."""
        counts = self.space.book[:, COUNT].copy()
        found, self.seen = self._rows(self.seen, counts), counts
        return found

    def rows(self) -> Array:
        """All rows, in no particular order."""
        return self._rows(np.zeros(PARTS, np.int64), self.space.book[:, COUNT])

    def _rows(self, begin: Array, end: Array) -> Array:
        """A copy of rows of each partition."""
        found = np.empty((int((end - begin).sum()), self.width), np.int64)
        done = 0
        for part in np.flatnonzero(end > begin).tolist():
            count = int(end[part] - begin[part])
            address = int(self.space.book[part, ROWS] + 8 * self.width * begin[part])
            ctypes.memmove(found[done:].ctypes.data, address, 8 * self.width * count)
            done += count
        return found
