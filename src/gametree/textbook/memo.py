"""Memoised alpha-beta: a result for a state is looked up when another path leads to it.

As a book's chapter prints it (Algorithms 30 and 31), whatever alpha-beta returns is stored under the state alone, and
later returned as its value. That is wrong twice. A value that was cut off by a window is only a bound, and under
another window the bound is wrong. And a value that was found close to the horizon is an estimate, which another path,
on which there is more depth left, takes for the result of a search. The sound form stores the value with what it is,
exact, at least, or at most (as in Russell & Norvig's notes on transposition tables), and under the state and the depth
left.

Values that depend on the path cannot be shared like this: where the game's repetition rule applies, see ``repeated``.
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

    ``printed`` is the form with the flaws. In One-Heap Nim (six stones, take one to three) Max wins by taking two.
    Three moves deep the printed form does not see it. When the moves 1 and 2 have left Max three stones, Min has −2
    elsewhere already (an estimate): the search of the three stones is cut off after its first child, and −2 is stored
    for them. When the moves 2 and 1 leave the same three stones, which Max takes at once and wins, they are worth −2 by
    the table.

    >>> nim = load("nim:heaps=6,limit=3")
    >>> sound, wrong = memo(nim, depth=3), memo(nim, depth=3, printed=True)
    >>> sound.value, sound.action, sound.proven
    (1, 2, True)
    >>> wrong.value, wrong.action, wrong.proven
    (-2, 1, False)
    """
    walk = Walk("memo", game, position, depth, tracer, ordering=ordering, pathless=True, printed=printed)
    return walk.result(*(as_printed(walk) if printed else with_bounds(walk)))


def with_bounds(walk: Walk) -> tuple[float, Line]:
    """The sound form: the value of the walk's root, and the line that leads to it."""
    table: dict[tuple[State, float], tuple[float, str, Line]] = {}

    def value(s: State, a: int | None, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        player = walk.enter(s, a, alpha, beta)
        if (s, depth) in table:
            v, kind, line = table[s, depth]
            if kind == "exact" or (kind == "at least" and v >= beta) or (kind == "at most" and v <= alpha):
                walk.hit(v, f"in the table: {kind} this")
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
                walk.update(v, alpha, beta)
            if v >= beta:
                walk.cut(v, beta)
                return v, line
            alpha = max(alpha, v)
        return v, line

    def min_value(s: State, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        if walk.ends(s, depth):
            return walk.leaf(s)
        v, line = inf, ()
        for a, child in walk.children(s):
            v2, rest = value(child, a, depth - 1, alpha, beta)
            if v2 < v:
                v, line = v2, (a, *rest)
                walk.update(v, alpha, beta)
            if v <= alpha:
                walk.cut(v, alpha)
                return v, line
            beta = min(beta, v)
        return v, line

    return value(walk.root, None, walk.depth, -inf, inf)


def as_printed(walk: Walk) -> tuple[float, Line]:
    """The form with the flaws, line by line; only the line of moves and the record are added.

    MINSCORE and MAXSCORE, with which α and β begin, are the lowest and the highest payoff of the game.
    """
    minscore, maxscore = (walk.scale.payoff(tidy(bound)) for bound in walk.game.bounds)
    history: dict[State, tuple[float, Line]] = {}

    def memoized(s: State, a: int | None, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        """Algorithm 31."""
        player = walk.enter(s, a, alpha, beta)
        if s in history:
            score, line = history[s]
            walk.hit(score, "in the table")
            return walk.leave(score, line)
        score, line, found = subsidiary(s, player, depth, alpha, beta)
        history[s] = score, line
        return walk.leave(score, line, found)

    def subsidiary(s: State, player: int, depth: float, alpha: float, beta: float) -> tuple[float, Line, float]:
        """Algorithm 30: the score, the line, and the best that the children gave."""
        if walk.ends(s, depth):
            score, line = walk.leaf(s)
            return score, line, score
        if player == MAX:
            found, line = -inf, ()
            for a, child in walk.children(s):
                mm, rest = memoized(child, a, depth - 1, alpha, beta)
                if mm > found:
                    found, line = mm, (a, *rest)
                    walk.update(mm, alpha, beta)
                alpha = max(alpha, mm)
                if alpha >= beta:
                    walk.cut(alpha, beta)
                    return beta, line, found
            return alpha, line, found
        found, line = inf, ()
        for a, child in walk.children(s):
            mm, rest = memoized(child, a, depth - 1, alpha, beta)
            if mm < found:
                found, line = mm, (a, *rest)
                walk.update(mm, alpha, beta)
            beta = min(beta, mm)
            if alpha >= beta:
                walk.cut(beta, alpha)
                return alpha, line, found
        return beta, line, found

    return memoized(walk.root, None, walk.depth, minscore, maxscore)
