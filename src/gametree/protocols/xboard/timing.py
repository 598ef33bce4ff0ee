"""How long XBoard lets us think: clocks, increments, time per move, a depth, or nodes instead of time."""

from __future__ import annotations

import re

from gametree.engine.clock import GameClock
from gametree.errors import GameError
from gametree.protocols.session import shorten
from gametree.protocols.thinker import Order

LONGEST = 1e9
"""The most seconds: a longer time counts as this."""


class Timing:
    """The clock settings so far.

    >>> timing = Timing()
    >>> timing.level("40 5:30 0"); timing.tell("1000")
    >>> timing.order(played=10).clock
    GameClock(left=10.0, increment=0.0, moves=30)
    >>> timing.fixed("2.5"); timing.to_depth("6")
    >>> order = timing.order(played=10); order.depth, order.seconds, order.clock
    (6, 2.5, None)
    """

    def __init__(self) -> None:
        self.moves, self.increment = 0, 0.0
        self.left: float | None = None
        self.seconds: float | None = None
        self.depth: int | None = None
        self.rate = 0
        """Nodes that count as one second; 0: real seconds."""

    def level(self, words: str) -> None:
        """``MOVES BASE INCREMENT``: the base in minutes, or minutes and seconds."""
        found = re.fullmatch(r"(\d{1,4}) (\d{1,9})(?::(\d{1,9}(?:\.\d+)?))? (\d{1,9}(?:\.\d*)?)", words, re.ASCII)
        if not found:
            raise GameError("write level MOVES MINUTES[:SECONDS] INCREMENT")
        self.moves, self.increment, self.seconds = int(found[1]), float(found[4]), None
        self.left = 60.0 * int(found[2]) + float(found[3] or 0)

    def fixed(self, words: str) -> None:
        """``st``: seconds for each move."""
        self.seconds, self.left = max(_number("st", words), 0.001), None

    def to_depth(self, words: str) -> None:
        """``sd``: a depth, in addition to other limits."""
        self.depth = max(int(_number("sd", words)), 1)

    def by_nodes(self, words: str) -> None:
        """``nps``: nodes take the place of seconds."""
        self.rate = int(_number("nps", words))

    def tell(self, words: str) -> None:
        """``time``: centiseconds that are left on our clock."""
        self.left = max(_number("time", words) / 100, 0.001)

    def order(
        self, played: int, *, endless: bool = False, ponder: bool = False, moves: tuple[int, ...] | None = None
    ) -> Order:
        """The limits for the next move, after ``played`` of our own moves."""
        if endless:
            return Order(endless=True, moves=moves)
        nodes = clock = None
        seconds = self.seconds
        if self.rate and seconds is not None:
            nodes, seconds = max(round(seconds * self.rate), 1), None
        elif seconds is None and self.left is not None:
            to_go = self.moves - played % self.moves if self.moves else None
            clock = GameClock(max(self.left, 0.001), self.increment, to_go)
        order = Order(self.depth, nodes, seconds, clock, ponder=ponder, moves=moves)
        return order if order.limited or ponder else Order(seconds=1.0, moves=moves)


def _number(command: str, words: str) -> float:
    if not re.fullmatch(r"-?\d{1,15}(\.\d{0,9})?", words.strip(), re.ASCII):
        raise GameError(f"{command} must be followed by a number, not {shorten(words)!r}")
    return min(float(words), LONGEST)
