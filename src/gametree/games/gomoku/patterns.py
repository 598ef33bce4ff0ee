"""Lines that can still become five, all of the board at once.

A *line* here is five points in a row without a stone of the other side. The board shifted by one step along a direction
lies on itself so that each bit meets its neighbour; five such boards count the stones of every line at the same time.
"""

from __future__ import annotations

from typing import NamedTuple

from gametree.bits import popcount
from gametree.game import S
from gametree.games.gomoku.lines import Lines, Stones


class Prospects(NamedTuple):
    """The points at which a side gets something: each a set of empty points."""

    five: Stones  # it makes five
    four: Stones  # it makes a four: five is threatened
    straight: Stones  # it makes a straight four, open at both ends: five is threatened twice
    three: Stones  # it makes a three: a straight four is threatened


class Patterns(Lines[S]):
    """What one side has on the board."""

    def prospects(self, mine: Stones, theirs: Stones, exact: bool) -> Prospects:
        """The points at which the side with the stones ``mine`` makes something of its lines."""
        free, open = self.full & ~(mine | theirs), self.full & ~theirs
        made5 = made4 = straight = made3 = self.empty
        for step in (1, self.size, self.size + 1, self.size + 2):
            # five points in a row: a, and then b, c, d, e
            b, c, d, e = mine >> step, mine >> 2 * step, mine >> 3 * step, mine >> 4 * step
            two = (b ^ c) & (d ^ e) | b & c & ~(d | e) | d & e & ~(b | c)
            three = b & c & (d ^ e) | d & e & (b ^ c)
            four = b & c & d & e
            pairs = open & open >> step
            inner = pairs >> step & pairs >> 3 * step
            line, ends = (
                open & inner,
                free & free >> 5 * step & inner,
            )  # five points; four with an empty one at each end
            if exact:
                before = mine << step
                line &= ~(before | mine >> 5 * step)
                ends &= ~(before | mine >> 6 * step)
            lacks1, lacks2 = line & (mine & three | ~mine & four), line & (mine & two | ~mine & three)
            made5 |= spread(lacks1, step) | lacks1 << 4 * step
            made4 |= spread(lacks2, step) | lacks2 << 4 * step
            straight |= spread(ends & three, step) << step
            made3 |= spread(ends & two, step) << step
        return Prospects(made5 & free, made4 & free, straight & free, made3 & free)

    def counts(self, mine: Stones, theirs: Stones, exact: bool) -> tuple[int, int, int, int]:
        """How many lines have one, two, three, four stones of the side and none of the other's."""
        open = self.full & ~theirs
        ones = twos = threes = fours = 0
        for step in (1, self.size, self.size + 1, self.size + 2):
            b, c, d, e = mine >> step, mine >> 2 * step, mine >> 3 * step, mine >> 4 * step
            one = (b ^ c) & ~(d | e) | (d ^ e) & ~(b | c)
            two = (b ^ c) & (d ^ e) | b & c & ~(d | e) | d & e & ~(b | c)
            three = b & c & (d ^ e) | d & e & (b ^ c)
            pairs = open & open >> step
            line = pairs & pairs >> 2 * step & open >> 4 * step
            if exact:
                line &= ~(mine << step | mine >> 5 * step)
            ones += popcount(line & (mine & ~(b | c | d | e) | ~mine & one))
            twos += popcount(line & (mine & one | ~mine & two))
            threes += popcount(line & (mine & two | ~mine & three))
            fours += popcount(line & (mine & three | ~mine & b & c & d & e))
        return ones, twos, threes, fours


def spread(starts: Stones, step: int) -> Stones:
    """The four points from each start on."""
    two = starts | starts << step
    return two | two << 2 * step
