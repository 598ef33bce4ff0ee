"""An estimate by nearness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import popcount
from gametree.games.go.playouts import Playouts

if TYPE_CHECKING:
    from gametree.games.go.rules import State

REACH = 4
"""So many steps a stone reaches."""


class Evaluation(Playouts):
    """The estimate."""

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
