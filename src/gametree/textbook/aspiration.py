"""Aspiration: a narrow window around a guess; if the value falls outside, search again with that side open.

A narrow window prunes more. If the guess is wrong, the search is repeated.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.textbook.alphabeta import window
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Result, Walk

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.textbook.support.tracing import Tracer


@deep
def aspiration(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    guess: float | None = None,
    delta: float = 1.0,
    ordering: str = "given",
    tracer: Tracer | None = None,
) -> Result:
    """Alpha-beta with the window (guess − delta, guess + delta), opened where the value falls outside.

    Without a guess, the evaluation of the position is used.

    >>> from gametree import load
    >>> result = aspiration(load("tree:example=textbook"), guess=9)
    >>> result.value, result.note
    (3, 'failed low: searched again, open below')
    """
    if not delta > 0:
        raise GameError(f"delta must be more than 0, not {delta}")
    walk = Walk("aspiration", game, position, depth, tracer, ordering=ordering)
    centre: float = walk.estimate(walk.root) if guess is None else guess
    alpha, beta = centre - delta, centre + delta
    walk.announce("the window around the guess")
    v, line = window(walk, walk.depth, alpha, beta)
    if v <= alpha:
        walk.announce(note := "failed low: searched again, open below")
        v, line = window(walk, walk.depth, -inf, beta)
    elif v >= beta:
        walk.announce(note := "failed high: searched again, open above")
        v, line = window(walk, walk.depth, alpha, inf)
    else:
        note = "the guess was good"
    return walk.result(v, line, note=note)
