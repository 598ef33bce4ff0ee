"""The number of legal moves, counted by whole sets of squares where nothing can be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import ones, popcount, with_bit
from gametree.game import MAX
from gametree.games.draughts.rules import Rules, moved

if TYPE_CHECKING:
    from gametree.games.draughts.rules import State


class Counting(Rules):
    """Moves that can be counted."""

    def mobility(self, s: State) -> int:
        """As many as ``actions`` lists."""
        jumpers, number = self.jumpers(s), 0
        if jumpers != self.none:
            best = self.best_rank(s, jumpers)
            for start in ones(jumpers):
                for end, taken, path, order in self.captures(s, start):
                    if self.counts(s, start, end, taken, path, order, best):
                        number += 1
            return number
        mine, theirs = self.sides(s)
        empty, men = self.full & ~(mine | theirs), mine & ~s.kings
        first, second = (self.steps[0], self.steps[1]) if s.turn == MAX else (self.steps[2], self.steps[3])
        number = popcount(moved(men, first) & empty) + popcount(moved(men, second) & empty)
        for start in ones(self.free_kings(s)):
            for k in range(4):
                at = moved(with_bit(self.none, start), self.steps[k])
                while at & empty != self.none:
                    number += 1
                    at = moved(at, self.steps[k]) if self.flying else self.none
        return number
