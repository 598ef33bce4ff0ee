"""Beam search, a forward pruning: only the few children that look best are searched.

Shannon 1950 called it type B. Unlike alpha-beta it can be wrong: the move that looks bad may be the one that wins.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def beam(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    width: int = 3,
    ordering: str = "evaluation",
    tracer: Tracer | None = None,
) -> Result:
    """Minimax over the ``width`` best-looking children of every node.

    A sacrifice: the first move looks bad (−5) and is worth 9, the other looks good and is worth 1.

    >>> from gametree import load
    >>> game = load("tree", tree={"max": [{"estimate": -5, "min": [9, 9]}, {"estimate": 5, "min": [1, 1]}]})
    >>> beam(game, width=1).value, beam(game, width=2).value
    (1, 9)
    """
    if width < 1:
        raise GameError(f"width must be 1 or more, not {width}")
    walk = Walk("beam", game, position, depth, tracer, ordering=ordering, selective=True)

    def value(s: State, via: int | None, depth: float) -> tuple[float, Line]:
        player = walk.enter(s, via)
        if walk.ends(s, depth):
            return walk.leave(*walk.leaf(s))
        v, line = -inf if player == MAX else inf, ()
        children = list(walk.children(s))
        for a, child in children[:width]:
            v2, rest = value(child, a, depth - 1)
            if v2 > v if player == MAX else v2 < v:
                v, line = v2, (a, *rest)
                walk.update(v)
        walk.skip(s, children[width:], f"not among the best {width}")
        return walk.leave(v, line)

    return walk.result(*value(walk.root, None, walk.depth))
