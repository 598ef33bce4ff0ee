"""Expectiminimax: minimax with dice. A chance node is worth the average of its outcomes.

Russell & Norvig, EXPECTIMINIMAX; Michie 1966.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, MAX, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def expectiminimax(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    tracer: Tracer | None = None,
) -> Result:
    """Expectiminimax, to the ends of the game or to a depth. The line ends where chance decides.

    >>> from gametree import load
    >>> round(expectiminimax(load("tree:example=chance")).value, 6)
    2.1
    """
    walk = Walk("expectiminimax", game, position, depth, tracer)

    def value(s: State, a: int | None, depth: float) -> tuple[float, Line]:
        player = walk.enter(s, a)
        if walk.ends(s, depth):
            return walk.leave(*walk.leaf(s))
        if player == CHANCE:
            return walk.leave(expected_value(s, depth))
        best = max_value(s, depth) if player == MAX else min_value(s, depth)
        return walk.leave(*best)

    def max_value(s: State, depth: float) -> tuple[float, Line]:
        v, line = -inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a, depth - 1)
            if v2 > v:
                v, line = v2, (a, *rest)
                walk.update(v)
        return v, line

    def min_value(s: State, depth: float) -> tuple[float, Line]:
        v, line = inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a, depth - 1)
            if v2 < v:
                v, line = v2, (a, *rest)
                walk.update(v)
        return v, line

    def expected_value(s: State, depth: float) -> float:
        average = 0
        for p, a, child in walk.outcomes(s):
            average += p * value(child, a, depth - 1)[0]
        return average

    return walk.result(*value(walk.root, None, walk.depth))
