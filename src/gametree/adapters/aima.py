"""A class written for aima-python's ``Game``, as it is.

``actions(state)``, ``result(state, move)``, ``utility(state, player)``, ``terminal_test(state)``, ``to_move(state)``
and the attribute ``initial`` are needed; ``display(state)`` is used where it is. Max is who moves first. The range of
the payoffs is the class's own ``bounds`` where it has them; else -1 to 1, or a wide range where random games pay more.
"""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Any

from gametree.adapters.foreign import Foreign, printed
from gametree.errors import GameError

if TYPE_CHECKING:
    from gametree.adapters.positions import Position

GAMES, PLIES = 20, 300
WIDER = 1000
"""So much wider than the payoffs met are the bounds of a game that does not say its own."""


class AimaGame(Foreign):
    """A game made of an aima-python game."""

    def begin(self, made: Any) -> None:
        """The object, which is asked for everything."""
        if hasattr(made, "chances"):
            raise GameError(f"{type(made).__name__}: aima-python's games of chance are not taken, only those without")
        if not hasattr(made, "initial"):
            raise GameError(f"{type(made).__name__} has no attribute initial: the state in which the game starts")
        super().begin(made)
        self.bounds = getattr(made, "bounds", None) or _range(self)

    @property
    def asked(self) -> Any:
        """The other program's game."""
        return self.start.held

    @classmethod
    def offered(cls, foreign: type) -> dict[str, Any]:
        """What a game has only if the other class has it."""
        shown = getattr(foreign, "display", None)
        return {"text": _text} if shown is not None and not getattr(shown, "only_asked_for", False) else {}

    def initial(self) -> Position:
        return self.at(self.asked.initial)

    def player(self, s: Position) -> int:
        return int(self.asked.to_move(s.held) != self.asked.to_move(self.asked.initial))

    def moves(self, s: Position) -> list[Any]:
        return list(self.asked.actions(s.held))

    def result(self, s: Position, a: int) -> Position:
        return self.at(self.asked.result(s.held, self.move(s, a)))

    def terminal(self, s: Position) -> bool:
        return bool(self.asked.terminal_test(s.held))

    def utility(self, s: Position) -> float:
        value = self.payoff(s)
        low, high = self.bounds
        if not low <= value <= high:
            raise GameError(
                f"{type(self).__name__}: utility is {value:g} in {s}, outside {low:g} to {high:g}: give the class "
                "bounds = (lowest, highest)"
            )
        return value

    def payoff(self, s: Position) -> float:
        """What the end is worth to Max."""
        return self.asked.utility(s.held, self.asked.to_move(self.asked.initial))


def _text(self: AimaGame, s: Position) -> str:
    return printed(lambda: self.asked.display(s.held)) or str(s.held)


def _range(game: AimaGame) -> tuple[float, float]:
    """What the payoffs of random games lie within, by far."""
    dice, most = random.Random(0), 1.0
    for _ in range(GAMES):
        s = game.initial()
        for _ in range(PLIES):
            if game.terminal(s):
                most = max(most, abs(game.payoff(s)))
                break
            s = game.result(s, dice.choice(list(game.actions(s))))
    wide = 1.0 if most == 1 else WIDER * 10 ** math.ceil(math.log10(most))
    return -wide, wide
