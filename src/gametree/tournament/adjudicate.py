"""End games early, if both players have agreed for some moves who wins, or on a draw."""

from __future__ import annotations

from dataclasses import dataclass

from gametree.errors import GameError


@dataclass(frozen=True)
class Draw:
    """A draw, once ``ply`` actions have been played and the values of both players were within ``value`` of even for
    ``count`` moves in a row.

    >>> Draw.read("40,8,0.1")
    Draw(ply=40, count=8, value=0.1)
    """

    ply: int
    count: int
    value: float

    @staticmethod
    def read(text: str) -> Draw:
        """From words: ply, count and value, with commas."""
        ply, count, value = _numbers(text, "draw", "PLY,COUNT,VALUE, e.g. 40,8,0.1", 3)
        return Draw(_whole(ply, "draw: the ply"), _whole(count, "draw: the count", 1), _not_negative(value, "draw"))


@dataclass(frozen=True)
class Resign:
    """A win for one side, once the values of both players have that side ahead by at least ``value`` for ``count``
    moves in a row. The winner must agree too: a player that is wrong about its own position does not lose by it.

    >>> Resign.read("5,3")
    Resign(value=5.0, count=3)
    """

    value: float
    count: int

    @staticmethod
    def read(text: str) -> Resign:
        """From words: value and count, with a comma."""
        value, count = _numbers(text, "resign", "VALUE,COUNT, e.g. 5,3", 2)
        return Resign(_not_negative(value, "resign"), _whole(count, "resign: the count", 1))


class Adjudicator:
    """Listens to the players of one game. Values are Max's, 0 is even, in the units of the game's evaluation; a proven
    win is infinite.

    >>> judge = Adjudicator(None, Resign(5, 2))
    >>> [judge.hear(ply, ply % 2, 6.0) for ply in range(4)]
    [None, None, None, 1.0]
    """

    def __init__(self, draw: Draw | None, resign: Resign | None):
        self.draw, self.resign = draw, resign
        self.even, self.high, self.low = [0, 0], [0, 0], [0, 0]

    def hear(self, ply: int, player: int, value: float | None) -> float | None:
        """A player has moved and given its value; return Max's points if that ends the game."""
        if self.draw:
            _count(self.even, player, value is not None and abs(value) <= self.draw.value)
            if ply >= self.draw.ply and min(self.even) >= self.draw.count:
                return 0.5
        if self.resign:
            _count(self.high, player, value is not None and value >= self.resign.value)
            _count(self.low, player, value is not None and value <= -self.resign.value)
            for streak, points in ((self.high, 1.0), (self.low, 0.0)):
                if min(streak) >= self.resign.count:
                    return points
        return None


def _count(streak: list[int], player: int, holds: bool) -> None:
    streak[player] = streak[player] + 1 if holds else 0


def _numbers(text: str, rule: str, form: str, n: int) -> list[float]:
    try:
        found = [float(word) for word in text.split(",")]
    except ValueError:
        found = []
    if len(found) != n:
        raise GameError(f"{rule}: write {form}, not {text!r}")
    return found


def _whole(number: float, what: str, least: int = 0) -> int:
    if number != int(number) or number < least:
        raise GameError(f"{what} must be a whole number, {least} or more, not {number:g}")
    return int(number)


def _not_negative(value: float, rule: str) -> float:
    if not value >= 0:
        raise GameError(f"{rule}: the value must be 0 or more, not {value:g}")
    return value
