"""TD(λ) and TD-leaf: weights with which each estimate agrees with those that came after it in the game.

This is the forward view (Sutton and Barto, chapter 12): each position has a target, its λ-return, which is the mean of
all later estimates, the next one counting most, and of the result. The targets are computed with the present weights,
and a regression goes towards them. TD-leaf (Baxter, Tridgell and Weaver 2000) does the same with the positions at the
ends of the lines that the search expected.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Reals = NDArray[np.float64]


def returns(values: Reals, results: Reals, game: NDArray[np.int64], trace: float) -> Reals:
    """The λ-return of each position: ``values`` are the present estimates, ``results`` the results of their games, in
    the same unit; ``game`` says where a game ends.

    >>> returns(np.array([0.5, 0.25, 0.5]), np.array([1.0, 1.0, 0.0]), np.array([0, 0, 1]), 0.5).tolist()
    [0.625, 1.0, 0.0]
    >>> returns(np.array([0.5, 0.25, 0.5]), np.array([1.0, 1.0, 0.0]), np.array([0, 0, 1]), 1.0).tolist()
    [1.0, 1.0, 0.0]
    """
    last = np.ones(len(game), bool)
    last[:-1] = game[1:] != game[:-1]
    found = results.astype(np.float64).copy()
    # from the last position of each game backwards, all games at once
    distance = np.zeros(len(game), np.int64)
    ends = np.flatnonzero(last)
    distance = ends[np.searchsorted(ends, np.arange(len(game)))] - np.arange(len(game))
    order = np.argsort(distance, kind="stable")
    bounds = np.searchsorted(distance[order], np.arange(1, int(distance.max(initial=0)) + 2))
    for low, high in pairwise(bounds.tolist()):
        here = order[low:high]
        found[here] = (1 - trace) * values[here + 1] + trace * found[here + 1]
    return found
