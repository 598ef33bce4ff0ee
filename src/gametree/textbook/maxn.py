"""Max^n: more than two players, each maximises their own payoff (Luckhardt & Irani 1986).

A value is a tuple, one payoff per player; the mover takes the child with the best own payoff. Of equally good children
the first is taken, although they may differ much for the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer

Values = tuple[float, ...]


@deep
def maxn(game: AnyGame, position: Any = None, depth: int | None = None, *, tracer: Tracer | None = None) -> Result:
    """Max^n, to the ends of the game or to a depth; chance nodes are averaged player by player.

    >>> from gametree import load
    >>> maxn(load("tree:example=maxn")).value
    (1, 2, 6)
    """
    walk = Walk("maxn", game, position, depth, tracer, everyone=True)

    def value(s: State, via: int | None, depth: float) -> tuple[Values, Line]:
        player = walk.enter(s, via)
        if walk.ends(s, depth):
            return walk.leave(*walk.leaf(s))
        if player == CHANCE:
            return walk.leave(expected_value(s, depth))
        best: Values = ()
        line: Line = ()
        for a, child in walk.children(s):
            v, rest = value(child, a, depth - 1)
            if not best or v[player] > best[player]:
                best, line = v, (a, *rest)
                walk.update(best)
        return walk.leave(best, line)

    def expected_value(s: State, depth: float) -> Values:
        average: Values = (0,) * game.players
        for p, a, child in walk.outcomes(s):
            v, _ = value(child, a, depth - 1)
            average = tuple(x + p * y for x, y in zip(average, v, strict=True))
        return average

    return walk.result(*value(walk.root, None, walk.depth))
