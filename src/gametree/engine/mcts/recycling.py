# pyright: basic
"""The tree tidied up: a move was played and another node becomes the root, or the memory is full.

What does not hang below the root is dropped, and so are the children of nodes with too few visits: these become leaves
again, but keep their visits and their proven bounds. The rest slides together. No node lies before its parent, so one
pass from front to back is enough.
"""

from __future__ import annotations

from gametree.engine.dual import at, context_of, inner, reals, row, unliteral
from gametree.engine.mcts.memory import (
    ACTION,
    AMAF,
    AMAF_TOTAL,
    AMAF_VISITS,
    BITS,
    CHILDREN,
    FORWARD,
    FULL,
    GROW,
    GUESS,
    GUESSING,
    HIGH,
    KEYS,
    LENGTH,
    LOW,
    NOBODY,
    PARENT,
    SHARED,
    SHARING,
    SIZE,
    SWITCHES,
    TOP,
    TOTAL,
    USED,
    VISITS,
    WEIGHT,
)  # fmt: skip
from gametree.engine.mcts.sharing import enrol_all, part_ways

MOST = 1 << 40
"""More visits than any node has."""


@inner
def recycle(game, extras, block):
    """Make TOP the root. As long as the tree takes more than half of the memory, double the visits that a node needs to
    have children."""
    context = context_of(block)
    shared = row(context, SHARED)
    if shared[at(TOP)] > 0:
        slide(game, shared[at(TOP)], extras, block)
        shared[at(TOP)] = 0
    while shared[at(USED)] > context[SIZE] // 2 and shared[at(GROW)] < MOST:
        shared[at(GROW)] *= 2
        slide(game, unliteral(0), extras, block)
    shared[at(FULL)] = 0


@inner
def slide(game, top, extras, block):
    """Keep only what hangs below a node, which becomes the root."""
    context = context_of(block)
    shared, forward, parent = row(context, SHARED), row(context, FORWARD), row(context, PARENT)
    children, visits = row(context, CHILDREN), row(context, VISITS)
    used, least = min(shared[at(USED)], context[SIZE]), shared[at(GROW)]
    if extras is not None:
        if context[SWITCHES] & SHARING:
            part_ways(top, block)
    for i in range(used):
        forward[at(i)] = -1
    forward[at(top)] = 0
    shift(game, top, unliteral(0), extras, block)
    parent[at(0)] = 0
    free = 1
    for i in range(top + 1, used):
        above = unliteral(NOBODY)
        if parent[at(i)] >= 0:
            above = forward[at(parent[at(i)])]
        if above < 0 or children[at(above)] <= 0:
            continue
        if children[at(above)] >> BITS == i:
            children[at(above)] = free << BITS | (children[at(above)] & (1 << BITS) - 1)
        shift(game, i, free, extras, block)
        parent[at(free)] = above
        if visits[at(free)] < least:
            children[at(free)] = 0
        forward[at(i)] = free
        free += 1
    shared[at(USED)] = free
    if extras is not None:
        if context[SWITCHES] & SHARING:
            enrol_all(block)


@inner
def shift(game, old, new, extras, block):
    """Move the facts about a node."""
    context, seats = context_of(block), game._seats
    for which in (ACTION, CHILDREN, VISITS, LENGTH):
        facts = row(context, which)
        facts[at(new)] = facts[at(old)]
    weight, total = reals(context, WEIGHT), row(context, TOTAL)
    weight[at(new)] = weight[at(old)]
    low, high = reals(context, LOW), reals(context, HIGH)
    for i in range(seats):
        there, here = at(old * seats + i), at(new * seats + i)
        total[here], low[here], high[here] = total[there], low[there], high[there]
    if extras is not None:
        shift_extras(game, old, new, block)


@inner
def shift_extras(game, old, new, block):
    """Move what only some options know about a node."""
    context, seats = context_of(block), game._seats
    switches = context[SWITCHES]
    if switches & GUESSING:
        guessed = reals(context, GUESS)
        for i in range(seats):
            guessed[at(new * seats + i)] = guessed[at(old * seats + i)]
    if switches & AMAF:
        for which in (AMAF_VISITS, AMAF_TOTAL):
            facts = row(context, which)
            facts[at(new)] = facts[at(old)]
    if switches & SHARING:
        keys = row(context, KEYS)
        keys[at(new)] = keys[at(old)]
