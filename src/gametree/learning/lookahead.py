# pyright: basic
"""One kernel for learning: a shallow search, and whole games between two sets of weights played by it.

It is one function because a recursive kernel may be entered from Python only: ``look`` calls itself for the tree below
a position, and, at depth ``GAME``, for each move of a game. Values here are Max's, as floats. An estimate keeps its
scale. An end of a game with a relative evaluation lies beyond all estimates (``DECIDED``), the sooner the farther.
"""

from __future__ import annotations

import numpy as np

from gametree.compile import real_kernel
from gametree.engine.block import NO_ACTION
from gametree.engine.dual import at, context_of, inner, inner_if, pack, row, unliteral, unpack
from gametree.engine.perft import outcomes
from gametree.engine.table import key_of
from gametree.engine.xorshift import below, scramble, upper
from gametree.game import CHANCE, MAX, worth

GAME = -1000
"""The depth at which a whole game is played."""
BEYOND = 8
"""The most plies of a line of tactics beyond the horizon."""
DECIDED = 1e9
FARTHEST = 1e12
"""Beyond every value."""
MOVES = 1 << 14
"""Room for the moves of all the plies of one line."""
TOO_MANY = 2
"""The value of STOP where a line of the game needs more."""
WIDTH = 16
"""The longest line that is kept."""
(
    RANDOM, STOP, DEPTH, OPENING, BLUNDERS, LONGEST, PLIES, RANDOMS, LENGTHS, LINES, ACTIONS, LEAVES, KEYS, STACK,
    RANKS, WORDS,
) = range(16)  # fmt: skip
"""The words shared with Python: the random number; a flag that stops; how deep to search; how many random moves begin
a game; how many of 1024 later moves are random too; the longest game; then what comes back: the plies of the game, and
how many of them were the opening; and the arrays."""


def sizes(longest: int) -> dict[int, int]:
    """How many words each array needs."""
    return {
        LENGTHS: WIDTH + BEYOND + 2, LINES: (WIDTH + BEYOND + 2) * WIDTH, ACTIONS: longest,
        LEAVES: longest * WIDTH, KEYS: longest + 1,
        STACK: MOVES, RANKS: MOVES,
    }  # fmt: skip


@inner
def chance_draw(block):
    """A random number of 32 bits."""
    context = context_of(block)
    context[RANDOM] = scramble(context[RANDOM])
    return upper(context[RANDOM])


@inner
def rolled(game, s, block):
    """One of the outcomes of chance, by their probabilities."""
    left = chance_draw(block) / 4294967296.0
    chosen = -1
    for outcome, p in outcomes(game, s):
        if p > 0.0:
            chosen = outcome
            left -= p
            if left < 0.0:
                break
    return chosen


@inner
def any_action(game, s, block):
    """A legal action, each as likely as any other."""
    count, chosen = 0, -1
    for action in game.actions(s):
        count += 1  # noqa: SIM113 (enumerate does not compile here)
        if below(count, chance_draw(block)) == 0:
            chosen = action
    return chosen


@inner
def end_value(game, s, ply):
    """The value of an end: the payoff, or beyond all estimates."""
    payoff = float(worth(game.utility(s)))
    if not game._relative:
        return payoff
    above = payoff - game._even / game._scale
    if above == 0.0:
        return 0.0
    return above * DECIDED - (ply if above > 0.0 else -ply)


@inner_if("_repeats")
def comes_back(game, s, plies, block):
    """Has this position come back often enough for the rule of repetition? Notes it."""
    keys = row(context_of(block), KEYS)
    key = key_of(pack(game.position(s)))
    keys[at(plies)] = key
    times = 1
    for i in range(plies):
        if keys[at(i)] == key:
            times += 1
    return 1 if times >= game.recurrence else 0


@inner
def gather(game, s, base, block):
    """Write the moves of a state onto the stack, by the game's own order; return their number."""
    context = context_of(block)
    stack, ranks = row(context, STACK), row(context, RANKS)
    count = 0
    for action in game.actions(s):
        end = base + count
        if end >= MOVES:
            context[STOP] = TOO_MANY
            break
        if game._ordered:
            rank = ranked(game, s, action)
            while end > base and ranks[at(end - 1)] < rank:
                stack[at(end)], ranks[at(end)] = stack[at(end - 1)], ranks[at(end - 1)]
                end -= 1
            ranks[at(end)] = rank
        stack[at(end)] = action
        count += 1
    return count


@inner_if("_ordered")
def ranked(game, s, action):
    """The game's hint for a move."""
    return game.order(s, action)


@inner_if("_tactical")
def gather_tactics(game, s, base, block):
    """The same for its tactics."""
    context = context_of(block)
    stack = row(context, STACK)
    count = 0
    for action in game.tactics(s):
        if base + count >= MOVES:
            context[STOP] = TOO_MANY
            break
        stack[at(base + count)] = action
        count += 1
    return count


@inner
def note_line(action, ply, block):
    """The best line from this ply is this action, and the best line after it."""
    context = context_of(block)
    lengths, lines = row(context, LENGTHS), row(context, LINES)
    if ply >= WIDTH:
        return
    below_it = min(lengths[at(ply + 1)], WIDTH - 1)
    lines[at(ply * WIDTH)] = action
    for i in range(below_it):
        lines[at(ply * WIDTH + 1 + i)] = lines[at((ply + 1) * WIDTH + i)]
    lengths[at(ply)] = below_it + 1


@inner
def note_move(action, plies, searched, block):
    """Write down a move of a game, and if it was searched the line that it began."""
    context = context_of(block)
    actions, leaves = row(context, ACTIONS), row(context, LEAVES)
    actions[at(plies)] = action
    length = row(context, LENGTHS)[at(0)] if searched else 0
    lines = row(context, LINES)
    for i in range(WIDTH):
        leaves[at(plies * WIDTH + i)] = lines[at(i)] if i < length else NO_ACTION


@real_kernel
def look(game, other, words, depth, alpha, beta, ply, base, block):
    """Max's value of a state by a search to a depth within a window, fail-soft, both sides with the weights of
    ``game``. At depth ``GAME``: Max's payoff in a game from here, in which Min has the weights of ``other``."""
    context = context_of(block)
    if depth == GAME:
        nought = unliteral(0)
        plies, moves = unliteral(0), unliteral(0)
        context[RANDOMS] = 0
        while True:
            s = unpack(game, words)
            if game.terminal(s):
                context[PLIES] = plies
                return float(worth(game.utility(s)))
            over = game.drawn(s) or plies >= context[LONGEST] or context[STOP] != 0
            if not over and game._repeats:
                over = comes_back(game, s, plies, block) != 0
            if over:
                context[PLIES] = plies
                return game._even / game._scale
            player = game.player(s)
            searched = unliteral(0)
            action = unliteral(-1)
            if player == CHANCE:
                action = rolled(game, s, block)
                if moves < context[OPENING]:
                    context[RANDOMS] = plies + 1
            elif moves < context[OPENING] or below(1024, chance_draw(block)) < context[BLUNDERS]:
                if moves < context[OPENING]:
                    context[RANDOMS] = plies + 1
                action = any_action(game, s, block)
                moves += 1
            else:
                mover = game if player == MAX else other
                look(mover, mover, words, context[DEPTH], -FARTHEST, FARTHEST, nought, nought, block)
                action = row(context, LINES)[at(0)]
                searched += 1
                moves += 1
            note_move(action, plies, searched, block)
            words = pack(game.result(s, action))
            plies += 1

    s = unpack(game, words)
    if ply <= WIDTH:
        row(context, LENGTHS)[at(ply)] = 0
    if game.terminal(s):
        return end_value(game, s, ply)
    if context[STOP]:
        return 0.0
    if game.drawn(s):
        return game._even / game._scale if not game._relative else 0.0
    player = game.player(s)
    if player == CHANCE:
        if depth <= 0:
            return float(worth(game.evaluate(s)))
        total = 0.0
        for outcome, p in outcomes(game, s):
            after = pack(game.result(s, outcome))
            total += p * look(game, game, after, depth - 1, -FARTHEST, FARTHEST, ply + 1, base, block)
        if ply <= WIDTH:
            row(context, LENGTHS)[at(ply)] = 0
        return total
    best = -FARTHEST if player == MAX else FARTHEST
    if depth <= 0:  # the mover may stop at the estimate, or try the tactics
        estimate = float(worth(game.evaluate(s)))
        if not game._tactical or depth <= -BEYOND or game.quiet(s):
            return estimate
        if not (game._threatens and game.threatened(s)):
            best = estimate
        count = gather_tactics(game, s, base, block)
        if count == 0:
            return estimate
    else:
        count = gather(game, s, base, block)
    stack = row(context, STACK)
    for i in range(base, base + count):
        if player == MAX:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
        action = stack[at(i)]
        after = pack(game.result(s, action))
        value = look(game, game, after, depth - 1, alpha, beta, ply + 1, base + count, block)
        if value > best if player == MAX else value < best:
            best = value
            note_line(action, ply, block)
    return best


def new_words(longest: int, *, compiled: bool) -> tuple:
    """The shared words, and the arrays that they point to."""
    if not compiled:
        shared: list = [0] * WORDS
        for which, size in sizes(longest).items():
            shared[which] = [0] * size
        return shared, {which: shared[which] for which in sizes(longest)}
    arrays = {which: np.zeros(size, np.int64) for which, size in sizes(longest).items()}
    words = np.zeros(WORDS, np.int64)
    for which, array in arrays.items():
        words[which] = array.ctypes.data
    return words, arrays
