# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""Finding states among many: the kernels of a space of states (``space.py``), the same for every game.

Each partition has its states as rows in the order in which they came, and slots that lead to them: an open table with
linear steps. A slot holds, in 32 bits, the number of a row plus 1 in its lower bits, and part of the hash in its upper
bits, so that nearly every row that is compared is the right one.

Most of the time is spent waiting for memory. So a batch is processed in three passes: prefetch the slots, prefetch the
rows, and then use both.
"""

from __future__ import annotations

import numpy as np
from numba import carray, njit

from gametree.compile import OPTIONS, kernel, pointer, prefetch
from gametree.solving.words import PARTS, ROOM, hash_row, part_of, word_at

ROWS, SLOTS, SIZE, COUNT, SPACE, BITS, FRESH, CODES, OFFSET, SHELF = range(10)
"""The fields of each partition: the addresses of its rows and slots; the numbers of slots, rows and places for rows;
the bits of a row's number; the first row of the newest level; the address of its codes; the number of rows in the
partitions before it."""
BATCH = 32
NO_PART = -1


@njit(**OPTIONS)
def _same(a, b, width):
    for i in range(width):
        if word_at(a + 8 * i) != word_at(b + 8 * i):
            return False
    return True


@njit(**OPTIONS)
def _place(h, size):
    """The first slot to check."""
    return (h & 0xFFFFFFFF) * size >> 32


@njit(**OPTIONS)
def _mark(h, bits):
    """The part of the hash that goes into a slot above the number of the row."""
    return (h >> 32 & 0xFFFFFF) << bits & 0xFFFFFFFF


@njit(**OPTIONS)
def _find(shelf, address, h, width):
    """The row of a state in its partition; if it is missing, −1 minus the slot for it."""
    slots = carray(pointer(shelf[SLOTS]), ROOM, np.uint32)
    size, bits, rows = shelf[SIZE], shelf[BITS], shelf[ROWS]
    mark, low = _mark(h, bits), (1 << bits) - 1
    i = _place(h, size)
    while True:
        entry = np.int64(slots[i])
        if entry == 0:
            return -1 - i
        if entry & ~low == mark:
            row = (entry & low) - 1
            if _same(rows + row * 8 * width, address, width):
                return row
        i += 1
        if i == size:
            i = 0


@njit(**OPTIONS)
def _ask(shelf, first, count, width, hashes):
    """Prefetch the slots of the next few states, and then the rows that they lead to."""
    slots, size, rows, low = shelf[SLOTS], shelf[SIZE], shelf[ROWS], (1 << shelf[BITS]) - 1
    view = carray(pointer(slots), ROOM, np.uint32)
    for k in range(count):
        h = hash_row(first + k * 8 * width, width)
        hashes[k] = h
        prefetch(slots + 4 * _place(h, size))
    for k in range(count):
        entry = np.int64(view[_place(hashes[k], size)])
        if entry:
            prefetch(rows + ((entry & low) - 1) * 8 * width)


@kernel
def add(book, buffers, fills, answers, cap, width, first, step, resume):
    """Add the states of all buffers to the partitions ``first``, ``first + step``, …; −1 when done. The row of each
    state is written to the ``answers`` of its buffer (addresses; 0: it is not wanted).

    ``resume`` holds where to continue (partition, buffer, entry), and whether a state came that is older than the
    newest level. When a partition is full its number is returned: make it larger, and call again.
    """
    hashes = np.empty(BATCH, np.int64)
    part = resume[0]
    while part < PARTS:
        shelf = book[part]
        slots = carray(pointer(shelf[SLOTS]), ROOM, np.uint32)
        while resume[1] < len(buffers):
            start = buffers[resume[1]] + part * cap * 8 * width
            fill = carray(pointer(fills[resume[1]]), PARTS, np.int64)[part]
            wanted = answers[resume[1]] != 0
            rows = carray(pointer(answers[resume[1]]), ROOM, np.uint32)
            while resume[2] < fill:
                count = min(BATCH, fill - resume[2])
                if shelf[COUNT] + count > shelf[SPACE]:
                    return part
                address = start + resume[2] * 8 * width
                _ask(shelf, address, count, width, hashes)
                for k in range(count):
                    row = _find(shelf, address + k * 8 * width, hashes[k], width)
                    if wanted:
                        rows[part * cap + resume[2] + k] = row if row >= 0 else shelf[COUNT]
                    if row >= 0:
                        if row < shelf[FRESH]:
                            resume[3] = 1
                        continue
                    slots[-1 - row] = _mark(hashes[k], shelf[BITS]) | (shelf[COUNT] + 1)
                    new = carray(pointer(shelf[ROWS] + shelf[COUNT] * 8 * width), width, np.int64)
                    for i in range(width):
                        new[i] = word_at(address + (k * width + i) * 8)
                    shelf[COUNT] += 1
                resume[2] += count
            resume[1] += 1
            resume[2] = 0
        part += step
        resume[0], resume[1] = part, 0
    return NO_PART


@kernel
def rebuild(shelf, width):
    """Fill the empty slots of a partition from its rows."""
    slots = carray(pointer(shelf[SLOTS]), ROOM, np.uint32)
    hashes = np.empty(BATCH, np.int64)
    for begin in range(0, shelf[COUNT], BATCH):
        count = min(BATCH, shelf[COUNT] - begin)
        for k in range(count):
            hashes[k] = hash_row(shelf[ROWS] + (begin + k) * 8 * width, width)
            prefetch(shelf[SLOTS] + 4 * _place(hashes[k], shelf[SIZE]))
        for k in range(count):
            i = _place(hashes[k], shelf[SIZE])
            while slots[i]:
                i += 1
                if i == shelf[SIZE]:
                    i = 0
            slots[i] = _mark(hashes[k], shelf[BITS]) | (begin + k + 1)


@kernel
def look_up(book, buffer, fill, cap, width, size, answers):
    """Look up all states of the buffers: their codes of ``size`` bytes, or, if ``size`` is 0, their numbers in the
    whole space. False if a state is missing."""
    hashes = np.empty(BATCH, np.int64)
    for part in range(PARTS):
        shelf = book[part]
        small = carray(pointer(shelf[CODES]), ROOM, np.uint8)
        medium = carray(pointer(shelf[CODES]), ROOM, np.uint16)
        large = carray(pointer(shelf[CODES]), ROOM, np.uint32)
        for begin in range(0, fill[part], BATCH):
            count = min(BATCH, fill[part] - begin)
            address = buffer + (part * cap + begin) * 8 * width
            _ask(shelf, address, count, width, hashes)
            for k in range(count):
                row = _find(shelf, address + k * 8 * width, hashes[k], width)
                if row < 0:
                    return False
                code = shelf[OFFSET] + row
                if size == 1:
                    code = np.int64(small[row])
                elif size == 2:
                    code = np.int64(medium[row])
                elif size == 4:
                    code = np.int64(large[row])
                answers[part * cap + begin + k] = code
    return True


@kernel
def find_one(book, words, width):
    """The partition and the row of one state; the row is negative if it is missing."""
    address = words.ctypes.data
    h = hash_row(address, width)
    return part_of(h), _find(book[part_of(h)], address, h, width)
