"""An evaluation of Hex: how many stones each side still needs, if the other side may spoil the best way each time.

The *two-distance* (van Rijswijck 2000): a free cell is one stone farther from an edge than the second nearest of its
neighbours, because the other side can take the nearest one away. Bridges count as connected, then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import popcount
from gametree.game import MAX
from gametree.games.hex.knowledge import Knowledge

if TYPE_CHECKING:
    from gametree.games.hex.cells import Stones
    from gametree.games.hex.rules import State


class Evaluation(Knowledge):
    """What a search looks at before the edges are joined."""

    evaluation = "relative"

    def evaluate(self, s: State) -> int:
        """By how many stones Red is ahead."""
        red = self.needs(s.red, s.red_joined, s.blue, self.top, self.bottom)
        blue = self.needs(s.blue, s.blue_joined, s.red, self.left, self.right)
        return 2 * (blue - red) + (1 if s.mover == MAX else -1)

    def needs(self, own: Stones, chain: Stones, other: Stones, near: Stones, far: Stones) -> int:
        """The two-distance between a side's edges."""
        free = self.full & ~(own | other)
        ends = (far | self.around(self.grown(far & own, own, self.empty))) & free
        reached = (near | self.around(chain)) & free
        steps = 1
        while popcount(reached & ends) < 2:
            chains = self.grown(self.around_twice(reached) & own, own, self.empty)
            further = (self.around_twice(reached) | self.around(chains)) & free & ~reached
            if further == self.empty:  # a way that one stone can close
                steps += 1
                further = (self.around(reached) | self.around(self.around(reached) & own)) & free & ~reached
            if further == self.empty:
                return self.bits if reached & ends == self.empty else steps
            reached |= further
            steps += 1
        return steps

    def around_twice(self, cells: Stones) -> Stones:
        """The cells with at least two neighbours among these."""
        width = self.width
        once = twice = self.empty
        for near in (cells << 1, cells >> 1, cells << width, cells >> width, cells << width - 1, cells >> width - 1):
            twice |= once & near
            once |= near
        return twice & self.full
