"""Time: how long to think about a move.

A game clock gives every move an *allotment*, and a *latest* moment. After each iteration a search asks whether to go
on: a best move that has been the same for some iterations needs less than the allotment, a value that has fallen
gets more.
"""

from __future__ import annotations

from dataclasses import dataclass

OVERHEAD = 0.02
"""Seconds kept back from every move for what happens between the clock and the search."""


@dataclass(frozen=True)
class GameClock:
    """What is left on a player's clock, in seconds; the increment of each move; and the moves to the next control."""

    left: float
    increment: float = 0.0
    moves: int | None = None

    def allotment(self) -> float:
        """What a move is normally given.

        >>> round(GameClock(60, 1).allotment(), 1), round(GameClock(60, moves=10).allotment(), 1)
        (3.2, 5.5)
        """
        share = self.left / 25 if self.moves is None else self.left / (self.moves + 1)
        return max(0.001, min(share + 0.8 * self.increment, self.latest()))

    def latest(self) -> float:
        """When the answer must be given, whatever the search is at: never more than a part of what is left."""
        return max(0.001, min(self.left - OVERHEAD, 0.4 * self.left + 0.5 * self.increment))


@dataclass
class Patience:
    """How much of the allotment an iteration may leave behind and still be followed by another one."""

    margin: int = 0
    """A score that falls by more than this is a reason to think longer."""
    calm: int = 0
    """So many iterations have agreed on the best move."""
    best: int | None = None
    score: int | None = None

    def factor(self, best: int, score: int) -> float:
        """Take note of an iteration's best move and of its score for the mover.

        >>> patience = Patience()
        >>> [patience.factor(7, 0) for _ in range(6)]       # a move that stays the best needs less
        [0.7, 0.7, 0.7, 0.7, 0.45, 0.45]
        >>> patience.factor(7, -100)                        # a score that falls needs more
        2.0
        """
        self.calm = self.calm + 1 if best == self.best else 0
        fallen = self.score is not None and score < self.score - self.margin
        self.best, self.score = best, score
        return 2.0 if fallen else 0.45 if self.calm >= 4 else 0.7
