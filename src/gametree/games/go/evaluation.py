"""An estimate by nearness, and which moves look good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import popcount, with_bit
from gametree.game import MAX
from gametree.games.go.playouts import Playouts

if TYPE_CHECKING:
    from gametree.games.go.rules import State

REACH = 4
"""So many steps a stone reaches."""
USUAL, FAR, EDGE, SOON_TAKEN, PASS, URGENT = 8, 6, 4, 2, 1, 6
"""How good moves look by ``order``; what is urgent looks better by the last."""


class Evaluation(Playouts):
    """The estimate, and a hint for search."""

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

    def order(self, s: State, a: int) -> int:
        """Stones that take something, or save a group that could be taken, first; then those near others and not at the
        edge; last those that could be taken at once, passes, and one's own eyes."""
        if a == self.passing:
            return PASS
        mine, theirs = (s.black, s.white) if s.turn == MAX else (s.white, s.black)
        if self.is_eye(mine, theirs, a):
            return 0
        stone = with_bit(self.empty, a)
        free, beside = self.full & ~(mine | theirs | stone), self.neighbours(stone)
        value = USUAL
        if self.neighbours(self.neighbours(stone)) & (mine | theirs) == self.empty:
            value = FAR
        if popcount(beside) < 4 and beside & (mine | theirs) == self.empty:
            value = EDGE
        if beside & theirs != self.empty and self.smothered(beside & theirs, theirs, free) != self.empty:
            return value + URGENT
        if popcount(beside & free) < 2:
            room = popcount(self.neighbours(self.grown(stone, mine | stone)) & free)
            if room < 2:
                return SOON_TAKEN
        if beside & mine != self.empty and self.smothered(beside & mine, mine, free) != self.empty:
            return value + URGENT
        return value
