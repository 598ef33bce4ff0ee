# pyright: basic
"""Max^n, compiled: more than two players, each maximises their own payoff (Luckhardt & Irani 1986).

A value is one payoff for each player; the mover takes the child with the best own payoff. A choice between equally good
children may decide the game between the others, so the rule for ties is an option: ``first`` and ``last`` go by the
order of the moves, ``careful`` and ``hopeful`` take the child that is worst, or best, for the player at the root.

If the payoffs always have the same sum (``total``), and none is below the lower bound, a child may be cut off as soon
as its mover has so much that too little remains for the parent's mover: shallow pruning (Korf 1991). Max^n has no
deeper pruning.

A node writes its value, one number for each player, to the stack of ranks, where its moves began.
"""

from __future__ import annotations

import math

from gametree.compile import real_kernel
from gametree.engine.block import (
    HORIZON,
    LENGTHS,
    MAX_PLY,
    NO_ACTION,
    NO_MOVES,
    NO_PLAYER,
    OUT_OF_BOUNDS,
    RANKS,
    STACK,
    STOP,
    SWITCHES,
    TIES,
)  # fmt: skip
from gametree.engine.dual import at, context_of, inner, pack, reals, row, unliteral, unpack
from gametree.engine.expectiminimax import HERO, gather_outcomes, share, stops_at
from gametree.engine.options import ORDER
from gametree.engine.ordering import gather_moves, order_moves
from gametree.engine.search import is_barred, keep_line
from gametree.engine.table import key_of
from gametree.game import CHANCE

SHALLOW = 1 << 42
"""The switch of shallow pruning."""
FIRST, LAST, CAREFUL, HOPEFUL = range(4)
RULES = ("first", "last", "careful", "hopeful")
"""The rules for ties by name."""


@real_kernel
def maxn(game, words, depth, enough, ply, base, previous, block):
    """Search a state to a depth; its values are written to the stack of ranks at ``base``. It stops as soon as the
    mover has more than ``enough``. The return value has no meaning."""
    context = context_of(block)
    switches = context[SWITCHES]
    values = reals(context, RANKS)

    # Step 1. Count the node, and check whether to stop.
    if stops_at(ply, block):
        return 0.0

    # Step 2. The end of the game, and the horizon.
    row(context, LENGTHS)[at(ply)] = 0
    s = unpack(game, words)
    least, most = float(game.bounds[0]), float(game.bounds[1])
    if game.terminal(s):
        payoff = game.utility(s)
        for i in range(game.players):
            values[at(base + i)] = share(payoff, i)
            if values[at(base + i)] < least or values[at(base + i)] > most:
                context[STOP] = OUT_OF_BOUNDS
        return 0.0
    if game.drawn(s) or depth <= 0 or ply >= MAX_PLY:
        estimated = game._estimates and not game.drawn(s)
        if not game.drawn(s):
            context[HORIZON] += 1
        for i in range(game.players):
            values[at(base + i)] = (least + most) / 2
        if estimated:
            guess = game.evaluate(s)
            for i in range(game.players):
                values[at(base + i)] = min(max(share(guess, i), least), most)
        return 0.0

    player = game.player(s)
    if player == CHANCE:
        # Step 3. Chance: the average, player by player.
        count = gather_outcomes(game, s, base + game.players, key_of(words), block)
        start = base + game.players
        stack, weights = row(context, STACK), reals(context, RANKS)
        for i in range(game.players):
            values[at(base + i)] = 0.0
        for k in range(count):
            child = pack(game.result(s, stack[at(start + k)]))
            maxn(game, child, depth - 1, math.inf, ply + 1, start + count, stack[at(start + k)], block)
            if context[STOP]:
                return 0.0
            for i in range(game.players):
                values[at(base + i)] += weights[at(start + k)] * values[at(start + count + i)]
        row(context, LENGTHS)[at(ply)] = 0  # a line ends where chance decides
        return 0.0
    if player < 0 or player >= game.players:
        context[STOP] = NO_PLAYER
        return 0.0

    # Step 4. The moves, in the game's own order: the rule for ties must not depend on other results.
    start = base + game.players
    count = gather_moves(game, s, start, block)
    order_moves(game, s, count, depth, 0, unliteral(-1), previous, ply, start, switches & ORDER, block)
    if count == 0:
        context[STOP] = max(context[STOP], NO_MOVES)
        return 0.0
    stack = row(context, STACK)

    # Step 5. Search them; the child's values are behind the moves on the stack.
    below = start + count
    chosen = unliteral(NO_ACTION)
    for k in range(count):
        a = stack[at(start + k)]
        if ply == 0 and is_barred(a, block):
            continue
        after = game.result(s, a)
        limit = math.inf
        if switches & SHALLOW and game._constant and chosen != NO_ACTION and game.player(after) != player:
            limit = game._total - values[at(base + player)] - (game.players - 2) * least
        maxn(game, pack(after), depth - 1, limit, ply + 1, below, a, block)
        if context[STOP]:
            return 0.0
        if chosen == NO_ACTION or prefers(player, base, below, block):
            chosen = a
            for i in range(game.players):
                values[at(base + i)] = values[at(below + i)]
            keep_line(a, ply, block)
            mine = values[at(base + player)]
            if switches & SHALLOW and (mine > enough or (context[TIES] == FIRST and (mine >= enough or mine >= most))):
                break
    return 0.0


@inner
def prefers(player, old, new, block):
    """Does a player prefer the new values to the old ones?"""
    context = context_of(block)
    values = reals(context, RANKS)
    mine, best = values[at(new + player)], values[at(old + player)]
    if mine != best:
        return mine > best
    ties, hero = context[TIES], context[HERO]
    if ties == LAST:
        return True
    if ties == CAREFUL:
        return values[at(new + hero)] < values[at(old + hero)]
    if ties == HOPEFUL:
        return values[at(new + hero)] > values[at(old + hero)]
    return False
