# pyright: basic
"""What is proven: the least and the greatest value of every node, passed up the tree.

LOW and HIGH of an end are its payoff, by the rules and the path that leads there, so a position that comes back is
judged as in the game. The bounds of other nodes follow from those of their children, of which there is one for every
legal move. A node whose bounds are equal is *exact*. No playout and no estimate ever changes a bound, so it does not
matter when a search is stopped.

With more than two players every player has bounds. The mover gets the best of the moves. What the others get depends on
the move that is chosen, and of two that are as good for the mover any may be: their bounds cover all moves that may be
the best one.
"""

from __future__ import annotations

from gametree.engine.dual import at, context_of, inner, inner_if, reals, row, unliteral
from gametree.engine.mcts.memory import BITS, CHILDREN, HIGH, LENGTH, LOW, MOVERS, TRAIL, UNKNOWN, WEIGHT
from gametree.game import CHANCE, MAX, MIN

CLOSE = 1e-6
"""Bounds that are nearer than this, in units, are equal: with chance they are sums of floats."""


@inner
def is_exact(game, node, block):
    """Is the value of a node known, for every player?"""
    context, seats = context_of(block), game._seats
    low, high = reals(context, LOW), reals(context, HIGH)
    for i in range(node * seats, (node + 1) * seats):
        if high[at(i)] - low[at(i)] > CLOSE:
            return False
    return True


@inner
def settle(game, ply, block):
    """A node at this ply has got its children: pass what is proven up the path."""
    context = context_of(block)
    trail, movers = row(context, TRAIL), row(context, MOVERS)
    while ply >= 0 and improve(game, trail[at(ply)], movers[at(ply)], block):
        ply -= 1


@inner
def improve(game, node, mover, block):
    """Compute the bounds of a node from those of its children; have they changed?"""
    context = context_of(block)
    low, high = reals(context, LOW), reals(context, HIGH)
    packed = row(context, CHILDREN)[at(node)]
    if packed <= 0:
        return is_exact(game, node, block)
    first = packed >> BITS
    end = first + (packed & (1 << BITS) - 1)
    if mover == CHANCE:
        return improve_chance(game, node, first, end, block)
    if game._several:
        return improve_several(game, node, mover, first, end, block)
    least, most = low[at(first)], high[at(first)]
    for child in range(first + 1, end):
        if mover == MAX:
            least, most = max(least, low[at(child)]), max(most, high[at(child)])
        else:
            least, most = min(least, low[at(child)]), min(most, high[at(child)])
    if narrow(node, least, most, block):
        if high[at(node)] - low[at(node)] <= CLOSE:
            row(context, LENGTH)[at(node)] = how_soon(game, low[at(node)], mover, first, end, block)
        return True
    return False


@inner
def narrow(item, least, most, block):
    """Narrow the bounds of a seat; have they changed?"""
    context = context_of(block)
    low, high = reals(context, LOW), reals(context, HIGH)
    least, most = max(least, low[at(item)]), min(most, high[at(item)])
    changed = least > low[at(item)] or most < high[at(item)]
    if changed:
        low[at(item)], high[at(item)] = least, most
    return changed


@inner
def improve_chance(game, node, first, end, block):
    """The same where chance decides: the average."""
    context, seats = context_of(block), game._seats
    low, high, weight = reals(context, LOW), reals(context, HIGH), reals(context, WEIGHT)
    changed = False
    for i in range(seats):
        least, most = 0.0, 0.0
        for child in range(first, end):
            least += weight[at(child)] * low[at(child * seats + i)]
            most += weight[at(child)] * high[at(child * seats + i)]
        if narrow(node * seats + i, least, most, block):
            changed = True
    return changed


@inner_if("_several")
def improve_several(game, node, mover, first, end, block):
    """The same with more than two players, where one of them moves."""
    context, seats = context_of(block), game._seats
    low, high = reals(context, LOW), reals(context, HIGH)
    sure = low[at(first * seats + mover)]
    for child in range(first + 1, end):
        sure = max(sure, low[at(child * seats + mover)])
    changed = False
    for i in range(seats):
        least, most = float(game._high), float(game._low)
        for child in range(first, end):
            if high[at(child * seats + mover)] >= sure - CLOSE:  # it may be the best
                least, most = min(least, low[at(child * seats + i)]), max(most, high[at(child * seats + i)])
        if i == mover:
            least = sure
        if narrow(node * seats + i, least, most, block):
            changed = True
    return changed


@inner
def how_soon(game, value, mover, first, end, block):
    """In how many plies, at most, the winner forces the end, at a node of this value with these children."""
    context = context_of(block)
    low, high, length = reals(context, LOW), reals(context, HIGH), row(context, LENGTH)
    winner = MAX if value > game._even + CLOSE else MIN if value < game._even - CLOSE else CHANCE
    if winner == CHANCE or mover == CHANCE:
        return unliteral(UNKNOWN)
    soonest, latest = unliteral(UNKNOWN), unliteral(0)
    for child in range(first, end):
        edge = low[at(child)] if winner == MAX else high[at(child)]  # what the winner is sure of there
        if abs(edge - value) > CLOSE:
            continue
        plies = unliteral(UNKNOWN)
        if high[at(child)] - low[at(child)] <= CLOSE:
            plies = min(length[at(child)] + 1, UNKNOWN)
        soonest, latest = min(soonest, plies), max(latest, plies)
    return soonest if mover == winner else latest
