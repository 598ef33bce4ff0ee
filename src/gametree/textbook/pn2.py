"""PN²: proof-number search in little memory (Allis 1994; Breuker 1998).

Proof-number search keeps its whole tree. In PN² a leaf of this first tree is not developed by one move: a second
proof-number search, with the leaf as its root, looks deeper. Then the second tree is forgotten, except for the children
of the leaf with the numbers that were found. The second tree may be as large as the first one is, so that the memory
pays for about its square in nodes searched; what is forgotten is searched again if it is needed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.textbook.pn import first_numbers
from gametree.textbook.support.statements import Goal, Proving, Statement
from gametree.textbook.support.tracing import Stopped
from gametree.textbook.support.walk import Result, Walk

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.textbook.support.tracing import Tracer


def pn2(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    goal: str = "win",
    score: float | None = None,
    initial: str = "one",
    size: int = 100_000,
    tracer: Tracer | None = None,
) -> Result:
    """Can Max win? As ``pn``, but both trees together never have more than about ``size`` nodes.

    >>> from gametree import load
    >>> pn2(load("tictactoe"), goal="draw").note
    'proved: Max can draw at least; at most 284 nodes were kept at a time'
    """
    if size < 2:
        raise GameError(f"size must be 2 or more, not {size}")
    walk = Walk("pn2", game, position, depth, tracer, endless=True)
    proving = Proving(walk, Goal(game, goal, score), first_numbers(walk, initial))
    root, first, most = proving.root, 1, 1
    proving.evaluate(root)
    try:
        while root.open and not root.solved and first < size:
            leaf = proving.select()
            second = second_search(proving, leaf, min(first, size - first))
            most = max(most, first + second)
            first += len(leaf.children)
            forgotten = second - len(leaf.children)
            if forgotten:
                walk.tracer.record("skip", leaf.id, None, f"{forgotten:,} nodes of the second search are forgotten")
            proving.update(leaf)
    except Stopped:
        if not root.children:
            raise
    found = proving.answer()
    full = "; there is no room for more" if root.open and not root.solved and first >= size else ""
    return replace(found, note=f"{found.note}{full}; at most {most:,} nodes were kept at a time")


def second_search(proving: Proving, leaf: Statement, room: int) -> int:
    """A proof-number search from a leaf, until it is solved or has no room; how many nodes it made. Only the children
    of the leaf are kept."""
    proving.expand(leaf)
    made = len(leaf.children)
    if leaf.children:
        proving.set_numbers(leaf)
    while leaf.open and not leaf.solved and made < room:
        below = leaf.most_proving(among_open=True)
        proving.expand(below)
        made += len(below.children)
        proving.update(below, leaf)
    for child in leaf.children:
        child.children.clear()
    return made
