# pyright: basic
"""A strategy from a table of proofs: every position that it can lead to, with a move if its owner is to move.

The positions are numbered as they are found. If the table has lost a position, the kernel returns, and Python searches
it again (``strategy.py``). ``rank`` then counts, for each position, the most actions to the end, by passes from the
last position to the first; one pass is enough if all moves lead to later positions.
"""

from __future__ import annotations

import numpy as np
from numba.extending import overload

from gametree.bits import put
from gametree.compile import AS_PART, kernel
from gametree.engine.dual import context_of, inner, pack, row, unpack
from gametree.engine.table import key_of
from gametree.solving.proof.dfpn import known_worth, settled
from gametree.solving.proof.table import (
    ATTACKER,
    CAPACITY,
    CHOICES,
    COUNT,
    INDEX,
    MASK,
    NEXT,
    OWNER,
    RANKS,
    STATES,
    STOP,
    class_key,
    probe,
)

NOTHING = -(1 << 62)
"""Stands for "no action"; no game has this action."""
DONE, MISSING, BROKEN, CROWDED, ENDLESS = range(5)
"""Why ``follow`` returns: it is done; no good move is known in the position NEXT; the other side has a move there that
refutes the strategy; there is no room for more positions; the strategy has a cycle."""
GROW, RANK = range(2)


def add_state(words, block):
    """The number of a position, perhaps a new one; -1 if there is no room."""
    index, states = block[INDEX], block[STATES]
    if words not in index:
        index[words] = len(states)
        states.append(words)
        block[CHOICES].append(NOTHING)
        block[RANKS].append(0)
        block[COUNT] += 1
    return index[words]


@overload(add_state, jit_options=AS_PART)
def _add_state(words, block):
    def add(words, block):
        context = context_of(block)
        index, states = row(context, INDEX), row(context, STATES)
        width = len(words)
        slot = key_of(words) & context[MASK]
        while index[np.uint64(slot)]:
            number = index[np.uint64(slot)] - 1
            same = True
            for i in range(width):
                if states[np.uint64(number * width + i)] != words[i]:
                    same = False
                    break
            if same:
                return number
            slot = (slot + 1) & context[MASK]
        number = context[COUNT]
        if number >= context[CAPACITY]:
            return -1
        for i in range(width):
            states[np.uint64(number * width + i)] = words[i]
        index[np.uint64(slot)] = number + 1
        row(context, CHOICES)[np.uint64(number)] = NOTHING
        row(context, RANKS)[np.uint64(number)] = 0
        context[COUNT] = number + 1
        return number

    return add


def state_at(words, block, number):
    """The position of a number; ``words`` are those of any position."""
    return block[STATES][number]


@overload(state_at, jit_options=AS_PART)
def _state_at(words, block, number):
    def read(words, block, number):
        states = row(context_of(block), STATES)
        for i in range(len(words)):
            words = put(words, i, states[np.uint64(number * len(words) + i)])
        return words

    return read


@inner
def closed(game, child, block):
    """Does a strategy end here, because the game is over or the database has the position?"""
    if game.terminal(child) or game.drawn(child):
        return True
    return not np.isnan(known_worth(game, child, block))


@inner
def suits(game, child, block):
    """The most actions in which the owner is known to reach the goal from here; -1 if that is unknown."""
    context = context_of(block)
    owner_attacks = context[OWNER] == context[ATTACKER]
    sure = settled(game, child, block)
    if sure:
        return 0 if (sure > 0) == owner_attacks else -1
    _, proof, disproof, far, _ = probe(block, class_key(game, child, block))
    if owner_attacks:
        return far if proof == 0 else -1
    return 1 if disproof == 0 else -1


@inner
def choose(game, s, block):
    """The owner's move that is known to be good and leads to the end most quickly; NOTHING if there is none. The
    defender takes the first good move."""
    context = context_of(block)
    action, shortest = NOTHING, 1 << 30
    for a in game.actions(s):
        far = suits(game, game.result(s, a), block)
        if 0 <= far < shortest:
            action, shortest = a, far
            if far == 0 or context[OWNER] != context[ATTACKER]:
                break
    return action


@inner
def grow(game, words, block):
    """Add the positions that the position NEXT leads to."""
    context = context_of(block)
    n = context[NEXT]
    s = unpack(game, state_at(words, block, n))
    choices = row(context, CHOICES)
    mine = game.player(s) == context[OWNER]
    if mine and choices[n] == NOTHING:
        choices[n] = choose(game, s, block)
        if choices[n] == NOTHING:
            return MISSING
    for a in game.actions(s):
        if mine and a != choices[n]:
            continue
        child = game.result(s, a)
        if closed(game, child, block):
            if suits(game, child, block) < 0:
                return BROKEN
        elif add_state(pack(child), block) < 0:
            return CROWDED
    return DONE


@inner
def raised(game, words, n, block):
    """Set the rank of a position by those of the positions that it leads to; True if it was less before."""
    context = context_of(block)
    ranks = row(context, RANKS)
    s = unpack(game, state_at(words, block, n))
    mine, rank = game.player(s) == context[OWNER], 1
    for a in game.actions(s):
        if mine and a != row(context, CHOICES)[n]:
            continue
        child = game.result(s, a)
        if not closed(game, child, block):
            rank = max(rank, ranks[add_state(pack(child), block)] + 1)
    before, ranks[n] = ranks[n], rank
    return before < rank


@kernel
def follow(game, words, mode, block):
    """Gather the positions of a strategy, from NEXT on; or rank them once it is whole. Returns why it stops."""
    context = context_of(block)
    if mode == GROW:
        while context[NEXT] < context[COUNT] and not context[STOP]:
            why = grow(game, words, block)
            if why != DONE:
                return why
            context[NEXT] += 1
        return DONE
    changed = True
    while changed and not context[STOP]:
        changed = False
        for n in range(context[COUNT] - 1, -1, -1):
            if raised(game, words, n, block):
                changed = True
                if row(context, RANKS)[n] > context[COUNT]:
                    return ENDLESS
    return DONE
