"""A class written for easyAI, as it is.

``possible_moves``, ``make_move`` and ``is_over`` are needed; ``scoring``, ``win``, ``lose`` and ``show`` are used where
they are. In easyAI all of them speak of the player whose turn it is. Here every value is the first player's: at the end
``lose`` and ``win`` count, else the sign of ``scoring``; before the end ``scoring`` is the estimate.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from gametree.adapters.foreign import Foreign, printed

if TYPE_CHECKING:
    from gametree.adapters.positions import Position


class Seat:
    """A player of a game that is only looked at: the game may keep there what belongs to the player."""

    def __init__(self, name: str):
        self.name = name


class EasyAIGame(Foreign):
    """A game made of an easyAI game. Each position is a copy of it, after its moves."""

    @classmethod
    def make(cls, *given: Any, **parameters: Any) -> Any:
        return cls.foreign([Seat("first"), Seat("second")], *given, **parameters)

    def begin(self, made: Any) -> None:
        """A copy, whose players only sit there; what the game keeps with its players is kept."""
        start = copy.copy(made)
        start.players = [Seat("first"), Seat("second")]
        for seat, player in zip(start.players, made.players, strict=True):
            kept: dict[str, Any] = {**vars(player), **vars(seat)}
            vars(seat).update({key: value for key, value in kept.items() if key not in ("AI_algo", "move")})
        super().begin(copy.deepcopy(start))

    def initial(self) -> Position:
        return self.start

    @classmethod
    def offered(cls, foreign: type) -> dict[str, Any]:
        """What a game has only if the easyAI class has it."""
        found: dict[str, Any] = {}
        if callable(getattr(foreign, "scoring", None)):
            found["evaluate"] = _evaluate
        if callable(getattr(foreign, "show", None)):
            found["text"] = _text
        return found

    def player(self, s: Position) -> int:
        return s.held.current_player - 1

    def moves(self, s: Position) -> list[Any]:
        return list(s.held.possible_moves())

    def result(self, s: Position, a: int) -> Position:
        child = copy.deepcopy(s.held)
        child.make_move(self.move(s, a))
        child.switch_player()
        return self.at(child)

    def terminal(self, s: Position) -> bool:
        return bool(s.held.is_over())

    def utility(self, s: Position) -> int:
        game = s.held
        lost, won = getattr(game, "lose", None), getattr(game, "win", None)
        if lost is not None and lost():
            value = -1
        elif won is not None and won():
            value = 1
        elif lost is None and won is None and hasattr(game, "scoring"):
            score = game.scoring()
            value = int(score > 0) - int(score < 0)
        else:
            value = 0
        return value if self.player(s) == 0 else -value


def _evaluate(self: EasyAIGame, s: Position) -> float:
    score = s.held.scoring()
    return score if self.player(s) == 0 else -score


def _text(self: EasyAIGame, s: Position) -> str:
    return printed(s.held.show)
