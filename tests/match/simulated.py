"""Players of known strength, who never play: pairs of results drawn from a distribution that is known exactly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gametree.tournament.rating import NELO, Tally, elo_of, mean_and_variance

if TYPE_CHECKING:
    import random

KINDS = ("ll", "ld", "wl", "dd", "wd", "ww")


def logistic(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Truth:
    """``advantage`` is the first player's, ``draws`` widens the draw, and openings favour one side by as much as
    ``bias``, in Elo. The bias is what correlates the two games of a pair: what the one wins by it, the other loses."""

    advantage: float
    draws: float = 100
    bias: float = 0

    def game(self, elo: float) -> dict[str, float]:
        win, loss = logistic(elo - self.draws), logistic(-elo - self.draws)
        return {"l": loss, "d": 1 - win - loss, "w": win}

    def kinds(self) -> list[float]:
        """The probabilities of LL, LD, WL, DD, WD and WW."""
        found = dict.fromkeys(KINDS, 0.0)
        levels = (-1, -0.5, 0, 0.5, 1)
        for level in levels:
            as_first, as_second = (self.game(self.advantage + side * level * self.bias) for side in (1, -1))
            for a, p in as_first.items():
                for b, q in as_second.items():
                    kind = next(k for k in KINDS if sorted(k) == sorted(a + b))
                    found[kind] += p * q / len(levels)
        return list(found.values())

    def moments(self) -> tuple[float, float]:
        ll, ld, wl, dd, wd, ww = self.kinds()
        return mean_and_variance([ll, ld, wl + dd, wd, ww])

    @property
    def elo(self) -> float:
        return elo_of(self.moments()[0])

    @property
    def nelo(self) -> float:
        mean, variance = self.moments()
        return (mean - 0.5) / math.sqrt(2 * variance) * NELO

    def play(self, pairs: int, rng: random.Random) -> list[str]:
        return rng.choices(KINDS, self.kinds(), k=pairs)


def tally(kinds: list[str]) -> Tally:
    return Tally(**{kind: kinds.count(kind) for kind in KINDS})


def with_strength(target: float, kind: str, draws: float, bias: float) -> Truth:
    """The truth whose ``elo`` or ``nelo`` is the target."""
    low, high = -400.0, 400.0
    for _ in range(60):
        middle = (low + high) / 2
        truth = Truth(middle, draws, bias)
        low, high = (middle, high) if getattr(truth, kind) < target else (low, middle)
    return Truth((low + high) / 2, draws, bias)
