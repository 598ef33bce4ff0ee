"""SPSA: weights by matches alone (Spall 1992). All weights are moved at once, each up or down by chance; the two
opposite sets play a few games; and the weights go a step towards the winner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Reals = NDArray[np.float64]

SHIFT, FALL = 0.101, 0.602
"""How the size of the trial moves and of the steps falls with their number: Spall's exponents."""


@dataclass(frozen=True)
class Gains:
    """How far weights are moved, in units in which every feature is equally large."""

    trial: float
    """The size of the first trial moves."""
    step: float = 1.0
    """The size of the first step, as a multiple of ``trial``, where one side wins every game."""
    stability: float = 20.0
    """The number of steps after which they become clearly smaller."""


def climb(
    score: Callable[[Reals, Reals, int], float], start: Reals, steps: range, gains: Gains, rng: np.random.Generator
) -> Reals:
    """Walk from ``start``. ``score(a, b, number)`` is the score of ``a`` against ``b``, from −1 to 1. ``steps`` are the
    numbers of the steps: the walk goes on where it stopped.

    >>> import numpy as np
    >>> peak = np.array([3.0, -2.0])
    >>> def score(a, b, number): return float(np.tanh(((b - peak) ** 2).sum() - ((a - peak) ** 2).sum()))
    >>> found = climb(score, np.zeros(2), range(400), Gains(0.5), np.random.default_rng(1))
    >>> bool(np.abs(found - peak).max() < 0.1)
    True
    """
    x = start.copy()
    for number in steps:
        trial = gains.trial / (number + 1) ** SHIFT
        step = gains.step * gains.trial * (gains.stability / (gains.stability + number)) ** FALL
        way = rng.choice([-1.0, 1.0], len(x))
        x = x + step * score(x + trial * way, x - trial * way, number) * way
    return x
