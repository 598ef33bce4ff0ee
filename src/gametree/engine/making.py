"""The engine of an algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.engine.driver import DRIVERS
from gametree.engine.engine import Engine

if TYPE_CHECKING:
    from gametree.game import AnyGame


def make_engine(game: AnyGame, algorithm: str, **settings: Any) -> Engine:
    """The engine that runs an algorithm: the one for two players without chance, the one for all other games, or
    that of Monte-Carlo tree search.

    >>> from gametree import load
    >>> type(make_engine(load("connect4"), "pvs")).__name__, type(make_engine(load("backgammon"), "star2")).__name__
    ('Engine', 'ExpectationEngine')
    """
    if algorithm in DRIVERS:
        return Engine(game, algorithm, **settings)
    if algorithm == "mcts":
        from gametree.engine.mcts.engine import MctsEngine

        return MctsEngine(game, **settings)
    from gametree.engine.expectation import ExpectationEngine

    return ExpectationEngine(game, algorithm, **settings)
