"""Time controls: time for the whole game with an increment, or time for each move."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gametree.engine.clock import GameClock
from gametree.errors import GameError


@dataclass(frozen=True)
class Clock:
    """The clock of the player to move, in seconds."""

    left: float
    increment: float = 0.0
    """Added after each move."""
    each: bool = False
    """Is the time for this one move only?"""


@dataclass(frozen=True)
class Control:
    """A time control: ``10+0.1`` is ten seconds for the game and a tenth more after each move, ``10`` is ten seconds
    without increment, ``0.5/move`` is half a second for each move. A player who takes longer loses.

    >>> Control.read("10+0.1")
    Control(base=10.0, increment=0.1, each=False)
    >>> str(Control.read("0.5/move"))
    '0.5/move'
    """

    base: float
    increment: float = 0.0
    each: bool = False

    @staticmethod
    def read(text: str) -> Control:
        """From words."""
        number = r"(\d+\.?\d*|\.\d+)"
        if found := re.fullmatch(rf"{number}/move", text):
            control = Control(float(found[1]), each=True)
        elif found := re.fullmatch(rf"{number}(?:\+{number})?", text):
            control = Control(float(found[1]), float(found[2] or 0))
        else:
            raise GameError(f"not a clock: {text!r}; write 10+0.1 (seconds and increment), 10 or 0.5/move")
        if not control.base > 0:
            raise GameError(f"a clock needs more than 0 seconds: {text}")
        return control

    def __str__(self) -> str:
        if self.each:
            return f"{self.base:g}/move"
        return f"{self.base:g}+{self.increment:g}" if self.increment else f"{self.base:g}"

    def start(self) -> Clock:
        """The clock of a player before the first move."""
        return Clock(self.base, self.increment, self.each)

    def press(self, clock: Clock, seconds: float) -> Clock | None:
        """The clock after a move of ``seconds``; None if the flag has fallen.

        >>> control = Control(10, 0.5)
        >>> control.press(control.start(), 2.0)
        Clock(left=8.5, increment=0.5, each=False)
        >>> control.press(control.start(), 10.1) is None
        True
        """
        if seconds > clock.left:
            return None
        return clock if self.each else Clock(clock.left - seconds + self.increment, self.increment)


LATE = 0.06
"""Seconds by which a move may come late on a busy machine."""


def allotment(clock: Clock) -> float:
    """How long to think about this move: a share of the time left, so that the flag does not fall.

    >>> round(allotment(Clock(10, 0.1)), 3), round(allotment(Clock(0.05, 1)), 3), allotment(Clock(1, each=True))
    (0.48, 0.045, 0.9)
    >>> round(allotment(Clock(0.1, each=True)), 3)
    0.04
    """
    if clock.each:
        return max(0.4 * clock.left, min(0.9 * clock.left, clock.left - LATE))
    # who asks here stops at once when the time is up, and so may use nearly all of it; a search of ours has a clock of
    # its own and keeps more back
    return max(1e-6, min(GameClock(clock.left, clock.increment).share(), 0.9 * clock.left))
