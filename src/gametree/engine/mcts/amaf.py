# pyright: basic
"""All moves as first: a move is also judged by the games in which it was played later (Gelly & Silver 2007).

A round marks what each player has played from a node on. Every child of the node whose move is marked for the player
who moves there counts the payoff, beside its own average.
"""

from __future__ import annotations

from gametree.engine.block import MAX_PLY, NODES
from gametree.engine.dual import at, bump, context_of, inner, row
from gametree.engine.mcts.memory import (
    ACTION,
    AMAF_TOTAL,
    AMAF_VISITS,
    BITS,
    CHILDREN,
    MARKED,
    MARKS,
    MOVERS,
    NOTED,
    PAID,
    PLAYED,
    TRAIL,
)  # fmt: skip
from gametree.game import CHANCE


@inner
def note(action, player, block):
    """A playout has played an action."""
    context = context_of(block)
    played, n = row(context, PLAYED), context[NOTED]
    if n <= MAX_PLY:
        played[at(2 * n)], played[at(2 * n + 1)] = action, player
        context[NOTED] = n + 1


@inner
def mark_of(action, player):
    """Where an action of a player is marked."""
    return (action * 8 + player) & (MARKED - 1)


@inner
def count_amaf(game, ply, block):
    """Count what a round has paid for all moves that were played later."""
    context = context_of(block)
    trail, movers, action = row(context, TRAIL), row(context, MOVERS), row(context, ACTION)
    marks, played, paid = row(context, MARKS), row(context, PLAYED), row(context, PAID)
    this = context[NODES]  # the number of the round: older marks do not count
    for i in range(context[NOTED]):
        marks[at(mark_of(played[at(2 * i)], played[at(2 * i + 1)]))] = this
    for i in range(ply - 1, -1, -1):
        player = movers[at(i)]
        if player == CHANCE:
            continue
        marks[at(mark_of(action[at(trail[at(i + 1)])], player))] = this
        packed = row(context, CHILDREN)[at(trail[at(i)])]
        first = packed >> BITS
        for child in range(first, first + (packed & (1 << BITS) - 1)):
            if marks[at(mark_of(action[at(child)], player))] == this:
                bump(row(context, AMAF_VISITS), at(child), 1)
                bump(row(context, AMAF_TOTAL), at(child), paid[at(player if game._several else 0)])
