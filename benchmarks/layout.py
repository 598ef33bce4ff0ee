"""How long it takes to place the nodes of a tree: ``python -m benchmarks.layout``.

Seconds of the processor, so that a busy machine does not matter, for trees of several shapes.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from gametree.draw.layout import tidy_tree

if TYPE_CHECKING:
    from collections.abc import Callable

NODES = 50_000
SHAPES: dict[str, Callable[[random.Random, int], int]] = {
    "any node above": lambda dice, v: dice.randrange(v),
    "one of the last ten above": lambda dice, v: dice.randint(max(0, v - 10), v - 1),
    "three children each": lambda _, v: (v - 1) // 3,
    "a chain": lambda _, v: v - 1,
    "one node above all": lambda _, v: 0,
}
"""From a node to the one above it, by what the tree looks like."""


def seconds(shape: str, nodes: int = NODES) -> float:
    """The time for one tree."""
    dice = random.Random(1)
    children: list[list[int]] = [[] for _ in range(nodes)]
    for v in range(1, nodes):
        children[SHAPES[shape](dice, v)].append(v)
    begun = time.process_time()
    tidy_tree(children)
    return time.process_time() - begun


if __name__ == "__main__":
    for name in SHAPES:
        print(f"{NODES:,} nodes, {name}: {seconds(name):.2f} s")
