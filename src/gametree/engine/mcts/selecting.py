# pyright: basic
"""Which child to go on with."""

from __future__ import annotations

import math

from gametree.engine.dual import at, context_of, inner, reals, reals_of, row, unliteral
from gametree.engine.mcts.memory import (
    BEST,
    BITS,
    CHILDREN,
    EXPLORATION,
    HIGH,
    LOW,
    SHARED,
    TOTAL,
    VISITS,
    WEIGHT,
    WORST,
)  # fmt: skip
from gametree.engine.mcts.playouts import draw
from gametree.engine.mcts.proving import CLOSE
from gametree.game import CHANCE, MAX


@inner
def select(game, player, node, block):
    """The child to go on with: for a player the one with the highest upper confidence bound; for chance any, by its
    probability. A child that cannot be better than what is proven for its parent is left out."""
    context, seats = context_of(block), game._seats
    low, high = reals(context, LOW), reals(context, HIGH)
    visits, total = row(context, VISITS), row(context, TOTAL)
    packed = row(context, CHILDREN)[at(node)]
    first = packed >> BITS
    end = first + (packed & (1 << BITS) - 1)
    chosen = unliteral(-1)
    if player == CHANCE:
        weight = reals(context, WEIGHT)
        left = draw(block) / 4294967296.0
        for child in range(first, end):
            chosen = child
            left -= weight[at(child)]
            if left < 0.0:
                break
        return chosen
    shared = row(context, SHARED)
    bonus = reals_of(block)[EXPLORATION] * max(shared[at(BEST)] - shared[at(WORST)], 1)
    bonus *= math.sqrt(math.log(max(visits[at(node)], 1)))
    seat = player if game._several else unliteral(0)
    sign = 1.0 if game._several or player == MAX else -1.0
    floor = low[at(node * seats + seat)] if sign > 0 else -high[at(node)]
    if game._several:
        floor -= 2 * CLOSE  # a move that is as good as another may be chosen: the others want to know what they get
    highest = -math.inf
    for child in range(first, end):
        bottom, top = low[at(child * seats + seat)], high[at(child * seats + seat)]
        if (top if sign > 0 else -bottom) <= floor + CLOSE:
            continue
        n = visits[at(child)]
        if n == 0:
            return child
        value = sign * min(max(total[at(child * seats + seat)] / n, bottom), top) + bonus / math.sqrt(n)
        if value > highest:
            highest, chosen = value, child
    return chosen
