"""Alpha-beta: minimax that skips branches that cannot change the answer.

Russell & Norvig, ALPHA-BETA-SEARCH; Knuth & Moore 1975. α is what Max already has elsewhere, β is what Min can hold Max
to: best play never leads to a value outside that window. Outside it, *fail-soft* returns the bound that was found,
*fail-hard* (the older printed form) returns the bound of the window; both visit the same nodes. A leaf returns its own
value in both forms; only the nodes above return a bound of the window.
"""

from __future__ import annotations

from math import inf
from operator import ge, gt
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk, one_of

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def alphabeta(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    alpha: float = -inf,
    beta: float = inf,
    fail: str = "soft",
    equality: bool = True,
    ordering: str = "given",
    tracer: Tracer | None = None,
) -> Result:
    """Alpha-beta search.

    ``alpha`` and ``beta``: a window chosen beforehand. ``fail``: ``soft`` or ``hard``. ``equality``: prune when a value
    reaches the bound, or only when it passes it. ``ordering``: ``given``, ``evaluation``, ``hint``, ``random``,
    ``best``, ``worst``.

    >>> from gametree import load
    >>> from gametree.textbook import trace
    >>> print(trace(load("tree:example=textbook")).summary())       # the 4 and the 6 are never visited
    tree:example=textbook, alphabeta: value 3, proven, line a1 b1
    generated 11, visited 11, expanded 4, evaluated 7, cut 1, hits 0
    """
    if not alpha < beta:
        raise GameError(f"the window from {alpha} to {beta} is empty")
    walk = Walk("alphabeta", game, position, depth, tracer, ordering=ordering)
    v, line = window(walk, walk.depth, alpha, beta, fail=fail, equality=equality)
    return walk.result(v, line, alpha, beta)


def window(
    walk: Walk, depth: float, alpha: float, beta: float, *, fail: str = "soft", equality: bool = True
) -> tuple[float, Line]:
    """The value of the walk's root within a window, and the line that leads to it."""
    one_of("fail", fail, "soft", "hard")
    reaches = ge if equality else gt

    def value(s: State, a: int | None, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        player = walk.enter(s, a, alpha, beta)
        if walk.ends(s, depth):
            return walk.leave(*walk.leaf(s))
        v, line = max_value(s, depth, alpha, beta) if player == MAX else min_value(s, depth, alpha, beta)
        returned = max(alpha, min(v, beta)) if fail == "hard" else v
        return walk.leave(returned, line, found=v)

    def max_value(s: State, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        v, line = -inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a, depth - 1, alpha, beta)
            if v2 > v:
                v, line = v2, (a, *rest)
                walk.update(v, alpha, beta)
            if reaches(v, beta):
                walk.cut(v, beta)
                return v, line
            alpha = max(alpha, v)
        return v, line

    def min_value(s: State, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        v, line = inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a, depth - 1, alpha, beta)
            if v2 < v:
                v, line = v2, (a, *rest)
                walk.update(v, alpha, beta)
            if reaches(alpha, v):
                walk.cut(v, alpha)
                return v, line
            beta = min(beta, v)
        return v, line

    v, line = value(walk.root, None, depth, alpha, beta)
    return (max(alpha, min(v, beta)) if fail == "hard" else v), line
