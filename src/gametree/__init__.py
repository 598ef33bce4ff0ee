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
    from gametree.answering.best import best
    from gametree.textbook import trace
    from gametree.verbs.check import check
    from gametree.verbs.match import match
    from gametree.verbs.measure import measure
    from gametree.verbs.perft import perft
    from gametree.verbs.play import play
    from gametree.verbs.solve import solve

__version__ = "0.1.0"

# A verb is imported when it is first used, so that `import gametree` and `gametree --help` answer at once.
_VERBS = {
    "best": "gametree.answering.best",
    "check": "gametree.verbs.check",
    "match": "gametree.verbs.match",
    "measure": "gametree.verbs.measure",
    "perft": "gametree.verbs.perft",
    "play": "gametree.verbs.play",
    "solve": "gametree.verbs.solve",
    "trace": "gametree.textbook",
}

__all__ = [
    "CHANCE", "MAX", "MIN", "Game", "GameError", "Line", "best", "check", "load", "match", "measure", "perft", "play",
    "solve", "trace",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _VERBS:
        return getattr(import_module(_VERBS[name]), name)
    raise AttributeError(f"module 'gametree' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__", "__version__"]
