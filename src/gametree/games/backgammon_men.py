"""Men on points, as Backgammon's states hold them: four bits a point."""

from __future__ import annotations

from typing import NamedTuple

from gametree.bits import highest

BAR, OFF = 25, 0


class State(NamedTuple):
    """A player's men, four bits a point, by his own numbers: he moves from 24 down to 1, and point p is the other's
    25 − p. ``near`` holds the points 1 to 12, ``far`` 13 to 24 and, as 25, the bar."""

    near: int  # Max's men
    far: int
    other_near: int  # Min's
    other_far: int
    dice: int  # eight times the higher die plus the lower; 0 before the roll
    turn: int  # whose turn it is; 2 before the first roll, which decides it
    cube: int = 0  # how often it was turned
    owner: int = 2  # who may turn it; 2: both
    stage: int = 0  # OFFER: the player may double before he rolls; ANSWER: the other one takes or drops


def count(near: int, far: int, p: int) -> int:
    """How many men stand on a point."""
    return far >> 4 * (p - 13) & 15 if p > 12 else near >> 4 * (p - 1) & 15


def occupied(near: int, far: int) -> int:
    """The points with men on them, one bit a point, and the bar as bit 25."""
    points = 0
    while far:
        p = highest(far) // 4
        points |= 1 << p + 13
        far &= ~(15 << 4 * p)
    while near:
        p = highest(near) // 4
        points |= 1 << p + 1
        near &= ~(15 << 4 * p)
    return points


def total(word: int) -> int:
    """How many men a word holds."""
    men = 0
    while word:
        men += word & 15
        word >>= 4
    return men


def packed(men: dict[int, int]) -> tuple[int, int]:
    """Men by point as the two words of a side.

    >>> packed({1: 2, 13: 1})
    (2, 1)
    """
    near = sum(n << 4 * (p - 1) for p, n in men.items() if p <= 12)
    far = sum(n << 4 * (p - 13) for p, n in men.items() if p > 12)
    return near, far


def is_blot(theirs: tuple[int, int], p: int) -> bool:
    """Does one man of the other's stand alone on this point of mine?"""
    return p != OFF and count(*theirs, 25 - p) == 1
