"""The policy of random games, and one move of it without a list of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import has_bit, lowest, nth, popcount, with_bit, without_lowest
from gametree.game import MAX
from gametree.games.go.patterns import EDGE, MINE, THEIRS, beside, natural
from gametree.games.go.rules import Rules, State

if TYPE_CHECKING:
    from gametree.games.go.groups import Stones

USUAL, SELDOM = 4096, 1
"""The weights of a move in random games, and of a pass."""


class Playouts(Rules):
    """All stones alike, but none into one's own eye; a pass where nothing else is left. So random games end."""

    mcts_options = {"rave": 1000, "exploration": 0.2}  # noqa: RUF012 (as `algorithm`: never changed)

    def __init__(self, columns: int, rows: int, komi: float, ko: str, suicide: bool, territory: bool, margins: bool):
        super().__init__(columns, rows, komi, ko, suicide, territory, margins)
        self.beside, self.natural = beside(columns, rows), natural()

    def playout_weight(self, s: State, a: int) -> int:
        if a == self.passing:
            return SELDOM
        mine = s.black if s.turn == MAX else s.white
        if has_bit(self.full & ~mine, a + 1):  # most points are no eye for this neighbour already
            return USUAL
        return 0 if self.is_eye(mine, s.white if s.turn == MAX else s.black, a) else USUAL

    def playout_action(self, s: State, number: int) -> int:
        """Any empty point; if it is an eye or forbidden, any other one."""
        mine, theirs = (s.black, s.white) if s.turn == MAX else (s.white, s.black)
        free = self.full & ~(mine | theirs)
        roomy, left = self.neighbours(free), free
        while True:
            n = USUAL * popcount(left)
            k = number * (n + SELDOM) >> 32
            if k >= n:
                return self.passing
            point = nth(left, k // USUAL)
            if has_bit(roomy, point) or (
                point != s.ko
                and not self.is_eye(mine, theirs, point)
                and self.lives(with_bit(self.empty, point), mine, theirs, free)
            ):
                return point
            left &= ~with_bit(self.empty, point)
            number = number * 1664525 + 1013904223 & 0xFFFFFFFF  # another number (Numerical Recipes)

    def playout_reply(self, s: State, a: int, number: int) -> int:
        """Take the stones that have one liberty left; else save one's own; else a natural move beside the last one."""
        if a == self.passing:
            return -1
        mine, theirs = (s.black, s.white) if s.turn == MAX else (s.white, s.black)
        free = self.full & ~(mine | theirs)
        stone = with_bit(self.empty, a)
        around = self.neighbours(stone)
        if popcount(around & free) < 2:
            out = self.exits(stone, theirs, free)
            if popcount(out) == 1 and lowest(out) != s.ko:
                return lowest(out)
        rest = around & mine
        while rest != self.empty:
            others = without_lowest(rest)
            out = self.exits(rest & ~others, mine, free)
            if popcount(out) == 1:
                saved = self.rescue(rest & ~others, out, mine, theirs, free)
                if saved >= 0 and saved != s.ko:
                    return saved
            rest = others
        return self.natural_move(a, number, mine, theirs, free)

    def exits(self, seed: Stones, stones: Stones, free: Stones) -> Stones:
        """The liberties of a group; of one that has several, at least two."""
        found = seed
        while True:
            beside = self.neighbours(found)
            out = beside & free
            if popcount(out) > 1:
                return out
            more = found | beside & stones
            if more == found:
                return out
            found = more

    def rescue(self, group: Stones, out: Stones, mine: Stones, theirs: Stones, free: Stones) -> int:
        """How a group is saved whose last liberty this is: by going there, or by taking a stone beside it that has one
        liberty. −1 if neither helps."""
        if popcount(self.exits(out, mine | out, free & ~out)) > 1:
            return lowest(out)
        whole = self.grown(group, mine)
        rest = self.neighbours(whole) & theirs
        while rest != self.empty:
            others = without_lowest(rest)
            last = self.exits(rest & ~others, theirs, free)
            if popcount(last) == 1:
                return lowest(last)
            rest = others
        return -1

    def natural_move(self, a: int, number: int, mine: Stones, theirs: Stones, free: Stones) -> int:
        """A move beside the last one by a pattern (``patterns.py``), not into an atari; −1 if there is none."""
        first = number & 7
        for i in range(8):
            point = int(self.beside[a, (first + i) & 7])
            if point >= 0 and has_bit(free, point):
                code = 0
                for k in range(8):
                    near = int(self.beside[point, k])
                    if near < 0:
                        code |= EDGE << 2 * k
                    elif has_bit(mine, near):
                        code |= MINE << 2 * k
                    elif has_bit(theirs, near):
                        code |= THEIRS << 2 * k
                if self.natural[code] != 0:
                    stone = with_bit(self.empty, point)
                    if popcount(self.exits(stone, mine, free & ~stone)) > 1:
                        return point
        return -1

    def is_eye(self, mine: Stones, theirs: Stones, a: int) -> bool:
        """Is this point a side's eye: are all neighbours its stones, and does the other side have at most one of the
        diagonal points, and at the edge none?"""
        point = with_bit(self.empty, a)
        if self.neighbours(point) & ~mine != self.empty:
            return False
        step = self.columns + 1
        across = (point << step + 1 | point << step - 1 | point >> step + 1 | point >> step - 1) & self.full
        return popcount(across & theirs) <= (1 if popcount(across) == 4 else 0)
