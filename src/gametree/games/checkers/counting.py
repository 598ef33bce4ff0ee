"""The number of legal moves in checkers, counted by whole sets of squares where nothing can be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import ones, popcount
from gametree.games.checkers.rules import Rules, moved

if TYPE_CHECKING:
    from gametree.games.checkers.rules import State


class Counting(Rules):
    """Moves that can be counted."""

    def mobility(self, s: State) -> int:
        """As many as ``actions`` lists."""
        jumpers, number = self.jumpers(s), 0
        if jumpers:
            for place in ones(jumpers):
                for _ in self.jumps_of(s, 1 << place):
                    number += 1
            return number
        empty = self.full & ~(s.black | s.white)
        for k in range(4):
            number += popcount(moved(self.heading(s, k), self.steps[k]) & empty)
        return number
