"""Estimates of strength: Elo and normalised Elo with their errors, and the likelihood of superiority.

Two games from the same opening with sides swapped are a pair. A pair has one of five scores (0, ½, 1, 1½, 2: the
pentanomial counts), and since an opening that favours one side favours it in both games, the scores of pairs vary less
than those of games taken one by one. So the errors are computed from pairs if there are pairs.

The formulas are those of fastchess and fishtest; see M. Van den Bergh, "Comments on Normalized Elo",
https://www.cantate.be/Fishtest/normalized_elo_practical.pdf
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

Z95 = NormalDist().inv_cdf(0.975)
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""

NELO = 800 / math.log(10)
"""Normalised Elo per standard deviation (of one game): near equality it is Elo where no game is drawn."""


@dataclass(frozen=True)
class Rating:
    """How much stronger the first player is. An ``error`` is half of the 95 % interval."""

    score: float
    """Points per game."""
    elo: float
    elo_error: float
    nelo: float
    nelo_error: float
    """The usual formula, which takes the deviation as known. Near equality that is right; at a difference of 150 Elo
    the interval holds the true value in only 91 % of all matches."""
    los: float
    """Likelihood of superiority: how probable it is that the first player is the stronger one."""


def rate(counts: Sequence[int]) -> Rating:
    """The rating from three counts (losses, draws, wins of games) or five (pairs with 0, ½, 1, 1½ and 2 points).

    >>> r = rate([96, 111, 136])
    >>> f"{r.elo:.2f} +/- {r.elo_error:.2f}"
    '40.70 +/- 30.43'
    >>> f"{rate([34, 54, 63, 64, 75]).nelo:.2f}"
    '57.94'
    """
    n = sum(counts)
    if not n:
        return Rating(*(math.nan,) * 6)
    score, variance = mean_and_variance([c / n for c in counts])
    deviation = math.sqrt(variance / n)
    low, high = max(0.0, score - Z95 * deviation), min(1.0, score + Z95 * deviation)
    # a pair averages two games, which makes its deviation that of a game over the root of two
    scale = NELO / math.sqrt(games_in(counts) * variance) if variance > 0 else math.inf
    even = score == 0.5
    return Rating(
        score=score,
        elo=elo_of(score),
        elo_error=(elo_of(high) - elo_of(low)) / 2,
        nelo=0.0 if even else (score - 0.5) * scale,
        nelo_error=Z95 * deviation * scale if variance > 0 else math.nan,
        los=0.5 if even else NormalDist().cdf((score - 0.5) / deviation) if deviation > 0 else float(score > 0.5),
    )


def elo_of(score: float) -> float:
    """The difference in Elo at which a player is expected to score this much; infinite at 0 and 1.

    >>> round(elo_of(0.75)), round(elo_of(10 / 11)), elo_of(1)
    (191, 400, inf)
    """
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that a difference in Elo leads to: the inverse of ``elo_of``.

    >>> round(score_of(400), 4)
    0.9091
    """
    return 1 / (1 + 10 ** (-elo / 400))


def games_in(counts: Sequence[float]) -> int:
    """Games per counted item: 1 for three counts, 2 for five."""
    return (len(counts) - 1) // 2


def mean_and_variance(shares: Sequence[float]) -> tuple[float, float]:
    """Of the score per game, where the shares belong to scores from 0 to 1 in equal steps."""
    scores = [i / (len(shares) - 1) for i in range(len(shares))]
    mean = sum(p * x for p, x in zip(shares, scores, strict=True))
    return mean, sum(p * (x - mean) ** 2 for p, x in zip(shares, scores, strict=True))


@dataclass(frozen=True)
class Tally:
    """Pairs of games, counted by the first player's results: W(in), D(raw) or L(oss), in any order.

    >>> t = Tally.of([(1.0, 0.5), (0.5, 0.5), (0.0, 1.0)])
    >>> t.pentanomial, (t.wins, t.losses, t.draws)
    ((0, 0, 2, 1, 0), (2, 1, 3))
    """

    ll: int = 0
    ld: int = 0
    wl: int = 0
    dd: int = 0
    wd: int = 0
    ww: int = 0

    @staticmethod
    def of(pairs: Sequence[tuple[float, float]]) -> Tally:
        """From the first player's points in the two games of each pair."""
        kinds = {(0, 0): "ll", (0, 0.5): "ld", (0, 1): "wl", (0.5, 0.5): "dd", (0.5, 1): "wd", (1, 1): "ww"}
        counts = dict.fromkeys(kinds.values(), 0)
        for one, other in pairs:
            counts[kinds[min(one, other), max(one, other)]] += 1
        return Tally(**counts)

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def swapped(self) -> Tally:
        """The same results from the second player's side."""
        return Tally(self.ww, self.wd, self.wl, self.dd, self.ld, self.ll)

    @property
    def pentanomial(self) -> tuple[int, int, int, int, int]:
        """Pairs with 0, ½, 1, 1½ and 2 points."""
        return self.ll, self.ld, self.wl + self.dd, self.wd, self.ww

    @property
    def pairs(self) -> int:
        return sum(self.pentanomial)

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def wins(self) -> int:
        return 2 * self.ww + self.wd + self.wl

    @property
    def losses(self) -> int:
        return 2 * self.ll + self.ld + self.wl

    @property
    def draws(self) -> int:
        return 2 * self.dd + self.ld + self.wd

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def draw_ratio(self) -> float:
        """The share of the pairs that ended 1 : 1."""
        return ratio(self.wl + self.dd, self.pairs)

    @property
    def pairs_ratio(self) -> float:
        """Pairs won for each pair lost."""
        return ratio(self.wd + self.ww, self.ld + self.ll)

    @property
    def wl_dd_ratio(self) -> float:
        """Of the pairs that ended 1 : 1, those with a win and a loss for each with two draws: how sharp the openings
        are."""
        return ratio(self.wl, self.dd)

    @property
    def rating(self) -> Rating:
        return rate(self.pentanomial)

    def to_json(self) -> dict[str, Any]:
        """Counts, Elo and the rest as JSON has them: what is infinite or undefined is null."""
        r = self.rating
        found: dict[str, Any] = {
            "games": self.games, "wins": self.wins, "losses": self.losses, "draws": self.draws, "points": self.points,
            "score": r.score, "elo": r.elo, "elo_error": r.elo_error, "nelo": r.nelo, "nelo_error": r.nelo_error,
            "los": r.los, "draw_ratio": self.draw_ratio, "pairs_ratio": self.pairs_ratio,
            "pentanomial": list(self.pentanomial), "wl_dd_ratio": self.wl_dd_ratio,
        }  # fmt: skip
        return {key: None if isinstance(v, float) and not math.isfinite(v) else v for key, v in found.items()}


def ratio(a: float, b: float) -> float:
    """``a / b``, infinite or undefined where ``b`` is 0."""
    return a / b if b else math.inf if a else math.nan
