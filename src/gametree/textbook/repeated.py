"""Repeated states, told apart: met again on the same path, or on another path.

On the *same* path the game has gone round in a circle: the game's repetition rule says what that is worth, there and
then. On *another* path it is the same question again (a transposition), and the answer can be looked up, unless that
answer leaned on a circle through a state above: it belongs to that path alone, and is not stored. (Mixing the two up is
the graph-history interaction problem, Palay 1983.)

Where circles are draws, a stored value is the state's value with best play for ever, the one that ``label`` finds.
Where they are lost or illegal (superko in Go), every value may depend on the whole path, and nothing can be stored. The
tree of all paths is huge even for a tiny game, so that there the search is alpha-beta.
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
    >>> repeated(load("tree:example=loop")).value           # each would rather go round than lose
    0
    >>> repeated(load("tree:example=shared")).value
    4
    """
    rule = "ignore" if game.repetition == "ignore" and not provides(game, "repeated") else game.repetition
    walk = Walk("repeated", game, position, depth, tracer, endless=rule != "ignore")
    if rule not in ("ignore", "draw") or provides(game, "repeated"):
        return walk.result(*window(walk, walk.depth, -inf, inf))
    table: dict[tuple[State, float], tuple[float, Line]] = {}

    # the third answer of a value: the ply of the highest state on the path that it leans on
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
        if leans >= walk.ply:  # on itself at most: whatever the path, this is its value
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
