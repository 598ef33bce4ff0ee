"""What a search need not find out: who has won by connections, and which moves are worth a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import lowest, ones, with_bit
from gametree.game import MAX
from gametree.games.hex.bridges import Bridges
from gametree.games.hex.connections import ALL, ANY, Connections
from gametree.games.hex.rules import State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.hex.cells import Stones


class Knowledge(Bridges, Connections[State]):
    """Moves for proofs and for random games."""

    def must_play(self, s: State) -> Iterator[int]:
        for cell in ones(self.worth_trying(s)):
            yield cell
        if self.may_swap(s):
            yield self.swapping

    def playout_action(self, s: State, number: int) -> int:
        return self.drawn_cell(self.full & ~(s.red | s.blue), 1 if self.may_swap(s) else 0, number)

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
        common, _ = self.connected(other, own, (left, right), ALL)
        if common == self.empty:
            return common
        _, key = self.connected(own, other, (near, far), ANY)
        if key >= 0:
            return with_bit(self.empty, key)
        return self.without_inferior(red, blue, s.mover, common)

    def proof(self, s: State) -> tuple[int, Stones]:
        """Whose edges are fully connected, as a payoff (0 if nobody's are), and the free cells that this side needs.

        >>> from gametree.games.hex import Hex
        >>> game = Hex(5)
        >>> s = game.parse("c3 b2 d2 c4 b4")
        >>> winner, cells = game.proof(s)
        >>> winner, " ".join(game.name(s, cell) for cell in ones(cells))
        (1, 'd1 e1 a5 b5')
        """
        sides = (1, s.red, s.blue, self.top, self.bottom), (-1, s.blue, s.red, self.left, self.right)
        for payoff, own, other, near, far in sides:
            notes = self.connections(own, other, (near, far), ALL)
            if self.noted(notes, self.common_at) == self.empty:
                return payoff, self.noted(notes, self.proof_at)
        return 0, self.empty
