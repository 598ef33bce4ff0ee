# pyright: basic
"""Alpha-beta with a transposition table, compiled for one game.

One recursive kernel; Python deepens it iteratively (``driver.py``). Scores and windows are Max's throughout; a node turns
them to its own mover's side and back, so a player who moves twice in a row is nothing special.
"""

from __future__ import annotations

import numpy as np
from numba import carray, njit

from gametree.compile import OPTIONS, kernel, pack, pointer, unpack
from gametree.engine.block import (
    BEST,
    GENERATION,
    HORIZON,
    LENGTHS,
    LIMIT,
    LINES,
    LOWEST,
    MAX_PLY,
    MOVES,
    NO_MOVES,
    NO_PLAYER,
    NO_ROOM,
    NODES,
    OUT_OF_BOUNDS,
    PAST,
    PATH,
    RANKS,
    SLOTS,
    STACK,
    STOP,
    STOPPED,
    TABLE,
    WORDS,
)
from gametree.engine.score import ILLEGAL, INFINITY, LOST, deepen, estimate_score, final_score, units
from gametree.engine.table import (
    EXACT,
    LOWER,
    UPPER,
    WHOLE,
    entry_depth,
    entry_generation,
    entry_kind,
    entry_score,
    key_of,
    pack_entry,
)
from gametree.game import MAX, MIN

NEVER = 1 << 30
ACTION = np.uint64(0xFFFF)
HINTED = np.iinfo(np.int64).max


@kernel
def alphabeta(game, words, depth, alpha, beta, ply, base, block):
    """Max's score of a state, searched to a depth within a window; fail-soft. Meaningless once the search is stopped."""
    context = carray(pointer(block), WORDS, np.int64)

    # Step 1. Count the node, and look whether to stop.
    context[NODES] += 1
    if context[NODES] > context[LIMIT]:
        context[STOP] = STOPPED
    if context[STOP]:
        return 0

    # Step 2. The end of the game.
    lengths = carray(pointer(context[LENGTHS]), MAX_PLY + 2, np.int64)
    lengths[np.uint64(ply)] = 0
    s = unpack(game, words)
    if game.terminal(s):
        payoff = units(game.utility(s), game._scale)
        if payoff < game._low or payoff > game._high:
            context[STOP] = OUT_OF_BOUNDS
        return final_score(game, payoff - game._even, ply)
    if game.drawn(s):
        return 0

    # Step 3. A position that was there before, on this line or earlier in the game. What this subtree will owe to
    # positions above it is gathered apart from what its neighbours owe: see step 9.
    outside = NEVER
    if game._repeats:
        first = note_position(key_of(pack(game.position(s))), game.recurrence, ply, context)
        if ply > 0 and first < ply:
            context[LOWEST] = min(context[LOWEST], first)
            return repetition_score(game, s, ply)
        outside, context[LOWEST] = context[LOWEST], NEVER

    # Step 4. The horizon.
    if depth <= 0 or ply >= MAX_PLY:
        context[HORIZON] += 1
        if game._repeats:
            context[LOWEST] = outside
        return estimate_score(game, game.evaluate(s))

    # Step 5. From here on, scores are the mover's.
    player = game.player(s)
    if player != MAX and player != MIN:
        context[STOP] = NO_PLAYER
        return 0
    sign = 1 if player == MAX else -1
    low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)

    # Step 6. The table. An entry of another depth only suggests a move, unless no horizon was met below it.
    key = key_of(words)
    slots = context[SLOTS]
    table = carray(pointer(context[TABLE]), 2 * slots, np.uint64)
    slot = np.uint64(2) * (key & np.uint64(slots - 1))
    suggestion = np.int64(-1)
    if slots:
        entry = table[slot + np.uint64(1)]
        front = table[slot] ^ entry
        if (front ^ key) & ~ACTION == 0 and entry_generation(entry) == context[GENERATION]:
            suggestion = np.int64(front & ACTION)
            known = entry_depth(entry)
            if ply > 0 and (known == depth or known == WHOLE):
                score, kind = deepen(game, entry_score(entry), ply), entry_kind(entry)
                if kind == EXACT or (kind == LOWER and score >= high) or (kind == UPPER and score <= low):
                    if known != WHOLE:
                        context[HORIZON] += 1
                    if game._repeats:
                        context[LOWEST] = outside
                    return sign * score

    # Step 7. The moves: the suggested one first, then as the game orders them.
    count = gather_moves(game, s, suggestion, base, context)
    if count == 0:
        context[STOP] = max(context[STOP], NO_MOVES)
        return 0
    stack = carray(pointer(context[STACK]), MOVES, np.int64)

    # Step 8. Search them.
    horizon = context[HORIZON]
    best, chosen, floor = -INFINITY, np.int64(0), low
    for i in range(count):
        action = stack[np.uint64(base + i)]
        child = pack(game.result(s, action))
        a, b = (low, high) if sign > 0 else (-high, -low)
        score = alphabeta(game, child, depth - 1, a, b, ply + 1, base + count, block)
        if context[STOP]:
            return 0
        if score == ILLEGAL:
            continue
        if score == LOST:
            score = final_score(game, (game._low if sign > 0 else game._high) - game._even, ply + 1)
        score *= sign
        if score > best:
            best, chosen = score, action
            if score > low:
                low = score
                keep_line(action, ply, context)
                if ply == 0:
                    context[BEST] = sign * score
                if low >= high:
                    break
    if best == -INFINITY:  # every move repeats what may not be repeated
        best = 0

    # Step 9. Remember, unless the score owes something to the way by which this node was reached. A score that was found
    # without any repetition may still be used on a line where there would be one: it then stands for a way to the same
    # end that the line has passed by, so wins and losses stay right, and only their distance may be off.
    owed = NEVER
    if game._repeats:
        owed, context[LOWEST] = context[LOWEST], min(outside, context[LOWEST])
    if slots and owed >= ply:
        whole = context[HORIZON] == horizon
        kind = UPPER if best <= floor else LOWER if best >= high else EXACT
        known = WHOLE if whole else min(depth, WHOLE - 1)
        entry = pack_entry(deepen(game, best, -ply), known, kind, context[GENERATION])
        table[slot] = (key & ~ACTION | np.uint64(chosen) & ACTION) ^ entry
        table[slot + np.uint64(1)] = entry
    return sign * best


@njit(**OPTIONS)
def gather_moves(game, s, suggestion, base, context):
    """Write the moves of a state onto the stack, in the order in which to search them; how many they are."""
    stack = carray(pointer(context[STACK]), MOVES, np.int64)
    ranks = carray(pointer(context[RANKS]), MOVES, np.int64)
    count = 0
    for action in game.actions(s):
        at = np.uint64(base + count)
        if at >= MOVES:
            context[STOP] = NO_ROOM
            return 0
        first = action & 0xFFFF == suggestion
        if game._ordered:
            rank = HINTED if first else np.int64(game.order(s, action))
            while at > base and ranks[at - np.uint64(1)] < rank:
                stack[at], ranks[at] = stack[at - np.uint64(1)], ranks[at - np.uint64(1)]
                at -= np.uint64(1)
            ranks[at] = rank
        elif first:
            stack[at], at = stack[np.uint64(base)], np.uint64(base)
        stack[at] = action
        count += 1
    return count


@njit(**OPTIONS)
def keep_line(action, ply, context):
    """The best line from here is now this action, and then the best line of the child."""
    lengths = carray(pointer(context[LENGTHS]), MAX_PLY + 2, np.int64)
    lines = carray(pointer(context[LINES]), (MAX_PLY + 2) * (MAX_PLY + 1), np.int64)
    row, below = np.uint64(ply * (MAX_PLY + 1)), np.uint64((ply + 1) * (MAX_PLY + 1))
    lines[row] = action
    for i in range(lengths[ply + 1]):
        lines[row + np.uint64(i + 1)] = lines[below + np.uint64(i)]
    lengths[ply] = lengths[ply + 1] + 1


@njit(**OPTIONS)
def note_position(key, recurrence, ply, context):
    """Put a position on the path; the ply where it first was, if this is its recurrence (below 0: before the root), or
    this ply."""
    past = context[PAST]
    path = carray(pointer(context[PATH]), past + MAX_PLY + 1, np.uint64)
    here = past + ply
    path[here] = key
    times, first = 1, here
    for i in range(here - 1, -1, -1):
        if path[i] == key:
            times, first = times + 1, i
            if times == recurrence:
                return first - past
    return np.int64(ply)


@njit(**OPTIONS)
def repetition_score(game, s, ply):
    """Max's score where a position has come back, by the game's own rule; who lost by it, the parent knows."""
    if game._repeats_pay:
        return final_score(game, units(game.repeated(s), game._scale) - game._even, ply)
    if game._repeats_illegal:
        return ILLEGAL
    if game._repeats_loss:
        return LOST
    return 0
