# pyright: basic
"""The memory of a proof-number search: its table, its path, and the words that it shares with Python.

An entry of the table is two words, the key of a position (a hash of 64 bits) and

    proof number (24 bits) | disproof number (24) | least ply (10) | effort (5)

A proven position has the proof number 0, and in the place of the disproof number the most actions that its proof takes
to the end. A disproven one has the disproof number 0, and in the place of the proof number the *epoch* of the search:
if positions come back, disproofs count only within an epoch (``solve.py`` says why), proofs always. Four entries make a
bucket; in a full one, the entry with the least effort is replaced. The table begins small and doubles until it fills
its allowed memory. Threads write without a lock; so the key is stored mixed with the other word (Hyatt & Mann 2002);
an entry whose two words come from different threads has the key of no position.

In plain Python the table is a dict, and a state is its own key.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from gametree.compile import AS_PART
from gametree.engine.dual import context_of, pack, row
from gametree.engine.table import least_key

INF = (1 << 24) - 1
"""The proof number of a position that can never be proven."""
PLIES = 1000
"""The longest line, in plies."""
MOVES = 1 << 17
"""Room for the moves of all the plies of a line."""
MARKS = 1 << 12
BUCKET = 4
SMALLEST = 1 << 14
"""Buckets of the table at the beginning."""

(
    NODES, LIMIT, STOP, ATTACKER, EPOCH, SALT, EAGER, LOOPED, RENEW, BEST, STORED, ROOM, BUCKETS, TABLE, PATH, MARKED,
    ACTIONS, KEYS, PROOFS, DISPROOFS, FARTHEST, HINTS, REALS, OWNER, COUNT, NEXT, CAPACITY, MASK, STATES, CHOICES,
    RANKS, INDEX, INITIAL, EPSILON, OTHERS, RANDOM, DATABASE, WORDS,
) = range(38)  # fmt: skip
RUNNING, STOPPED, NO_ROOM, NO_MOVES, NO_PLAYER, FULL = range(6)
"""The values of the STOP word; FULL: the table must be doubled."""
GOAL, GOOD, BAD, CENTRE, SCALE = range(5)
"""The words of REALS: the attacker's goal, and the nearest seen payoffs on either side of it; the estimate of an even
position, and how far from it an estimate is taken for a decided game."""
ONE, MOBILITY, EVALUATION, SAMPLES = range(4)
"""The values of the INITIAL word: how the numbers of a position begin that was not developed yet."""
SEED = 88172645463325252
"""The random numbers of playouts begin here, so that a search by one thread is always the same."""
EPSILONS = 16
"""The EPSILON word counts parts of this size."""


def real(block, which):
    """One of the payoffs in the memory of a search."""
    return block[REALS][which]


@overload(real, jit_options=AS_PART)
def _real(block, which):
    return lambda block, which: row(context_of(block), REALS)[which : which + 1].view(np.float64)[0]


def set_real(block, which, value):
    """Write one of the payoffs in the memory of a search."""
    block[REALS][which] = value


@overload(set_real, jit_options=AS_PART)
def _set_real(block, which, value):
    def write(block, which, value):
        row(context_of(block), REALS)[which : which + 1].view(np.float64)[0] = value

    return write


def class_key(game, s, block):
    """The key of a position; symmetric positions have the same key. (In plain Python the state itself.)"""
    return block[SALT], s


@overload(class_key, jit_options=AS_PART)
def _class_key(game, s, block):
    return lambda game, s, block: least_key(game, pack(s))[0] ^ context_of(block)[SALT]


# --- the path --------------------------------------------------------------------------------------------------------


def enter(block, key, ply):
    """Put a node on the path."""
    block[MARKED][key] = block[MARKED].get(key, 0) + 1


@overload(enter, jit_options=AS_PART)
def _enter(block, key, ply):
    def mark(block, key, ply):
        context = context_of(block)
        row(context, PATH)[np.uint64(ply)] = key
        row(context, MARKED)[np.uint64(key & (MARKS - 1))] += 1

    return mark


def leave(block, key):
    """Take a node off the path."""
    block[MARKED][key] -= 1


@overload(leave, jit_options=AS_PART)
def _leave(block, key):
    def unmark(block, key):
        row(context_of(block), MARKED)[np.uint64(key & (MARKS - 1))] -= 1

    return unmark


def on_path(block, key, ply):
    """Is this position on the path down to this ply?"""
    return block[MARKED].get(key, 0) > 0


@overload(on_path, jit_options=AS_PART)
def _on_path(block, key, ply):
    def find(block, key, ply):
        context = context_of(block)
        if row(context, MARKED)[np.uint64(key & (MARKS - 1))]:
            path = row(context, PATH)
            for i in range(ply, -1, -1):
                if path[np.uint64(i)] == key:
                    return True
        return False

    return find


def busy(block, key):
    """How many other threads are below this position. (OTHERS has their number, and where the marks of each are.)"""
    return 0


@overload(busy, jit_options=AS_PART)
def _busy(block, key):
    def count(block, key):
        others = row(context_of(block), OTHERS)
        found = 0
        for i in range(1, others[0] + 1):
            if row(others, i)[np.uint64(key & (MARKS - 1))]:
                found += 1
        return found

    return count


# --- the table -------------------------------------------------------------------------------------------------------


def probe(block, key):
    """The entry of a position: whether there is one, its proof and disproof numbers, the length of its proof, and the
    least ply at which it was seen."""
    first, second, ply = block[TABLE].get(key, (1, 1, -1))
    return decoded(first, second, ply, block[EPOCH])


def decoded(first, second, ply, epoch):
    """An entry as it is understood in an epoch."""
    if ply < 0 or (second == 0 and first != epoch):
        return False, 1, 1, 0, PLIES
    if first == 0:
        return True, 0, INF, second, ply
    if second == 0:
        return True, INF, 0, 0, ply
    return True, first, second, 0, ply


@overload(probe, jit_options=AS_PART)
def _probe(block, key):
    def find(block, key):
        context = context_of(block)
        table = row(context, TABLE)
        slot = (key >> 8 & (context[BUCKETS] - 1)) * (2 * BUCKET)
        for _ in range(BUCKET):
            entry = table[np.uint64(slot + 1)]
            if entry and table[np.uint64(slot)] ^ entry == key:
                first, second, ply = entry >> 39 & INF, entry >> 15 & INF, entry >> 5 & 1023
                if first == 0:
                    return True, 0, INF, second, ply
                if second == 0:
                    if first == context[EPOCH]:
                        return True, INF, 0, 0, ply
                    return False, 1, 1, 0, PLIES
                return True, first, second, 0, ply
            slot += 2
        return False, 1, 1, 0, PLIES

    return find


def store(block, key, proof, disproof, farthest, ply, effort):
    """Store the result of a position."""
    first, second = (proof, disproof) if proof and disproof else (0, farthest) if disproof else (block[EPOCH], 0)
    table = block[TABLE]
    table[key] = first, second, min(ply, table[key][2] if key in table else PLIES)


@overload(store, jit_options=AS_PART)
def _store(block, key, proof, disproof, farthest, ply, effort):
    def remember(block, key, proof, disproof, farthest, ply, effort):
        context = context_of(block)
        table = row(context, TABLE)
        bucket = (key >> 8 & (context[BUCKETS] - 1)) * (2 * BUCKET)
        slot, least = bucket, 99
        for candidate in range(bucket, bucket + 2 * BUCKET, 2):
            entry = table[np.uint64(candidate + 1)]
            if entry == 0:
                if least >= 0:
                    slot, least = candidate, -1
            elif table[np.uint64(candidate)] ^ entry == key:
                slot, least = candidate, -2
                ply = min(ply, entry >> 5 & 1023)
                break
            elif entry & 31 < least:
                slot, least = candidate, entry & 31
        if least == -1:
            context[STORED] += 1
        work = 0
        while effort > 1 and work < 31:
            effort >>= 1
            work += 1
        first, second = proof, disproof
        if proof == 0:
            second = farthest
        elif disproof == 0:
            first = context[EPOCH]
        entry = first << 39 | second << 15 | ply << 5 | work
        table[np.uint64(slot)] = key ^ entry
        table[np.uint64(slot + 1)] = entry

    return remember


class Memory:
    """The words and arrays of one search; ``plain``: for the kernels in plain Python; ``shared``: without a table, for
    a further thread over the table of another memory.

    >>> memory = Memory(1 << 20)
    >>> int(memory.words[BUCKETS]), memory.grow(), int(memory.words[BUCKETS])
    (16384, False, 16384)
    """

    def __init__(self, memory: int, *, plain: bool = False, shared: bool = False):
        """``memory`` is the most bytes of the table."""
        self.plain = plain
        self.most = SMALLEST
        while self.most * 2 * BUCKET * 16 <= memory:
            self.most *= 2
        sizes = {PATH: PLIES + 1, MARKED: MARKS, REALS: 5}
        sizes |= dict.fromkeys((ACTIONS, KEYS, PROOFS, DISPROOFS, FARTHEST, HINTS), MOVES)
        self.words: Any
        self.arrays: dict[int, Any]
        if plain:
            self.words = [0] * WORDS
            self.arrays = {which: [0] * size for which, size in sizes.items()} | {TABLE: {}, MARKED: {}}
            for which, array in self.arrays.items():
                self.words[which] = array
        else:
            self.words = np.zeros(WORDS, np.int64)
            self.arrays = {}
            for which, size in sizes.items():
                self.set_array(which, np.zeros(size, np.int64))
            self.set_array(OTHERS, np.zeros(1, np.int64))
            if not shared:
                self.set_array(TABLE, np.zeros(SMALLEST * BUCKET * 2, np.int64))
        self.database: Any = None
        self.words[BUCKETS] = SMALLEST
        self.words[EPOCH] = 1
        self.words[EPSILON] = EPSILONS // 4
        self.words[RANDOM] = SEED
        self.set_real(SCALE, 1.0)

    @property
    def address(self) -> Any:
        """The argument of a kernel. An unsigned one tells the compiler that there is a database (``probe.py``)."""
        if self.plain:
            return self.words
        address = self.words.ctypes.data
        return address if self.database is None else np.uint64(address)

    def know(self, database: Any) -> None:
        """Let the search read a database: its words (``probe.py``), or in plain Python the database itself."""
        self.database = database
        self.words[DATABASE] = database if self.plain else database.ctypes.data

    def set_array(self, which: int, array: Any) -> None:
        """Let a word point to an array."""
        self.arrays[which] = array
        self.words[which] = array if self.plain else array.ctypes.data

    def set_real(self, which: int, value: float) -> None:
        """Write one of the payoffs."""
        reals = self.arrays[REALS]
        (reals if self.plain else reals.view(np.float64))[which] = value

    def real(self, which: int) -> float:
        """Read one of the payoffs."""
        reals = self.arrays[REALS]
        return float((reals if self.plain else reals.view(np.float64))[which])

    def crowded(self) -> int:
        """The number of entries after which the table is doubled; never if it has its full size."""
        buckets = int(self.words[BUCKETS])
        return buckets * BUCKET * 5 // 8 if buckets < self.most and not self.plain else 1 << 62

    def grow(self) -> bool:
        """Double the table and keep its entries; False if it has its full size, or there is no more memory."""
        buckets = int(self.words[BUCKETS]) * 2
        if buckets > self.most:
            return False
        try:
            new = np.zeros((buckets * BUCKET, 2), np.int64)
        except MemoryError:
            self.most = buckets // 2
            return False
        old = self.arrays[TABLE].reshape(-1, 2)
        entries = old[old[:, 1] != 0]
        home = (entries[:, 0] ^ entries[:, 1]) >> 8 & (buckets - 1)
        order = np.argsort(home, kind="stable")
        home = home[order]
        place = np.arange(len(home)) - np.searchsorted(home, home)  # its number within its bucket
        new[home * BUCKET + place] = entries[order]
        self.set_array(TABLE, new.reshape(-1))
        self.words[BUCKETS] = buckets
        return True
