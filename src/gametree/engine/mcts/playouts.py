# pyright: basic
"""Games played out at random, and the random numbers for them."""

from __future__ import annotations

import math

from gametree.compile import IN_PLACE
from gametree.engine.block import NO_MOVES, OUT_OF_BOUNDS, RANKS, STACK, STOP
from gametree.engine.dual import at, context_of, in_place, inner, inner_if, reals_of, row
from gametree.engine.mcts.memory import DECISIVE, FORESIGHT, PLIES, RANDOM, SQUASH, SWITCHES
from gametree.engine.ordering import gather_candidates, gather_moves
from gametree.engine.perft import outcomes
from gametree.engine.score import units
from gametree.engine.xorshift import below, scramble, upper
from gametree.game import CHANCE, MAX

HEAVIEST = 1 << 12
"""The greatest weight of an action."""


@in_place
def draw(block):
    """A random number of 32 bits."""
    context = context_of(block)
    context[RANDOM] = scramble(context[RANDOM])
    return upper(context[RANDOM])


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


@inner_if("_weighs", IN_PLACE)
def draw_by_weight(game, s, count, block):
    """Which of the actions on the stack to play, by the game's weights of actions."""
    context = context_of(block)
    stack, weights = row(context, STACK), row(context, RANKS)
    total = 0
    for i in range(count):
        weight = min(max(game.playout_weight(s, stack[at(i)]), 0), HEAVIEST)
        weights[at(i)] = weight
        total += weight
    if total == 0:
        return below(count, draw(block))
    left = below(total, draw(block))
    chosen = 0
    while left >= weights[at(chosen)]:
        left -= weights[at(chosen)]
        chosen += 1
    return chosen


@inner
def wins_now(game, s, player, count, block):
    """Is there an action on the stack that ends the game with the player's best payoff?"""
    stack = row(context_of(block), STACK)
    best = game._high if player == MAX else game._low
    for i in range(count):
        after = game.result(s, stack[at(i)])
        if game.terminal(after) and settled(game, after, block) == best:
            return True
    return False


@inner
def playout(game, s, extras, block):
    """Max's payoff, in units, of a game that is played out at random. The rule of repetition is ignored. Where the
    search is stopped meanwhile, the estimate counts: in plain Python a game can take longer than a clock allows."""
    context = context_of(block)
    stack = row(context, STACK)
    knowing = context[SWITCHES] & FORESIGHT != 0
    for _ in range(context[PLIES]):
        if context[STOP]:
            break
        if game.terminal(s):
            return settled(game, s, block)
        if game.drawn(s):
            return game._even
        if game._breaks_off and game.playout_over(s):
            return estimate(game, s, block)
        player = game.player(s)
        if player == CHANCE:
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
        if extras is not None:
            if not game._foresees and context[SWITCHES] & DECISIVE and wins_now(game, s, player, count, block):
                return game._high if player == MAX else game._low
        chosen = draw_by_weight(game, s, count, block) if game._weighs else below(count, draw(block))
        s = game.result(s, stack[at(chosen)])
    if game.terminal(s):
        return settled(game, s, block)
    return estimate(game, s, block)
