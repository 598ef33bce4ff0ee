# pyright: basic
"""The tree grows: the children of a leaf, and what is known of them at once."""

from __future__ import annotations

from gametree.engine.block import NO_MOVES, NO_ROOM, PAST, PATH, STACK, STOP
from gametree.engine.dual import (
    at,
    bump,
    context_of,
    inner,
    inner_if,
    pack,
    publish,
    reals,
    row,
    unliteral,
    within_reach,
)
from gametree.engine.mcts.guessing import guess, set_priors
from gametree.engine.mcts.memory import (
    ACTION,
    AMAF,
    AMAF_TOTAL,
    AMAF_VISITS,
    BITS,
    CHILDREN,
    FORESIGHT,
    FULL,
    GUESSING,
    HIGH,
    LENGTH,
    LOW,
    NOBODY,
    PARENT,
    PRIORS,
    SHARED,
    SIZE,
    SWITCHES,
    TOTAL,
    UNKNOWN,
    USED,
    VISITS,
    WEIGHT,
)  # fmt: skip
from gametree.engine.mcts.playouts import part, settled
from gametree.engine.ordering import gather_candidates, gather_moves
from gametree.engine.perft import outcomes
from gametree.engine.score import units
from gametree.engine.search import is_barred
from gametree.engine.table import key_of
from gametree.game import CHANCE, MAX


@inner
def grow(game, s, player, node, ply, extras, block):
    """Give a leaf its children, one for every legal move; at the root, those that are to be searched. Those that end
    the game are exact at once."""
    context, seats = context_of(block), game._seats
    stack, weight = row(context, STACK), reals(context, WEIGHT)
    children, parent = row(context, CHILDREN), row(context, PARENT)
    knowing = context[SWITCHES] & FORESIGHT != 0
    count = unliteral(0)
    if player == CHANCE:
        for outcome, p in outcomes(game, s):
            if p > 0.0:
                stack[at(count)] = outcome
                count += 1
    elif game._choosy and knowing and ply > 0:
        count = gather_candidates(game, s, 0, block)
    else:
        count = gather_moves(game, s, 0, block)
    if count == 0:
        context[STOP] = max(context[STOP], NO_MOVES)
        return
    shared = row(context, SHARED)
    first = bump(shared, at(USED), count)
    if first + count > context[SIZE]:
        if 2 * count > context[SIZE]:
            context[STOP] = NO_ROOM
        for i in range(first, context[SIZE]):
            parent[at(i)] = NOBODY
        shared[at(FULL)] = 1
        publish(children, at(node), 0)
        return
    action, low, high = row(context, ACTION), reals(context, LOW), reals(context, HIGH)
    length, visits, total = row(context, LENGTH), row(context, VISITS), row(context, TOTAL)
    kept = first
    for i in range(count):
        a = stack[at(i)]
        action[at(kept)], parent[at(kept)], children[at(kept)] = a, node, 0
        visits[at(kept)], length[at(kept)], weight[at(kept)] = 0, UNKNOWN, 0.0
        for k in range(kept * seats, (kept + 1) * seats):
            total[at(k)], low[at(k)], high[at(k)] = 0, game._low, game._high
        if ply == 0 and is_barred(a, block):
            continue
        after = game.result(s, a)
        if judge(game, after, player, kept, ply + 1, block):
            if extras is not None:
                if context[SWITCHES] & GUESSING:
                    guess(game, after, kept, block)
                if context[SWITCHES] & AMAF:
                    row(context, AMAF_VISITS)[at(kept)] = row(context, AMAF_TOTAL)[at(kept)] = 0
            kept += 1
    if player == CHANCE:
        i = first
        for _, p in outcomes(game, s):
            if p > 0.0:
                weight[at(i)] = p
                i += 1
    if extras is not None:
        if player != CHANCE and context[SWITCHES] & PRIORS:
            set_priors(game, s, player, first, kept, block)
    for i in range(kept, first + count):
        parent[at(i)] = NOBODY
    if kept == first:  # every move repeats a position, which is forbidden
        ends_with(game, node, game._even, block)
        publish(children, at(node), 0)
        return
    publish(children, at(node), first << BITS | kept - first)


@inner
def judge(game, s, mover, node, ply, block):
    """Write the bounds of a new node. False if the move to it may not be made."""
    context, seats = context_of(block), game._seats
    low, high, length = reals(context, LOW), reals(context, HIGH), row(context, LENGTH)
    if game.terminal(s):
        for i in range(seats):
            low[at(node * seats + i)] = high[at(node * seats + i)] = settled(game, s, i, block)
        length[at(node)] = 0
        return True
    if game.drawn(s):
        ends_with(game, node, game._even, block)
        return True
    if game._repeats:
        if comes_back(game, key_of(pack(game.position(s))), ply, block):
            if game._repeats_illegal and not game._repeats_pay:
                return False
            ends_with(game, node, game._even, block)
            for i in range(seats):
                item = node * seats + i
                if game._repeats_pay:
                    low[at(item)] = high[at(item)] = repeated_payoff(game, s, i)
                elif game._repeats_loss:
                    if not game._several:
                        low[at(item)] = high[at(item)] = game._low if mover == MAX else game._high
                    elif i == mover:
                        low[at(item)] = high[at(item)] = game._low
            return True
    if game._foresees and context[SWITCHES] & FORESIGHT:
        payoff, distance = game.foresee(s)
        if distance > 0:
            for i in range(seats):
                low[at(node * seats + i)] = high[at(node * seats + i)] = part(game, payoff, i)
            length[at(node)] = distance
            return True
    if game._reaches:
        if not game._several:
            least, most = within_reach(game, s)
            low[at(node)] = max(units(least, game._scale), game._low)
            high[at(node)] = min(units(most, game._scale), game._high)
    return True


@inner
def ends_with(game, node, payoff, block):
    """The game is over at a node, and every player gets the same."""
    context, seats = context_of(block), game._seats
    for i in range(node * seats, (node + 1) * seats):
        reals(context, LOW)[at(i)] = reals(context, HIGH)[at(i)] = payoff
    row(context, LENGTH)[at(node)] = 0


@inner_if("_repeats")
def comes_back(game, key, ply, block):
    """Does the rule of repetition apply to a position at this ply of the path?"""
    context = context_of(block)
    path = row(context, PATH)
    times = 1
    for i in range(context[PAST] + ply):
        if path[at(i)] == key:
            times += 1
    return times >= game.recurrence


@inner_if("_repeats_pay")
def repeated_payoff(game, s, seat):
    """A player's payoff, in units, where a position comes back."""
    return part(game, game.repeated(s), seat)
