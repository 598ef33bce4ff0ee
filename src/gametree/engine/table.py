# pyright: basic, reportCallIssue=false
"""The transposition table: the facts about a position, in two words.

    word 0   the position's key (upper 48 bits) and the best action (its low 16 bits), xor word 1
    word 1   score (40 bits) | depth (8) | kind (2) | generation (14)

The low bits of the key choose a pair of slots; the 48 stored bits complete the key if there are at least 2**16 slots.
Several threads write the words without locks: a torn pair fails the xor and does not count. Of a pair the entry of an
older search is replaced, otherwise the shallower one. Generations count searches: a fresh search does not see older
entries, so emptying a table costs nothing; a continued search sees those of the searches before.

Plain Python reads and writes the same slots (``Slots``): both forms of a search visit the same nodes, and find the same
line. For states that are not made of 64-bit integers the table is a dict.
"""

from __future__ import annotations

import operator
import os
import threading
from typing import Any, ClassVar

import numpy as np
from numba.extending import overload

from gametree.compile import AS_PART, IN_PLACE, NotCompiledError, constant, prefetch, words_of
from gametree.compile.frontend.runtime import OutgrownError
from gametree.engine.block import AGE, GENERATION, SLOTS, TABLE
from gametree.engine.dual import at, context_of, pack, row, unpack
from gametree.errors import GameError
from gametree.game import provides, smallest

EXACT, LOWER, UPPER = 1, 2, 3
WHOLE = 255
"""The depth of an entry below which no horizon was reached: valid at any depth."""
SMALLEST = 1 << 16
GENERATIONS = (1 << 14) - 1
KEPT = max(2, os.cpu_count() or 1)
"""How many tables of a size are kept for the next searches."""
MASK = (1 << 64) - 1
ENTRIES = 4096
"""Entries in a dict to one MiB, roughly."""
NOTHING = (0, 0, 0, -1)
SAMPLE = 512
"""How many slots are looked at to tell how full the table is."""


def key_of(words):
    """A key of a state: compiled, a hash of 64 bits."""
    return words


@overload(key_of, jit_options=AS_PART)
def _key_of(words):
    def key(words):
        h = np.uint64(0x94D049BB133111EB)
        for word in words:
            # the highest bits of a factor change only the highest bits of the product, where the next word could cancel
            # them:
            # so they are first spread over the word
            w = np.uint64(word)
            h ^= w ^ (w >> np.uint64(48)) * np.uint64(0xBF58476D1CE4E5B9)
            h *= np.uint64(0x9E3779B97F4A7C15)
            h ^= h >> np.uint64(32)
        return np.int64(h)

    return key


def least_key(game, words):
    """The key of a state, and the state to which the key belongs: symmetric states share one key, that of one of
    them."""
    keys = [(key_of_state(image), image) for image in (words, *game.symmetries(words))]
    best = smallest(game, words) if None in dict(keys) else min(keys, key=operator.itemgetter(0))[1]
    return key_of(best), best


@overload(least_key, jit_options=AS_PART)
def _least_key(game, words):
    if not provides(game.game, "symmetries"):
        return lambda game, words: (key_of(words), words)

    def least(game, words):
        best, key = words, key_of(words)
        for image in game.symmetries(unpack(game, words)):
            other = pack(image)
            if key_of(other) < key:
                best, key = other, key_of(other)
        return key, best

    return least


def canonical(game, words):
    """The same where a search may use symmetries; elsewhere each state has a key of its own."""
    return least_key(game, words) if game._symmetric else (key_of(words), words)


@overload(canonical, jit_options=AS_PART)
def _canonical(game, words):
    return _least_key(game, words) if constant(game.game, "_symmetric") else lambda game, words: (key_of(words), words)


def plain_key(words: tuple[int, ...]) -> int:
    """The key that compiled code computes, computed in plain Python.

    >>> plain_key((1, 2)) != plain_key((2, 1))
    True
    """
    h = 0x94D049BB133111EB
    for word in words:
        w = word & MASK
        h = (h ^ w ^ (w >> 48) * 0xBF58476D1CE4E5B9 & MASK) * 0x9E3779B97F4A7C15 & MASK
        h ^= h >> 32
    return h - (1 << 64) if h >> 63 else h


def key_of_state(state: Any) -> int | None:
    """The same for a state; None if it is not made of 64-bit integers.

    >>> key_of_state((1, 2)) == plain_key((1, 2)), key_of_state(("a", 2)), key_of_state((1 << 70,))
    (True, None, None)
    """
    try:
        return plain_key(words_of(state))
    except (NotCompiledError, OutgrownError):
        return None


def probe(block, key):
    """The entry of a position: kind (0: none), depth, score, and the low 16 bits of the best action."""
    number = key_of_state(key)
    return block[TABLE].odd.get(key, NOTHING) if number is None else find(block, number)


@overload(probe, jit_options=IN_PLACE)
def _probe(block, key):
    return find


def find(block, key):
    """The entry for a key, in either form."""
    context = context_of(block)
    table = row(context, TABLE)
    slot = (key & (context[SLOTS] - 1) & ~1) * 2
    for _ in range(2):
        entry = table[at(slot + 1)]
        front = table[at(slot)] ^ entry
        if (front ^ key) & ~0xFFFF == 0 and (context[GENERATION] - entry) & GENERATIONS <= context[AGE]:
            return entry >> 14 & 3, entry >> 16 & 255, entry >> 24, front & 0xFFFF
        slot += 2
    return 0, 0, 0, -1


def prefetch_entry(block, key):
    """Soon the table will be asked for this key; compiled, the memory is fetched while other things are done."""


@overload(prefetch_entry, jit_options=AS_PART)
def _prefetch_entry(block, key):
    def fetch(block, key):
        context = context_of(block)
        prefetch(context[TABLE] + (key & (context[SLOTS] - 1) & ~1) * 16)

    return fetch


def store(block, key, kind, depth, score, action):
    """Store the result of a position."""
    number = key_of_state(key)
    if number is not None:
        remember(block, number, kind, depth, score, action)
        return
    slots = block[TABLE]
    if len(slots.odd) >= slots.most_odd:
        slots.odd.clear()
    slots.odd[key] = kind, depth, score, action & 0xFFFF


@overload(store, jit_options=AS_PART)
def _store(block, key, kind, depth, score, action):
    return remember


def remember(block, key, kind, depth, score, action):
    """Write the entry for a key, in either form."""
    context = context_of(block)
    table = row(context, TABLE)
    first = (key & (context[SLOTS] - 1) & ~1) * 2
    generation = context[GENERATION]
    slot, least = first, 1 << 30
    for candidate in (first, first + 2):
        entry = table[at(candidate + 1)]
        age = (generation - entry) & GENERATIONS
        worth = -1  # invisible to this search, so its result does not depend on it
        if age <= context[AGE]:
            if ((table[at(candidate)] ^ entry) ^ key) & ~0xFFFF == 0:
                slot = candidate
                break
            worth = (entry >> 16 & 255) + (256 if age == 0 else 0)
        if worth < least:
            slot, least = candidate, worth
    entry = score << 24 | depth << 16 | kind << 14 | generation
    table[at(slot)] = (key & ~0xFFFF | action & 0xFFFF) ^ entry
    table[at(slot + 1)] = entry


def slots_for(mebibytes: int) -> int:
    """How many slots fit into this much memory, a power of two.

    >>> slots_for(1), slots_for(64)
    (65536, 4194304)
    """
    slots = SMALLEST
    while slots * 2 * 16 <= mebibytes << 20:
        slots *= 2
    return slots


def _zeros(slots: int) -> np.ndarray:
    try:
        return np.zeros(2 * max(slots, 2), np.int64)
    except MemoryError:
        raise GameError(f"there is not enough memory for a table of {slots >> 16} MiB") from None


class Slots:
    """The slots of a table, as plain Python reads and writes them. With ``aside`` what it writes is kept aside, until
    ``keep``: nobody else sees it.

    >>> table = Table(1)
    >>> slots = Slots(table, aside=True)
    >>> slots[7] = 5
    >>> slots[7], int(table.entries[7])
    (5, 0)
    >>> slots.keep()
    >>> int(table.entries[7])
    5
    """

    def __init__(self, table: Table, *, aside: bool = False):
        self.memory = memoryview(table.entries)  # pyright: ignore[reportArgumentType]
        self.aside: dict[int, int] = {}
        self.is_aside = aside
        self.odd, self.most_odd = table.odd, table.mebibytes * ENTRIES

    def __getitem__(self, i: int) -> int:
        return self.aside[i] if i in self.aside else self.memory[i]

    def __setitem__(self, i: int, word: int) -> None:
        (self.aside if self.is_aside else self.memory)[i] = word

    def keep(self) -> None:
        """Write what was kept aside into the table."""
        for i, word in self.aside.items():
            self.memory[i] = word
        self.aside.clear()


class Table:
    """The memory of a transposition table. It is reused from an earlier table of the same size, if there is one: new
    memory is slow at first use.

    >>> table = Table(1)
    >>> len(table.entries), Table(0).slots
    (131072, 0)
    """

    _kept: ClassVar[dict[int, list[tuple[np.ndarray, int]]]] = {}
    _lock = threading.Lock()

    def __init__(self, mebibytes: int):
        self.slots = slots_for(mebibytes) if mebibytes else 0
        self.mebibytes = mebibytes
        with self._lock:
            kept = self._kept.get(self.slots)
            self.entries, self.generation = kept.pop() if kept else (_zeros(self.slots), 0)
        self.odd: dict = {}
        """The entries of states that are not made of 64-bit integers."""
        self.age = 0
        self.begin(fresh=True)

    def begin(self, *, fresh: bool) -> None:
        """A search begins: a fresh one, or one that uses the entries of the searches before."""
        if self.generation == GENERATIONS:
            self.entries[:] = self.generation = self.age = 0
        self.generation += 1
        self.age = 0 if fresh else min(self.age + 1, GENERATIONS // 2)
        if fresh:
            self.odd.clear()

    def in_python(self, *, aside: bool) -> Slots:
        """The slots, for plain Python."""
        return Slots(self, aside=aside)

    def give_back(self) -> None:
        """Give the memory to the next search. The table must not be used after that."""
        with self._lock:
            kept = self._kept.setdefault(self.slots, [])
            if len(kept) < KEPT:
                kept.append((self.entries, self.generation))
        self.entries, self.slots = np.zeros(4, np.int64), 0

    def use(self) -> float:
        """The fraction of a sample of the slots that holds entries visible to this search."""
        if not self.slots:
            return 0.0
        sample = self.entries[1 : 2 * min(self.slots, SAMPLE) : 2]
        known = (sample >> 14 & 3 > 0) & ((self.generation - sample) & GENERATIONS <= self.age)
        return int(np.count_nonzero(known)) / len(known)

    def best_action(self, state: Any, slots: Slots | None = None) -> int | None:
        """The low 16 bits of the proven best action of a state (or of its ``key``), or None; in plain Python the
        ``slots`` know."""
        key = key_of_state(state)
        if not self.slots or key is None:
            return None
        entries: Any = self.entries if slots is None else slots
        first = (key & (self.slots - 1) & ~1) * 2
        for slot in (first, first + 2):
            entry = int(entries[slot + 1])
            front = int(entries[slot]) ^ entry
            fresh = (self.generation - entry) & GENERATIONS <= self.age
            if (front ^ key) & ~0xFFFF == 0 and fresh and entry >> 14 & 3 == EXACT:
                return front & 0xFFFF
        return None
