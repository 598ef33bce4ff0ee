"""A weaker player on demand: it searches fewer nodes and overlooks moves.

A player of a given Elo searches a limited number of nodes, and overlooks each of its moves with a certain probability.
Both come from a table; values between two rows are interpolated, nodes by their logarithm. ``docs/protocols.md`` says
how the table was found.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from gametree.protocols.options import Settings
    from gametree.protocols.thinker import Order


class Level(NamedTuple):
    """A row of the table."""

    elo: int
    nodes: int
    overlooked: float
    """The probability that a move is overlooked."""


LEVELS = (
    Level(500, 50, 0.4),
    Level(800, 120, 0.25),
    Level(1000, 300, 0.12),
    Level(1500, 1_000, 0.05),
    Level(1750, 5_000, 0.0),
    Level(2200, 30_000, 0.0),
)
"""From the weakest to the strongest."""


def level(elo: int) -> Level:
    """How a player of this Elo plays.

    >>> level(1750).nodes, level(900).nodes, level(100).nodes, level(900).overlooked
    (5000, 190, 50, 0.185)
    """
    elo = min(max(elo, LEVELS[0].elo), LEVELS[-1].elo)
    for low, high in pairwise(LEVELS):
        if elo <= high.elo:
            part = (elo - low.elo) / (high.elo - low.elo)
            nodes = math.exp(math.log(low.nodes) + part * math.log(high.nodes / low.nodes))
            return Level(elo, round(nodes), low.overlooked + part * (high.overlooked - low.overlooked))
    return LEVELS[-1]


def weaken(order: Order, settings: Settings, actions: list[int], dice: random.Random | None = None) -> Order:
    """The order with the limits of the chosen strength added."""
    if not settings.values.get("UCI_LimitStrength"):
        return order
    row = level(settings.number("UCI_Elo"))
    dice = dice or random.Random()
    among: list[Any] = list(order.moves or actions)
    seen = [a for a in among if dice.random() >= row.overlooked] or [dice.choice(among)]
    return replace(order, nodes=min(order.nodes or row.nodes, row.nodes), moves=tuple(seen))
