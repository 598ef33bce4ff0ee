"""Reuse: after a move and its reply, the tree of the last search already holds the position, h − 2 deep.

After a search of depth h, a move and a reply, the position is a node of the tree in memory. Its subtree need not be
generated again: only two more levels are added, to reach depth h again.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, AnyGame, line_of
from gametree.game import Line as Played
from gametree.textbook.support.deep import deep
from gametree.textbook.support.tracing import Tracer
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from collections.abc import Iterable


class KeptTree:
    """A node of a tree that stays in memory; its children are made when they are needed.

    >>> from gametree import load
    >>> from gametree.textbook.support.walk import Walk
    >>> game = load("tictactoe")
    >>> tree = KeptTree(game.initial())
    >>> _ = grow(Walk("reuse", game, None, 2, None), tree, 2)
    >>> tree.size(), tree.reached([4, 0]).size()
    (82, 1)
    """

    def __init__(self, state: State):
        self.state = state
        self.children: dict[int, KeptTree] | None = None

    def reached(self, actions: Iterable[int]) -> KeptTree | None:
        """The node that these actions lead to, if it is in memory."""
        node = self
        for a in actions:
            if not node.children or a not in node.children:
                return None
            node = node.children[a]
        return node

    def size(self) -> int:
        """How many nodes there are from here down."""
        return 1 + sum(child.size() for child in (self.children or {}).values())


@deep
def reuse(
    game: AnyGame,
    position: Any = None,
    depth: int | None = 3,
    *,
    plies: int = 2,
    tracer: Tracer | None = None,
) -> Result:
    """Minimax to a depth, in the tree that the same search has left ``plies`` moves ago.

    The position is a ``Line`` whose last ``plies`` moves were made since; on a shorter line there is no tree yet.

    >>> from gametree import Line, load
    >>> from gametree.textbook import trace
    >>> game = load("tictactoe")
    >>> trace(game, Line(game.initial(), (4, 0)), "reuse", depth=4).note
    'of 980 nodes 50 were in memory'
    """
    if plies < 1:
        raise GameError(f"plies must be 1 or more, not {plies}")
    played = line_of(game, position)
    tree = KeptTree(played.states(game)[-1])
    if len(played.actions) >= plies:
        before = Played(played.start, played.actions[:-plies])
        limits = tracer and Tracer(deadline=tracer.deadline, nodes=tracer.nodes, stop=tracer.stop)
        walk = Walk("reuse", game, before, depth, limits)
        old = KeptTree(walk.root)
        grow(walk, old, walk.depth)
        tree = old.reached(played.actions[-plies:]) or tree
    in_memory = tree.size()
    walk = Walk("reuse", game, position, depth, tracer)
    v, line = grow(walk, tree, walk.depth)
    return walk.result(v, line, note=f"of {tree.size():,} nodes {in_memory:,} were in memory")


def grow(walk: Walk, node: KeptTree, depth: float, via: int | None = None) -> tuple[float, Line]:
    """Minimax over a kept tree, which grows where it is not deep enough."""
    player = walk.enter(node.state, via)
    if walk.ends(node.state, depth):
        return walk.leave(*walk.leaf(node.state))
    if node.children is None:
        node.children = {a: KeptTree(child) for a, child in walk.children(node.state)}
    else:
        walk.hit(None, "its children are in memory")
    v, line = -inf if player == MAX else inf, ()
    for a, child in node.children.items():
        v2, rest = grow(walk, child, depth - 1, a)
        if v2 > v if player == MAX else v2 < v:
            v, line = v2, (a, *rest)
            walk.update(v)
    return walk.leave(v, line)
