# pyright: basic
"""What the game's own hooks say of new moves: estimates, and priors.

GUESS is a second value of every node, the game's estimate, passed up the tree by minimax and mixed into the averages:
implicit minimax backups (Lanctot, Winands, Pepels & Sturtevant 2014). It proves nothing. A prior says how likely a move
is the best one, before it is tried: for PUCT (Rosin 2011), and for progressive bias (Chaslot et al. 2008).
"""

from __future__ import annotations

import math

from gametree.engine.dual import at, context_of, inner, reals, row
from gametree.engine.mcts.memory import (
    ACTION,
    BITS,
    BY_ORDER,
    CHILDREN,
    GUESS,
    GUESSING,
    HIGH,
    LOW,
    MOVERS,
    SWITCHES,
    TRAIL,
    WEIGHT,
)  # fmt: skip
from gametree.engine.mcts.playouts import estimate
from gametree.game import CHANCE, MAX

SHARPNESS = 3.0
"""The prior of the best move is e to the power of this times that of the worst."""


@inner
def guess(game, s, node, block):
    """Write the estimates of a new node, within its proven bounds."""
    context, seats = context_of(block), game._seats
    low, high, guessed = reals(context, LOW), reals(context, HIGH), reals(context, GUESS)
    for i in range(seats):
        item = node * seats + i
        if high[at(item)] > low[at(item)]:
            guessed[at(item)] = min(max(float(estimate(game, s, i, block)), low[at(item)]), high[at(item)])
        else:
            guessed[at(item)] = low[at(item)]


@inner
def pass_guesses_up(game, ply, block):
    """A node at this ply has got its children: the estimates of the path are those of its best moves."""
    context = context_of(block)
    trail, movers = row(context, TRAIL), row(context, MOVERS)
    while ply >= 0 and improve_guess(game, trail[at(ply)], movers[at(ply)], block):
        ply -= 1


@inner
def improve_guess(game, node, mover, block):
    """Compute the estimates of a node from those of its children; have they changed?"""
    context, seats = context_of(block), game._seats
    guessed, weight = reals(context, GUESS), reals(context, WEIGHT)
    packed = row(context, CHILDREN)[at(node)]
    if packed <= 0:
        return False
    first = packed >> BITS
    end = first + (packed & (1 << BITS) - 1)
    seat = mover if game._several and mover != CHANCE else 0
    sign = 1.0 if game._several or mover == MAX else -1.0
    best = first
    for child in range(first + 1, end):
        if sign * guessed[at(child * seats + seat)] > sign * guessed[at(best * seats + seat)]:
            best = child
    changed = False
    for i in range(seats):
        value = guessed[at(best * seats + i)]
        if mover == CHANCE:
            value = 0.0
            for child in range(first, end):
                value += weight[at(child)] * guessed[at(child * seats + i)]
        if value != guessed[at(node * seats + i)]:
            guessed[at(node * seats + i)] = value
            changed = True
    return changed


@inner
def set_priors(game, s, player, first, end, block):
    """Write the priors of new moves: a softmax of the game's hints, or of its estimates, over their own range."""
    context, seats = context_of(block), game._seats
    action, weight, guessed = row(context, ACTION), reals(context, WEIGHT), reals(context, GUESS)
    switches = context[SWITCHES]
    seat = player if game._several else 0
    sign = 1.0 if game._several or player == MAX else -1.0
    least, most = math.inf, -math.inf
    for child in range(first, end):
        weight[at(child)] = 0.0
        if switches & BY_ORDER:
            if game._ordered:
                weight[at(child)] = float(game.order(s, action[at(child)]))
        elif switches & GUESSING:
            weight[at(child)] = sign * guessed[at(child * seats + seat)]
        least, most = min(least, weight[at(child)]), max(most, weight[at(child)])
    total = 0.0
    for child in range(first, end):
        weight[at(child)] = math.exp(SHARPNESS * (weight[at(child)] - most) / max(most - least, 1e-9))
        total += weight[at(child)]
    for child in range(first, end):
        weight[at(child)] /= total
