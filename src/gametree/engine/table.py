# pyright: basic
"""The transposition table: what is known of a position, in two words.

    word 0   the position's key (upper 48 bits) and the best action (its low 16 bits), xor word 1
    word 1   score (40 bits) | depth (8) | kind (2) | generation (14)

The low bits of the key choose the slot, so the 48 that are kept complete it as long as there are 2**16 slots. A torn
pair of words fails the xor and is no entry. A newer entry always replaces an older one. An entry of another generation
is none: that is how a table is emptied at no cost, and handed from one search to the next (``Table``).
"""

from __future__ import annotations

import threading
from typing import ClassVar

import numpy as np
from numba import njit

from gametree.compile import OPTIONS

EXACT, LOWER, UPPER = 1, 2, 3
WHOLE = 255
"""The depth of an entry below which no horizon was met: good at any depth."""
SMALLEST = 1 << 16
GENERATIONS = (1 << 14) - 1
KEPT = 2
"""So many tables of a size are kept for the next searches."""
MASK = (1 << 64) - 1


@njit(**OPTIONS)
def key_of(words):
    """A 64-bit key of a state's words."""
    h = np.uint64(0x94D049BB133111EB)
    for word in words:
        h ^= np.uint64(word)
        h *= np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    return h


def plain_key(words: tuple[int, ...]) -> int:
    """The same key, computed in plain Python.

    >>> plain_key((1, 2)) != plain_key((2, 1))
    True
    """
    h = 0x94D049BB133111EB
    for word in words:
        h = (h ^ word & MASK) * 0x9E3779B97F4A7C15 & MASK
        h ^= h >> 32
    return h


@njit(**OPTIONS)
def pack_entry(score, depth, kind, generation):
    """The second word of an entry."""
    return np.uint64(score) << np.uint64(24) | np.uint64(depth << 16 | kind << 14 | generation)


@njit(**OPTIONS)
def entry_generation(entry):
    """The generation in an entry's second word; 0 in an empty slot."""
    return np.int64(entry) & GENERATIONS


@njit(**OPTIONS)
def entry_score(entry):
    """The score in an entry's second word."""
    return np.int64(entry) >> 24


@njit(**OPTIONS)
def entry_depth(entry):
    """The depth in an entry's second word."""
    return np.int64(entry >> np.uint64(16)) & 255


@njit(**OPTIONS)
def entry_kind(entry):
    """EXACT, LOWER or UPPER in an entry's second word; 0 in an empty slot."""
    return np.int64(entry >> np.uint64(14)) & 3


def slots_for(mebibytes: int) -> int:
    """How many slots fit into this much memory, a power of two.

    >>> slots_for(1), slots_for(64)
    (65536, 4194304)
    """
    slots = SMALLEST
    while slots * 2 * 16 <= mebibytes << 20:
        slots *= 2
    return slots


class Table:
    """A transposition table for one search. Its memory is taken from a table that a former search has given back, if
    there is one of that size: fresh memory is slow at its first touch.

    >>> table = Table(1)
    >>> len(table.entries), Table(0).slots
    (131072, 0)
    """

    _kept: ClassVar[dict[int, list[tuple[np.ndarray, int]]]] = {}
    _lock = threading.Lock()

    def __init__(self, mebibytes: int):
        self.slots = slots_for(mebibytes) if mebibytes else 0
        with self._lock:
            kept = self._kept.get(self.slots)
            self.entries, before = kept.pop() if kept else (np.zeros(2 * max(self.slots, 1), np.uint64), 0)
        if before == GENERATIONS:
            self.entries[:] = before = 0
        self.generation = before + 1

    def give_back(self) -> None:
        """The search is over: the next one may have the memory. The table must not be used after that."""
        with self._lock:
            kept = self._kept.setdefault(self.slots, [])
            if len(kept) < KEPT:
                kept.append((self.entries, self.generation))
        self.entries, self.slots = np.zeros(2, np.uint64), 0

    def exact_action(self, words: tuple[int, ...]) -> int | None:
        """The low 16 bits of the best action that the table knows for certain in a state; None where it knows none."""
        if not self.slots:
            return None
        key = plain_key(words)
        slot = 2 * (key & (self.slots - 1))
        entry = int(self.entries[slot + 1])
        front = int(self.entries[slot]) ^ entry
        if (front ^ key) & ~0xFFFF or entry >> 14 & 3 != EXACT or entry & GENERATIONS != self.generation:
            return None
        return front & 0xFFFF
