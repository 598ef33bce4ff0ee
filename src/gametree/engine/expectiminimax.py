# pyright: basic
"""The search of games with dice: expectiminimax with Star1 and Star2 pruning, compiled for one game.

The value of a chance node is the average of its outcomes, so a window for the average is not a window for an outcome.
Star1 (Ballard 1983) computes the window of an outcome: the values for which the average can still lie in the window,
given the outcomes before it, and anything within the bounds of the payoff for those after it. Star2 first searches one
move of each outcome. One move bounds the outcome's value from one side, and often the average is out of the window
before any outcome has been searched in full.

Values are Max's expected payoffs, as floats, and estimates are on the same scale (``evaluation = "utility"``). An
estimate outside the bounds of the payoff is moved to the nearer bound. An action and an outcome of chance both count as
one ply. Repetitions are ignored: with dice a player can rarely force one, and the depth ends a line.

With more than two players the same search is *paranoid* (Sturtevant & Korf 2000): the player at the root is Max, and
all others together are Min. Values are then the root player's.
"""

from __future__ import annotations

import math

import numpy as np
from numba import literal_unroll, types
from numba.extending import overload

from gametree.compile import AS_PART, real_kernel
from gametree.engine.block import (
    BARRED,
    BEAM,
    BEST,
    DEEPEST,
    HORIZON,
    LENGTHS,
    LIMIT,
    LOWEST,
    MARGIN,
    MAX_PLY,
    MOVES,
    NO_ACTION,
    NO_MOVES,
    NO_PLAYER,
    NO_ROOM,
    NODES,
    OUT_OF_BOUNDS,
    RANKS,
    SLOTS,
    STACK,
    STOP,
    STOPPED,
    SWITCHES,
)  # fmt: skip
from gametree.engine.dual import at, context_of, in_place, inner, pack, reals, reals_of, row, unliteral, unpack
from gametree.engine.options import TABLE
from gametree.engine.ordering import gather_moves, learn, order_moves
from gametree.engine.perft import outcomes
from gametree.engine.search import is_barred, keep_line
from gametree.engine.table import EXACT, LOWER, MASK, UPPER, WHOLE, key_of, key_of_state, probe, store
from gametree.game import CHANCE, MAX, MIN, worth

STAR1, STAR2 = 1 << 40, 1 << 41
"""Switches of this search, in addition to those of ``options.py``."""
SAMPLED, SEED, HERO = BEAM, MARGIN, LOWEST
"""The words for the most outcomes that are searched (0: all), the seed of the sample, and, with more than two players,
the player whose values are searched."""
FINE = float(1 << 38)
"""Steps from the even payoff to a bound, in a table entry."""
SLACK = 1e-12
"""The rounding error of sums of floats; windows at chance nodes are wider by this."""


@real_kernel
def expectiminimax(game, words, depth, alpha, beta, ply, base, previous, block):
    """Max's value of a state, searched to a depth within a window; fail-soft. The value has no meaning once the search
    is stopped.

    ``base`` is where this node's moves begin on the stack, and ``previous`` the action that led here.
    """
    context = context_of(block)
    switches = context[SWITCHES]

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

    # Step 3. The table. An entry of another depth only suggests a move, unless no horizon was reached below it.
    key = key_of(words)
    tabled = (switches & TABLE) != 0 and context[SLOTS] > 0
    suggestion = -1
    if tabled:
        kind, known, stored, suggestion = probe(block, key)
        if kind and ply > 0 and (known == depth or known == WHOLE):
            value = coarse_to_value(game, stored)
            if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
                if known != WHOLE:
                    context[HORIZON] += 1
                return value
    horizon = context[HORIZON]

    player = stance(game, game.player(s), context[HERO])
    best, chosen = 0.0, unliteral(NO_ACTION)
    if player == CHANCE:
        # Step 4. Chance: the average of the outcomes, the likeliest first.
        count = gather_outcomes(game, s, base, key, block)
        if context[STOP]:
            return 0.0
        stack, weights = row(context, STACK), reals(context, RANKS)
        higher = base + 3 * count  # outcomes, with their least and greatest values by the probes
        for i in range(count):
            weights[at(base + count + i)] = least
            weights[at(base + 2 * count + i)] = most
        open_low, open_high = least, most  # the average of the least values, and of the greatest

        # Step 5. Star2: one move of each outcome, as long as that can bring the average out of the window.
        done = False
        if switches & STAR2 and depth >= 2 and (beta < most or alpha > least):
            upwards, downwards = beta < most, alpha > least
            for i in range(count):
                p = weights[at(base + i)]
                after = game.result(s, stack[at(base + i)])
                if game.terminal(after) or game.drawn(after):
                    continue
                mover = stance(game, game.player(after), context[HERO])
                if not ((mover == MAX and upwards) or (mover == MIN and downwards)):
                    continue
                first = first_move(game, after, mover, pack(after), depth - 1, ply + 1, higher, switches, block)
                child = pack(game.result(after, first))
                # beyond ``near`` this outcome decides; before ``far`` no later probe can
                if mover == MAX:
                    near, far = (beta - open_low) / p + least, (beta - open_high) / p + most
                    floor, ceiling = max(far, least) - SLACK, min(near, most) + SLACK
                else:
                    near, far = (alpha - open_high) / p + most, (alpha - open_low) / p + least
                    floor, ceiling = max(near, least) - SLACK, min(far, most) + SLACK
                bound = expectiminimax(game, child, depth - 2, floor, ceiling, ply + 2, higher, first, block)
                if context[STOP]:
                    return 0.0
                if mover == MAX and bound <= far:
                    upwards = False
                elif mover == MAX:
                    weights[at(base + count + i)] = bound
                    open_low += p * (bound - least)
                    best, done = open_low, open_low >= beta
                elif bound >= far:
                    downwards = False
                else:
                    weights[at(base + 2 * count + i)] = bound
                    open_high += p * (bound - most)
                    best, done = open_high, open_high <= alpha
                if done:
                    break

        # Step 6. Every outcome in full. Its window: where the average can still lie in ours (Star1).
        for i in range(count):
            if done:
                break
            p, a = weights[at(base + i)], stack[at(base + i)]
            low, high = weights[at(base + count + i)], weights[at(base + 2 * count + i)]
            floor, ceiling = least, most
            if switches & STAR1:
                floor = (alpha - open_high) / p + high - SLACK
                ceiling = (beta - open_low) / p + low + SLACK
            child = pack(game.result(s, a))
            value = expectiminimax(
                game, child, depth - 1, max(floor, least), min(ceiling, most), ply + 1, higher, a, block
            )
            if context[STOP]:
                return 0.0
            open_low += p * (value - low)
            open_high += p * (value - high)
            best = open_low
            if switches & STAR1 and i < count - 1:
                if open_low >= beta:
                    done = True
                elif open_high <= alpha:
                    best, done = open_high, True
        row(context, LENGTHS)[at(ply)] = 0  # a line ends where chance decides
    elif player == MAX or player == MIN:
        # Step 7. A player: the best move, by alpha-beta.
        sign = 1.0 if player == MAX else -1.0
        side = 0 if player == MAX else 1
        count = gather_moves(game, s, base, block)
        order_moves(game, s, count, depth, side, suggestion, previous, ply, base, switches, block)
        if count == 0:
            context[STOP] = max(context[STOP], NO_MOVES)
            return 0.0
        stack = row(context, STACK)
        low, high = (alpha, beta) if player == MAX else (-beta, -alpha)
        best = -math.inf
        for i in range(count):
            a = stack[at(base + i)]
            if ply == 0 and is_barred(a, block):
                continue
            child = pack(game.result(s, a))
            one, two = (low, high) if player == MAX else (-high, -low)
            value = sign * expectiminimax(game, child, depth - 1, one, two, ply + 1, base + count, a, block)
            if context[STOP]:
                return 0.0
            if value > best:
                best, chosen = value, a
                keep_line(a, ply, block)
                if ply == 0:
                    reals_of(block)[BEST] = sign * value
                low = max(low, value)
                if low >= high and switches & (STAR1 | STAR2):
                    learn(a, side, previous, depth, ply, base, i, switches, block)
                    break
        best *= sign
    else:
        context[STOP] = NO_PLAYER
        return 0.0

    # Step 8. Remember.
    if tabled and (ply > 0 or context[BARRED] == 0):
        kind = UPPER if best <= alpha else LOWER if best >= beta else EXACT
        reached = WHOLE if context[HORIZON] == horizon else min(depth, WHOLE - 1)
        store(
            block, key, kind, reached, value_to_coarse(game, best, kind), suggestion if chosen == NO_ACTION else chosen
        )
    return best


@inner
def stops_at(ply, block):
    """Count a node; should the search stop here?"""
    context = context_of(block)
    context[NODES] += 1
    if context[NODES] > context[LIMIT]:
        context[STOP] = STOPPED
    if ply > context[DEEPEST]:
        context[DEEPEST] = ply
    return context[STOP] != 0


@in_place
def leaf_value(game, s, depth, ply, block):
    """Is this node a leaf, as the game is over or the horizon is reached? And what it is worth to the hero then."""
    context = context_of(block)
    least, most = float(game.bounds[0]), float(game.bounds[1])
    if game.terminal(s):
        value = share(game.utility(s), context[HERO])
        if value < least or value > most:
            context[STOP] = OUT_OF_BOUNDS
        return True, value
    if game.drawn(s):
        return True, (least + most) / 2
    if depth <= 0 or ply >= MAX_PLY:
        context[HORIZON] += 1
        value = share(game.evaluate(s), context[HERO]) if game._estimates else (least + most) / 2
        return True, min(max(value, least), most)
    return False, 0.0


@inner
def first_move(game, s, side, words, depth, ply, base, switches, block):
    """The move that would be searched first."""
    context = context_of(block)
    suggestion = -1
    if switches & TABLE and context[SLOTS] > 0:
        _, _, _, suggestion = probe(block, key_of(words))
    count = gather_moves(game, s, base, block)
    order_moves(game, s, count, depth, side, suggestion, unliteral(NO_ACTION), ply, base, switches, block)
    return row(context, STACK)[at(base)]


@inner
def gather_outcomes(game, s, base, key, block):
    """Write the outcomes of chance onto the stack, the likeliest first, with their probabilities; return their number.

    If there are more than the limit, a sample stands for all: as many draws as the limit, evenly spread over the
    probabilities, from a start that depends on the position. So the same position has the same sample.
    """
    context = context_of(block)
    stack, weights = row(context, STACK), reals(context, RANKS)
    count = 0
    for outcome, p in outcomes(game, s):
        end = base + count
        if end + 2 * (count + 1) >= MOVES:
            context[STOP] = NO_ROOM
            return 0
        if p <= 0.0:
            continue
        while end > base and weights[at(end - 1)] < p:
            stack[at(end)], weights[at(end)] = stack[at(end - 1)], weights[at(end - 1)]
            end -= 1
        stack[at(end)], weights[at(end)] = outcome, p
        count += 1
    if count == 0:
        context[STOP] = NO_MOVES
        return 0
    draws = context[SAMPLED]
    if draws == 0 or count <= draws:
        return count
    start = unit(key, context[SEED])
    kept, mass, drawn = 0, 0.0, 0
    for i in range(count):
        mass += weights[at(base + i)]
        before = drawn
        while drawn < draws and (drawn + start) / draws < mass:
            drawn += 1
        if drawn > before:
            stack[at(base + kept)], weights[at(base + kept)] = stack[at(base + i)], (drawn - before) / draws
            kept += 1
    return kept


def share(payoff, hero):
    """The part of a payoff that is searched, as a float: the number itself, half the difference of a pair, or with more
    players the hero's part.

    >>> share(2, 0), share((5, 2), 0), share((5, 2, 3), 2)
    (2.0, 1.5, 3.0)
    """
    if isinstance(payoff, tuple) and len(payoff) > 2:
        return float(payoff[hero])
    return float(worth(payoff))


@overload(share, jit_options=AS_PART)
def _share(payoff, hero):
    if isinstance(payoff, types.BaseTuple) and len(payoff) > 2:
        return lambda payoff, hero: real_item(payoff, hero)
    return lambda payoff, hero: np.float64(worth(payoff))


@inner
def real_item(items, which):
    """One item of a tuple, as a float; the items may have different types."""
    found, left = 0.0, which
    for item in literal_unroll(items):
        if left == 0:
            found = float(item)
        left -= 1
    return found


@inner
def stance(game, player, hero):
    """The side of a player, 0 or 1: with two players their number, with more the hero against all others."""
    if game.players <= 2 or player < 0:
        return player
    return unliteral(MAX) if player == hero else unliteral(MIN)


@inner
def value_to_coarse(game, value, kind):
    """A value as a table entry holds it; a bound is rounded outwards."""
    least, most = float(game.bounds[0]), float(game.bounds[1])
    steps = (value - (least + most) / 2) * (FINE / max(most - least, 1e-9))
    if kind == LOWER:
        return math.floor(steps)
    if kind == UPPER:
        return math.ceil(steps)
    return math.floor(steps + 0.5)


@inner
def coarse_to_value(game, coarse):
    """The value that a table entry holds."""
    least, most = float(game.bounds[0]), float(game.bounds[1])
    return coarse * (max(most - least, 1e-9) / FINE) + (least + most) / 2


def unit(key, seed):
    """A pseudo-random number from 0 to 1, from the position and the seed."""
    number = key_of_state(key)
    number = hash(key) if number is None else number
    h = (number ^ seed * 0xD1342543DE82EF95) * 0x9E3779B97F4A7C15 & MASK
    h = (h ^ h >> 29) * 0x9E3779B97F4A7C15 & MASK
    return (h >> 11) / 9007199254740992.0


@overload(unit, jit_options=AS_PART)
def _unit(key, seed):
    def scatter(key, seed):
        h = (np.uint64(key) ^ np.uint64(seed) * np.uint64(0xD1342543DE82EF95)) * np.uint64(0x9E3779B97F4A7C15)
        h = (h ^ h >> np.uint64(29)) * np.uint64(0x9E3779B97F4A7C15)
        return np.float64(h >> np.uint64(11)) / 9007199254740992.0

    return scatter
