"""A space of states: every state once, in rows of words, found again by slots (``slots.py``).

States are divided into partitions by their hash. A partition belongs to one thread at a time, so there are no locks;
and it is small enough for good memory locality. Its rows grow in place; when its slots are nearly full, a larger set of
slots is made and filled again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from gametree.errors import GameError
from gametree.solving.strong.room import Room
from gametree.solving.strong.slots import (
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
    from gametree.solving.strong.buffers import Buffers

Array: TypeAlias = np.ndarray[Any, Any]

FEWEST = 64
"""Rows that a partition has room for at first."""
GROWTH = 1.5
LOAD = 0.8
"""The most rows per slot."""


class FullError(Exception):
    """More memory is needed than allowed; ``needed`` is how much, if known, and ``states`` the number of states so
    far."""

    def __init__(self, states: int, needed: int | None = None):
        super().__init__()
        self.states, self.needed = states, needed


class Space:
    """States of ``width`` words each, in at most ``memory`` bytes."""

    def __init__(self, width: int, memory: int):
        self.width, self.memory = width, memory
        self.book = np.zeros((PARTS, SHELF), np.int64)
        self.bytes = self.peak = 0
        self.beside = 0
        """The most bytes of moves that were kept beside the states (``kept.py``)."""
        self.codes: list[Array] = []
        # their sizes differ from the start, so that they do not all grow at the same time
        rooms = [int(FEWEST * GROWTH ** (part / PARTS)) for part in range(PARTS)]
        self.rows = [Room(8 * width * room) for room in rooms]
        self.slots = [Room(4 * _slots(room)) for room in rooms]
        for part, room in enumerate(rooms):
            self._describe(part, room)

    def __len__(self) -> int:
        return int(self.book[:, COUNT].sum())

    def add(self, buffers: list[Buffers], first: int = 0, step: int = 1, *, answered: bool = False) -> bool:
        """Add the states of buffers to every ``step``-th partition. Is one of them older than the newest level? With
        ``answered`` the buffers are told the row of each state in its partition."""
        addresses = np.array([b.words.ctypes.data for b in buffers])
        answers = np.array([b.answers.ctypes.data if answered else 0 for b in buffers])
        fills = np.array([b.fill.ctypes.data for b in buffers])
        resume = np.array([first, 0, 0, 0])
        width, cap = self.width, buffers[0].cap
        while (part := add(self.book, addresses, fills, answers, cap, width, first, step, resume)) >= 0:
            self._grow(part)
        return bool(resume[3])

    def _grow(self, part: int) -> None:
        room = int(self.book[part, SPACE] * GROWTH)
        size = _slots(room)
        if self._used() + 4 * (size - int(self.book[part, SIZE])) > self.memory:
            raise FullError(len(self))
        self.rows[part].grow(8 * self.width * room)
        self.slots[part].clear(4 * int(self.book[part, SIZE]))
        self.slots[part].grow(4 * size)
        self._describe(part, room)
        rebuild(self.book[part], self.width)

    def _describe(self, part: int, room: int) -> None:
        shelf = self.book[part]
        shelf[[ROWS, SLOTS]] = self.rows[part].address, self.slots[part].address
        shelf[[SIZE, SPACE, BITS]] = _slots(room), room, (room + 1).bit_length()

    def _used(self) -> int:
        """The used bytes: those of the stored rows, and all slots."""
        rows, slots = 8 * self.width * int(self.book[:, COUNT].sum()), 4 * int(self.book[:, SIZE].sum())
        self.bytes = rows + slots + sum(codes.nbytes for codes in self.codes)
        self.peak = max(self.peak, self.bytes)
        return self.bytes

    def begin_level(self) -> Array:
        """From now on new states belong to the next level; return where it begins in each partition."""
        self.book[:, FRESH] = self.book[:, COUNT]
        return self.book[:, COUNT].copy()

    def settle(self) -> None:
        """All states are known: number them."""
        self.book[:, OFFSET] = np.cumsum(self.book[:, COUNT]) - self.book[:, COUNT]
        self._used()

    def give_codes(self, dtype: np.dtype[Any]) -> None:
        """Make room for the code of every state, all 0."""
        self.codes = []
        needed = self._used() + len(self) * dtype.itemsize
        if needed > self.memory:
            raise FullError(len(self), needed)
        self.codes = [np.zeros(int(count), dtype) for count in self.book[:, COUNT]]
        self.book[:, CODES] = [codes.ctypes.data for codes in self.codes]
        self._used()

    def states(self) -> Array:
        """All states, as rows of words, in the order of their numbers."""
        parts = zip(self.rows, self.book[:, COUNT], strict=True)
        return np.concatenate(
            [
                np.frombuffer(room.map, np.int64, int(count) * self.width).reshape(-1, self.width)
                for room, count in parts
            ]
        )

    def code(self, words: tuple[int, ...]) -> int | None:
        """The code of a state; None if it is missing."""
        if len(words) != self.width:
            raise GameError(f"a state has {len(words)} words, but those of this game have {self.width}")
        part, row = map(int, find_one(self.book, np.array(words, np.int64), self.width))
        return None if row < 0 else int(self.codes[part][row])


def _slots(room: int) -> int:
    """How many slots are needed for ``room`` rows."""
    return int(room / LOAD) + 1
