"""Whose side are values on? Every value is Max's. Values of the mover's side are a common mistake, which shows.

A ``utility`` of the mover's side has the same sign at every decided end, whoever would be to move there: "the mover has
lost" is -1 for both. An ``evaluate`` of the mover's side changes its sign with every move, and has it back after two.
Both are signs of a mistake, not proofs: a game that one side always wins looks like the former.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, even, over, provides, worth

if TYPE_CHECKING:
    from gametree.contract.inquiry import Inquiry

ENDS, PAIRS = 5, 40
"""At least this many decided ends for each mover, and pairs of estimates, are needed for a judgement."""
OPPOSED, ALIKE = -0.8, 0.5
"""Correlations of estimates one move apart, and two moves apart, that are suspicious together."""


class Sides:
    """The values of many games, by who would be to move."""

    def __init__(self, inquiry: Inquiry):
        self.inquiry = inquiry
        self.ends: dict[int, set[int]] = {0: set(), 1: set()}
        self.counts = {0: 0, 1: 0}
        self.one: list[tuple[float, float]] = []
        self.two: list[tuple[float, float]] = []

    def note(self, path: list[Any]) -> None:
        """The states of a game that came to its end."""
        game = self.inquiry.game
        if game.players != 2 or any(p.severity == "error" for p in self.inquiry.problems):
            return  # what is wrong already may be anything, even no number
        mover = int(game.player(path[-1]))
        if game.terminal(path[-1]) and mover != CHANCE:
            paid = worth(self.inquiry.ask("utility", path[-1])) - even(game)
            if paid != 0:
                self.ends[mover].add(1 if paid > 0 else -1)
                self.counts[mover] += 1
        if provides(game, "evaluate"):
            seen = [(int(game.player(s)), worth(self.inquiry.ask("evaluate", s))) for s in path if not over(game, s)]
            turns = [(mover, value) for mover, value in seen if mover != CHANCE]
            self.one += [(a, b) for (p, a), (q, b) in pairwise(turns) if p != q]
            self.two += [(a, b) for (p, a), (q, b) in zip(turns, turns[2:], strict=False) if p == q]

    def judge(self) -> None:
        """Tell what is suspicious."""
        signs = self.ends[0] | self.ends[1]
        if min(self.counts.values()) >= ENDS and len(signs) == 1:
            won = "win" if signs == {1} else "loss"
            what = (
                f"says a {won} at every decided end, whoever would be to move there ({self.counts[0]} and "
                f"{self.counts[1]} of them): is it the mover's payoff? Return Max's: v if self.player(s) == 0 else -v"
            )
            self.inquiry.warn("utility", what)
        opposed, alike = correlation(self.one), correlation(self.two)
        if len(self.two) >= PAIRS and opposed <= OPPOSED and alike >= ALIKE:
            what = (
                f"changes its sign with every move (correlation {opposed:.2f}): is it the mover's estimate? Return "
                "Max's: v if self.player(s) == 0 else -v"
            )
            self.inquiry.warn("evaluate", what)


def correlation(pairs: list[tuple[float, float]]) -> float:
    """How far two numbers rise and fall together, from -1 to 1; 0 if one of them never changes.

    >>> correlation([(1, -2), (2, -4), (3, -6)])
    -1.0
    """
    count = max(len(pairs), 1)
    first, second = sum(a for a, _ in pairs) / count, sum(b for _, b in pairs) / count
    both = sum((a - first) * (b - second) for a, b in pairs)
    spread = math.sqrt(sum((a - first) ** 2 for a, _ in pairs) * sum((b - second) ** 2 for _, b in pairs))
    return both / spread if spread else 0.0
