"""How fast memory is where it is read at random: the limit of strong solving.

Finding a position among those already there, and reading the labels of its successors, are reads at random places. At
the very least a solver needs two of them a position. So the limit is measured in the same run: reads of 8 bytes at
random places of a table as large as that of the solve, none of which waits for another (the places are computed); and
reads of which each says where the next one is, as a pointer does.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

READS = 4_000_000
A_POSITION = 2
"""Reads that a position needs at least."""


class Limit(NamedTuple):
    """Positions/s, in millions, with two reads each."""

    free: float
    """No read waits for another."""
    chained: float
    """Each read waits for the one before."""


@njit(nogil=True)
def _gather(table: NDArray[np.int64], seed: int, reads: int) -> int:
    """The sum of so many items at random places."""
    total, x, size = 0, np.uint64(seed), np.uint64(len(table))
    for _ in range(reads):
        x = x * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        total += table[((x >> np.uint64(32)) * size) >> np.uint64(32)]
    return total


@njit(nogil=True)
def _chase(table: NDArray[np.int64], seed: int, reads: int) -> int:
    """The same, where each place depends on the item before."""
    total, x, size = 0, np.uint64(seed), np.uint64(len(table))
    for _ in range(reads):
        found = table[((x >> np.uint64(32)) * size) >> np.uint64(32)]
        total += found
        x = x * np.uint64(6364136223846793005) + np.uint64(1442695040888963407) + np.uint64(found)
    return total


def limit(size: int, threads: int) -> Limit:
    """The limit for a table of so many bytes. The clock is that of the processor, and each thread has its own core.

    >>> found = limit(1 << 16, 1)
    >>> found.free > 0 and found.chained > 0
    True
    """
    table: Any = np.ones(max(size // 8, 1), np.int64)
    return Limit(*(_rate(reader, table, threads) for reader in (_gather, _chase)))


def _rate(reader: Callable[[Any, int, int], int], table: Any, threads: int) -> float:
    reader(table, 1, 10)
    works = [threading.Thread(target=reader, args=(table, 1 + seed, READS)) for seed in range(threads)]
    begin = time.process_time()
    for work in works:
        work.start()
    for work in works:
        work.join()
    seconds = (time.process_time() - begin) / threads
    return threads * READS / A_POSITION / seconds / 1e6
