"""Men on points, as Backgammon's states hold them: four bits a point, in two words a side."""

from __future__ import annotations

from gametree.bits import highest

BAR, OFF = 25, 0
ONES = 0x111111111111
"""The lowest bit of each of twelve points."""


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


def left(points: int, near: int, far: int, p: int, die: int) -> int:
    """The points with men on them after a man has left one by this die, which the men show already."""
    if count(near, far, p) == 0:
        points ^= 1 << p
    return points | 1 << p - die if p > die else points


def blocked(near: int, far: int) -> int:
    """The points with two men or more, as the other player numbers them: one bit a point."""
    near, far = near >> 1 | near >> 2 | near >> 3, far >> 1 | far >> 2 | far >> 3
    near &= ONES
    far &= ONES
    points = 0
    while far:
        i = highest(far) // 4
        points |= 1 << 12 - i
        far ^= 1 << 4 * i
    while near:
        i = highest(near) // 4
        points |= 1 << 24 - i
        near ^= 1 << 4 * i
    return points


def total(word: int) -> int:
    """How many men a word holds."""
    men = 0
    while word:
        men += word & 15
        word >>= 4
    return men


def pips(near: int, far: int) -> int:
    """How far a player's men still have to go, in pips."""
    found = 0
    for p in range(1, BAR + 1):
        found += p * count(near, far, p)
    return found


def rear(near: int, far: int) -> int:
    """A player's last man, by his own numbers; 0 where all are off."""
    return 13 + highest(far) // 4 if far else 1 + highest(near) // 4 if near else 0


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


def single(near: int, far: int) -> int:
    """The points with one man alone, as the other player numbers them: one bit a point."""
    near &= ~(near >> 1 | near >> 2 | near >> 3) & ONES
    far &= ~(far >> 1 | far >> 2 | far >> 3) & ONES
    points = 0
    while far:
        i = highest(far) // 4
        points |= 1 << 12 - i
        far ^= 1 << 4 * i
    while near:
        i = highest(near) // 4
        points |= 1 << 24 - i
        near ^= 1 << 4 * i
    return points
