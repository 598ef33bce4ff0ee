"""The sequential probability ratio test: play until it is clear whether a change gains E1 Elo or only E0.

This is the generalised test on counts of games (three) or of pairs (five), as fishtest and fastchess run it. For each
of the two hypotheses the distribution of scores that fits the counts best is found; the log-likelihood ratio (LLR) of
the two is compared with Wald's bounds. Numbers in brackets are equations of M. Van den Bergh, "Comments on Normalized
Elo", https://www.cantate.be/Fishtest/normalized_elo_practical.pdf
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.tournament.rating import NELO, games_in, mean_and_variance, score_of

if TYPE_CHECKING:
    from collections.abc import Sequence

MODELS = ("normalized", "logistic")
"""What kind of Elo the bounds are in."""

FURTHEST = 200
"""The largest bound in normalised Elo: at about 245 the mean of pairs would be a whole deviation from ½, and then the
fit below does not exist for every result."""


@dataclass(frozen=True)
class Sprt:
    """H0: the first player is ``elo0`` stronger; H1: ``elo1``. ``alpha`` is how often H1 may be accepted though H0 is
    true, ``beta`` how often H0 though H1 is true.

    >>> test = Sprt(0, 5)
    >>> f"{test.lower:.2f} {test.upper:.2f}"
    '-2.94 2.94'
    >>> test.verdict([55, 116, 214, 185, 112])
    'H1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise GameError(
                f"SPRT: the first bound must be below the second, and {self.elo0:g} is not below {self.elo1:g}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise GameError(f"SPRT: {name} must be more than 0 and less than 0.5, not {value:g}")
        if self.model not in MODELS:
            raise GameError(f"SPRT: the model must be {' or '.join(MODELS)}, not {self.model!r}")
        if self.model == "normalized" and max(-self.elo0, self.elo1) > FURTHEST:
            raise GameError(
                f"SPRT: bounds in normalised Elo must lie within ±{FURTHEST}; the logistic model goes further"
            )

    @property
    def lower(self) -> float:
        """At this LLR or below, H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this LLR or above, H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of H1 to H0; 0 without results.

        >>> f"{Sprt(0, 2).llr([365, 16618, 36229, 16974, 390]):.2f}"
        '2.25'
        """
        if not sum(counts):
            return 0.0
        # a result that has not occurred yet is still possible
        filled = [c or 1e-3 for c in counts]
        total = sum(filled)
        shares = [c / total for c in filled]
        p0, p1 = self._fit(shares, self.elo0), self._fit(shares, self.elo1)
        return total * sum(p * math.log(b / a) for p, a, b in zip(shares, p0, p1, strict=True))

    def verdict(self, counts: Sequence[int]) -> str | None:
        """``H0`` or ``H1`` where one is accepted, None where the test goes on."""
        llr = self.llr(counts)
        return "H1" if llr >= self.upper else "H0" if llr <= self.lower else None

    def describe(self, counts: Sequence[int]) -> str:
        """The line of the block, e.g. ``LLR: 0.35 (11.9%) (-2.94, 2.94) [0.00, 10.00]``."""
        llr = self.llr(counts)
        way = llr / self.upper if llr >= 0 else -llr / self.lower
        return f"LLR: {llr:.2f} ({way:.1%}) ({self.lower:.2f}, {self.upper:.2f}) [{self.elo0:.2f}, {self.elo1:.2f}]"

    def to_json(self, counts: Sequence[int]) -> dict[str, Any]:
        """The test and where it stands, as JSON has it."""
        return {
            "elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta, "model": self.model,
            "llr": self.llr(counts), "lower": self.lower, "upper": self.upper, "verdict": self.verdict(counts),
        }  # fmt: skip

    def _fit(self, shares: Sequence[float], elo: float) -> list[float]:
        if self.model == "logistic":
            return _fit_mean(shares, score_of(elo))
        return _fit_normalized(shares, elo * math.sqrt(games_in(shares)) / NELO)


def _scores(shares: Sequence[float]) -> list[float]:
    return [i / (len(shares) - 1) for i in range(len(shares))]


def _fit_mean(shares: Sequence[float], mean: float) -> list[float]:
    """The most likely distribution with this mean (1.2)."""
    return _tilt(shares, [x - mean for x in _scores(shares)])


def _fit_normalized(shares: Sequence[float], t: float) -> list[float]:
    """The most likely distribution whose mean lies ``t`` of its deviations above ½ (4.1), by iteration from the uniform
    one."""
    fitted = [1 / len(shares)] * len(shares)
    for _ in range(50):  # it takes about ten
        mean, variance = mean_and_variance(fitted)
        sigma = math.sqrt(variance)
        phi = [x - 0.5 - t * sigma / 2 * (1 + ((x - mean) / sigma) ** 2) for x in _scores(shares)]
        before, fitted = fitted, _tilt(shares, phi)
        if max(abs(a - b) for a, b in zip(before, fitted, strict=True)) < 1e-9:
            break
    return fitted


def _tilt(shares: Sequence[float], phi: Sequence[float]) -> list[float]:
    """The most likely distribution in which ``phi`` has mean 0: each share over ``1 + θ·phi`` (1.3, 4.9).

    θ is the root of a function that falls from +∞ to −∞ between two poles: Newton's method, kept between bounds."""
    low, high = -1 / max(phi), -1 / min(phi)
    theta = 0.0
    for _ in range(100):
        terms = [(p, f / (1 + theta * f)) for p, f in zip(shares, phi, strict=True)]
        value = sum(p * q for p, q in terms)
        if value > 0:
            low = theta
        else:
            high = theta
        after = theta + value / sum(p * q * q for p, q in terms)
        if not low < after < high:
            after = (low + high) / 2
        if abs(after - theta) <= 1e-12 * (1 + abs(theta)):
            break
        theta = after
    return [p / (1 + theta * f) for p, f in zip(shares, phi, strict=True)]
