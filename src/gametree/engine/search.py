# pyright: basic
"""The search: one node of alpha-beta with everything around it, compiled for one game.

It is recursive; Python deepens it iteratively, chooses the windows and runs the threads (``driver.py``). Scores and
windows are Max's; a node turns them to its own mover's side and back, so a player may move twice in a row.

What is proven. ``context[HORIZON]`` counts everything that was not searched but influenced a value: an estimate at the
horizon, a skipped move or node, a table entry that depends on one. A subtree in which it did not rise is *whole*: its
value is that of the game. A win or loss (a score beyond ±WIN) is certain even without that: no technique below returns
one that was not searched to the end, for every move of the losing side.
"""

from __future__ import annotations

import math

import numpy as np

from gametree.compile import kernel
from gametree.engine.block import (
    BARRED,
    BEAM,
    BEST,
    BUSY,
    DEEPEST,
    HORIZON,
    LENGTHS,
    LIMIT,
    LINES,
    LOWEST,
    MARGIN,
    MARKS,
    MAX_PLY,
    MOVES,
    NO_ACTION,
    NO_MOVES,
    NO_PLAYER,
    NODES,
    OUT_OF_BOUNDS,
    PAST,
    PATH,
    RANKS,
    ROOT,
    SLOTS,
    STACK,
    STOP,
    STOPPED,
    SWITCHES,
)  # fmt: skip
from gametree.engine.dual import at, context_of, inner, inner_if, pack, passed, row, unliteral, unpack, within_reach
from gametree.engine.options import (
    CANDIDATES,
    DEEPER,
    DISTANCE,
    ENHANCED,
    FORCED,
    FORESIGHT,
    FUTILITY,
    INTERNAL,
    LATEMOVES,
    NULLMOVE,
    ORDER,
    PRINCIPAL,
    QUIESCENCE,
    RAZORING,
    REDUCTIONS,
    SINGULAR,
    SYMMETRY,
    TABLE,
    TWOFOLD,
)  # fmt: skip
from gametree.engine.ordering import (
    HINT,
    KILLER,
    MOST,
    TACTICAL,
    bring_next,
    gather_candidates,
    gather_moves,
    gather_tactics,
    is_tactical,
    learn,
    promote_tactics,
    rank_moves,
)
from gametree.engine.probe import UNKNOWN, known_score
from gametree.engine.score import ILLEGAL, INFINITY, LOST, STEP, WIN, deepen, estimate_score, final_score, units
from gametree.engine.table import EXACT, LOWER, UPPER, WHOLE, canonical, key_of, prefetch_entry, probe, store
from gametree.game import MAX, MIN

NEVER = 1 << 30
BEYOND = -16
"""The most plies of a line of tactics beyond the horizon."""
TABLED, EARLY = 2, 5
"""At least this many actions before the exact end, the table is used; from the second number on, it is probed for
all moves of a node at once."""
MIRRORED = 12
"""Symmetries are used up to this ply from the root."""
SHARED = 3
"""Threads share the work at nodes of this depth and deeper."""
LOGARITHMS = np.array([round(16 * math.log(max(n, 1))) for n in range(64)])
"""Natural logarithms, in sixteenths."""
PUT_OFF = 63
"""How many moves of a node can be deferred, one bit for each."""


@kernel
def search(game, words, depth, alpha, beta, ply, base, previous, barred, passes, block):
    """Max's score of a state, searched to a depth within a window; fail-soft. The score has no meaning once the search
    is stopped.

    ``base`` is where this node's moves begin on the stack, ``previous`` the action that led here, ``barred`` one that
    is left out (NO_ACTION: none), and ``passes`` says whether a pass may be tried.
    """
    context = context_of(block)
    switches = context[SWITCHES]
    nothing, no, yes = unliteral(NO_ACTION), unliteral(0), unliteral(1)

    # Step 1. Count the node, and check whether to stop.
    context[NODES] += 1
    if context[NODES] > context[LIMIT]:
        context[STOP] = STOPPED
    if context[STOP]:
        return 0
    if ply > context[DEEPEST]:
        context[DEEPEST] = ply

    # Step 2. The end of the game.
    row(context, LENGTHS)[at(ply)] = 0
    s = unpack(game, words)
    if game.terminal(s):
        payoff = units(game.utility(s), game._scale)
        if payoff < game._low or payoff > game._high:
            context[STOP] = OUT_OF_BOUNDS
        return final_score(game, payoff - game._even, ply)
    if game.drawn(s):
        return 0

    # The game itself may compute the exact end; just before that, a table costs more than it saves.
    near = unliteral(NEVER)
    if game._ends_exactly and switches & FORESIGHT and ply > 0:
        below, above = (alpha // STEP + game._even) // game._scale, -((-beta // STEP - game._even) // game._scale)
        payoff, distance = game.exact_end(s, below, above)
        if 0 < distance <= depth:
            return final_score(game, units(payoff, game._scale) - game._even, ply + distance)
        if distance < 0:
            near = -distance

    # Symmetric positions share an entry of the table, that of one of them. Far from the root that is not worth its
    # time. The key is computed early, so that the entry is in the cache when it is read in step 8.
    tabled = (switches & TABLE) != 0 and context[SLOTS] > 0 and near >= TABLED
    own, image = no, words
    key = own
    if tabled and depth >= 0:
        key = own = key_of(pack(game.key(s)))
    if tabled and depth > 0:
        if game._symmetric and switches & SYMMETRY and ply <= MIRRORED:
            key, image = canonical(game, words)
        prefetch_entry(block, key)

    if game._foresees and switches & FORESIGHT and ply > 0:
        payoff, distance = game.foresee(s)
        if 0 < distance <= depth:
            return final_score(game, units(payoff, game._scale) - game._even, ply + distance)

    # Step 3. A position that comes back, on this line or earlier in the game. Beyond the horizon draws by repetition
    # are ignored.
    if game._repeats and (depth >= 0 or game._repeats_pay or game._repeats_illegal or game._repeats_loss):
        again = 2 if switches & TWOFOLD else game.recurrence
        first = note_position(game, key_of(pack(game.position(s))), again, game.recurrence, ply, block)
        if ply > 0 and first < ply:
            if again < game.recurrence:
                context[HORIZON] += 1
            context[LOWEST] = min(context[LOWEST], first)
            return repetition_score(game, s, ply)

    # Step 4. A position that the database knows is not searched: its value and its distance are there.
    exact = known_score(game, s, ply, block)
    if exact != UNKNOWN and ply > 0:
        return exact

    # Step 5. From here on, scores are the mover's.
    player = game.player(s)
    if player != MAX and player != MIN:
        context[STOP] = NO_PLAYER
        return 0
    sign = 1 if player == MAX else -1
    low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
    narrow = high - low <= 1

    # A mover under a threat must answer it: no stop at the estimate, and a search one ply deeper.
    pressed = game._threatens and switches & FORCED != 0 and ply < 2 * MAX_PLY // 3 and game.threatened(s)
    if pressed and depth >= 0 and ply > 0:
        depth += 1

    # Step 6. The horizon and beyond: the mover may stop at the estimate, or try the tactics.
    estimate = 0
    if depth <= 0 or ply >= MAX_PLY:
        context[HORIZON] += 1
        estimate = sign * estimate_score(game, game.evaluate(s))
        calm = not (game._tactical and switches & QUIESCENCE) or depth <= BEYOND or ply >= MAX_PLY
        if calm or (not pressed and (estimate >= high or game.quiet(s))):
            return sign * estimate

    # Step 7. Nothing is better than winning with the next move, or worse than losing by it; or with the third move, if
    # no end within two was foreseen.
    if switches & DISTANCE and ply > 0:
        soonest = ply + (3 if game._foresees and switches & FORESIGHT and depth >= 2 else 1)
        low = max(low, sign * final_score(game, (game._low if sign > 0 else game._high) - game._even, soonest))
        high = min(high, sign * final_score(game, (game._high if sign > 0 else game._low) - game._even, soonest))
        if low >= high:
            return sign * low

    # The same for the least and greatest payoffs that are still possible.
    if game._reaches and switches & DISTANCE and ply > 0:
        least, most = within_reach(game, s)
        bottom = final_score(game, units(least, game._scale) - game._even, ply)
        top = final_score(game, units(most, game._scale) - game._even, ply)
        if bottom >= beta or top <= alpha:
            return bottom if bottom >= beta else top

    # Step 8. The table. An entry of another depth only suggests a move, unless no horizon was reached below it. If the
    # entry is that of a symmetric position, that one is searched instead, since the entry's move is not a move here;
    # but not if the best line is needed.
    turned = key != own
    if game._symmetric and turned and narrow and ply > 0:
        words, turned = image, False
        s = unpack(game, words)
    kind, known, stored, suggestion = 0, 0, 0, -1
    if tabled and depth > 0:
        kind, known, stored, suggestion = probe(block, key)
        if turned:
            suggestion = -1
        if kind and ply > 0 and barred == nothing:
            if known == depth or known == WHOLE or (known > depth and switches & DEEPER):
                score = deepen(game, stored, ply)
                if kind == EXACT or (kind == LOWER and score >= high) or (kind == UPPER and score <= low):
                    if known != WHOLE:
                        context[HORIZON] += 1
                    return sign * score

    horizon = context[HORIZON]

    # Steps 9 to 11 trust the estimate: only with an empty window, and if nothing is decided yet.
    trusting = game._estimates and narrow and depth > 0 and ply > 0 and barred == nothing and -WIN < low and high < WIN
    trusting = trusting and not pressed
    if trusting and (depth <= 6 or game._nullable) and switches & (FUTILITY | RAZORING | NULLMOVE):
        estimate = sign * estimate_score(game, game.evaluate(s))
        margin = context[MARGIN]

        # Step 9. Futility: so far above the window that the opponent will not recover in the plies left.
        if switches & FUTILITY and depth <= 6 and estimate - margin * depth >= high:
            context[HORIZON] += 1
            return sign * estimate

        # Step 10. Razoring: so far below the window that only tactics can help; or, without tactics, that a shallower
        # search is enough.
        if switches & RAZORING and depth <= 2:
            if game._tactical and switches & QUIESCENCE:
                if estimate + margin * (1 + depth * depth) <= low:
                    context[HORIZON] += 1
                    depth = 0
            elif depth == 2 and estimate + 3 * margin <= low:
                depth = 1

    # From here on positions below are searched. Their dependence on positions above this one is counted separately from
    # that of its neighbours: see step 17.
    outside = NEVER
    if game._repeats:
        outside = context[LOWEST]
        context[LOWEST] = NEVER

    # Step 11. The null move: if even a pass is good enough, so is the best move; verified where it matters most.
    if trusting and game._nullable and switches & NULLMOVE and passes and depth >= 3 and estimate >= high:
        after = pack(passed(game, s))
        a, b = (high - 1, high) if sign > 0 else (-high, 1 - high)
        less = depth - 4 - depth // 4 - min((estimate - high) // (2 * context[MARGIN]), 3)
        score = sign * search(game, after, less, a, b, ply + 1, base, nothing, nothing, no, block)
        if context[STOP]:
            return 0
        if high <= score < WIN:
            if depth >= 8:
                score = sign * search(game, words, less, a, b, ply, base, previous, nothing, no, block)
            if context[STOP]:
                return 0
            if score >= high:
                context[HORIZON] += 1
                if game._repeats:
                    context[LOWEST] = min(outside, context[LOWEST])
                return sign * min(score, WIN - 1)
        context[HORIZON] = horizon  # no cut-off: undo the count

    # Step 12. Without a table entry, search one ply less deep.
    if switches & INTERNAL and tabled and kind == 0 and depth >= 4 and ply > 0:
        depth -= 1

    # Step 13. The moves, the best first.
    if depth > 0:
        side = 0 if sign > 0 else 1
        if game._choosy and switches & CANDIDATES and depth >= 2 and ply > 0:
            count = gather_candidates(game, s, base, block)
        else:
            count = gather_moves(game, s, base, block)
        rank_moves(game, s, count, side, suggestion, previous, ply, base, switches, block)
        if count == 0:
            context[STOP] = max(context[STOP], NO_MOVES)
            return 0
        if game._tactical and not game._hints_tactics and switches & ORDER:
            promote_tactics(game, s, base, count, block)
        bring_next(base, base + count, block)
    else:
        side = 0
        count = gather_tactics(game, s, base, switches, block)
    stack, ranks = row(context, STACK), row(context, RANKS)

    # Step 14. Is one of the moves known to be good enough? All entries are prefetched before the first one is read.
    early = tabled and depth >= 2 and near >= EARLY and base + 2 * count <= MOVES
    if early and switches & ENHANCED and narrow and ply > 0 and count > 1 and barred == nothing:
        for i in range(base, base + count):
            after = unpack(game, pack(game.result(s, stack[at(i)])))
            stack[at(i + count)], ranks[at(i + count)] = key_below(game, after, ply + 1, block), game.player(after)
            prefetch_entry(block, stack[at(i + count)])
        for i in range(base + count, base + 2 * count):
            score = known_below(game, stack[at(i)], ranks[at(i)] == player, high, depth - 1, ply + 1, block)
            if score >= high:
                if game._repeats:
                    context[LOWEST] = outside
                return sign * score

    # Step 15. Extensions: an only move; or one that is better than all others by a margin.
    longer = 0
    if depth > 0 and ply < 2 * MAX_PLY // 3:
        if switches & FORCED and count == 1 and ply > 0 and not pressed:
            longer = 1
        elif switches & SINGULAR and depth >= 6 and ply > 0 and barred == nothing and suggestion >= 0:
            certain = kind != UPPER and known >= depth - 3 and -WIN < stored < WIN
            if certain and ranks[at(base)] >= 1 << 62:
                bar = stored - context[MARGIN]
                a, b = (bar - 1, bar) if sign > 0 else (-bar, 1 - bar)
                favourite = stack[at(base)]
                score = search(game, words, depth // 2, a, b, ply, base + count, previous, favourite, no, block)
                if context[STOP]:
                    return 0
                context[HORIZON] = horizon  # it decides the depth, not the value
                if sign * score < bar:
                    longer = 1

    # Step 16. Search the moves.
    best, chosen, floor = -INFINITY, nothing, low
    if depth <= 0 and not pressed:
        best = estimate
        low = max(low, best)
    tried = 0
    futile = trusting and depth <= 4 and switches & FUTILITY != 0
    futile = futile and estimate + context[MARGIN] * (1 + depth) <= low
    most = 3 + depth * depth if trusting and depth <= 5 and switches & LATEMOVES else NEVER
    pruning = depth > 0 and (futile or most < count or context[BEAM] > 0)
    reducing = depth >= 3 and not pressed and switches & REDUCTIONS != 0
    sharing = context[BUSY] != 0 and depth >= SHARED and context[BEAM] == 0
    put_off = 0
    for k in range(2 * count if sharing else count):
        i = k if k < count else k - count
        if k >= count and (i >= PUT_OFF or not put_off >> i & 1):
            continue
        if 0 < k < count and depth > 0:
            bring_next(base + i, base + count, block)
        action, rank = stack[at(base + i)], ranks[at(base + i)]
        if action == barred or (ply == 0 and is_barred(action, block)):
            continue
        # Forward pruning: the beam, and near the horizon moves that are late, or that cannot lift a hopeless estimate.
        # From here on all moves are skipped, except the deferred ones.
        if pruning and k < count and tried > 0 and best > -WIN:
            late = context[BEAM] > 0 and tried >= context[BEAM]
            if late or (rank < TACTICAL // 2 and (futile or tried >= most)):
                context[HORIZON] += 1
                if put_off:
                    continue
                break
        child = pack(game.result(s, action))
        # With several threads (simplified ABDADA, Kerrigan): a move that another thread is searching, unless it is
        # the first, is deferred until the others are done. By then its value is usually in the table.
        place = mark = no
        if sharing:
            mark = key_of(child)
            place = mark & (MARKS - 1)
            if k < count and tried > 0 and i < PUT_OFF and row(context, BUSY)[at(place)] == mark:
                put_off |= 1 << i
                continue
            row(context, BUSY)[at(place)] = mark
        ahead = depth - 1 + (longer if i == 0 or count == 1 else 0)
        score = 0
        again = True
        # An empty window first. Late moves, unless they are tactical or killers or threaten something, are also
        # searched less deeply: the later the less, and by their history.
        less = 0
        late = reducing and tried >= 3 and rank < TACTICAL // 2 and rank & (HINT - 1) < KILLER
        if late and not threatens(game, child):
            less = reduction(depth, tried, rank) - (0 if narrow else 1)
            less = max(min(less, ahead - 1), 0)
        if less > 0 or (switches & PRINCIPAL and tried > 0 and high - low > 1):
            before = context[HORIZON]
            a, b = (low, low + 1) if sign > 0 else (-low - 1, -low)
            while True:
                score = search(game, child, ahead - less, a, b, ply + 1, base + count, action, nothing, yes, block)
                again = score < INFINITY and sign * score > low and not context[STOP]
                if again:
                    context[HORIZON] = before
                if not again or less == 0:
                    break
                less = no
            again = again and high - low > 1
        if again:
            a, b = (low, high) if sign > 0 else (-high, -low)
            score = search(game, child, ahead, a, b, ply + 1, base + count, action, nothing, yes, block)
        if sharing and row(context, BUSY)[at(place)] == mark:
            row(context, BUSY)[at(place)] = 0
        if context[STOP]:
            return 0
        if game._repeats and score == ILLEGAL:
            continue
        if game._repeats and score == LOST:
            score = final_score(game, (game._low if sign > 0 else game._high) - game._even, ply + 1)
        score *= sign
        tried += 1
        if score > best:
            best, chosen = score, action
            if ply == 0:
                keep_line(action, ply, block)
            if score > low:
                low = score
                if not narrow and ply > 0:
                    keep_line(action, ply, block)
                if ply == 0:
                    context[BEST] = sign * score
                if low >= high:
                    if depth > 0 and not is_tactical(rank):
                        learn(action, side, previous, depth, ply, base, 0 if put_off else i, switches, block)
                    break
    if best == -INFINITY:  # every move is barred, or repeats a position against the rule
        best = low if barred != nothing else 0

    # Step 17. Store the result, unless the score depends on the path to this node. A score found without any repetition
    # may still be used on a line with one: it then stands for a way to the same end that the line has passed by, so
    # wins and losses stay right. A score that depends on a repetition below this node holds on every line only if
    # repetition is a draw: another repetition is then a draw too. Otherwise a longer defence may be forbidden on
    # another line, and the distance may be wrong (``telling.py``).
    owed = NEVER
    if game._repeats:
        owed = context[LOWEST]
        context[LOWEST] = min(outside, owed)
        if owed < NEVER and (game._repeats_pay or game._repeats_illegal or game._repeats_loss):
            owed = -1
    if tabled and depth > 0 and barred == nothing and owed >= ply and (ply > 0 or context[BARRED] == 0):
        whole = context[HORIZON] == horizon
        kind = UPPER if best <= floor else LOWER if best >= high else EXACT
        reached = WHOLE if whole else min(depth, WHOLE - 1)
        move = -1 if turned else suggestion if chosen == nothing else chosen
        store(block, key, kind, reached, deepen(game, best, -ply), move)
    return sign * best


@inner
def key_below(game, s, ply, block):
    """The key of a position in the table."""
    if game._symmetric and context_of(block)[SWITCHES] & SYMMETRY and ply <= MIRRORED:
        return canonical(game, pack(s))[0]
    return key_of(pack(game.key(s)))


@inner
def known_below(game, key, same, high, depth, ply, block):
    """The table's lower bound of a position for the player whose move leads there (``same``: who also moves again);
    −INFINITY if it is less than ``high``."""
    context = context_of(block)
    kind, known, stored, _ = probe(block, key)
    if kind == 0 or (known != WHOLE and known != depth):
        return -INFINITY
    score = deepen(game, stored, ply)
    score = score if same else -score
    if score < high or (kind != EXACT and kind != (LOWER if same else UPPER)):
        return -INFINITY
    if known != WHOLE:
        context[HORIZON] += 1
    return score


@inner
def reduction(depth, tried, rank):
    """By how much less deeply a late move is searched: by the logarithms of the depth and of the number of moves before
    it, and by its history up to 1.5 plies more or less."""
    less = LOGARITHMS[at(min(depth, 63))] * LOGARITHMS[at(min(tried, 63))] // 2
    history = (rank & (2 * MOST - 1)) - MOST
    return (less + 128 >> 8) - 3 * history // (2 * MOST)


@inner
def threatens(game, child):
    """Is the mover of a state under a threat?"""
    return game._threatens and game.threatened(unpack(game, child))


@inner
def is_barred(action, block):
    """Is this move of the root left out? It is if a better line begins with it."""
    context = context_of(block)
    root = row(context, ROOT)
    for i in range(context[BARRED]):
        if root[at(i)] == action:
            return True
    return False


@inner
def keep_line(action, ply, block):
    """The best line from here is now this action, and then the best line of the child."""
    context = context_of(block)
    lengths, lines = row(context, LENGTHS), row(context, LINES)
    here, below = ply * (MAX_PLY + 1), (ply + 1) * (MAX_PLY + 1)
    lines[at(here)] = action
    for i in range(lengths[at(ply + 1)]):
        lines[at(here + i + 1)] = lines[at(below + i)]
    lengths[at(ply)] = lengths[at(ply + 1)] + 1


@inner_if("_repeats")
def note_position(game, key, again, recurrence, ply, block):
    """Put a position on the path. Returns the ply of its first occurrence if this is its ``recurrence``-th (negative:
    before the root), otherwise this ply. Below the root ``again`` earlier occurrences are enough."""
    context = context_of(block)
    past = context[PAST]
    path = row(context, PATH)
    here = past + ply
    path[at(here)] = key
    times = 1
    for i in range(here - 1, -1, -1):
        if path[at(i)] == key:
            times += 1
            if times == recurrence or (times == again and i > past):
                return i - past
    return ply


@inner_if("_repeats")
def repetition_score(game, s, ply):
    """Max's score for a repeated position, by the game's own rule; for a loss the parent knows whose."""
    if game._repeats_pay:
        return final_score(game, units(game.repeated(s), game._scale) - game._even, ply)
    if game._repeats_illegal:
        return ILLEGAL
    if game._repeats_loss:
        return LOST
    return 0
