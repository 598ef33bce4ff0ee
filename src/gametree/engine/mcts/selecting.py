# pyright: basic
"""Which child to go on with."""

from __future__ import annotations

import math

from gametree.engine.dual import at, context_of, inner, reals, reals_of, row, unliteral
from gametree.engine.mcts.memory import (
    AMAF,
    AMAF_TOTAL,
    AMAF_VISITS,
    BEST,
    BIAS,
    BITS,
    CHILDREN,
    EXPLORATION,
    GUESS,
    HIGH,
    IMPLICIT,
    LOW,
    PUCT,
    RAVE,
    SHARED,
    SWITCHES,
    TOTAL,
    URGENCY,
    VISITS,
    WEIGHT,
    WORST,
)  # fmt: skip
from gametree.engine.mcts.playouts import draw
from gametree.engine.mcts.proving import CLOSE
from gametree.game import CHANCE, MAX


@inner
def select(game, player, node, extras, block):
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
        if extras is not None:
            value = promise(game, node, child, seat, sign, bonus, block)
        elif n == 0:
            return child
        else:
            value = sign * min(max(total[at(child * seats + seat)] / n, bottom), top) + bonus / math.sqrt(n)
        if value > highest:
            highest, chosen = value, child
    return chosen


FIRST = 1e18
"""More than any move promises: one that was not tried yet comes first."""


@inner
def promise(game, node, child, seat, sign, bonus, block):
    """What a child promises to the mover: its average payoff, or what stands for it, and the bonuses."""
    context, real, seats = context_of(block), reals_of(block), game._seats
    switches, shared = context[SWITCHES], row(context, SHARED)
    width = max(shared[at(BEST)] - shared[at(WORST)], 1)
    item, n, prior = child * seats + seat, row(context, VISITS)[at(child)], reals(context, WEIGHT)[at(child)]
    total = row(context, TOTAL)
    rapid = switches & AMAF != 0 and row(context, AMAF_VISITS)[at(child)] > 0
    if n > 0:
        value = total[at(item)] / n
    elif real[URGENCY] >= 0.0:
        part = real[URGENCY] * width
        value = shared[at(WORST)] + part if sign > 0 else shared[at(BEST)] - part
    elif rapid:
        value = 0.0  # the average of all moves as first takes its place
    elif switches & PUCT:
        value = total[at(node * seats + seat)] / max(row(context, VISITS)[at(node)], 1)
    else:
        return FIRST * (1 + prior)
    if rapid:
        beta = math.sqrt(context[RAVE] / (3.0 * n + context[RAVE]))
        average = row(context, AMAF_TOTAL)[at(child)] / row(context, AMAF_VISITS)[at(child)]
        value = (1.0 - beta) * value + beta * average
    if real[IMPLICIT] > 0.0:
        value = (1.0 - real[IMPLICIT]) * value + real[IMPLICIT] * reals(context, GUESS)[at(item)]
    value = sign * min(max(value, reals(context, LOW)[at(item)]), reals(context, HIGH)[at(item)])
    if switches & PUCT:
        value += real[EXPLORATION] * width * prior * math.sqrt(row(context, VISITS)[at(node)]) / (1 + n)
    else:
        value += bonus / math.sqrt(max(n, 1))
    return value + real[BIAS] * width * prior / (1 + n)
