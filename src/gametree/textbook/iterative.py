"""Iterative deepening: search to depth 1, 2, 3, …, and have an answer whenever the time is up.

The shallow searches cost little beside the last one, and each leaves the next its best line, to be tried first.
"""

from __future__ import annotations

from itertools import count
from math import inf
from typing import TYPE_CHECKING, Any

from gametree.textbook.alphabeta import window
from gametree.textbook.support.deep import deep
from gametree.textbook.support.tracing import Stopped, Tracer
from gametree.textbook.support.walk import Line, Result, Walk

if TYPE_CHECKING:
    from gametree.game import AnyGame


@deep
def iterative(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    ordering: str = "given",
    tracer: Tracer | None = None,
) -> Result:
    """Alpha-beta to depth 1, 2, …, until the given depth, the end of the tree, the highest or lowest payoff, or the
    time limit.

    >>> from gametree import load
    >>> iterative(load("tictactoe"), depth=4).note
    'depth 1: 4, depth 2: 1, depth 3: 5, depth 4: 0'
    """
    walk = Walk("iterative", game, position, depth, tracer, ordering=ordering, limited=True)
    answers: list[tuple[float, Line]] = []
    exhausted = False
    for d in count(1) if depth is None else range(min(1, depth), depth + 1):
        walk.announce(f"depth {d}")
        walk.horizon = 0
        try:
            v, line = window(walk, d, -inf, inf)
        except Stopped:
            if not answers:
                raise
            break
        answers.append((v, line))
        exhausted = walk.horizon == 0
        if exhausted or walk.settled(v):
            break
        remember(walk, line)
    v, line = answers[-1]
    walk.horizon = 0 if exhausted else 1
    first = 1 if depth != 0 else 0
    note = ", ".join(f"depth {d}: {walk.scale.show(v)}" for d, (v, _) in enumerate(answers, first))
    return walk.result(v, line, depth=len(answers) - 1 + first, note=note)


def remember(walk: Walk, line: Line) -> None:
    """Try the moves of this line first in the next search."""
    s = walk.root
    for a in line:
        walk.hints[s] = a
        s = walk.game.result(s, a)
