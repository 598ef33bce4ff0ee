# pyright: basic
"""Best-reply search, compiled (Schadd & Winands 2011): for more than two players; only one opponent answers.

After the hero's move comes one move of one opponent: the move that is worst for the hero. The other opponents pass. So
the search sees as many moves of the hero as in a game for two. It needs ``null``, the state after a pass. Values are
the hero's, and alpha-beta prunes as between two players.
"""

from __future__ import annotations

import math

from gametree.compile import real_kernel
from gametree.engine.block import (
    BARRED,
    BEST,
    LENGTHS,
    NO_ACTION,
    NO_MOVES,
    RANKS,
    SLOTS,
    STACK,
    STOP,
    SWITCHES,
)  # fmt: skip
from gametree.engine.dual import at, context_of, pack, passed, reals, reals_of, row, unliteral, unpack
from gametree.engine.expectiminimax import HERO, gather_outcomes, leaf_value, stops_at
from gametree.engine.options import TABLE
from gametree.engine.ordering import gather_moves, learn, order_moves
from gametree.engine.search import is_barred, keep_line
from gametree.engine.table import EXACT, key_of, probe, store
from gametree.game import CHANCE


@real_kernel
def bestreply(game, words, depth, alpha, beta, ply, base, previous, block):
    """The hero's value of a state, searched to a depth within a window; fail-soft. A reply counts as one ply, whichever
    opponent makes it."""
    context = context_of(block)
    switches = context[SWITCHES]
    hero = context[HERO]

    # Step 1. Count the node, and check whether to stop.
    if stops_at(ply, block):
        return 0.0

    # Step 2. The end of the game, and the horizon.
    row(context, LENGTHS)[at(ply)] = 0
    s = unpack(game, words)
    least, most = float(game.bounds[0]), float(game.bounds[1])
    leaf, value = leaf_value(game, s, depth, ply, block)
    if leaf:
        return value

    # Step 3. Chance: the average.
    player = game.player(s)
    if player == CHANCE:
        count = gather_outcomes(game, s, base, key_of(words), block)
        stack, weights = row(context, STACK), reals(context, RANKS)
        average = 0.0
        for k in range(count):
            a = stack[at(base + k)]
            child = pack(game.result(s, a))
            average += weights[at(base + k)] * bestreply(
                game, child, depth - 1, least, most, ply + 1, base + count, a, block
            )
            if context[STOP]:
                return 0.0
        row(context, LENGTHS)[at(ply)] = 0
        return average

    # Step 4. The hero's moves; or those of every opponent, each as if it were that player's turn.
    mine = player == hero
    key = key_of(words)
    tabled = (switches & TABLE) != 0 and context[SLOTS] > 0
    suggestion = -1
    if tabled and mine:
        _, _, _, suggestion = probe(block, key)
    best = -math.inf if mine else math.inf
    chosen = unliteral(NO_ACTION)
    now = s
    for _ in range(1 if mine else game.players - 1):
        if game.player(now) == hero and not mine:
            break
        side = 0 if mine else 1
        count = gather_moves(game, now, base, block)
        order_moves(game, now, count, depth, side, suggestion, previous, ply, base, switches, block)
        if count == 0:
            context[STOP] = max(context[STOP], NO_MOVES)
            return 0.0
        stack = row(context, STACK)
        for k in range(count):
            a = stack[at(base + k)]
            if ply == 0 and is_barred(a, block):
                continue
            after = game.result(now, a)
            if not mine:
                for _ in range(game.players):
                    if game.player(after) == hero or game.player(after) == CHANCE or game.terminal(after):
                        break
                    after = passed(game, after)
            value = bestreply(game, pack(after), depth - 1, alpha, beta, ply + 1, base + count, a, block)
            if context[STOP]:
                return 0.0
            if (value > best) if mine else (value < best):
                best, chosen = value, a
                keep_line(a, ply, block)
                if ply == 0:
                    reals_of(block)[BEST] = value
                if mine:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if alpha >= beta:
                    learn(a, side, previous, depth, ply, base, k, switches, block)
                    break
        if alpha >= beta:
            break
        now = passed(game, now)
    if tabled and mine and (ply > 0 or context[BARRED] == 0):
        store(block, key, EXACT, min(depth, 254), 0, chosen)
    return best
