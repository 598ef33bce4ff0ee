"""How many leaves alpha-beta looks at in a uniform tree, with the best, a random and the worst order, beside the laws.

Knuth & Moore 1975: the best order looks at b^⌈h/2⌉ + b^⌊h/2⌋ − 1 of the b^h leaves, so the branching factor falls to
√b. With a random order about b^(3h/4) are looked at: a rule of thumb for the branching factors of usual games. (Pearl
1982: the exact branching factor of random leaves is ξ/(1 − ξ), where ξ^b + ξ = 1; for large b it grows like b/ln b.)
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import ceil, floor, inf

from gametree.errors import GameError

LARGEST = 200_000
"""The most leaves of a tree."""


@dataclass(frozen=True)
class Laws:
    """Leaves looked at in trees of branching ``b`` and height ``h``: means over the trees, and what the laws say."""

    b: int
    h: int
    trees: int
    best: float
    random: float
    worst: float

    @property
    def least(self) -> int:
        """Knuth and Moore's number for the best order."""
        return self.b ** ceil(self.h / 2) + self.b ** floor(self.h / 2) - 1

    @property
    def random_law(self) -> float:
        """b^(3h/4)."""
        return self.b ** (0.75 * self.h)

    @property
    def branching(self) -> float:
        """Pearl's branching factor for random leaves."""
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if middle**self.b + middle < 1 else (low, middle)
        return low / (1 - low)

    def to_json(self) -> dict[str, float]:
        """The numbers by name."""
        found = {name: getattr(self, name) for name in ("b", "h", "trees", "best", "random", "worst")}
        laws = {"least": self.least, "random_law": self.random_law, "branching": self.branching}
        return {**found, "leaves": self.b**self.h, **laws}

    def __str__(self) -> str:
        return "\n".join([
            f"branching {self.b}, height {self.h}: {self.b**self.h:,} leaves; means over {self.trees} random trees",
            f"best order    {self.best:>10,.0f}   √b law: b^⌈h/2⌉ + b^⌊h/2⌋ − 1 = {self.least:,}",
            f"random order  {self.random:>10,.0f}   b^(3h/4) = {self.random_law:,.0f}; for large h the branching "
            f"factor is {self.branching:.2f}, b^(3/4) = {self.b**0.75:.2f}",
            f"worst order   {self.worst:>10,.0f}   nothing gained: {self.b**self.h:,}",
        ])  # fmt: skip


def laws(b: int = 4, h: int = 6, trees: int = 20, seed: int = 0) -> Laws:
    """Search random trees with each order.

    >>> found = laws(3, 4, trees=5)
    >>> found.best == found.least == 17, found.least < found.random < found.worst <= 81
    (True, True)
    """
    if b < 2 or h < 1 or trees < 1 or b**h > LARGEST:
        raise GameError(f"branching is 2 or more, height and trees 1 or more, and leaves at most {LARGEST:,}")
    dice, counted = random.Random(seed), {"best": 0, "random": 0, "worst": 0}
    for _ in range(trees):
        tree = _Uniform(b, h, [dice.random() for _ in range(b**h)])
        for order in counted:
            tree.leaves = 0
            tree.search(0, 0, -inf, inf, order)
            counted[order] += tree.leaves
    return Laws(b, h, trees, **{order: n / trees for order, n in counted.items()})


class _Uniform:
    """A uniform tree by its leaves: the children of node i of a level are b·i … b·i + b − 1 of the next. Max moves at
    even levels."""

    def __init__(self, b: int, h: int, values: list[float]):
        self.b, self.h, self.leaves = b, h, 0
        self.values = [values]  # of each level, the root's last while they are made
        for level in range(h - 1, -1, -1):
            best, below = (max, min)[level % 2], self.values[-1]
            self.values.append([best(below[i : i + b]) for i in range(0, len(below), b)])
        self.values.reverse()

    def search(self, level: int, node: int, alpha: float, beta: float, order: str) -> float:
        """Alpha-beta, fail-soft."""
        if level == self.h:
            self.leaves += 1
            return self.values[level][node]
        children, maximal = range(node * self.b, node * self.b + self.b), level % 2 == 0
        if order != "random":  # best first for the mover; leaves are in random order as they are
            values = self.values[level + 1]
            children = sorted(children, key=values.__getitem__, reverse=maximal == (order == "best"))
        found = -inf if maximal else inf
        for child in children:
            value = self.search(level + 1, child, alpha, beta, order)
            if maximal:
                found, alpha = max(found, value), max(alpha, value)
            else:
                found, beta = min(found, value), min(beta, value)
            if alpha >= beta:
                break
        return found
