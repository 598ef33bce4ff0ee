"""Alpha-beta with chance nodes: a window for the average is not a window for the outcomes.

As a book's chapter prints it (Algorithm 29), α and β are passed through a chance node unchanged. For an outcome outside
the window the search then returns a bound of the window, which is averaged as if it were the value. The sound way
(Ballard 1983, Star1) uses the bounds of the payoff: with the outcomes so far known, and the others at their best or
worst, it computes which values of *this* outcome still let the average lie in the window.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, MAX, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.walk import Line, Result, State, Walk, one_of

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def alphabeta_chance(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    chance: str = "star1",
    printed: bool = False,
    ordering: str = "given",
    tracer: Tracer | None = None,
) -> Result:
    """Alpha-beta for games with dice.

    ``chance``: ``star1`` prunes at chance nodes by the bounds of the payoff; ``open`` lets every outcome begin with an
    open window, and prunes between chance nodes only. ``printed`` is the form with the flaw: Max has 3 on the left, and
    of the outcomes on the right, truly worth 0 and 8, the first is cut off after the 2: α, which is 3, is returned for
    it, and averaged with the 8.

    >>> from gametree import load
    >>> right = {"chance": [[0.5, [2, 0]], [0.5, [8, 9]]]}
    >>> game = load("tree", tree=[[3, 3], right])
    >>> alphabeta_chance(game).value, alphabeta_chance(game, printed=True).value
    (4, 5.5)
    """
    one_of("chance", chance, "star1", "open")
    walk = Walk("alphabeta_chance", game, position, depth, tracer, ordering=ordering, printed=printed)
    if printed:
        return walk.result(*as_printed(walk))
    low, high = (tidy(bound) for bound in game.bounds)
    if chance == "star1" and not walk.scale.relative:
        walk.limits = low, high

    def value(s: State, a: int | None, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        player = walk.enter(s, a, alpha, beta)
        if walk.ends(s, depth):
            return walk.leave(*walk.leaf(s))
        if player == CHANCE:
            return walk.leave(star1(s, depth, alpha, beta) if chance == "star1" else average(s, depth))
        best = max_value(s, depth, alpha, beta) if player == MAX else min_value(s, depth, alpha, beta)
        return walk.leave(*best)

    def max_value(s: State, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
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

    def average(s: State, depth: float) -> float:
        total = 0
        for p, a, child in walk.outcomes(s):
            total += p * value(child, a, depth - 1, -inf, inf)[0]
        return total

    def star1(s: State, depth: float, alpha: float, beta: float) -> float:
        known, rest = 0, 1  # the sum of what is known, and the probability of what is not
        for p, a, child in walk.outcomes(s):
            rest -= p
            lowest = (alpha - known - rest * high) / p  # less than this, and the average cannot exceed alpha
            highest = (beta - known - rest * low) / p  # more than this, and the average cannot stay below beta
            v, _ = value(child, a, depth - 1, max(low, lowest), min(high, highest))
            known += p * v
            if v >= highest:
                walk.cut(known + rest * low, beta, "even if the other outcomes are as low as can be")
                return known + rest * low
            if v <= lowest:
                walk.cut(known + rest * high, alpha, "even if the other outcomes are as high as can be")
                return known + rest * high
        return known

    return walk.result(*value(walk.root, None, walk.depth, -inf, inf))


def as_printed(walk: Walk) -> tuple[float, Line]:
    """The form with the flaw, line by line; only the line of moves and the record are added.

    MINSCORE and MAXSCORE, with which α and β begin, are the lowest and the highest payoff of the game.
    """
    minscore, maxscore = (walk.scale.payoff(tidy(bound)) for bound in walk.game.bounds)

    def value(s: State, a: int | None, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        player = walk.enter(s, a, alpha, beta)
        if walk.ends(s, depth):
            return walk.leave(*walk.leaf(s))
        if player == CHANCE:
            averagescore = 0
            for p, outcome, child in walk.outcomes(s):
                averagescore += p * value(child, outcome, depth - 1, alpha, beta)[0]
            return walk.leave(averagescore)
        score, line, found = choice(s, player, depth, alpha, beta)
        return walk.leave(score, line, found)

    def choice(s: State, player: int, depth: float, alpha: float, beta: float) -> tuple[float, Line, float]:
        """A player's node: the score, the line, and the best that the children gave."""
        if player == MAX:
            found, line = -inf, ()
            for a, child in walk.children(s):
                mm, rest = value(child, a, depth - 1, alpha, beta)
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
            mm, rest = value(child, a, depth - 1, alpha, beta)
            if mm < found:
                found, line = mm, (a, *rest)
                walk.update(mm, alpha, beta)
            beta = min(beta, mm)
            if alpha >= beta:
                walk.cut(beta, alpha)
                return alpha, line, found
        return beta, line, found

    return value(walk.root, None, walk.depth, minscore, maxscore)
