"""Repeated states: on the same path, or on another path.

On the *same* path it is a cycle: the game's repetition rule gives the value at once. On *another* path it is a
transposition, and the value can be looked up. But a value that depends on a cycle through a state above belongs to that
path alone, and is not stored. (Mixing the two up is the graph-history interaction problem, Palay 1983.)

If cycles are draws, a stored value is the state's value with best play, the one that ``label`` finds. If they are lost
or illegal (superko in Go), every value may depend on the whole path, and nothing can be stored. The tree of all paths
is huge even for a tiny game, so there the search is alpha-beta.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.game import MAX, AnyGame, provides
from gametree.textbook.alphabeta import window
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def repeated(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    tracer: Tracer | None = None,
) -> Result:
    """Minimax for games with loops and transpositions. It needs no depth: every path ends or comes back.

    >>> from gametree import load
    >>> repeated(load("tree:example=loop")).value           # both prefer endless play to a loss
    0
    >>> repeated(load("tree:example=shared")).value
    4
    """
    rule = "ignore" if game.repetition == "ignore" and not provides(game, "repeated") else game.repetition
    walk = Walk("repeated", game, position, depth, tracer, endless=rule != "ignore")
    if rule not in ("ignore", "draw") or provides(game, "repeated"):
        return walk.result(*window(walk, walk.depth, -inf, inf))
    table: dict[tuple[State, float], tuple[float, Line]] = {}

    # the third part of a value: the ply of the highest state on the path that it depends on
    def value(s: State, a: int | None, depth: float) -> tuple[float, Line, float]:
        player = walk.enter(s, a)
        if (s, depth) in table:
            v, line = table[s, depth]
            walk.hit(v, "another path has been here")
            return (*walk.leave(v, line), inf)
        if walk.ends(s, depth):
            v, line = walk.leaf(s)
            leans = walk.leans(s)
            return (*walk.leave(v, line), leans)
        v, line, leans = best(s, depth, player)
        if leans >= walk.ply:  # it depends at most on itself: this is its value for every path
            leans = inf
            table[s, depth] = v, line
        return (*walk.leave(v, line), leans)

    def best(s: State, depth: float, player: int) -> tuple[float, Line, float]:
        v, line, leans = -inf if player == MAX else inf, (), inf
        for a, child in walk.children(s):
            v2, rest, on = value(child, a, depth - 1)
            leans = min(leans, on)
            if v2 > v if player == MAX else v2 < v:
                v, line = v2, (a, *rest)
                walk.update(v)
        return v, line, leans

    v, line, _ = value(walk.root, None, walk.depth)
    return walk.result(v, line)
