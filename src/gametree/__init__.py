"""gametree: write a game's rules once, in plain Python; it plays, analyses, solves, teaches and draws the game.

>>> import gametree
>>> game = gametree.load("tictactoe")
>>> gametree.perft(game, depth=5).nodes
15120
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load
from gametree.errors import GameError
from gametree.game import CHANCE, MAX, MIN, Game, Line

if TYPE_CHECKING:
    from gametree.analysis import Analysis
    from gametree.answering.best import best
    from gametree.answering.many import best_many
    from gametree.engine.driver import Limits
    from gametree.engine.engine import Engine
    from gametree.features import Scored, Weighted
    from gametree.mixins import Expert, Notated, Numbered, Shown, Theory, Tuned
    from gametree.solving.database import Database
    from gametree.solving.solution import Solution
    from gametree.textbook import Trace, trace
    from gametree.tournament.result import MatchResult
    from gametree.verbs.check import check
    from gametree.verbs.learn import learn
    from gametree.verbs.match import match
    from gametree.verbs.measure import measure
    from gametree.verbs.perft import perft
    from gametree.verbs.play import play
    from gametree.verbs.playouts import playouts
    from gametree.verbs.solve import solve

__version__ = "0.1.0"

# These are imported when they are first used, so that `import gametree` and `gametree --help` answer at once.
_LATER = {
    "Analysis": "gametree.analysis",
    "Database": "gametree.solving.database",
    "Engine": "gametree.engine.engine",
    "Expert": "gametree.mixins",
    "Limits": "gametree.engine.driver",
    "MatchResult": "gametree.tournament.result",
    "Notated": "gametree.mixins",
    "Numbered": "gametree.mixins",
    "Scored": "gametree.features",
    "Shown": "gametree.mixins",
    "Solution": "gametree.solving.solution",
    "Theory": "gametree.mixins",
    "Trace": "gametree.textbook",
    "Tuned": "gametree.mixins",
    "Weighted": "gametree.features",
    "best": "gametree.answering.best",
    "best_many": "gametree.answering.many",
    "check": "gametree.verbs.check",
    "learn": "gametree.verbs.learn",
    "match": "gametree.verbs.match",
    "measure": "gametree.verbs.measure",
    "perft": "gametree.verbs.perft",
    "play": "gametree.verbs.play",
    "playouts": "gametree.verbs.playouts",
    "solve": "gametree.verbs.solve",
    "trace": "gametree.textbook",
}

__all__ = [
    "CHANCE", "MAX", "MIN", "Analysis", "Database", "Engine", "Expert", "Game", "GameError", "Limits", "Line",
    "MatchResult", "Notated", "Numbered", "Scored", "Shown", "Solution", "Theory", "Trace", "Tuned", "Weighted", "best",
    "best_many", "check", "learn", "load", "match", "measure", "perft", "play", "playouts", "solve", "trace",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'gametree' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__", "__version__"]
