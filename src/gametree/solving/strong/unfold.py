# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""The one kernel of strong solving that knows the game: the children of many states, sorted by where they belong.

A child goes into the buffer of its partition, with the number of its parent; what happens to it there (it is added, or
looked up) is the same for every game, and is done partition by partition, so that the memory is not touched at random.
"""

from __future__ import annotations

import numpy as np
from numba import carray, njit
from numba.extending import overload

from gametree.compile import AS_PART, OPTIONS, kernel, loosened, pack, pointer, squeezed, unpack
from gametree.engine.dual import tier_of
from gametree.game import even, provides, smallest
from gametree.solving.ends import as_worth
from gametree.solving.words import PARTS, ROOM, hash_words, load_row, part_of, store_row

(
    SOURCES, RANGES, RANGE, ROW, LIMIT, WORDS, TAGS, FILL, CAP, KINDS, PAYOFFS, KNOWN, MOST, DIVIDED, DETAIL, WEIGHTS,
    TIERS, CYCLES, EDGES, MISTAKE, FIELDS,
) = range(21)  # fmt: skip
"""The fields of a job: ranges of rows as pairs of an address and a count, their number, and where to continue; the most
parents; the buffers (words, numbers of parents, fill, capacity); the facts about each parent (its mover, or its
payoff), the payoffs seen; whether one state is stored for all symmetric ones; whether the details of parents are wanted
(how many states one represents, its tier, the value of a cycle); the number of children; a mistake in the rules."""

MAX_MOVES, MIN_MOVES = -1, -2
"""Kinds of parents; the others are ends, and their kind is the number of their payoff."""
NO_ACTIONS, NO_PLAYER, MANY_PAYOFFS = 1, 2, 3


def orbit(game, words):
    """How many different symmetric images a state has, with itself."""
    raise NotImplementedError("compiled only")


@overload(orbit, jit_options=AS_PART)
def _orbit(game, words):
    if not provides(game.game, "symmetries"):
        return lambda game, words: 1

    def count(game, words):
        found, i = 1, 0
        s = unpack(game, words)
        for image in game.symmetries(s):
            other = pack(image)
            new = other != words
            j = 0
            for earlier in game.symmetries(s):
                if j >= i or not new:
                    break
                new = pack(earlier) != other
                j += 1
            found += new
            i += 1
        return found

    return count


def cycle_of(game, s):
    """The value of a cycle through a state."""
    raise NotImplementedError("compiled only")


@overload(cycle_of, jit_options=AS_PART)
def _cycle_of(game, s):
    if provides(game.game, "repeated"):
        return lambda game, s: as_worth(game.repeated(s))
    return lambda game, s: 0.0


def draw_of(game):
    """The even payoff."""
    raise NotImplementedError("compiled only")


@overload(draw_of, jit_options=AS_PART)
def _draw_of(game):
    value = float(even(game.game))
    return lambda game: value


@njit(**OPTIONS)
def _payoff_number(job, payoff):
    """The number of a payoff among those seen so far; a new one is added."""
    payoffs = carray(pointer(job[PAYOFFS]), ROOM, np.float64)
    for k in range(job[KNOWN]):
        if payoffs[k] == payoff:
            return k
    if job[KNOWN] == job[MOST]:
        job[MISTAKE] = MANY_PAYOFFS
        return 0
    payoffs[job[KNOWN]] = payoff
    job[KNOWN] += 1
    return job[KNOWN] - 1


@kernel
def unfold(game, like, job_address):
    """Continue a job until it is done, or a buffer or the list of parents is full; return how many parents were done.

    Some children of an unfinished parent may be in the buffers: the number of that parent is not less than the answer.
    """
    job = carray(pointer(job_address), FIELDS, np.int64)
    sources = carray(pointer(job[SOURCES]), ROOM, np.int64)
    tags = carray(pointer(job[TAGS]), ROOM, np.int32)
    fill = carray(pointer(job[FILL]), PARTS, np.int64)
    kinds = carray(pointer(job[KINDS]), ROOM, np.int32)
    width, cap, buffers = 8 * len(like), job[CAP], job[WORDS]
    parents = 0
    while job[RANGE] < job[RANGES]:
        address, count = sources[2 * job[RANGE]], sources[2 * job[RANGE] + 1]
        while job[ROW] < count:
            if parents == job[LIMIT] or job[MISTAKE]:
                return parents
            words = loosened(like, load_row(like, address + job[ROW] * width))
            s = unpack(game, words)
            if game.terminal(s):
                kinds[parents] = _payoff_number(job, as_worth(game.utility(s)))
            elif game.drawn(s):
                kinds[parents] = _payoff_number(job, draw_of(game))
            else:
                player = game.player(s)
                if player != 0 and player != 1:
                    job[MISTAKE] = NO_PLAYER
                    return parents
                kinds[parents] = MAX_MOVES - player
                children = 0
                for action in game.actions(s):
                    child = pack(game.result(s, action))
                    if job[DIVIDED]:
                        child = smallest(game, child)
                    row = squeezed(like, child)
                    part = part_of(hash_words(row))
                    n = fill[part]
                    if n == cap:
                        return parents
                    place = part * cap + n
                    store_row(row, buffers + place * width)
                    tags[place] = parents
                    fill[part] = n + 1
                    children += 1
                if children == 0:
                    job[MISTAKE] = NO_ACTIONS
                    return parents
                job[EDGES] += children
            if job[DETAIL]:
                carray(pointer(job[WEIGHTS]), ROOM, np.int32)[parents] = orbit(game, words) if job[DIVIDED] else 1
                carray(pointer(job[TIERS]), ROOM, np.int64)[parents] = tier_of(game, s)
                carray(pointer(job[CYCLES]), ROOM, np.float64)[parents] = cycle_of(game, s)
            parents += 1
            job[ROW] += 1
        job[RANGE] += 1
        job[ROW] = 0
    return parents
