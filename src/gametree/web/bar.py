"""The bar beside the board: how much of it is the first player's."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gametree.game import worth

if TYPE_CHECKING:
    from gametree.game import AnyGame


def share(game: AnyGame, value: float, *, relative: bool) -> float:
    """A value as a number from 0 to 1: the bounds are 0 and 1, the even payoff is a half; relative estimates stay
    between, without reaching them.

    >>> from gametree import load
    >>> share(load("connect4"), 1, relative=False), share(load("connect4"), 0, relative=True)
    (1.0, 0.5)
    """
    if relative:
        from gametree.engine.score import ESTIMATE_STEP
        from gametree.engine.searcher import margin

        return round(0.5 + 0.45 * math.tanh(value * ESTIMATE_STEP / (6 * max(margin(game), 1))), 4)
    low, high = game.bounds
    if not high > low:
        return 0.5
    away = 2 * (value - low) / (high - low) - 1
    return round(0.5 + 0.5 * math.tanh(2 * away) / math.tanh(2), 4)


def first_of(payoffs: tuple[float, ...]) -> float:
    """The first player's payoff, or with two players half the difference."""
    return worth(payoffs) if len(payoffs) == 2 else payoffs[0]
