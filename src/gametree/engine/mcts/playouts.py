# pyright: basic
"""Games played out at random, and the random numbers for them."""

from __future__ import annotations

import math

from gametree.compile import IN_PLACE
from gametree.engine.block import NO_MOVES, OUT_OF_BOUNDS, RANKS, STACK, STOP, STOPPED
from gametree.engine.dual import at, context_of, in_place, inner, inner_if, pack, reals_of, row, unliteral, unpack
from gametree.engine.expectiminimax import share
from gametree.engine.mcts.amaf import note
from gametree.engine.mcts.memory import (
    AMAF,
    DECISIVE,
    FORESIGHT,
    PAID,
    PLIES,
    POLICY,
    RANDOM,
    REPLYING,
    SQUASH,
    SWITCHES,
)
from gametree.engine.ordering import gather_candidates, gather_moves
from gametree.engine.perft import outcomes
from gametree.engine.score import units
from gametree.engine.xorshift import below, scramble, upper
from gametree.game import CHANCE, MAX

HEAVIEST = 1 << 12
"""The greatest weight of an action."""
TRIES = 16
"""How many numbers a game may draw in vain before its actions are listed."""


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


@inner
def part(game, payoff, seat):
    """A player's part of a payoff, in units; with two players Max's."""
    if game._several:
        return units(share(payoff, seat), game._scale)
    return units(payoff, game._scale)


@inner
def settled(game, s, seat, block):
    """A player's payoff in units at the end of the game; with two players Max's."""
    payoff = part(game, game.utility(s), seat)
    if payoff < game._low or payoff > game._high:
        context_of(block)[STOP] = OUT_OF_BOUNDS
    return payoff


@inner
def estimate(game, s, seat, block):
    """The same by the game's estimate; even where it has none."""
    if not game._estimates:
        return game._even
    if game._relative:
        if not game._several:
            half, size = (game._high - game._low) / 2, units(game.evaluate(s), 1 << 12) / 4096.0
            return game._even + int(half * math.tanh(size / reals_of(block)[SQUASH]))
    return min(max(part(game, game.evaluate(s), seat), game._low), game._high)


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


@inner_if("_draws", IN_PLACE)
def draw_action(game, s, block):
    """An action that the game draws without a list of all; −1 if it finds none."""
    for _ in range(TRIES):
        action = game.playout_action(s, draw(block))
        if action >= 0:
            return action
    return -1


@inner
def decisive(game, s, player, count, block):
    """Which of the actions on the stack ends the game with the player's best payoff; −1 if none does."""
    stack = row(context_of(block), STACK)
    best = game._high if game._several or player == MAX else game._low
    seat = player if game._several else 0
    for i in range(count):
        after = game.result(s, stack[at(i)])
        if game.terminal(after) and settled(game, after, seat, block) == best:
            return i
    return -1


@inner
def draw_from_list(game, s, player, extras, block):
    """One of the legal actions, or of the game's candidates, by a list of all; −1 if there is none."""
    context = context_of(block)
    if game._choosy and context[SWITCHES] & FORESIGHT:
        count = gather_candidates(game, s, 0, block)
    else:
        count = gather_moves(game, s, 0, block)
    if count == 0:
        context[STOP] = max(context[STOP], NO_MOVES)
        return unliteral(-1)
    chosen = unliteral(-1)
    if extras is not None:
        if not game._foresees and context[SWITCHES] & DECISIVE:
            chosen = decisive(game, s, player, count, block)
    if chosen < 0:
        if game._weighs and context[SWITCHES] & POLICY:
            chosen = draw_by_weight(game, s, count, block)
        else:
            chosen = below(count, draw(block))
    return row(context, STACK)[at(chosen)]


@inner
def may_draw(game, block):
    """Does the game draw the actions of random games, by the rules that hold for this search?"""
    switches = context_of(block)[SWITCHES]
    listed = (game._choosy and switches & FORESIGHT) or (not game._foresees and switches & DECISIVE)
    return game._draws and not listed and (not game._weighs or switches & POLICY)


@inner
def playout(game, s, last, extras, block):
    """Play a game out at random, and add every player's payoff to PAID. ``last`` is the action that has led here, −1 at
    the start. The rule of repetition is ignored. Where the search is stopped meanwhile, the estimate counts: in plain
    Python a game can take longer than a clock allows."""
    context = context_of(block)
    paid = row(context, PAID)
    knowing, by_policy = context[SWITCHES] & FORESIGHT != 0, context[SWITCHES] & POLICY != 0
    drawing, replying = may_draw(game, block), by_policy and context[SWITCHES] & REPLYING != 0
    left = context[PLIES]
    while not game.terminal(s):
        if game.drawn(s):
            for i in range(game._seats):
                paid[at(i)] += game._even
            return
        over = left <= 0 or context[STOP] != 0
        if game._breaks_off and by_policy and not over:
            over = game.playout_over(s)
        if over:
            for i in range(game._seats):
                paid[at(i)] += estimate(game, s, i, block)
            return
        left -= 1
        player = game.player(s)
        if player == CHANCE:
            s, last = unpack(game, pack(game.result(s, draw_outcome(game, s, block)))), -1
            continue
        if game._foresees and knowing:
            payoff, distance = game.foresee(s)
            if distance > 0:
                for i in range(game._seats):
                    paid[at(i)] += part(game, payoff, i)
                return
        action = unliteral(-1)
        if game._answers and replying and last >= 0:
            action = game.playout_reply(s, last, draw(block))
        if action < 0 and drawing:
            action = draw_action(game, s, block)
        if action < 0:
            action = draw_from_list(game, s, player, extras, block)
            if context[STOP] > STOPPED:
                return
        if extras is not None:
            if context[SWITCHES] & AMAF:
                note(action, player, block)
        s, last = unpack(game, pack(game.result(s, action))), action
    for i in range(game._seats):
        paid[at(i)] += settled(game, s, i, block)
