"""Renju: Black wins with exactly five, and may make no overline, no double four and no double three; White may.

The definitions are those of the Renju International Federation. A *four* becomes five with one more stone, a *straight
four* in two ways. A *three* becomes a straight four with one more stone, which must not make five and must be allowed
itself. So a double three is examined with the stone on the board that would come next, and so on. Everything else is
found on all points at once, as in ``patterns.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import has_bit, lowest, ones, put, with_bit
from gametree.games.gomoku import Gomoku
from gametree.games.gomoku.patterns import spread
from gametree.games.gomoku.rules import BLACK

if TYPE_CHECKING:
    from gametree.games.gomoku.lines import Stones
    from gametree.games.gomoku.rules import State

ZEROS: tuple[int, ...] = (0,) * 16
"""So many stones ahead a double three is examined; random boards need up to eight."""
WAYS = 16
"""A stone may be part of a three in four directions, and in each in four places."""


class Shapes(NamedTuple):
    """What Black's next stone would make: each a set of empty points."""

    five: Stones  # exactly five
    barred: Stones  # an overline, or two fours
    threes: Stones  # threes in two directions; whether the stones that come next are allowed is not asked


class Renju(Gomoku):
    """Renju: what ``Gomoku(rule="renju")`` makes.

    >>> game = Gomoku(rule="renju")
    >>> game.parse("h8 a1 h9 a3 i7 a5 j7 a7 h7")
    Traceback (most recent call last):
    gametree.errors.GameError: stone 9: 'h7' cannot be played: the point is forbidden for Black (a double three)
    """

    # --- rules ---------------------------------------------------------------------------------------------------

    def open(self, s: State) -> Stones:
        """White may put a stone on any free point; Black not on a forbidden one."""
        free = self.full & ~(s.black | s.white)
        return free & ~self.forbidden(s.black, s.white) if self.turn(s) == BLACK else free

    def terminal(self, s: State) -> bool:
        """Five, a full board, or nothing but forbidden points for Black."""
        if s.black | s.white == self.full:
            return True
        return self.five(s.white, False) or self.stuck(s) if self.turn(s) == BLACK else self.five(s.black, True)

    def utility(self, s: State) -> int:
        """Black who may put no stone anywhere draws, unless White's next stone would make five."""
        if self.five(s.black, True):
            return 1
        if self.five(s.white, False):
            return -1
        return -1 if self.prospects(s.white, s.black, False).five != self.empty else 0

    def stuck(self, s: State) -> bool:
        """Is there no point at all where Black may put a stone?"""
        near = s.black
        for step in (1, self.size, self.size + 1, self.size + 2):
            near |= s.black << step | s.black >> step | s.black << 2 * step | s.black >> 2 * step
        if self.full & ~(s.white | near) != self.empty:  # what is forbidden has a stone of Black's within two points
            return False
        return self.open(s) == self.empty

    def refusal(self, s: State, a: int) -> str:
        """Why a stone may not be put on this point."""
        if has_bit(s.black | s.white, a):
            return super().refusal(s, a)
        why = "an overline or a double four" if has_bit(self.shapes(s.black, s.white).barred, a) else "a double three"
        return f"the point is forbidden for Black ({why})"

    # --- forbidden points ----------------------------------------------------------------------------------------

    def forbidden(self, black: Stones, white: Stones) -> Stones:
        """The empty points that are forbidden for Black. A five beats every forbidden shape."""
        shapes = self.shapes(black, white)
        found = shapes.barred & ~shapes.five
        for point in ones(shapes.threes & ~(shapes.barred | shapes.five)):
            if self.double_three(black, white, point):
                found = with_bit(found, point)
        return found

    def shapes(self, black: Stones, white: Stones) -> Shapes:
        """What Black's next stone would make, on all points at once."""
        free, open = self.full & ~(black | white), self.full & ~white
        five = barred = fours = threes = double = self.empty
        for step in (1, self.size, self.size + 1, self.size + 2):
            # six points in a row: a (a bit of black itself), and then b, c, d, e, f
            b, c, d, e = black >> step, black >> 2 * step, black >> 3 * step, black >> 4 * step
            f = black >> 5 * step
            two = (b ^ c) & (d ^ e) | b & c & ~(d | e) | d & e & ~(b | c)
            three = b & c & (d ^ e) | d & e & (b ^ c)
            pairs = open & open >> step
            inner, before = pairs >> step & pairs >> 3 * step, black << step
            line = open & inner & ~(before | f)  # five points that may become exactly five
            ends = (
                free & free >> 5 * step & inner & ~(before | black >> 6 * step)
            )  # four, with an empty one at each end

            lacks1, lacks2 = line & (black & three | ~black & b & c & d & e), line & (black & two | ~black & three)
            five |= spread(lacks1, step) | lacks1 << 4 * step
            lacks2b, lacks2c, lacks2d = lacks2 << step, lacks2 << 2 * step, lacks2 << 3 * step
            low, high, last = lacks2 | lacks2b, lacks2c | lacks2d, lacks2 << 4 * step
            four = low | high | last
            twice = lacks2 & lacks2b | lacks2c & lacks2d | low & high | (low | high) & last
            straight = spread(ends & three, step) << step  # one four, though it becomes five in two ways
            six = black & b & c & (d & e | (d ^ e) & f) | (black & (b | c) | b & c) & d & e & f  # five of them, or all
            over = spread(six, step) | spread(six, step) << 2 * step
            barred |= over | fours & four | twice & ~straight
            fours |= four

            made = spread(ends & two, step) << step
            double |= threes & made
            threes |= made
        return Shapes(five & free, barred & free, double & free)

    def double_three(self, black: Stones, white: Stones, point: int) -> bool:
        """Would a stone of Black's on this point make threes in two directions, each of which an allowed stone can make
        a straight four? The stone that would do it is put on the board and examined in the same way: ``points`` are the
        stones put so far, ``ways`` how many ways to go on were tried for each, ``real`` in which directions it has a
        three that counts."""
        points: tuple[int, ...] = put(ZEROS, 0, point)
        ways: tuple[int, ...] = ZEROS
        real: tuple[int, ...] = ZEROS
        black, depth = with_bit(black, point), 0
        while True:
            way, found = ways[depth], real[depth]
            if found & found - 1 == 0 and way < WAYS:
                ways = put(ways, depth, way + 1)
                next = self.completing(black, white, points[depth], way) if found >> (way >> 2) & 1 == 0 else -1
                if next < 0:
                    continue
                shapes = self.shapes(black, white)
                if has_bit(shapes.five | shapes.barred, next):
                    continue
                if not has_bit(shapes.threes, next):
                    real = put(real, depth, found | 1 << (way >> 2))
                elif depth + 1 < len(ZEROS):
                    depth += 1
                    points, ways, real = put(points, depth, next), put(ways, depth, 0), put(real, depth, 0)
                    black = with_bit(black, next)
                continue
            double = found & found - 1 != 0
            if depth == 0:
                return double
            black ^= with_bit(self.empty, points[depth])
            depth -= 1
            if not double:
                real = put(real, depth, real[depth] | 1 << (ways[depth] - 1 >> 2))

    def completing(self, black: Stones, white: Stones, point: int, way: int) -> int:
        """The point that makes a straight four of the stone at ``point`` and two others, in one of 16 ways: the
        direction, and how far the point lies from the empty end. −1 if there is none."""
        step = 1 if way < 4 else self.size - 1 + (way >> 2)
        start = point - (1 + (way & 3)) * step
        if start < 0 or start + 5 * step >= self.bits:
            return -1
        free, end = self.full & ~(black | white), with_bit(self.empty, start)
        four = spread(end, step) << step
        outer = end | end << 5 * step
        beyond = end >> step | end << 6 * step
        gap = four & free
        if outer & ~free | four & ~(black | free) | beyond & black != self.empty or gap == self.empty:
            return -1
        return lowest(gap) if gap == with_bit(self.empty, lowest(gap)) else -1

    # --- hints for search ----------------------------------------------------------------------------------------

    def lasting(self, s: State) -> Stones:
        """White may put its next stone anywhere. Black may, whatever White plays, where there are not even two doubtful
        threes: a stone of White's makes no new shape of Black's, but it can make a three count, because the next point
        of another one is no longer forbidden."""
        if self.turn(s) == BLACK:
            return self.full
        shapes = self.shapes(s.black, s.white)
        return self.full & ~(shapes.barred | shapes.threes)

    def threatens(self, s: State, point: int) -> bool:
        """A three of Black's is a threat if the stone that makes a straight four of it stays allowed."""
        if self.turn(s) != BLACK:
            return True
        after = self.result(s, point)
        return self.theirs(after).straight & self.lasting(after) != self.empty
