"""SSS*: a best-first search that never looks at a leaf which alpha-beta skips (Stockman 1979), and its dual, DUAL*.

It compares *strategies* of Max: one move at each Max node, all replies at each Min node. Each entry of a list of open
nodes stands for the strategies that go through the node; its *merit* is the most that these can still be worth. The
entry with the highest merit is taken again and again:

- *live*, at a leaf: it is solved, with a merit of at most the leaf's value;
- *live*, at a Max node: all its children become live, for Max has a choice;
- *live*, at a Min node: its first child becomes live; the others follow one by one;
- *solved*, a child of a Max node: the parent is solved, and everything else below the parent leaves the list;
- *solved*, a child of a Min node: the next child becomes live with this merit; after the last one the parent is solved.

When the root is solved, its merit is the value. DUAL* compares strategies of Min, from below. The list is the price: it
may hold as many nodes as a strategy has leaves. MTD(f) visits the same leaves without it (``mtdf``).
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.game import MAX, MIN, AnyGame
from gametree.textbook.support.tree import Node
from gametree.textbook.support.walk import Line, Result, Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.textbook.support.tracing import Tracer


class Open(Node):
    """A node of the tree, and its place in the list."""

    merit = inf
    """The most that the strategies through this node can be worth, for the one whose strategies are compared."""
    solved = False
    left: Iterator[Open]
    """The children that have not been made yet."""
    best: Open | None = None
    """The child that the value comes from."""


def sss(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    dual: bool = False,
    tracer: Tracer | None = None,
) -> Result:
    """SSS*, to the ends of the game or to a depth; with ``dual`` it is DUAL*.

    >>> from gametree import load
    >>> from gametree.textbook import trace
    >>> game = load("tree", tree=[[2, 4, 6], [14, 5, 2], [3, 12, 8]])
    >>> [(a, trace(game, algorithm=a).value, trace(game, algorithm=a).evaluated) for a in ("alphabeta", "sss")]
    [('alphabeta', 3.0, 9), ('sss', 3.0, 7)]
    """
    walk = Walk("sss", game, position, depth, tracer)
    hero, sign = (MIN, -1) if dual else (MAX, 1)
    waiting: list[Open] = [Open(walk, walk.root)]
    root = waiting[0]

    def live(node: Open) -> None:
        """Solve a leaf, or go on to the children."""
        found = node.end()
        if found is not None or node.ply >= walk.depth:
            worth = walk.estimate(node.state) if found is None else walk.scale.payoff(found)
            walk.horizon += found is None
            walk.tracer.evaluated += 1
            walk.tracer.record("leaf", node.id, worth, "the end" if found is not None else "the horizon: an estimate")
            solve(node, min(node.merit, sign * worth))
            return
        node.left = node.expand()
        children = list(node.left) if node.player == hero else [first] if (first := next(node.left, None)) else []
        if not children:  # every move would bring a position back
            solve(node, min(node.merit, sign * walk.scale.even))
        for child in children:
            child.merit = node.merit
            waiting.append(child)

    def solve(node: Open, merit: float) -> None:
        node.merit, node.solved = merit, True
        walk.tracer.record("update", node.id, sign * merit, "solved", best=node.best.id if node.best else None)
        waiting.append(node)

    def above(node: Open, parent: Open) -> None:
        """What a solved node means for its parent."""
        if parent.player == hero:
            waiting[:] = [other for other in waiting if parent not in other.path()]
        elif parent.best is not None and node.merit >= parent.best.merit:
            node = parent.best  # this child is not worse for the other player than an earlier one
        parent.best = node
        following = next(parent.left, None) if parent.player != hero else None
        if following is None:
            solve(parent, node.merit)
        else:
            following.merit = node.merit
            waiting.append(following)

    while not root.solved:
        node = max(waiting, key=lambda node: (node.merit, leftmost(node)))
        waiting.remove(node)
        if not node.solved:
            live(node)
        elif node.parent is not None:
            above(node, node.parent)
    return walk.result(sign * root.merit, line_from(root))


def leftmost(node: Open) -> tuple[int, ...]:
    """Of two nodes the one farther left in the tree has the greater tuple."""
    return tuple(-above.id for above in node.path()[1:])


def line_from(node: Open) -> Line:
    """The moves of best play."""
    line: Line = ()
    while node.best is not None:
        node = node.best
        line = (*line, node.action or 0)
    return line
