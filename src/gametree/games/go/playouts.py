"""The policy of random games, and one move of it without a list of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import has_bit, nth, popcount, with_bit
from gametree.game import MAX
from gametree.games.go.rules import Rules, State

if TYPE_CHECKING:
    from gametree.games.go.groups import Stones

USUAL, SELDOM = 4096, 1
"""The weights of a move in random games, and of a pass."""


class Playouts(Rules):
    """All stones alike, but none into one's own eye; a pass where nothing else is left. So random games end."""

    mcts_options = {"rave": 1000, "exploration": 0.2}  # noqa: RUF012 (as `algorithm`: never changed)

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

    def is_eye(self, mine: Stones, theirs: Stones, a: int) -> bool:
        """Is this point a side's eye: are all neighbours its stones, and does the other side have at most one of the
        diagonal points, and at the edge none?"""
        point = with_bit(self.empty, a)
        if self.neighbours(point) & ~mine != self.empty:
            return False
        step = self.columns + 1
        across = (point << step + 1 | point << step - 1 | point >> step + 1 | point >> step - 1) & self.full
        return popcount(across & theirs) <= (1 if popcount(across) == 4 else 0)
