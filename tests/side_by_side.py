"""A game as its author wrote it beside the form that searches take: random games, compared at every position."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import prepare, state_of, words_of
from gametree.compile.frontend.front import front_of
from gametree.compile.frontend.interned import frozen
from gametree.compile.frontend.runtime import OutgrownError
from gametree.engine.examine import COUNT, DRAWN, FIRST, PLAYER, ROOM, TERMINAL, VALUE, examine, follow, payoff_number
from gametree.game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

PLIES = 200


class Rewritten:
    """The form that searches take, run by Python."""

    def __init__(self, game: AnyGame):
        self.game, self.front = game, front_of(game)

    def packed(self, s: Any) -> Any:
        return s if self.front is None else self.front.packed(s)

    def unpacked(self, s: Any) -> Any:
        return s if self.front is None else self.front.unpacked(s)

    def number(self, a: Any) -> int:
        return int(a) if self.front is None else self.front.number(a)

    def answers(self, s: Any) -> dict[str, Any]:
        """What the methods say of a packed state."""
        game, over = self.game, bool(self.game.terminal(s))
        player = int(game.player(s))
        moves = [] if over or player == CHANCE else [int(a) for a in game.actions(s)]
        return {
            "terminal": over, "player": player, "drawn": bool(game.drawn(s)), "actions": moves,
            "value": float(payoff_number(game.utility(s) if over else game.evaluate(s))),
        }  # fmt: skip

    def result(self, s: Any, a: int) -> tuple[int, ...]:
        return tuple(self.game.result(s, a))


class Compiled(Rewritten):
    """The same, compiled. NotCompiledError where that cannot be."""

    def __init__(self, game: AnyGame):
        super().__init__(game)
        self.room = np.zeros(ROOM)
        words = words_of(game.initial())
        self.examine, self.follow = (prepare(kernel, game, words, 0, quiet=True) for kernel in (examine, follow))

    def answers(self, s: Any) -> dict[str, Any]:
        self.examine(self.game, words_of(s), self.room.ctypes.data)
        found = self.room.tolist()
        count = int(found[COUNT])
        assert count <= ROOM - FIRST
        return {
            "terminal": bool(found[TERMINAL]), "player": int(found[PLAYER]), "drawn": bool(found[DRAWN]),
            "actions": [int(a) for a in found[FIRST : FIRST + count]], "value": found[VALUE],
        }  # fmt: skip

    def result(self, s: Any, a: int) -> tuple[int, ...]:
        return tuple(state_of(self.game, self.follow(self.game, words_of(s), a)))


def compared(game: AnyGame, form: Callable[[], Rewritten], positions: int, seed: int = 0) -> int:
    """Play random games of at least so many positions and compare all that the rules say: AssertionError tells the
    first difference. Where a value has no room, ``form`` is made again, with more; how often is the answer."""
    dice, side, again = random.Random(seed), form(), 0
    while positions > 0:
        s = game.initial()
        for _ in range(PLIES):
            positions -= 1
            try:
                moves = _position(game, side, s)
                if not moves:
                    break
                a = dice.choice(moves)
                then = game.result(s, a)
                told = side.result(side.packed(s), side.number(a))
                assert told == tuple(side.packed(then)), f"result of {a!r} is {told}, in Python {then!r}, in {s!r}"
            except OutgrownError:
                again += 1
                assert again < 5, "a value has no room, however often the packed form is made again"
                side = form()
                continue
            s = then
    return again


def _position(game: AnyGame, side: Rewritten, s: Any) -> list[Any]:
    """Compare what is said of one position; the moves there."""
    packed = side.packed(s)
    assert _same(side.unpacked(packed), s), f"packed and unpacked, {s!r} is {side.unpacked(packed)!r}"
    told, over, player = side.answers(packed), bool(game.terminal(s)), int(game.player(s))
    value = float(payoff_number(game.utility(s) if over else game.evaluate(s)))
    actions = [] if over or player == CHANCE else game.actions(s)
    moves = list(actions)
    said = {
        "terminal": over, "player": player, "drawn": bool(game.drawn(s)),
        "actions": [side.number(a) for a in moves], "value": value,
    }  # fmt: skip
    if isinstance(actions, set | frozenset | dict):  # of a set nobody chooses the order
        told["actions"].sort()
        said["actions"].sort()
    if math.isclose(told["value"], value, rel_tol=1e-9, abs_tol=1e-12):
        told["value"] = value
    assert told == said, f"in {s!r}"
    return [a for a, _ in game.chances(s)] if player == CHANCE and not over else moves


def _same(one: Any, other: Any) -> bool:
    """Are these the same values, of the same kinds? An object is its attributes."""
    return frozen(one) == frozen(other)
