"""Time: how long to think about a move.

A game clock gives every move an *allotment*, and a *latest* moment. After each iteration a search decides whether to go
on. If the best move has been the same for some iterations, it takes less than the allotment; if the value has fallen,
it takes more.
"""

from __future__ import annotations

from dataclasses import dataclass

OVERHEAD = 0.02
"""Seconds reserved at every move for delays between the clock and the search."""


@dataclass(frozen=True)
class GameClock:
    """The time left on a player's clock, in seconds; the increment of each move; and the moves to the next time
    control."""

    left: float
    increment: float = 0.0
    moves: int | None = None

    def share(self) -> float:
        """A move's share of the time, whatever is left: some 25 moves are thought to come."""
        share = self.left / 25 if self.moves is None else self.left / (self.moves + 1)
        return share + 0.8 * self.increment

    def allotment(self) -> float:
        """The usual time for a move.

        >>> round(GameClock(60, 1).allotment(), 1), round(GameClock(60, moves=10).allotment(), 1)
        (3.2, 5.5)
        """
        return max(0.001, min(self.share(), self.latest()))

    def latest(self) -> float:
        """When the answer must be given in any case: never more than a part of the time left."""
        return max(0.001, min(self.left - OVERHEAD, 0.4 * self.left + 0.5 * self.increment))


@dataclass
class Patience:
    """Which part of the allotment may be used before the last iteration begins."""

    margin: int = 0
    """If the score falls by more than this, the search takes longer."""
    calm: int = 0
    """How many iterations in a row had the same best move."""
    best: int | None = None
    score: int | None = None

    def factor(self, best: int, score: int) -> float:
        """The part of the allotment to use, given an iteration's best move and its score for the mover.

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
