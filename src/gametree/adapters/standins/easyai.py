"""What a file of rules for easyAI needs of that package, where it is not installed: the base class; nobody plays."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from gametree.errors import GameError

__all__ = ["AI_Player", "Human_Player", "Negamax", "TwoPlayerGame", "TwoPlayersGame"]


def _asked_for(name: str) -> Any:
    """A method that every game must write itself."""

    def method(self: Any, *_: Any) -> Any:
        raise GameError(f"{type(self).__name__} does not define {name}")

    method.only_asked_for = True  # pyright: ignore[reportFunctionMemberAccess]
    return method


def _absent(name: str) -> GameError:
    return GameError(f"{name} belongs to easyAI, which is not installed: gametree plays the game itself")


class TwoPlayerGame:
    """The base class of games: two players in turn, ``current_player`` being 1 or 2."""

    players: Any
    current_player: int
    possible_moves = _asked_for("possible_moves")
    make_move = _asked_for("make_move")
    is_over = _asked_for("is_over")

    @property
    def opponent_index(self) -> int:
        return 2 if self.current_player == 1 else 1

    @property
    def player(self) -> Any:
        return self.players[self.current_player - 1]

    @property
    def opponent(self) -> Any:
        return self.players[self.opponent_index - 1]

    def switch_player(self) -> None:
        self.current_player = self.opponent_index

    def copy(self) -> Any:
        return deepcopy(self)

    def play(self, *_: Any, **__: Any) -> Any:
        raise _absent("play()")

    def get_move(self) -> Any:
        raise _absent("get_move()")

    def play_move(self, move: Any) -> Any:
        result = self.make_move(move)
        self.switch_player()
        return result


TwoPlayersGame = TwoPlayerGame


class _Idle:
    """A player, or a way to choose moves, that can be made but not used."""

    def __init__(self, *given: Any, **options: Any):
        self.name = options.get("name", type(self).__name__)

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise _absent(type(self).__name__)

    def ask_move(self, game: Any) -> Any:
        raise _absent(type(self).__name__)


class Human_Player(_Idle):  # noqa: N801
    """Somebody at the keyboard."""


class AI_Player(_Idle):  # noqa: N801
    """A program."""


class Negamax(_Idle):
    """How the program chooses its moves."""


_OTHERS = (
    "NonRecursiveNegamax", "SSS", "DUAL", "mtd", "TT", "TranspositionTable", "DictTranspositionTable", "id_solve",
    "df_solve", "HashTranspositionTable", "solve_with_depth_first_search", "solve_with_iterative_deepening",
)  # fmt: skip


def __getattr__(name: str) -> Any:  # what else a file may import
    if name not in _OTHERS:
        raise AttributeError(f"module 'easyAI' has no attribute {name!r}")
    return type(name, (_Idle,), {})
