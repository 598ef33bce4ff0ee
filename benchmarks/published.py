"""Published Connect Four positions, solved exactly by search alone: ``python -m benchmarks.published FILE [COUNT]``.

A line of the file is a sequence of columns and the score of the position, as Pons publishes them: for the side to move,
how many of its stones are left when it wins, negative when it loses. COUNT positions are taken evenly from the file.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from gametree import best, load
from gametree.analysis import show_count

STONES = 21
"""Of each side."""
TABLE = {"Test_L1_R3": 2048}
"""MiB, where more than 256 are worth it."""


def main(file: str, count: int) -> None:
    """Solve, compare, and print the means."""
    game = load("connect4")
    best(game, depth=1)  # compiles
    rows = [line.split() for line in Path(file).read_text().splitlines()]
    rows = rows[:: max(len(rows) // count, 1)][:count]
    wrong = nodes = 0
    begun = time.process_time()
    for done, (moves, score) in enumerate(rows, 1):
        found = best(game, game.parse(moves), algorithm="exact", table=TABLE.get(Path(file).name, 256))
        nodes += found.nodes
        wrong += not found.proven or score_of(len(moves), found.value, found.distance) != int(score)
        spent = time.process_time() - begun
        mean = f"{show_count(nodes / done)} nodes and {spent / done:.3g} s a position"
        print(f"\r{done} of {len(rows)}: {wrong} wrong, {mean}", end="", flush=True)
    print(f"\n{nodes:,} nodes in all")


def score_of(plies: int, value: float, distance: int | None) -> int:
    """Pons' score of a position after ``plies`` plies."""
    if value == 0 or distance is None:
        return 0
    left = STONES + 1 - (plies + distance + 1) // 2
    return left if (value > 0) == (plies % 2 == 0) else -left


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
