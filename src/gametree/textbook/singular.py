"""Singular extension: a move that is clearly better than all others is followed one move further.

One clearly best reply (a recapture, the answer to a threat) costs little to follow, since it does not branch, and it is
where trouble is pushed over the horizon. Anantharaman, Campbell & Hsu 1990.
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
def singular(
    game: AnyGame,
    position: Any = None,
    depth: int | None = 3,
    *,
    margin: float = 1.0,
    limit: int = 8,
    tracer: Tracer | None = None,
) -> Result:
    """Minimax to a depth; just above the horizon, a move better than the next best by ``margin`` is extended.

    A chain of extensions is ``limit`` moves long at most. Here Max takes something (+9), and Min's only good answer, to
    take it back, lies beyond depth 1:

    >>> from gametree import load
    >>> take = {"estimate": 9, "min": [{"estimate": -9, "max": [-9, -9]}, {"estimate": 9, "max": [9, 9]}]}
    >>> game = load("tree", tree={"max": [take, {"estimate": 0, "min": [0, 0]}]})
    >>> from gametree.textbook.cutoff import cutoff
    >>> cutoff(game, depth=1).value, singular(game, depth=1).value
    (9, 0)
    """
    if limit < 0:
        raise GameError(f"limit must be 0 or more, not {limit}")
    walk = Walk("singular", game, position, depth, tracer)

    def value(s: State, via: int | None, depth: float, extensions: int) -> tuple[float, Line]:
        player = walk.enter(s, via)
        if walk.ends(s, depth):
            return walk.leave(*walk.leaf(s))
        children = dict(walk.children(s))
        found: dict[int, tuple[float, Line]] = {}
        numbers: dict[int, int | None] = {}  # of the nodes in the record
        for a, child in children.items():
            found[a] = value(child, a, depth - 1, extensions)
            numbers[a] = walk.last
        best = choice(found, player)
        if depth == 1 and extensions < limit and is_singular(best, found):
            walk.announce("singular: one move further")
            found[best] = value(children[best], best, 1, extensions + 1)
            numbers[best] = walk.last
            best = choice(found, player)
        v, rest = found[best]
        walk.update(v, best=numbers[best])
        return walk.leave(v, (best, *rest))

    def choice(found: dict[int, tuple[float, Line]], player: int) -> int:
        sign = 1 if player == MAX else -1
        return max(found, key=lambda a: sign * found[a][0])

    def is_singular(best: int, found: dict[int, tuple[float, Line]]) -> bool:
        gap = min((abs(found[best][0] - v) for a, (v, _) in found.items() if a != best), default=inf)
        return gap >= margin

    return walk.result(*value(walk.root, None, walk.depth, 0))
