"""What a search compares: payoffs and estimates on one scale.

The rule: payoffs are compared directly, unless there are estimates on another scale. Where a search is cut off
at a depth, and the game's own ``evaluate`` is ``"relative"`` (any scale, 0 is even), a win becomes more than every
estimate, a loss less than every estimate, and a draw 0. What is answered in the end is the payoff of a win or loss that
was found, and otherwise the estimate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.analysis import Value, show_value
from gametree.errors import GameError
from gametree.game import AnyGame, even, provides

if TYPE_CHECKING:
    from gametree.game import Payoff

SURE = 10**9
"""More than every estimate: a win that is worth u is SURE + u."""


@dataclass(frozen=True)
class Scale:
    """From payoffs and estimates to the scores that a search compares, and back.

    >>> scale = Scale(even=0, relative=True)
    >>> scale.payoff(1) > scale.estimate(500) > scale.payoff(0) > scale.payoff(-1)
    True
    >>> scale.value(scale.payoff(1)), scale.show(scale.payoff(1)), scale.show(500)
    (1, 'win 1', '500')
    """

    even: float = 0
    relative: bool = False

    def payoff(self, u: float) -> float:
        """The score of an end of the game."""
        if not self.relative:
            return u
        return SURE + u if u > self.even else u - SURE if u < self.even else 0

    def estimate(self, e: float) -> float:
        """The score of a state at which the search stops."""
        if self.relative and not -SURE / 2 < e < SURE / 2:
            raise GameError(f"evaluate says {e}: estimates must lie within ±{SURE // 2:,}")
        return e

    def sure(self, score: float) -> bool:
        """Is this score a win or a loss that was found, more than an estimate?"""
        return self.relative and abs(score) > SURE / 2

    def value(self, score: float) -> float:
        """What a score means: the payoff of a win or loss, or an estimate."""
        if self.sure(score) and abs(score) != float("inf"):
            return tidy(round(score - SURE if score > 0 else score + SURE, 6))  # adding SURE has lost the later digits
        return self.even if self.relative and score == 0 else score

    def show(self, score: Value | None) -> str:
        """A score for people."""
        if score is None:
            return ""
        if isinstance(score, tuple):
            return f"({', '.join(map(self.show, score))})"
        if abs(score) == float("inf"):
            return "∞" if score > 0 else "−∞"
        kind = ("win " if score > 0 else "loss ") if self.sure(score) else ""
        return kind + show_value(float(self.value(score))).replace("-", "−")


def scale_of(game: AnyGame, *, limited: bool) -> Scale:
    """The scale of a search of this game, which is or is not limited in depth."""
    return Scale(tidy(even(game)), limited and game.evaluation == "relative" and provides(game, "evaluate"))


def estimate(game: AnyGame, s: Any) -> Payoff:
    """The game's estimate of a state at the horizon; without ``evaluate`` every state is even."""
    if provides(game, "evaluate"):
        return game.evaluate(s)
    return even(game) if game.players <= 2 else (even(game),) * game.players


def shares(game: AnyGame, payoff: Payoff) -> tuple[float, ...]:
    """A payoff, one number per player; a single number is Max's, and Min has the rest of a constant sum.

    >>> from gametree import Game
    >>> shares(Game(), 1)
    (1, -1)
    """
    if isinstance(payoff, tuple):
        return tuple(tidy(u) for u in payoff)
    if game.players > 2:
        raise GameError(f"with {game.players} players a payoff is a tuple, one number each, not {payoff!r}")
    low, high = game.bounds
    return (tidy(payoff), tidy(low + high - payoff))


def tidy(number: Any) -> float:
    """A plain number: NumPy's are unpacked, and a whole float becomes an int.

    >>> tidy(2.0), tidy(0.5)
    (2, 0.5)
    """
    if hasattr(number, "item"):
        number = number.item()
    return int(number) if isinstance(number, float) and number.is_integer() else number
