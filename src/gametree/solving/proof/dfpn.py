# pyright: basic
"""Depth-first proof-number search (Nagai 2002), compiled for one game.

One side, the *attacker*, tries to reach an end with a payoff that meets the goal; endless play does not meet it. The
numbers of a node are those of ``textbook/pn.py``, but the tree is not kept: a node is developed, depth first, until one
of its numbers reaches the limit at which another node is more promising; then its numbers are stored in the table.

- *Weak* numbers (Ueda et al. 2008): of the number that is a sum in a tree only the largest term counts, and one for
  each other open child. In a graph a sum counts the same leaves over and over, and explodes.
- The *1 + ε* trick (Pawlewicz & Lew 2007): a child is left only when it is worse than its best sibling by a part ε (a
  quarter, unless told otherwise), so that the search does not jump back and forth between two.
- A position that was not developed yet has the numbers (1, 1); or by *mobility* (Allis 1994), as many as its mover has
  moves for what all moves must show; or by the game's *evaluation*, the fewer the better it is for the side concerned;
  or by random *playouts* (Monte-Carlo proof numbers, Saito et al. 2006), the fewer the more of them succeed.
- Where positions come back, a position that is on the path already counts as a failure of the attacker. That can never
make a false proof. A disproof may depend on the path: ``solve.py`` handles that. Limits are raised if numbers from
elsewhere would keep the search from developing any new node (Kishimoto 2010).

Several threads may share the table (``crew.py``): a child that another thread is below costs half as much again.

With ``EAGER`` limits are infinite: each child is taken to its end before the next. That is alpha-beta with an empty
window and the numbers of the table as a move ordering.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numba.extending import overload

from gametree.compile import AS_PART, kernel
from gametree.engine.dual import at, context_of, inner, inner_if, pack, row, unliteral, unpack
from gametree.engine.probe import worth_in
from gametree.engine.score import ESTIMATE_STEP, units
from gametree.engine.xorshift import below, scramble, upper
from gametree.game import MAX, MIN, provides
from gametree.solving.ends import as_worth
from gametree.solving.proof.table import (
    ACTIONS,
    ATTACKER,
    BAD,
    BEST,
    CENTRE,
    DATABASE,
    DISPROOFS,
    EAGER,
    EPSILON,
    EPSILONS,
    EVALUATION,
    FARTHEST,
    FULL,
    GOAL,
    GOOD,
    HINTS,
    INF,
    INITIAL,
    KEYS,
    LIMIT,
    LOOPED,
    MOBILITY,
    MOVES,
    NO_MOVES,
    NO_PLAYER,
    NO_ROOM,
    NODES,
    PLIES,
    PROOFS,
    RANDOM,
    RENEW,
    ROOM,
    SAMPLES,
    SCALE,
    STOP,
    STOPPED,
    STORED,
    busy,
    class_key,
    enter,
    leave,
    on_path,
    probe,
    real,
    set_real,
    store,
)

MANY_MOVES = 255
"""More moves than this count as so many in the first numbers of a position."""
STEPS = 4
"""By an evaluation the first numbers are 1 to 1 + twice this."""
PLAYOUTS = 5
"""Random games from a position not developed yet."""
REFRESH = 16
"""After a child that took at least this many nodes, the table is probed again for all children."""


@inner
def final(game, s):
    """Max's payoff where the game is over."""
    if game.terminal(s):
        return as_worth(game.utility(s))
    return (game.bounds[0] + game.bounds[1]) / 2


@inner
def reached(payoff, block):
    """Does an end with this payoff meet the attacker's goal? The payoffs next to the goal are remembered."""
    goal = real(block, GOAL)
    sign = 1 if context_of(block)[ATTACKER] == MAX else -1
    meets = sign * payoff >= sign * goal
    if meets:
        if sign * payoff < sign * real(block, GOOD):
            set_real(block, GOOD, payoff)
    elif sign * payoff > sign * real(block, BAD):
        set_real(block, BAD, payoff)
    return meets


def range_of(game, s):
    """The payoffs that are still possible from here, by the game's ``reach``."""
    return game.reach(s)


@overload(range_of, jit_options=AS_PART)
def _range_of(game, s):
    if provides(game.game, "reach"):
        return lambda game, s: game.reach(s)
    return lambda game, s: (-np.inf, np.inf)


def known_worth(game, s, block):
    """Max's payoff by the database that the search may read; NaN if there is none there."""
    database = block[DATABASE]
    label = database.stored(s) if database else None
    return np.nan if label is None else label.value


@overload(known_worth, jit_options=AS_PART)
def _known_worth(game, s, block):
    if block is not types.uint64:
        return lambda game, s, block: np.nan
    return lambda game, s, block: worth_in(game, s, row(context_of(block), DATABASE))


@inner
def settled(game, s, block):
    """1 if it is certain at once that the attacker reaches the goal, -1 if that it is missed, otherwise 0."""
    if game.terminal(s) or game.drawn(s):
        return 1 if reached(final(game, s), block) else -1
    known = known_worth(game, s, block)
    if not np.isnan(known):
        return 1 if reached(known, block) else -1
    low, high = range_of(game, s)
    goal = real(block, GOAL)
    if context_of(block)[ATTACKER] == MAX:
        if high < goal:
            reached(np.float64(high), block)
            return -1
        if low >= goal:
            reached(np.float64(low), block)
            return 1
    else:
        if low > goal:
            reached(np.float64(low), block)
            return -1
        if high <= goal:
            reached(np.float64(high), block)
            return 1
    return 0


@inner
def hint(game, s, action, child, eager):
    """The rank of a move: by the game's ``order``, or, depth first, by its evaluation."""
    if game._ordered:
        return game.order(s, action)
    if game._estimates and eager:
        estimate = units(game.evaluate(child), ESTIMATE_STEP)
        return estimate if game.player(s) == MAX else -estimate
    return 0


@inner
def successes(game, s, block):
    """How many of some random games from here meet the attacker's goal; one that does not end counts as even."""
    context = context_of(block)
    goal = real(block, GOAL)
    sign = 1 if context[ATTACKER] == MAX else -1
    found = 0
    for _ in range(PLAYOUTS):
        state = s
        for _ in range(PLIES):
            if game.terminal(state) or game.drawn(state):
                break
            count, chosen = 0, 0
            for _ in game.actions(state):
                count += 1
            context[RANDOM] = scramble(context[RANDOM])
            left = below(count, upper(context[RANDOM]))
            for action in game.actions(state):
                chosen = action
                if left == 0:
                    break
                left -= 1
            state = game.result(state, chosen)
        if sign * final(game, state) >= sign * goal:
            found += 1
    return found


@inner
def first_numbers(game, s, block):
    """The proof and disproof number of a position that was not developed yet and is not over. Both are at least 1, so
    they only say where to go on, and prove nothing."""
    context = context_of(block)
    if context[INITIAL] == MOBILITY:
        moves = 0
        for _ in game.actions(s):
            moves += 1
        moves = min(max(moves, 1), MANY_MOVES)
        if game.player(s) == context[ATTACKER]:
            return 1, moves
        return moves, 1
    if context[INITIAL] == EVALUATION and game._estimates:
        lead = (as_worth(game.evaluate(s)) - real(block, CENTRE)) / real(block, SCALE)
        lead = min(max(lead, -1.0), 1.0)
        if context[ATTACKER] == MIN:
            lead = -lead
        return 1 + int((1.0 - lead) * STEPS + 0.5), 1 + int((1.0 + lead) * STEPS + 0.5)
    if context[INITIAL] == SAMPLES:
        true = successes(game, s, block)
        return 1 + PLAYOUTS - true, 1 + true
    return 1, 1


@inner
def push(action, count, base, block):
    """Write a move onto the stack; return how many there are now."""
    context = context_of(block)
    if base + count >= MOVES:
        context[STOP] = NO_ROOM
        return count
    row(context, ACTIONS)[at(base + count)] = action
    return count + 1


@inner
def list_moves(game, s, base, block):
    """Write the moves of a position onto the stack; return their number."""
    count = 0
    for action in game.actions(s):
        count = push(action, count, base, block)
    return count


@inner_if("_must", AS_PART)
def list_must_play(game, s, base, block):
    """Write the moves onto the stack of which the game does not know that they lose; return their number."""
    count = 0
    for action in game.must_play(s):
        count = push(action, count, base, block)
    return count


@inner
def gather(game, s, own, attacking, ply, base, block):
    """Write the moves that do not decide at once onto the stack; return their number, or -1 if a move reaches its
    player's goal: an end, or for the defender a repetition. BEST is then that move."""
    context = context_of(block)
    actions = row(context, ACTIONS)
    moves = list_must_play(game, s, base, block) if game._must else list_moves(game, s, base, block)
    if moves == 0:
        if game._must:  # every move loses
            best_for_max = (context[ATTACKER] == MAX) != attacking
            reached(as_worth(game.bounds[1] if best_for_max else game.bounds[0]), block)
        else:
            context[STOP] = NO_MOVES
        return 0
    context[BEST] = actions[at(base)]
    count = 0
    for i in range(base, base + moves):
        action = actions[at(i)]
        sure = settled(game, game.result(s, action), block)
        if sure:
            if (sure > 0) == attacking:
                context[BEST] = action
                return -1
        else:
            actions[at(base + count)] = action
            count += 1
    return look_up(game, s, own, attacking, ply, base, count, block)


@inner
def look_up(game, s, own, attacking, ply, base, count, block):
    """Probe the table for the positions after these moves. They are sorted by the game's hint; moves that repeat a
    position on the path, or this one (its key is ``own``), are left out. Returns how many are left, or -1 if a
    repetition is enough for the defender."""
    context = context_of(block)
    actions, keys, hints = row(context, ACTIONS), row(context, KEYS), row(context, HINTS)
    proofs, disproofs, farthest = row(context, PROOFS), row(context, DISPROOFS), row(context, FARTHEST)
    end = base
    for i in range(base, base + count):
        action = actions[at(i)]
        child = game.result(s, action)
        key = class_key(game, child, block)
        if key == own or on_path(block, key, ply) or ply >= PLIES - 1:
            context[LOOPED] = 1
            if not attacking:
                context[BEST] = action
                return -1
            continue
        rank = hint(game, s, action, child, context[EAGER])
        known, proof, disproof, far, _ = probe(block, key)
        if not known:
            proof, disproof = first_numbers(game, child, block)
        j = end
        while j > base and hints[at(j - 1)] < rank:
            actions[at(j)], keys[at(j)], hints[at(j)] = actions[at(j - 1)], keys[at(j - 1)], hints[at(j - 1)]
            proofs[at(j)], disproofs[at(j)], farthest[at(j)] = (
                proofs[at(j - 1)],
                disproofs[at(j - 1)],
                farthest[at(j - 1)],
            )
            j -= 1
        actions[at(j)], keys[at(j)], hints[at(j)] = action, key, rank
        proofs[at(j)], disproofs[at(j)], farthest[at(j)] = proof, disproof, far
        end += 1
    return end - base


@kernel
def prove(game, words, key, proof_limit, disproof_limit, ply, base, block):
    """Develop a node until one of its numbers reaches its limit. Returns its numbers and the length of its proof as one
    number: ``proof << 40 | disproof << 16 | farthest``, without meaning once the search is stopped.

    ``base`` is where the node's moves begin on the stack.
    """
    context = context_of(block)
    one = unliteral(1)

    # Step 1. Count the node, and check whether to stop.
    context[NODES] += 1
    begun = context[NODES]
    if begun > context[LIMIT]:
        context[STOP] = STOPPED
    if context[STORED] > context[ROOM]:
        context[STOP] = FULL
    if context[STOP]:
        return 0
    s = unpack(game, words)
    player = game.player(s)
    if player != MAX and player != MIN:
        context[STOP] = NO_PLAYER
        return 0
    attacking = player == context[ATTACKER]

    # Step 2. For a new node the limits stay unchanged.
    known, _, _, _, _ = probe(block, key)
    if not known:
        context[RENEW] = 0

    # Step 3. The moves, or one that decides.
    count = gather(game, s, key, attacking, ply, base, block)
    if context[STOP]:
        return 0
    proof, disproof, far = (0, INF, 1) if attacking else (INF, 0, 0)
    if count < 0:
        store(block, key, proof, disproof, far, ply, one)
        return proof << 40 | disproof << 16 | far

    # Step 4. Again and again: the numbers of the node from those of its children; develop the most promising child.
    actions, keys = row(context, ACTIONS), row(context, KEYS)
    proofs, disproofs, farthest = row(context, PROOFS), row(context, DISPROOFS), row(context, FARTHEST)
    enter(block, key, ply)
    fresh = True
    while True:
        chosen, least, cheapest, second, most, open_ones, longest = -1, INF, INF + 1, INF, 0, 0, 0
        for i in range(base, base + count):
            if not fresh:
                known, p, d, f, met = probe(block, keys[at(i)])
                if known:
                    proofs[at(i)], disproofs[at(i)], farthest[at(i)] = p, d, f
                    if met <= ply and p and d:
                        context[RENEW] = 1
            mine, other = (proofs[at(i)], disproofs[at(i)]) if attacking else (disproofs[at(i)], proofs[at(i)])
            least = min(least, mine)
            cost = mine
            if 0 < mine < INF:
                cost = min(mine + busy(block, keys[at(i)]) * (mine // 2 + 1), INF - 1)
            if cost < cheapest or (cost == 0 and farthest[at(i)] < farthest[at(chosen)]):
                chosen, cheapest, second = i, cost, cheapest
            elif cost < second:
                second = cost
            if other:
                open_ones += 1
                most = max(most, other)
            longest = max(longest, farthest[at(i)])
        if chosen >= 0:
            context[BEST] = actions[at(chosen)]
        mine = least
        other = 0 if open_ones == 0 else INF if mine == 0 else min(most + open_ones - 1, INF - 1)
        if other == 0:
            mine = INF
        proof, disproof = (mine, other) if attacking else (other, mine)
        if context[RENEW]:
            proof_limit, disproof_limit = max(proof_limit, proof + 1), max(disproof_limit, disproof + 1)
        if proof == 0 or disproof == 0 or proof >= proof_limit or disproof >= disproof_limit:
            break
        mine_limit, other_limit = (proof_limit, disproof_limit) if attacking else (disproof_limit, proof_limit)
        mine_limit = min(mine_limit, second + second * context[EPSILON] // EPSILONS + 1)
        mine_limit = max(mine_limit, 1 + (proofs[at(chosen)] if attacking else disproofs[at(chosen)]))
        other_limit = other_limit - open_ones + 1
        if context[EAGER]:
            mine_limit = other_limit = INF
        if not attacking:
            mine_limit, other_limit = other_limit, mine_limit
        before = context[NODES]
        child = pack(game.result(s, actions[at(chosen)]))
        found = prove(game, child, keys[at(chosen)], mine_limit, other_limit, ply + 1, base + count, block)
        if context[STOP]:
            break
        proofs[at(chosen)], disproofs[at(chosen)], farthest[at(chosen)] = (
            found >> 40 & INF,
            found >> 16 & INF,
            found & 65535,
        )
        fresh = context[NODES] - before < REFRESH
    leave(block, key)

    # Step 5. Remember.
    if context[STOP]:
        return 0
    far = 0
    if proof == 0:
        far = min((farthest[at(chosen)] if attacking else longest) + 1, 65535)
    store(block, key, proof, disproof, far, ply, context[NODES] - begun)
    return proof << 40 | disproof << 16 | far
