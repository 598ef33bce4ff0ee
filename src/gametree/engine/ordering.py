# pyright: basic
"""The order of moves: the table's first, then by the game's own hint, then by what cut off elsewhere."""

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
MOST = (1 << 22) - 1


@in_place
def gather_moves(game, s, base, block):
    """Write the moves of a state onto the stack; how many they are."""
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
    """Write only those moves onto the stack that the game itself takes seriously; how many they are."""
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
    """Bring the moves on the stack into the order in which to search them. Just above the horizon, what was learned
    elsewhere is not worth looking up."""
    context = context_of(block)
    stack, ranks = row(context, STACK), row(context, RANKS)
    for i in range(count):
        end = base + i
        action = stack[at(end)]
        rank = 0
        if action & 0xFFFF == suggestion:
            rank = FIRST
        else:
            if game._ordered and switches & ORDER:
                rank += min(max(game.order(s, action), -(1 << 30)), 1 << 30) * HINT
            if depth > 1:
                rank += learned(action, side, previous, ply, switches, block)
        while end > base and ranks[at(end - 1)] < rank:
            stack[at(end)], ranks[at(end)] = stack[at(end - 1)], ranks[at(end - 1)]
            end -= 1
        stack[at(end)], ranks[at(end)] = action, rank


@inner_if("_tactical")
def gather_tactics(game, s, base, switches, block):
    """Write the moves to be tried beyond the horizon onto the stack, the best first by the game's own hint; how many
    they are."""
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
    """Bring the tactical moves to the front, behind the table's move, in the order that they have among themselves; how
    many are at the front then."""
    context = context_of(block)
    stack, ranks = row(context, STACK), row(context, RANKS)
    first = 1 if count and ranks[at(base)] == FIRST else 0
    front = first
    for action in game.tactics(s):
        for i in range(front, count):
            if stack[at(base + i)] == action:
                rank = ranks[at(base + i)]
                j = i
                while j > front or (j > first and ranks[at(base + j - 1)] - TACTICAL < rank):
                    stack[at(base + j)], ranks[at(base + j)] = stack[at(base + j - 1)], ranks[at(base + j - 1)]
                    j -= 1
                stack[at(base + j)], ranks[at(base + j)] = action, TACTICAL + rank
                front += 1
                break
    return front


@inner
def learned(action, side, previous, ply, switches, block):
    """What the search has learned of a move: did it cut off a sister node, refute the last move, cut off often?"""
    context = context_of(block)
    rank = 0
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
    """A move has cut off: remember it for the nodes beside this one. ``tried`` moves before it did not, and sink."""
    context = context_of(block)
    if switches & KILLER_MOVES:
        killers = row(context, KILLERS)
        if killers[at(2 * ply)] != action:
            killers[at(2 * ply + 1)] = killers[at(2 * ply)]
            killers[at(2 * ply)] = action
    if switches & COUNTERS:
        row(context, REPLIES)[at(side * ACTIONS + (previous & (ACTIONS - 1)))] = action
    if switches & HISTORY:
        success, stack = row(context, SUCCESS), row(context, STACK)
        gain = min(depth * depth, 400) * 64
        for i in range(tried):
            other = at(side * ACTIONS + (stack[at(base + i)] & (ACTIONS - 1)))
            success[other] -= success[other] * gain // (MOST + 1)
        mine = at(side * ACTIONS + (action & (ACTIONS - 1)))
        success[mine] += gain - success[mine] * gain // (MOST + 1)
