"""Minimax: Max takes the best of what Min will leave, to the ends of the game.

Russell & Norvig, MINIMAX-SEARCH. Where the books alternate MAX-VALUE and MIN-VALUE, ``value`` asks whose turn it is: in
some games a player may move twice in a row.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.game import MAX, AnyGame
from gametree.textbook.cutoff import heuristic
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def minimax(game: AnyGame, position: Any = None, depth: int | None = None, *, tracer: Tracer | None = None) -> Result:
    """Minimax to the ends of the game. (With a depth it is ``cutoff``.)

    >>> from gametree import load
    >>> minimax(load("tree:example=textbook")).value
    3

    An opponent who errs never lowers the promise: whatever Min answers, Max then has at least as much.

    >>> game = load("tictactoe")
    >>> promise = minimax(game, game.parse("1 5 9")).value
    >>> all(minimax(game, game.parse(f"1 5 9 {reply}")).value >= promise for reply in (2, 3, 4, 6, 7, 8))
    True
    """
    if depth is not None:
        return heuristic("minimax", game, position, depth, tracer)
    walk = Walk("minimax", game, position, depth, tracer)

    def value(s: State, a: int | None) -> tuple[float, Line]:
        player = walk.enter(s, a)
        best = max_value(s) if player == MAX else min_value(s)
        return walk.leave(*best)

    def max_value(s: State) -> tuple[float, Line]:
        if walk.over(s):
            return walk.leaf(s)
        v, line = -inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a)
            if v2 > v:
                v, line = v2, (a, *rest)
                walk.update(v)
        return v, line

    def min_value(s: State) -> tuple[float, Line]:
        if walk.over(s):
            return walk.leaf(s)
        v, line = inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a)
            if v2 < v:
                v, line = v2, (a, *rest)
                walk.update(v)
        return v, line

    return walk.result(*value(walk.root, None))
