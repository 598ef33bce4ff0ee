"""An estimate by nearness, and which moves random games play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import has_bit, popcount, with_bit
from gametree.game import MAX
from gametree.games.go.rules import Rules, State

if TYPE_CHECKING:
    from gametree.games.go.groups import Stones

REACH = 4
"""So many steps a stone reaches."""
USUAL, SELDOM = 4096, 1
"""The weights of a move in random games, and of a pass."""


class Evaluation(Rules):
    """The estimate, and the policy of random games."""

    def evaluate(self, s: State) -> float:
        """The points that are nearer to Black than to White, less those nearer to White, less komi; a point more than
        four steps from every stone is nobody's."""
        black, white = s.black, s.white
        free = self.full & ~(black | white)
        for _ in range(REACH):
            left = free & ~(black | white)
            blacks, whites = self.neighbours(black) & left, self.neighbours(white) & left
            free &= ~(blacks & whites)
            black |= blacks & ~whites
            white |= whites & ~blacks
        return popcount(black) - popcount(white) - self.given[0]

    def playout_weight(self, s: State, a: int) -> int:
        """All stones alike, but none into one's own eye; a pass where nothing else is left. So random games end."""
        if a == self.passing:
            return SELDOM
        mine = s.black if s.turn == MAX else s.white
        if has_bit(self.full & ~mine, a + 1):  # most points are no eye for this neighbour already
            return USUAL
        return 0 if self.is_eye(mine, s.white if s.turn == MAX else s.black, a) else USUAL

    def is_eye(self, mine: Stones, theirs: Stones, a: int) -> bool:
        """Is this point a side's eye: are all neighbours its stones, and does the other side have at most one of the
        diagonal points, and at the edge none?"""
        point = with_bit(self.empty, a)
        if self.neighbours(point) & ~mine != self.empty:
            return False
        step = self.columns + 1
        across = (point << step + 1 | point << step - 1 | point >> step + 1 | point >> step - 1) & self.full
        return popcount(across & theirs) <= (1 if popcount(across) == 4 else 0)
