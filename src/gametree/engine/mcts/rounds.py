# pyright: basic
"""The kernel: rounds of Monte-Carlo tree search.

What is proven. Every node has a least and a greatest value, LOW and HIGH. They are those of an end where the node is
one, by the rules and the path that leads there, so a position that comes back is judged as in the game. The bounds of
other nodes follow from those of their children, of which there is one for every legal move. A node whose bounds are
equal is *exact*. No playout and no estimate ever changes a bound, so it does not matter when a search is stopped.
"""

from __future__ import annotations

import math

from gametree.compile import kernel
from gametree.engine.block import DEEPEST, NO_MOVES, NO_PLAYER, NO_ROOM, NODES, PAST, PATH, STACK, STOP, STOPPED
from gametree.engine.dual import (
    at,
    bump,
    claim_item,
    context_of,
    inner,
    inner_if,
    pack,
    publish,
    reals,
    reals_of,
    row,
    unliteral,
    unpack,
    within_reach,
)
from gametree.engine.mcts.memory import (
    ACTION,
    BEST,
    BITS,
    CHILDREN,
    CROWD,
    DEEP,
    EXPLORATION,
    FORESIGHT,
    FULL,
    GROW,
    GROWING,
    HIGH,
    LENGTH,
    LOW,
    MOVERS,
    NOBODY,
    PARENT,
    PLAYOUTS,
    SHARED,
    SIZE,
    SWITCHES,
    TOP,
    TOTAL,
    TRAIL,
    UNKNOWN,
    USED,
    VISITS,
    WEIGHT,
    WORST,
)  # fmt: skip
from gametree.engine.mcts.playouts import draw, playout, settled
from gametree.engine.mcts.recycling import recycle
from gametree.engine.ordering import gather_candidates, gather_moves
from gametree.engine.perft import outcomes
from gametree.engine.score import units
from gametree.engine.search import is_barred
from gametree.engine.table import key_of
from gametree.game import CHANCE, MAX, MIN

RUN_OUT, PROVEN, NO_MEMORY = range(3)
"""Why the kernel returns: its rounds are over or it was stopped, the root is exact, or the tree must be tidied up."""
CLOSE = 1e-6
"""Bounds that are nearer than this, in units, are equal: with chance they are sums of floats."""


@kernel
def simulate(game, words, rounds, extras, block):
    """Do this many rounds. With 0 rounds: tidy the tree up. If ``extras`` is None, what only some options need is not
    even compiled."""
    context = context_of(block)
    shared, low, high = row(context, SHARED), reals(context, LOW), reals(context, HIGH)
    if rounds == 0:
        moved = shared[at(TOP)] > 0
        recycle(block)
        if moved:  # what is proven about the new root must be shown by its children: they are its moves
            low[0], high[0], row(context, LENGTH)[0] = game._low, game._high, UNKNOWN
            improve(game, unliteral(0), game.player(unpack(game, words)), block)
        return RUN_OUT
    for _ in range(rounds):
        if shared[at(FULL)]:
            return NO_MEMORY
        if high[0] - low[0] <= CLOSE and row(context, CHILDREN)[0] > 0:
            return PROVEN
        if context[STOP]:
            return RUN_OUT
        context[NODES] += 1
        one_round(game, words, extras, block)
    return RUN_OUT


@inner
def one_round(game, words, extras, block):
    """Select, expand, play out, back up."""
    context = context_of(block)
    trail, movers = row(context, TRAIL), row(context, MOVERS)
    visits, children = row(context, VISITS), row(context, CHILDREN)
    low, high = reals(context, LOW), reals(context, HIGH)
    s = unpack(game, words)
    node, ply, value = unliteral(0), unliteral(0), unliteral(0)
    while True:
        trail[at(ply)] = node
        if ply > 0 and high[at(node)] - low[at(node)] <= CLOSE:
            value = math.floor(low[at(node)] + 0.5)
            break
        player = game.player(s)
        movers[at(ply)] = player
        if player != CHANCE and player != MAX and player != MIN:
            context[STOP] = NO_PLAYER
            return
        if game._repeats:
            row(context, PATH)[at(context[PAST] + ply)] = key_of(pack(game.position(s)))
        if children[at(node)] <= 0:
            ripe = ply == 0 or (visits[at(node)] >= row(context, SHARED)[at(GROW)] and ply < context[DEEP])
            if ripe and claim_item(children, at(node), 0, GROWING):
                grow(game, s, player, node, ply, block)
                if context[STOP] > STOPPED:
                    return
                settle(game, ply, block)
            if children[at(node)] <= 0:  # not yet, or no memory, or another thread is at it
                for _ in range(context[PLAYOUTS]):
                    value += playout(game, s, extras, block)
                if context[STOP] > STOPPED:
                    return
                value = value // context[PLAYOUTS]
                spread(value, block)
                break
            if high[at(node)] - low[at(node)] <= CLOSE:
                value = math.floor(low[at(node)] + 0.5)
                break
        child = select(game, player, node, block)
        if child < 0:  # another thread has just proven it
            value = math.floor(min(max(mean(node, block), low[at(node)]), high[at(node)]) + 0.5)
            break
        ply += 1
        if context[CROWD]:  # a virtual loss, until the payoff is known: other threads try other moves meanwhile
            bump(visits, at(child), 1)
            bump(row(context, TOTAL), at(child), game._low if player == MAX else game._high)
        s = game.result(s, row(context, ACTION)[at(child)])
        node = child
        if ply > context[DEEPEST]:
            context[DEEPEST] = ply
    back_up(game, ply, value, block)


@inner
def mean(node, block):
    """The average payoff of a node, or 0."""
    context = context_of(block)
    visits = row(context, VISITS)[at(node)]
    return row(context, TOTAL)[at(node)] / visits if visits > 0 else 0.0


@inner
def spread(value, block):
    """Note the least and the greatest payoff."""
    shared = row(context_of(block), SHARED)
    shared[at(WORST)] = min(shared[at(WORST)], value)
    shared[at(BEST)] = max(shared[at(BEST)], value)


@inner
def select(game, player, node, block):
    """The child to go on with: for a player the one with the highest upper confidence bound; for chance any, by its
    probability. A child that cannot be better than what is proven for its parent is left out."""
    context = context_of(block)
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
    sign = 1.0 if player == MAX else -1.0
    floor = low[at(node)] if player == MAX else -high[at(node)]
    highest = -math.inf
    for child in range(first, end):
        bottom, top = low[at(child)], high[at(child)]
        if (top if player == MAX else -bottom) <= floor + CLOSE:
            continue
        n = visits[at(child)]
        if n == 0:
            return child
        value = sign * min(max(total[at(child)] / n, bottom), top) + bonus / math.sqrt(n)
        if value > highest:
            highest, chosen = value, child
    return chosen


@inner
def grow(game, s, player, node, ply, block):
    """Give a leaf its children, one for every legal move; at the root, those that are to be searched. Those that end
    the game are exact at once."""
    context = context_of(block)
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
    length = row(context, LENGTH)
    kept = first
    for i in range(count):
        a = stack[at(i)]
        action[at(kept)], parent[at(kept)], children[at(kept)] = a, node, 0
        row(context, VISITS)[at(kept)] = row(context, TOTAL)[at(kept)] = 0
        low[at(kept)], high[at(kept)], length[at(kept)] = game._low, game._high, UNKNOWN
        weight[at(kept)] = 0.0
        if ply == 0 and is_barred(a, block):
            continue
        if judge(game, game.result(s, a), player, kept, ply + 1, block):
            kept += 1
    if player == CHANCE:
        i = first
        for _, p in outcomes(game, s):
            if p > 0.0:
                weight[at(i)] = p
                i += 1
    for i in range(kept, first + count):
        parent[at(i)] = NOBODY
    if kept == first:  # every move repeats a position, which is forbidden
        reals(context, LOW)[at(node)] = reals(context, HIGH)[at(node)] = game._even
        publish(children, at(node), 0)
        return
    publish(children, at(node), first << BITS | kept - first)


@inner
def judge(game, s, mover, node, ply, block):
    """Write the bounds of a new node. False if the move to it may not be made."""
    context = context_of(block)
    low, high, length = reals(context, LOW), reals(context, HIGH), row(context, LENGTH)
    if game.terminal(s):
        low[at(node)] = high[at(node)] = settled(game, s, block)
        length[at(node)] = 0
        return True
    if game.drawn(s):
        low[at(node)] = high[at(node)] = game._even
        length[at(node)] = 0
        return True
    if game._repeats:
        if comes_back(game, key_of(pack(game.position(s))), ply, block):
            if game._repeats_pay:
                low[at(node)] = high[at(node)] = repeated_payoff(game, s)
            elif game._repeats_illegal:
                return False
            elif game._repeats_loss:
                low[at(node)] = high[at(node)] = game._low if mover == MAX else game._high
            else:
                low[at(node)] = high[at(node)] = game._even
            length[at(node)] = 0
            return True
    if game._foresees and context[SWITCHES] & FORESIGHT:
        payoff, distance = game.foresee(s)
        if distance > 0:
            low[at(node)] = high[at(node)] = units(payoff, game._scale)
            length[at(node)] = distance
            return True
    if game._reaches:
        least, most = within_reach(game, s)
        low[at(node)] = max(units(least, game._scale), game._low)
        high[at(node)] = min(units(most, game._scale), game._high)
    return True


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
def repeated_payoff(game, s):
    """Max's payoff, in units, where a position comes back."""
    return units(game.repeated(s), game._scale)


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
    low, high, weight = reals(context, LOW), reals(context, HIGH), reals(context, WEIGHT)
    packed = row(context, CHILDREN)[at(node)]
    if packed <= 0:
        return high[at(node)] - low[at(node)] <= CLOSE
    first = packed >> BITS
    end = first + (packed & (1 << BITS) - 1)
    least, most = 0.0, 0.0
    if mover == CHANCE:
        for child in range(first, end):
            least += weight[at(child)] * low[at(child)]
            most += weight[at(child)] * high[at(child)]
    else:
        least, most = low[at(first)], high[at(first)]
        for child in range(first + 1, end):
            if mover == MAX:
                least, most = max(least, low[at(child)]), max(most, high[at(child)])
            else:
                least, most = min(least, low[at(child)]), min(most, high[at(child)])
    least, most = max(least, low[at(node)]), min(most, high[at(node)])
    changed = least > low[at(node)] or most < high[at(node)]
    if changed:
        if most - least <= CLOSE:
            row(context, LENGTH)[at(node)] = how_soon(game, least, mover, first, end, block)
        low[at(node)], high[at(node)] = least, most
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


@inner
def back_up(game, ply, value, block):
    """Count a payoff at every node of the path."""
    context = context_of(block)
    trail, movers, visits, total = row(context, TRAIL), row(context, MOVERS), row(context, VISITS), row(context, TOTAL)
    if context[CROWD] == 0:
        for i in range(ply + 1):
            node = trail[at(i)]
            visits[at(node)] += 1
            total[at(node)] += value
        return
    bump(visits, at(0), 1)
    bump(total, at(0), value)
    for i in range(1, ply + 1):
        bump(total, at(trail[at(i)]), value - (game._low if movers[at(i - 1)] == MAX else game._high))
