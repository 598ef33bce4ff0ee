"""MTD(f): the value by a series of questions "is it at least this?", with a memory (Plaat et al. 1996).

Each question is an alpha-beta search with an empty window, which cuts off most. Its answer is a bound of the value, and
the next question begins there, until the bounds meet. What is known of each node is kept in between, or the same nodes
would be searched again and again.

The first question is a guess. Begun with +∞ the questions come from above, and the leaves that are looked at are those
of SSS*, in the same order; begun with −∞ they are those of DUAL*. So a best-first search is a depth-first search with a
memory, and needs no sorted list.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import TYPE_CHECKING, Any

from gametree.game import MAX, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def mtdf(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    guess: float | None = None,
    ordering: str = "given",
    tracer: Tracer | None = None,
) -> Result:
    """MTD(f). Without a guess, the evaluation of the position is the first question; ``guess`` may be infinite.

    >>> from gametree import load
    >>> game = load("tree:example=textbook")
    >>> [(mtdf(game, guess=g).value, mtdf(game, guess=g).note) for g in (3, float("inf"))]
    [(3, '2 questions'), (3, '4 questions')]
    """
    walk = Walk("mtdf", game, position, depth, tracer, ordering=ordering)
    known: dict[Line, tuple[float, float]] = {}  # by the moves from the root: the value is at least, and at most, this
    lines: dict[Line, Line] = {}

    def value(s: State, path: Line, depth: float, least: float) -> float:
        """A bound of a state's value: a lower one if it is at least ``least``, else an upper one."""
        below = nextafter(least, -inf) if least < inf else least  # the window between them is empty
        player = walk.enter(s, path[-1] if path else None, below, least)
        low, high = known.get(path, (-inf, inf))
        if low >= least or high < least:
            bound = low if low >= least else high
            walk.hit(bound, "known: at least this" if low >= least else "known: at most this")
            return walk.leave(bound)[0]
        if walk.ends(s, depth):
            bound = walk.leave(*walk.leaf(s))[0]
            known[path] = bound, bound
            return bound
        v = -inf if player == MAX else inf
        for a, child in walk.children(s):
            found = value(child, (*path, a), depth - 1, least)
            if (found > v) if player == MAX else (found < v):
                v, lines[path] = found, (a, *lines.get((*path, a), ()))
                walk.update(v)
            if (v >= least) if player == MAX else (v < least):
                walk.cut(v, least, f"the question is answered: {'yes' if player == MAX else 'no'}")
                break
        known[path] = (max(v, low), high) if v >= least else (low, min(v, high))
        return walk.leave(v)[0]

    low, high, questions = -inf, inf, 0
    v: float = walk.estimate(walk.root) if guess is None else guess
    line: Line = ()
    while low < high:
        least = v if v > low else nextafter(v, inf)  # once it is known to be at least v: is it more?
        walk.announce(f"is the value {'more than' if v == low else 'at least'} {walk.scale.show(v)}?")
        v = value(walk.root, (), walk.depth, least)
        questions += 1
        if v >= least:
            low, line = v, lines.get((), ())
        else:
            high = v
            line = line or lines.get((), ())
    return walk.result(v, line, note=f"{questions} question{'s' if questions > 1 else ''}")
