# pyright: basic
"""Solving by yes-no questions: the bounds of a position's value, and the next question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile import constant
from gametree.engine.score import STEP, win_score
from gametree.game import MAX, MIN

if TYPE_CHECKING:
    from gametree.game import AnyGame

NEAR = (8, 16, 32)
"""Before a game is searched to its end, ends within these numbers of plies are searched."""


class Bounds:
    """The bounds of a position's value, as scores of its mover, and the next question.

    The first questions ask whether somebody wins soon, in a few plies and then in a few more; then who wins at all.
    Then bisection finds by how much and how soon.
    """

    def __init__(self, game: AnyGame, s: Any):
        self.sign = 1 if game.player(s) == MAX else -1
        best = win_score(game, MAX if self.sign > 0 else MIN)
        worst = win_score(game, MIN if self.sign > 0 else MAX)
        self.low, self.high = -worst, best
        near = NEAR if constant(game, "_relative") else ()
        soon = [bar for plies in near for bar in (best - plies, plies - worst + 1)]
        self.first = {"solve": [1, 0], "exact": [*soon, 1, 0]}
        self.worst, self.best = self.low, self.high
        self.guess: int | None = None
        self.unit, self.stride = constant(game, "_scale") * STEP, 0

    def begin_at(self, guess: int | None) -> None:
        """Begin at a guess of the value (a score of Max)."""
        self.guess = None if guess is None else self.sign * guess

    def question(self, driver: str) -> int | None:
        """The next question, "is the value at least this score?"; None if nothing is left to ask."""
        if self.guess is not None and self.low < self.high:
            return self._near(self.guess)
        for bar in self.first[driver]:
            if self.low < bar <= self.high:
                return bar
        return None if self.answered(driver) else (self.low + self.high + 1) // 2

    def _near(self, guess: int) -> int:
        """First the guess. Then, as long as all answers point to the same side, scores further and further away. Then
        bisection."""
        below, above = self.low > self.worst, self.high < self.best
        if below and above:
            return (self.low + self.high + 1) // 2
        bar = guess
        if below or above:
            bar = self.low + 1 + self.stride if below else self.high - self.stride
            self.stride = max(4 * self.unit, 2 * self.stride)
        return min(max(bar, self.low + 1), self.high)

    def answered(self, driver: str) -> bool:
        """Is everything known that the driver needs?"""
        return self.low == self.high or (driver == "solve" and (self.low > 0 or self.high < 0))

    def window(self, bar: int) -> tuple[int, int]:
        """The window, in Max's scores, of a search that answers a question."""
        return (bar - 1, bar) if self.sign > 0 else (-bar, 1 - bar)

    def learn(self, bar: int, score: int) -> bool:
        """Note the score (of Max) of a search within that window. Does the value reach the bar?"""
        score *= self.sign
        if score >= bar:
            self.low = max(self.low, min(score, self.high))
        else:
            self.high = min(self.high, max(score, self.low))
        return score >= bar

    def scores(self) -> tuple[int, int]:
        """The bounds of the value, as scores of Max."""
        return (self.low, self.high) if self.sign > 0 else (-self.high, -self.low)
