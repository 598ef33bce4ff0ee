# pyright: basic
"""The order of moves: the table's move first, then by the game's own hint, then by cut-offs elsewhere."""

from __future__ import annotations

from gametree.compile import IN_PLACE
from gametree.engine.block import ACTIONS, KILLERS, MOVES, NO_ROOM, RANKS, REPLIES, STACK, STOP, SUCCESS
from gametree.engine.dual import at, context_of, in_place, inner, inner_if, row
from gametree.engine.options import COUNTERS, HISTORY, ORDER
from gametree.engine.options import KILLERS as KILLER_MOVES

FIRST = 1 << 62
TACTICAL = 1 << 60
HINT = 1 << 24
"""One unit of the game's hint outweighs everything that the search has learned."""
KILLER, REPLY = 1 << 23, 1 << 22
MOST = 1 << 20
"""The history of a move lies within ± this."""


@in_place
def gather_moves(game, s, base, block):
    """Write the moves of a state onto the stack; return their number."""
    context = context_of(block)
    stack = row(context, STACK)
    count = 0
    for action in game.actions(s):
        if base + count >= MOVES:
            context[STOP] = NO_ROOM
            return 0
        stack[at(base + count)] = action
        count += 1
    return count


@inner_if("_choosy", IN_PLACE)
def gather_candidates(game, s, base, block):
    """Write only the game's ``candidates`` onto the stack; return their number."""
    context = context_of(block)
    stack = row(context, STACK)
    count = 0
    for action in game.candidates(s):
        if base + count >= MOVES:
            context[STOP] = NO_ROOM
            return 0
        stack[at(base + count)] = action
        count += 1
    return count


@in_place
def order_moves(game, s, count, depth, side, suggestion, previous, ply, base, switches, block):
    """Sort the moves on the stack. Just before the horizon the learned statistics are not used: looking them up costs
    more than it saves."""
    context = context_of(block)
    stack, ranks = row(context, STACK), row(context, RANKS)
    for i in range(count):
        end = base + i
        action = stack[at(end)]
        rank = rank_of(game, s, action, side, suggestion, previous, ply, switches, depth > 1, block)
        while end > base and ranks[at(end - 1)] < rank:
            stack[at(end)], ranks[at(end)] = stack[at(end - 1)], ranks[at(end - 1)]
            end -= 1
        stack[at(end)], ranks[at(end)] = action, rank


@in_place
def rank_moves(game, s, count, side, suggestion, previous, ply, base, switches, block):
    """Write the ranks of the moves beside them on the stack; ``bring_next`` uses them."""
    context = context_of(block)
    stack, ranks = row(context, STACK), row(context, RANKS)
    for i in range(base, base + count):
        ranks[at(i)] = rank_of(game, s, stack[at(i)], side, suggestion, previous, ply, switches, True, block)


@inner
def bring_next(first, end, block):
    """Move the move of the highest rank to the beginning of this part of the stack; the others keep their order. Most
    nodes need only a few moves, so the rest is never sorted."""
    context = context_of(block)
    stack, ranks = row(context, STACK), row(context, RANKS)
    best = first
    for i in range(first + 1, end):
        if ranks[at(i)] > ranks[at(best)]:
            best = i
    action, rank = stack[at(best)], ranks[at(best)]
    for i in range(best, first, -1):
        stack[at(i)], ranks[at(i)] = stack[at(i - 1)], ranks[at(i - 1)]
    stack[at(first)], ranks[at(first)] = action, rank


@in_place
def rank_of(game, s, action, side, suggestion, previous, ply, switches, learnt, block):
    """The rank of a move: the table's move first, then by the game's hint, then by what was learned."""
    hint = 0
    if game._ordered and switches & ORDER:
        hint = min(max(game.order(s, action), -(1 << 30)), 1 << 30)
    tactical = TACTICAL if game._hints_tactics and hint > 0 else 0
    if action & 0xFFFF == suggestion:
        return FIRST + tactical
    rank = tactical + hint * HINT
    if learnt:
        rank += learned(action, side, previous, ply, switches, block)
    return rank


@inner_if("_tactical")
def gather_tactics(game, s, base, switches, block):
    """Write the tactical moves onto the stack, the best first by the game's own hint; return their number."""
    context = context_of(block)
    stack, ranks = row(context, STACK), row(context, RANKS)
    count = 0
    for action in game.tactics(s):
        if base + count >= MOVES:
            context[STOP] = NO_ROOM
            return 0
        end, rank = base + count, 0
        if game._ordered and switches & ORDER:
            rank = game.order(s, action)
        while end > base and ranks[at(end - 1)] < rank:
            stack[at(end)], ranks[at(end)] = stack[at(end - 1)], ranks[at(end - 1)]
            end -= 1
        stack[at(end)], ranks[at(end)] = action, rank
        count += 1
    return count


@inner_if("_tactical")
def promote_tactics(game, s, base, count, block):
    """Raise the ranks of the tactical moves above those of the others."""
    context = context_of(block)
    stack, ranks = row(context, STACK), row(context, RANKS)
    for action in game.tactics(s):
        for i in range(base, base + count):
            if stack[at(i)] == action:
                ranks[at(i)] += TACTICAL
                break
    return 0


@inner
def learned(action, side, previous, ply, switches, block):
    """What the search has learned about a move: did it cut off a sister node, refute the last move, cut off often?"""
    context = context_of(block)
    rank = MOST
    if switches & KILLER_MOVES:
        killers = row(context, KILLERS)
        if killers[at(2 * ply)] == action or killers[at(2 * ply + 1)] == action:
            rank += KILLER
    if switches & COUNTERS:
        if row(context, REPLIES)[at(side * ACTIONS + (previous & (ACTIONS - 1)))] == action:
            rank += REPLY
    if switches & HISTORY:
        rank += row(context, SUCCESS)[at(side * ACTIONS + (action & (ACTIONS - 1)))]
    return rank


@inner
def learn(action, side, previous, depth, ply, base, tried, switches, block):
    """A move has cut off: remember it for other nodes. The ``tried`` moves before it did not cut off, and their history
    falls."""
    context = context_of(block)
    if switches & KILLER_MOVES:
        killers = row(context, KILLERS)
        if killers[at(2 * ply)] != action:
            killers[at(2 * ply + 1)] = killers[at(2 * ply)]
            killers[at(2 * ply)] = action
    if switches & COUNTERS:
        row(context, REPLIES)[at(side * ACTIONS + (previous & (ACTIONS - 1)))] = action
    if switches & HISTORY:
        success, stack, ranks = row(context, SUCCESS), row(context, STACK), row(context, RANKS)
        gain = min(depth * depth, 400) * 64
        for i in range(tried):
            if not is_tactical(ranks[at(base + i)]):
                other = at(side * ACTIONS + (stack[at(base + i)] & (ACTIONS - 1)))
                success[other] -= gain + success[other] * gain // MOST
        mine = at(side * ACTIONS + (action & (ACTIONS - 1)))
        success[mine] += gain - success[mine] * gain // MOST


@inner
def is_tactical(rank):
    """Is a move of this rank one of the tactics?"""
    return TACTICAL // 2 < rank < FIRST // 2 or rank >= FIRST + TACTICAL // 2
