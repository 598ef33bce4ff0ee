"""Paranoid search: more than two players, all others against the player at the root (Sturtevant & Korf 2000).

The game becomes one for two players, so values are single numbers and alpha-beta prunes as usual. The price: it ignores
that the others play for their own payoffs.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def paranoid(game: AnyGame, position: Any = None, depth: int | None = None, *, tracer: Tracer | None = None) -> Result:
    """The value, for the player at the root, of a game in which all others play against that player; alpha-beta.

    >>> from gametree import load
    >>> paranoid(load("tree:example=maxn")).value
    1
    """
    walk = Walk("paranoid", game, position, depth, tracer, everyone=True, selective=True)
    walk.hero = hero = max(game.player(walk.root), 0)

    def value(s: State, via: int | None, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        player = walk.enter(s, via, alpha, beta)
        if walk.ends(s, depth):
            return walk.leave(walk.leaf(s)[0][hero])
        if player == CHANCE:
            return walk.leave(sum(p * value(child, a, depth - 1, -inf, inf)[0] for p, a, child in walk.outcomes(s)))
        sign = 1 if player == hero else -1
        best, line = -sign * inf, ()
        for a, child in walk.children(s):
            v, rest = value(child, a, depth - 1, alpha, beta)
            if sign * v > sign * best:
                best, line = v, (a, *rest)
                walk.update(best, alpha, beta)
            if best >= beta if sign > 0 else best <= alpha:
                walk.cut(best, beta if sign > 0 else alpha)
                break
            alpha, beta = (max(alpha, best), beta) if sign > 0 else (alpha, min(beta, best))
        return walk.leave(best, line)

    return walk.result(*value(walk.root, None, walk.depth, -inf, inf))
