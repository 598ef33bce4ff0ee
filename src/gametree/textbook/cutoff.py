"""Heuristic minimax: a cut-off test in place of the end, an evaluation in place of the payoff.

Russell & Norvig, H-MINIMAX; Shannon 1950 called it type A. What lies just beyond the horizon is not seen: see
``quiescence`` and ``singular``.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.game import MAX, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def cutoff(game: AnyGame, position: Any = None, depth: int | None = 3, *, tracer: Tracer | None = None) -> Result:
    """Minimax to a depth, with the game's ``evaluate`` there.

    >>> from gametree import load
    >>> cutoff(load("tictactoe"), depth=1)                          # the centre: four lines more than O
    Result(value=4, action=4, line=(4,), depth=1, bound='exact', proven=False, note='')
    """
    return heuristic("cutoff", game, position, depth, tracer)


def heuristic(name: str, game: AnyGame, position: Any, depth: int | None, tracer: Tracer | None) -> Result:
    """Heuristic minimax under the name by which it was asked for."""
    walk = Walk(name, game, position, depth, tracer)

    def value(s: State, a: int | None, depth: float) -> tuple[float, Line]:
        player = walk.enter(s, a)
        best = max_value(s, depth) if player == MAX else min_value(s, depth)
        return walk.leave(*best)

    def max_value(s: State, depth: float) -> tuple[float, Line]:
        if walk.ends(s, depth):
            return walk.leaf(s)
        v, line = -inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a, depth - 1)
            if v2 > v:
                v, line = v2, (a, *rest)
                walk.update(v)
        return v, line

    def min_value(s: State, depth: float) -> tuple[float, Line]:
        if walk.ends(s, depth):
            return walk.leaf(s)
        v, line = inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a, depth - 1)
            if v2 < v:
                v, line = v2, (a, *rest)
                walk.update(v)
        return v, line

    return walk.result(*value(walk.root, None, walk.depth))
