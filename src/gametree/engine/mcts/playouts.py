# pyright: basic
"""Games played out at random, and the random numbers for them."""

from __future__ import annotations

import math

from gametree.bits import shift_left, shift_right
from gametree.engine.block import NO_MOVES, OUT_OF_BOUNDS, STACK, STOP
from gametree.engine.dual import at, context_of, in_place, inner, reals_of, row
from gametree.engine.mcts.memory import FORESIGHT, PLIES, RANDOM, SQUASH, SWITCHES
from gametree.engine.ordering import gather_candidates, gather_moves
from gametree.engine.perft import outcomes
from gametree.engine.score import units
from gametree.game import CHANCE


@in_place
def draw(block):
    """A random number of 32 bits: the upper half of xorshift64 (Marsaglia 2003)."""
    context = context_of(block)
    x = context[RANDOM]
    x ^= shift_left(x, 13)
    x ^= shift_right(x, 7)
    x ^= shift_left(x, 17)
    context[RANDOM] = x
    return shift_right(x, 32)


@in_place
def below(n, block):
    """A random number from 0 to n − 1."""
    return draw(block) * n >> 32


@inner
def draw_outcome(game, s, block):
    """One of the outcomes of chance, by their probabilities."""
    left = draw(block) / 4294967296.0
    chosen = -1
    for outcome, p in outcomes(game, s):
        if p > 0.0:
            chosen = outcome
            left -= p
            if left < 0.0:
                break
    return chosen


@in_place
def settled(game, s, block):
    """Max's payoff in units at the end of the game."""
    payoff = units(game.utility(s), game._scale)
    if payoff < game._low or payoff > game._high:
        context_of(block)[STOP] = OUT_OF_BOUNDS
    return payoff


@inner
def estimate(game, s, block):
    """Max's payoff in units by the game's estimate; even where it has none."""
    if not game._estimates:
        return game._even
    if game._relative:
        half = (game._high - game._low) / 2
        return game._even + int(half * math.tanh(units(game.evaluate(s), 1 << 12) / 4096.0 / reals_of(block)[SQUASH]))
    return min(max(units(game.evaluate(s), game._scale), game._low), game._high)


@inner
def playout(game, s, block):
    """Max's payoff, in units, of a game that is played out at random. The rule of repetition is ignored."""
    context = context_of(block)
    stack = row(context, STACK)
    knowing = context[SWITCHES] & FORESIGHT != 0
    for _ in range(context[PLIES]):
        if game.terminal(s):
            return settled(game, s, block)
        if game.drawn(s):
            return game._even
        if game.player(s) == CHANCE:
            s = game.result(s, draw_outcome(game, s, block))
            continue
        if game._foresees and knowing:
            payoff, distance = game.foresee(s)
            if distance > 0:
                return units(payoff, game._scale)
        if game._choosy and knowing:
            count = gather_candidates(game, s, 0, block)
        else:
            count = gather_moves(game, s, 0, block)
        if count == 0:
            context[STOP] = max(context[STOP], NO_MOVES)
            return game._even
        s = game.result(s, stack[at(below(count, block))])
    if game.terminal(s):
        return settled(game, s, block)
    return estimate(game, s, block)
