"""The levels of the computer's play, 1 to 10: in ``play``, on the page, and as a player of a match (``level:5``)."""

from __future__ import annotations

from dataclasses import dataclass

from gametree.errors import GameError


@dataclass(frozen=True)
class Level:
    """The computer's strength: its depth, its time, and how often it moves at random instead."""

    depth: int | None
    seconds: float
    random: float

    @property
    def number(self) -> int:
        """Which level this is, counted from 1.

        >>> level_of(7).number
        7
        """
        return LEVELS.index(self) + 1


LEVELS = (
    Level(1, 0.1, 0.5),
    Level(1, 0.1, 0.25),
    Level(2, 0.1, 0.1),
    Level(3, 0.2, 0.05),
    Level(4, 0.5, 0),
    Level(6, 0.5, 0),
    Level(8, 1, 0),
    Level(12, 2, 0),
    Level(None, 2, 0),
    Level(None, 5, 0),
)
"""The levels 1 to 10."""


def level_of(number: int) -> Level:
    """The level with this number.

    >>> level_of(5)
    Level(depth=4, seconds=0.5, random=0)
    >>> level_of(11)
    Traceback (most recent call last):
    gametree.errors.GameError: the level must be 1 to 10, not 11
    """
    if not 1 <= number <= len(LEVELS):
        raise GameError(f"the level must be 1 to {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]
