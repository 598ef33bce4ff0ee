"""Best-first minimax: always go on where the best line of the whole tree ends now (Korf & Chickering 1996).

Every leaf has an estimate. The line of best play by these estimates leads to one leaf: the *principal leaf*. It is
developed, its children are estimated, and the values above it are brought up to date. If the new values make the line
look worse, another line becomes the best one, and the search goes on there. So it looks deeper where both sides play
well, and may look very deep; no depth is set. A depth-first search needs almost no memory; this one keeps its tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.textbook.support.tracing import Stopped
from gametree.textbook.support.tree import ValuedNode
from gametree.textbook.support.walk import Result, Walk

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.textbook.support.tracing import Tracer


def bestfirst(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    expansions: int = 1000,
    tracer: Tracer | None = None,
) -> Result:
    """Best-first minimax, until the value is certain or this many nodes were developed (none deeper than ``depth``).

    >>> from gametree import load
    >>> found = bestfirst(load("nim:3,4,5"))
    >>> found.value, found.proven, found.note
    (1, True, 'the value is certain after 408 expansions')
    """
    check_expansions(expansions)
    walk = Walk("bestfirst", game, position, depth, tracer, endless=True, limited=True)
    root = ValuedNode(walk, walk.root)
    root.evaluate()
    done = 0
    try:
        while root.open and done < expansions:
            leaf = root
            while leaf.children:
                leaf = leaf.best(among_open=True)
            walk.tracer.record("select", leaf.id, None, "the principal leaf: the end of the best line")
            leaf.develop()
            done += 1
    except Stopped:
        if not root.children:
            raise
    return answer(walk, root, f"after {done:,} expansions")


def answer(walk: Walk, root: ValuedNode, when: str) -> Result:
    """What the tree knows."""
    walk.horizon += not root.exact
    note = "the value is certain" if root.exact else "the value is an estimate"
    return walk.result(root.value, root.line(), note=f"{note} {when}")


def check_expansions(expansions: int) -> None:
    """Is this a number of expansions?"""
    if expansions < 1:
        raise GameError(f"expansions must be 1 or more, not {expansions}")
