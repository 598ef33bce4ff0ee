"""Forced wins: a four must be answered, and so must a three. Each is one step with all its answers (a macro).

The attacker makes a four: five is threatened, and the defender has one answer. Or the attacker makes a three: a
straight four is threatened, and the defender has a few answers, and fours of its own. A search from threat to threat is
deep and narrow; what it finds is a proof, because every answer that is left out loses at once (``engine/forcing.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import lowest, ones, popcount, with_bit, without_lowest
from gametree.games.gomoku.evaluation import Evaluation
from gametree.games.gomoku.patterns import spread
from gametree.games.gomoku.rules import BLACK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.gomoku.lines import Stones
    from gametree.games.gomoku.rules import State


class Threats(Evaluation):
    """The macros of Gomoku, and the answers to them."""

    # --- hints for search ----------------------------------------------------------------------------------------

    def macros(self, s: State, level: int) -> Iterator[int]:
        """Five or a straight four, where that is possible; else fours, and on level 2 threes. Where the other side
        threatens five, only the point that stops it, if it goes on with a threat."""
        mine, must, points = self.mine(s), self.theirs(s).five, self.open(s)
        if mine.five != self.empty:
            yield lowest(mine.five)
        elif must != self.empty:
            going_on = mine.four if mine.straight == self.empty else self.full  # or the last threat still stands
            if level > 1 and must & mine.three != self.empty and self.threatens(s, lowest(must)):
                going_on |= must
            if popcount(must) == 1 and must & going_on & points != self.empty:
                yield lowest(must)
        elif mine.straight & points != self.empty:
            yield lowest(mine.straight & points)
        else:
            for point in ones(mine.four & points):
                yield point
            if level > 1:
                for point in ones(mine.three & ~mine.four & points):
                    if self.threatens(s, point):
                        yield point

    def replies(self, s: State) -> Iterator[int]:
        """Five; else what stops a five; else what stops a straight four, and fours of one's own; else anything. Where
        nothing helps, one move that loses like all others."""
        mine, theirs, points = self.mine(s), self.theirs(s), self.open(s)
        if mine.five != self.empty:
            points = one(mine.five)
        elif theirs.five != self.empty:
            stops = theirs.five & points
            points = one(points) if stops == self.empty else one(stops)
        elif theirs.straight & self.lasting(s) != self.empty:
            stops = self.stopping(s) & points | mine.four & points
            points = one(points) if stops == self.empty else stops
        for point in ones(points):
            yield point

    def stopping(self, s: State) -> Stones:
        """The points that stop every straight four that the other side threatens."""
        if self.turn(s) == BLACK:
            return self.in_all_threes(s.white, s.black, self.exact[1], self.lasting(s))
        return self.in_all_threes(s.black, s.white, self.exact[0], self.lasting(s))

    def in_all_threes(self, mine: Stones, theirs: Stones, exact: bool, lasting: Stones) -> Stones:
        """The empty points that all threes have in common: in each the point that makes a straight four of it, and the
        two ends. ``lasting``: only threes with one of these points to make the straight four count."""
        free, open = self.full & ~(mine | theirs), self.full & ~theirs
        common = free
        for step in (1, self.size, self.size + 1, self.size + 2):
            b, c, d, e = mine >> step, mine >> 2 * step, mine >> 3 * step, mine >> 4 * step
            three = b & c & (d ^ e) | d & e & (b ^ c)
            pairs = open & open >> step
            threes = free & free >> 5 * step & pairs >> step & pairs >> 3 * step & three
            if exact:
                threes &= ~(mine << step | mine >> 6 * step)
            for start in ones(threes):
                first = with_bit(self.empty, start)
                gap = spread(first, step) << step & free
                if gap & lasting != self.empty:
                    common &= first | gap | first << 5 * step
        return common

    def lasting(self, s: State) -> Stones:
        """The points where the other side may put its next stone, whatever the mover plays elsewhere: all."""
        return self.full

    def threatens(self, s: State, point: int) -> bool:
        """Does a stone of the mover's on this point, which makes a three, really threaten a straight four?"""
        return True


def one(points: Stones) -> Stones:
    """One of these points."""
    return points & ~without_lowest(points)
