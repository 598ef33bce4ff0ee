"""One game of the catalogue, several classes: how a parameter chooses the class.

``Chess(variant="atomic")`` makes an ``Atomic``, and ``Checkers(endgame=4)`` a ``CheckersEndgame``. The game that people
name is the head of a family: it inherits from ``Family`` and says in ``member`` which class its parameters ask for. The
members are subclasses of the head. One that is made by its own name stays what it is. (Only a ``Tree`` takes its class
in ``__init__``: what its parameters ask for is known when the tree is read.)

>>> from gametree.games.chess import Chess
>>> type(Chess(variant="atomic")).__name__, type(Chess()).__name__
('Atomic', 'Chess')
"""

from __future__ import annotations

import inspect
from typing import Any, TypeVar

from gametree.game import Game

S = TypeVar("S")


class Family(Game[S]):
    """The head of a family of games."""

    def __new__(cls, *given: Any, **named: Any) -> Any:
        """A game of the class that the parameters choose; ``__init__`` then gets the same parameters."""
        if "member" not in vars(cls):
            return object.__new__(cls)
        chosen = inspect.signature(cls).bind_partial(*given, **named)
        chosen.apply_defaults()
        return object.__new__(cls.member(**chosen.arguments))

    def __init_subclass__(cls, **more: Any) -> None:
        """Let people and ``gametree games`` see the parameters of ``__init__``, not those of ``__new__``."""
        super().__init_subclass__(**more)
        whole = inspect.signature(cls.__init__)
        cls.__signature__ = whole.replace(parameters=list(whole.parameters.values())[1:])

    @classmethod
    def member(cls, **parameters: Any) -> type[Game[S]]:
        """The class for these parameters, which are all there, by name: the head itself or a subclass."""
        return cls
