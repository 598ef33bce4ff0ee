"""What Backgammon's network sees of a position: Tesauro's units for each point, and a few numbers of an expert.

Everything is told twice, of the player on roll first and then of the other one, each by the own numbers of the points:
so the network needs not know who is Max. A race, in which the sides have passed each other, uses the first part alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import popcount
from gametree.games.backgammon.men import BAR, blocked, count, occupied, pips, rear, single, total

if TYPE_CHECKING:
    from collections.abc import Iterator

UNITS = 4
"""Of each point and of the bar: a blot; two men or more; three or more; half of those beyond three."""
OFF = UNITS * BAR
"""How full three places of five men each are with men borne off."""
PIPS = OFF + 3
"""The pips left, in hundreds."""
SIDE = PIPS + 1
"""So many numbers has a side in a race."""
HITS, ESCAPES, BLOCKED, PRIME, HOME, BEHIND, LEAVING = range(7)
"""Of a side, in 36ths, sixths or fifteenths: the rolls that hit, the rolls that its last man can play alone, the points
closed in the six before him, its longest row of closed points before the other's last man, the closed points of its
home, its men not yet past the other's last man, and their pips until they are, in hundreds."""
EXPERT = 7
RACE_INPUTS = 2 * SIDE
CONTACT_INPUTS = RACE_INPUTS + 2 * EXPERT


def men_inputs(near: int, far: int, men: int, first: int) -> Iterator[tuple[int, float]]:
    """The men of one side as numbers of inputs from ``first`` on, and how much each is; those that are 0 are left out.

    >>> list(men_inputs(0x41, 0, 15, 0))
    [(0, 1.0), (5, 1.0), (6, 1.0), (7, 0.5), (100, 1.0), (101, 1.0), (103, 0.09)]
    """
    for p in range(1, BAR + 1):
        here = count(near, far, p)
        if here:
            unit = first + UNITS * (p - 1)
            yield unit + min(here, 2) - 1, 1.0
            if here > 2:
                yield unit + 2, 1.0
                if here > 3:
                    yield unit + 3, (here - 3) / 2
    off = men - total(near) - total(far)
    for third in range(3):
        if off > 5 * third:
            yield first + OFF + third, min(off - 5 * third, 5) / 5
    yield first + PIPS, pips(near, far) / 100


def expert_inputs(near: int, far: int, other_near: int, other_far: int, first: int) -> Iterator[tuple[int, float]]:
    """What an expert sees at once of one side while there is contact."""
    points, closed = occupied(near, far), blocked(other_near, other_far)
    blots, last = single(other_near, other_far), rear(near, far)
    front = BAR - rear(other_near, other_far)  # where the other's last man stands
    yield first + HITS, hitting(points, blots, closed, count(near, far, BAR)) / 36
    yield first + ESCAPES, escaping(last, closed) / 36
    yield first + BLOCKED, popcount(closed >> max(last - 6, 1) & 63) / 6
    row, longest, home = 0, 0, 0
    behind, leaving = 0, 0
    for p in range(1, BAR + 1):
        here = count(near, far, p)
        if here > 1 and p < BAR:
            row += 1
            if p <= 6:
                home += 1
            if p > front:
                longest = max(longest, row)
        else:
            row = 0
        if p > front:
            behind += here
            leaving += here * (p - front)
    yield first + PRIME, min(longest, 6) / 6
    yield first + HOME, home / 6
    yield first + BEHIND, behind / 15
    yield first + LEAVING, leaving / 100


def hitting(points: int, blots: int, closed: int, on_bar: int) -> int:
    """With how many of the 36 rolls a side hits, if its men stand on these points and the other's blots and closed
    points are these, a bit each. (With doubles it counts the first men on the bar only.)"""
    found, free = 0, ~closed
    bar = 1 << BAR
    for high in range(1, 7):
        for low in range(1, high + 1):
            if on_bar == 0:
                one, two = points >> high, points >> low
                seen = one | two
                if high == low:
                    for _ in range(3):
                        one = (one & free) >> low
                        seen |= one
                else:
                    seen |= (one & free) >> low | (two & free) >> high
            else:
                one, two = bar >> high & free, bar >> low & free
                seen = one | two
                if on_bar == 1:
                    if one:
                        seen |= (points ^ bar | one) >> low
                    if two:
                        seen |= (points ^ bar | two) >> high
            if seen & blots:
                found += 1 if high == low else 2
    return found


def escaping(last: int, closed: int) -> int:
    """With how many of the 36 rolls the last man can play both dice."""
    found, man, free = 0, 1 << last, ~closed
    for high in range(1, 7):
        for low in range(1, high + 1):
            if ((man >> high & free) >> low | (man >> low & free) >> high) & free:
                found += 1 if high == low else 2
    return found
