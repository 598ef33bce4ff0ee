"""Outcomes by slices against a table with distances: processor time, bytes, and the time to read one position.

    python -m benchmarks.slices                 # checkers of up to 4 pieces
    python -m benchmarks.slices checkers:endgame=3

Both solve every position of the game, by one thread, after everything is compiled. Both count as many wins, losses and
draws. Processor time, so that other work on the machine matters less.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from gametree import load, solve
from gametree.compile import kernel, prepare
from gametree.engine.packed import solved
from gametree.solving.database import Database

READS = 2_000_000


@kernel
def read_many(game: Any, size: int, reads: int, shelf: Any) -> int:
    """Read outcomes all over the slices; their sum."""
    total, i = 0, 0
    for _ in range(reads):
        i = (i + 2654435761) % size
        total += solved(shelf, i)
    return total


def timed(words: str, folder: Path, *, outcomes: bool) -> tuple[Any, float, int]:
    """A solution, the processor time that it took the second time, and the bytes of the database."""
    for name in ("compiling", "timed"):
        begun = time.process_time()
        found = solve(words, outcomes=outcomes, out=folder / f"{name}-{outcomes}", threads=1)
        seconds = time.process_time() - begun
    size = sum(file.stat().st_size for file in (folder / f"timed-{outcomes}").iterdir())
    return found, seconds, size


def main(words: str = "checkers:endgame=4") -> None:
    """Print the comparison."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sliced, quick, small = timed(words, folder, outcomes=True)
        dense, slow, large = timed(words, folder, outcomes=False)
        assert (sliced.wins, sliced.losses, sliced.draws) == (dense.wins, dense.losses, dense.draws)
        print(f"{words}: {sliced.positions:,} positions")
        print(f"with distances   {slow:7.2f} s  {large:12,} bytes")
        print(f"outcomes alone   {quick:7.2f} s  {small:12,} bytes   {slow / quick:.1f} times as fast, "
              f"1/{large / small:.0f} of the bytes")  # fmt: skip
        game, table = load(words), Database(folder / "timed-True").table
        shelf: Any = getattr(table, "shelf").words  # noqa: B009
        size = int(np.max(getattr(game, "slices")[:, 1]))  # noqa: B009
        call = prepare(read_many, game, size, 1, shelf)
        begun = time.process_time()
        call(game, size, READS, shelf)
        print(f"one position is read in {(time.process_time() - begun) / READS * 1e9:.0f} ns")


if __name__ == "__main__":
    main(*sys.argv[1:])
