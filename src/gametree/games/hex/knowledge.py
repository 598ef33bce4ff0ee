"""What a search need not find out: who has won by connections, and which moves are worth a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import lowest, ones, with_bit
from gametree.game import MAX
from gametree.games.hex.connections import ALL, ANY, Connections

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.hex.cells import Stones
    from gametree.games.hex.rules import State


class Knowledge(Connections):
    """Moves for proofs."""

    def must_play(self, s: State) -> Iterator[int]:
        for cell in ones(self.worth_trying(s)):
            yield cell
        if self.may_swap(s):
            yield self.swapping

    def worth_trying(self, s: State) -> Stones:
        """Cells among which there is a best move; none if the mover has lost.

        Dead and captured cells are filled in. If the other side has connected its edges then, the mover has lost. If
        the mover has a semi connection, its key wins. Otherwise the mover must play where all semi connections of the
        other side can be cut, at a cell that is not inferior."""
        red, blue = self.filled_in(s.red, s.blue)
        if s.mover == MAX:
            own, near, far, other, left, right = red, self.top, self.bottom, blue, self.left, self.right
        else:
            own, near, far, other, left, right = blue, self.left, self.right, red, self.top, self.bottom
        if self.grown(own & near, own, self.empty) & far != self.empty:
            return with_bit(self.empty, lowest(self.full & ~(s.red | s.blue)))
        if self.grown(other & left, other, self.empty) & right != self.empty:
            return self.empty
        common, _ = self.connected(other, own, left, right, ALL)
        if common == self.empty:
            return common
        _, key = self.connected(own, other, near, far, ANY)
        if key >= 0:
            return with_bit(self.empty, key)
        return self.without_inferior(red, blue, s.mover, common)
