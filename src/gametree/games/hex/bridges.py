"""Virtual connections of Hex: a side whose edges are joined by bridges wins, whoever moves.

Two chains with two free cells between them form a *bridge*: if the other side takes one of the cells, the owner takes
the other. Bridges that share no cell can all be kept at the same time. So a side whose edges are joined by such bridges
has won, even if the other side moves next. The cells that it needs are the *carrier* of the connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import lowest, popcount, with_bit, without_lowest
from gametree.game import MIN
from gametree.games.hex.rules import Rules, State

if TYPE_CHECKING:
    from gametree.games.hex.cells import Stones


class Bridges(Rules):
    """What is certain before the edges are joined."""

    def reach(self, s: State) -> tuple[int, int]:
        if self.may_swap(s):
            return (-1, 1)
        if s.mover == MIN:
            needed = self.carrier(s.red, s.red_joined, s.blue, self.top, self.bottom)
            return (1, 1) if needed != self.empty else (-1, 1)
        needed = self.carrier(s.blue, s.blue_joined, s.red, self.left, self.right)
        return (-1, -1) if needed != self.empty else (-1, 1)

    def carrier(self, own: Stones, chain: Stones, other: Stones, near: Stones, far: Stones) -> Stones:
        """The free cells of bridges that join a side's first edge to its second; none if there is no such connection.
        ``chain``: its stones that are joined to the first edge. The bridges are taken as they come: connections may be
        missed, but none is wrong. (Where the edges are joined already, any cells are returned.)"""
        free = self.full & ~(own | other)
        used = self.empty
        touching = (self.around(chain) | near) & free
        waiting = own & ~chain
        while chain & far == self.empty and popcount(touching & far) < 2:
            if waiting == self.empty:
                return self.empty
            group = self.grown(with_bit(self.empty, lowest(waiting)), own, self.empty)
            waiting &= ~group
            between = self.around(group) & touching
            if popcount(between) >= 2:
                used |= self.two(between)
                chain |= group
                touching = (self.around(chain) | near) & free & ~used
                waiting = own & ~chain
        return used | (near if chain & far != self.empty else self.two(touching & far))

    def two(self, cells: Stones) -> Stones:
        """Two of these cells."""
        return cells & ~without_lowest(without_lowest(cells))
