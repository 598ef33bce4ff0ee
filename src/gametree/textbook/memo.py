"""Memoised alpha-beta: what was worked out for a state once is looked up when another path comes to it.

As the course text prints it, the value that alpha-beta returns is stored and later returned as the state's value. But a
value that was cut off by a window is only a bound, and under another window the bound is wrong. The sound form stores
with it what it is: exact, at least, or at most (as in Russell & Norvig's notes on transposition tables).

Values that depend on the path cannot be shared like this: where the game's repetition rule applies, see ``repeated``.
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
def memo(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    printed: bool = False,
    ordering: str = "given",
    tracer: Tracer | None = None,
) -> Result:
    """Alpha-beta with a table of the states seen.

    >>> from gametree import load
    >>> from gametree.textbook import trace
    >>> [trace("tictactoe", algorithm=a).visited for a in ("alphabeta", "memo")]
    [18297, 4866]

    ``printed`` is the form with the flaw. S is first reached where Min can hold Max to 2 already: after its first leaf,
    3, the rest of it does not matter, and the printed form takes 3 for its value. The second path wants to know better.

    >>> first = {"min": [2, {"name": "S", "max": [3, 9]}]}
    >>> game = load("tree", tree={"max": [first, {"min": [{"goto": "S"}, 8]}]})
    >>> memo(game).value, memo(game, printed=True).value
    (8, 3)
    """
    walk = Walk("memo", game, position, depth, tracer, ordering=ordering, pathless=True)
    table: dict[tuple[State, float], tuple[float, str, Line]] = {}

    def value(s: State, a: int | None, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        player = walk.enter(s, a, alpha, beta)
        if (s, depth) in table:
            v, kind, line = table[s, depth]
            if printed or kind == "exact" or (kind == "at least" and v >= beta) or (kind == "at most" and v <= alpha):
                walk.hit(v, "in the table" if printed else f"in the table: {kind} this")
                return walk.leave(v, line)
        v, line = max_value(s, depth, alpha, beta) if player == MAX else min_value(s, depth, alpha, beta)
        kind = "at most" if v <= alpha else "at least" if v >= beta else "exact"
        table[s, depth] = v, kind, line
        return walk.leave(v, line)

    def max_value(s: State, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        if walk.ends(s, depth):
            return walk.leaf(s)
        v, line = -inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a, depth - 1, alpha, beta)
            if v2 > v:
                v, line = v2, (a, *rest)
            if v >= beta:
                walk.cut(v, beta)
                return v, line
            if v > alpha:
                alpha = v
                walk.update(v, alpha, beta)
        return v, line

    def min_value(s: State, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        if walk.ends(s, depth):
            return walk.leaf(s)
        v, line = inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a, depth - 1, alpha, beta)
            if v2 < v:
                v, line = v2, (a, *rest)
            if v <= alpha:
                walk.cut(v, alpha)
                return v, line
            if v < beta:
                beta = v
                walk.update(v, alpha, beta)
        return v, line

    return walk.result(*value(walk.root, None, walk.depth, -inf, inf))
