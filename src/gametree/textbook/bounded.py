"""Pruning by known bounds: when every leaf is known to lie within [low, high], say [2, 14], that is a window.

Alpha-beta that begins with α = low and β = high, and prunes on equality, stops at a Min node as soon as it sees the
lowest value there is, even before Max has anything: no other child can be lower.

Bounds narrower than the game's own are only claimed. A leaf outside ends the search with an error, but a pruned leaf is
never seen. So nothing is proven with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.textbook.alphabeta import window
from gametree.textbook.support.deep import deep
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.walk import Result, Walk
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.textbook.support.tracing import Tracer


@deep
def bounded(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    low: float | None = None,
    high: float | None = None,
    ordering: str = "given",
    tracer: Tracer | None = None,
) -> Result:
    """Alpha-beta with known bounds of the leaves (by default ``game.bounds``).

    >>> from gametree import load
    >>> from gametree.textbook import trace
    >>> game = load("tree", tree=[[2, 7], [5, 14]])
    >>> [trace(game, algorithm=a).evaluated for a in ("alphabeta", "bounded")]     # the 7 cannot matter
    [4, 3]
    """
    walk = Walk("bounded", game, position, depth, tracer, ordering=ordering)
    if walk.scale.relative and (low is None or high is None):
        raise GameError(f"bounded: the estimates of {title(game)} are relative; give their bounds as low and high")
    low, high = (tidy(game.bounds[0]) if low is None else low, tidy(game.bounds[1]) if high is None else high)
    if not low < high:
        raise GameError(f"bounded: low must be less than high, not {low} and {high}")
    walk.outside = f"every leaf lies within [{low}, {high}]"
    walk.limits = low, high
    least, most = (walk.scale.payoff(tidy(bound)) for bound in game.bounds)
    walk.unproven = low > least or high < most
    v, line = window(walk, walk.depth, low, high)
    return walk.result(v, line)
