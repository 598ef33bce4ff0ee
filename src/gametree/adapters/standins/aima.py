"""What a file of rules for aima-python needs of its ``games.py``, where that is not beside it."""

from __future__ import annotations

import random
from collections import namedtuple
from typing import Any

from gametree.errors import GameError

__all__ = ["Game", "GameState", "infinity", "namedtuple", "random"]

infinity = float("inf")
GameState = namedtuple("GameState", "to_move, utility, board, moves")  # pyright: ignore[reportUntypedNamedTuple]


def _asked_for(name: str) -> Any:
    """A method that every game must write itself."""

    def method(self: Any, *_: Any) -> Any:
        raise GameError(f"{type(self).__name__} does not define {name}")

    method.only_asked_for = True  # pyright: ignore[reportFunctionMemberAccess]
    return method


class Game:
    """The base class of games, with states that know who is to move."""

    initial: Any
    actions = _asked_for("actions")
    result = _asked_for("result")
    utility = _asked_for("utility")

    def terminal_test(self, state: Any) -> bool:
        return not self.actions(state)

    def to_move(self, state: Any) -> Any:
        return state.to_move

    def display(self, state: Any) -> None:
        print(state)

    def play_game(self, *players: Any) -> Any:
        raise GameError("play_game() is aima-python's, which is not beside this file: gametree plays the game itself")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"
