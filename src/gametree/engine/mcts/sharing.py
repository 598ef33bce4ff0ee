# pyright: basic
"""Transpositions: positions reached by different moves share their children (UCT2; Childs, Brodeur & Kocsis 2008).

When a leaf is to grow, and another node at the same ply has the same state and has children, the leaf gets the same
children. FOUND leads from a key of the state to that node. The state itself is made again from the moves that lead to
the node, and compared, so that two states with the same key are never taken for one. The averages and the bounds of the
children are then those of all ways to them.

Why proofs stay right: only games without a rule of repetition share, so the value of a position does not depend on what
was before; and a child is always one ply deeper than every parent, so no position is its own descendant.
"""

from __future__ import annotations

from numba.extending import overload

from gametree.compile import AS_PART
from gametree.engine.block import RANKS
from gametree.engine.dual import at, context_of, inner, pack, publish, row, unpack
from gametree.engine.mcts.memory import ACTION, BITS, CHILDREN, FOUND, KEYS, MASK, PARENT, SHARED, SIZE, USED
from gametree.engine.table import key_of, key_of_state


def number_of(words):
    """A number of 64 bits for a state."""
    key = key_of_state(words)
    return hash(words) if key is None else key


@overload(number_of, jit_options=AS_PART)
def _number_of(words):
    return lambda words: key_of(words)


@inner
def adopt(game, words, s, node, ply, block):
    """Give a leaf the children of another node with the same state, if there is one; was there?"""
    context = context_of(block)
    children = row(context, CHILDREN)
    key = number_of(pack(s))
    other = row(context, FOUND)[at(key & context[MASK])]
    if other > 0:
        packed = children[at(other)]
        if packed > 0 and row(context, KEYS)[at(other)] == key and is_at(game, words, s, other, ply, block):
            publish(children, at(node), packed)
            return True
    return False


@inner
def is_at(game, words, s, node, ply, block):
    """Is a node at this ply, and is this its state?"""
    context = context_of(block)
    action, parent, way = row(context, ACTION), row(context, PARENT), row(context, RANKS)
    steps = 0
    while node > 0:
        if steps == ply:
            return False
        way[at(steps)] = action[at(node)]
        node = parent[at(node)]
        steps += 1
    if steps != ply:
        return False
    t = unpack(game, words)
    for i in range(ply - 1, -1, -1):
        t = unpack(game, pack(game.result(t, way[at(i)])))
    return pack(t) == pack(s)


@inner
def enrol(game, s, node, block):
    """A node has got children of its own: others may find it."""
    context = context_of(block)
    key = number_of(pack(s))
    row(context, KEYS)[at(node)] = key
    publish(row(context, FOUND), at(key & context[MASK]), node)


@inner
def part_ways(top, block):
    """Before the tree is tidied up: nobody is found any more. Children stay with the node they were made for; other
    nodes become leaves, and find them again. The new root takes those that it has."""
    context = context_of(block)
    children, parent = row(context, CHILDREN), row(context, PARENT)
    first = children[at(top)] >> BITS
    if children[at(top)] > 0 and first > top:
        for child in range(first, first + (children[at(top)] & (1 << BITS) - 1)):
            parent[at(child)] = top
    keys, found = row(context, KEYS), row(context, FOUND)
    for node in range(min(row(context, SHARED)[at(USED)], context[SIZE])):
        found[at(keys[at(node)] & context[MASK])] = 0
        if children[at(node)] > 0 and parent[at(children[at(node)] >> BITS)] != node:
            children[at(node)] = 0


@inner
def enrol_all(block):
    """After the tree was tidied up: every node has another number."""
    context = context_of(block)
    children, keys, found = row(context, CHILDREN), row(context, KEYS), row(context, FOUND)
    for node in range(1, row(context, SHARED)[at(USED)]):
        if children[at(node)] > 0:
            found[at(keys[at(node)] & context[MASK])] = node
