"""Minimax with an early stop: after a sure win no other move is searched.

The bounds of the payoff are known (``game.bounds``): once Max has the highest, or Min the lowest, the other moves of
that node cannot be better.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.game import MAX, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def sure(game: AnyGame, position: Any = None, depth: int | None = None, *, tracer: Tracer | None = None) -> Result:
    """Minimax that stops at a sure win or loss.

    >>> from gametree import load
    >>> from gametree.textbook import trace
    >>> game = load("tictactoe")
    >>> state = game.parse("1 5 9 3")
    >>> [trace(game, state, algorithm).generated for algorithm in ("minimax", "sure", "alphabeta")]
    [178, 54, 83]
    """
    walk = Walk("sure", game, position, depth, tracer)
    low, high = (walk.scale.payoff(tidy(bound)) for bound in game.bounds)

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
            if v >= high:
                walk.cut(v, high, "a sure win: nothing is worth more")
                break
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
            if v <= low:
                walk.cut(v, low, "a sure loss for Max: nothing is worth less")
                break
        return v, line

    return walk.result(*value(walk.root, None, walk.depth))
