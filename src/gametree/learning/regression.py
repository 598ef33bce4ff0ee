"""Weights that explain results: logistic regression where games are won and lost, least squares where they are scored.

A game that counts wins has the model ``chance of a win = 1 / (1 + exp(−sum))``: Texel's way (P. Österlund 2014). A game
of scores has ``payoff = sum``. Two numbers that are not kept go with the features: who is to move, and a constant. They
stand for what an evaluation does not know (the advantage of the first move); it would otherwise hide in the features.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.learning.descent import least

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gametree.learning.positions import Positions

    Reals = NDArray[np.float64]

RIDGES = (1e-5, 1e-4, 1e-3, 1e-2)
"""How strongly weights are drawn to zero: each is tried, and what explains other games best is taken."""
RARE = 0.1
"""A feature that is smaller than this (that counts once in fewer than one position of a hundred, say) is drawn to zero
as one of this size is: what a few games say of it is mostly chance."""
HELD_OUT = 8
"""Every eighth game is not learned from: by it the others are judged."""


@dataclass(frozen=True)
class Fit:
    """What a regression has found."""

    weights: Any
    """One number a feature. For wins, in logits: the sum is the logarithm of the odds."""
    loss: float
    """The mean loss on games that were not learned from."""
    before: float
    """The same with the weights before."""
    ridge: float


def chance_of(sums: Reals) -> Reals:
    """The chance of a win for a sum in logits.

    >>> chance_of(np.array([-1000.0, 0.0, 1000.0])).tolist()
    [0.0, 0.5, 1.0]
    """
    return 0.5 * (1 + np.tanh(np.clip(sums, -1000, 1000) / 2))


def losses(sums: Reals, targets: Reals, *, wins: bool) -> Reals:
    """How wrong each sum is: minus the logarithm of the probability of the result, or half the squared error.

    >>> losses(np.array([0.0, 2.0]), np.array([1.0, 0.5]), wins=True).round(4).tolist()
    [0.6931, 1.1269]
    """
    return np.logaddexp(0, sums) - targets * sums if wins else 0.5 * (sums - targets) ** 2


def fit(
    positions: Positions,
    targets: Reals,
    *,
    wins: bool,
    before: Reals | None = None,
    prior: Reals | None = None,
    ridge: float | None = None,
    nuisance: bool = True,
    steps: int = 200,
) -> Fit:
    """The weights that explain the targets (points from 0 to 1 where ``wins``, otherwise payoffs) best. ``ridge`` says
    how strongly they are drawn to the ``prior`` (zero); None: as strongly as explains other games best."""
    held = positions.game % HELD_OUT == HELD_OUT - 1
    judged = bool(held.any() and not held.all())
    train = positions.only(~held) if judged else positions
    goal, other = (targets[~held], targets[held]) if judged else (targets, targets)
    rest = positions.only(held) if judged else positions
    sizes = train.sizes()
    found: Fit | None = None
    old = np.zeros(positions.features) if before is None else before
    first = float(losses(rest.sums(old), other, wins=wins).mean())
    start = _Start(train, goal, wins, sizes, old if prior is None else prior, nuisance)
    at = np.concatenate([np.where(sizes > 0, old - start.prior, 0.0) * start.sizes, [0.0, 0.0]])
    for strength in RIDGES if ridge is None else (ridge,):
        at = least(lambda x, strength=strength: start.slope(x, strength), at, steps)
        weights = start.weights(at)
        sums = rest.sums(weights) + (at[-2] * rest.mover + at[-1]) * nuisance
        loss = float(losses(sums, other, wins=wins).mean())
        if found is None or loss < found.loss:
            found = Fit(weights, loss, first, strength)
    assert found is not None
    return found


class _Start:
    """The loss and its slope, in units in which every feature is equally large."""

    def __init__(self, positions: Positions, targets: Reals, wins: bool, sizes: Reals, prior: Reals, nuisance: bool):
        self.positions, self.targets, self.wins, self.nuisance = positions, targets, wins, nuisance
        self.prior = np.where(sizes > 0, prior, 0.0)
        self.unseen, self.sizes = sizes == 0, np.maximum(sizes, RARE)

    def weights(self, x: Reals) -> Reals:
        return self.prior + np.where(self.unseen, 0.0, x[:-2] / self.sizes)

    def slope(self, x: Reals, ridge: float) -> tuple[float, Reals]:
        own, count = self.positions, len(self.positions)
        sums = own.sums(self.weights(x)) + (x[-2] * own.mover + x[-1]) * self.nuisance
        errors = (chance_of(sums) if self.wins else sums) - self.targets
        errors /= count
        loss = float(losses(sums, self.targets, wins=self.wins).mean()) + ridge / 2 * float(x[:-2] @ x[:-2])
        pull = np.where(self.unseen, 0.0, own.pull(errors) / self.sizes) + ridge * x[:-2]
        return loss, np.concatenate([pull, np.array([errors @ own.mover, errors.sum()]) * self.nuisance])


def scale_of(positions: Positions, targets: Reals, weights: Reals) -> float:
    """By what factor weights must be multiplied to be logits: the one with which they explain the results best.

    It is at least a little above 0, so that what they know is not lost."""
    sums = positions.sums(weights)
    size = float(np.sqrt((sums**2).mean())) if len(sums) else 0.0
    if size == 0:
        return 1.0

    def slope(x: Reals) -> tuple[float, Reals]:
        z = sums / size * x[0]
        error = chance_of(z) - targets
        return float(losses(z, targets, wins=True).mean()), np.array([(error * sums / size).mean()])

    return max(float(least(slope, np.array([0.1]), 50)[0]), 0.05) / size
