"""The rules of Hex: a stone a move, and the first to join the own two edges wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import ones, popcount, with_bit
from gametree.game import MAX, MIN
from gametree.games.hex.cells import Cells, Stones

if TYPE_CHECKING:
    from collections.abc import Iterator


class State(NamedTuple):
    """The stones of both players, those of them that are joined to the first edge, and who moves."""

    red: Stones  # Max's: from the top to the bottom
    blue: Stones  # Min's: from the left to the right
    red_joined: Stones  # to the top
    blue_joined: Stones  # to the left
    mover: int


class Rules(Cells[State]):
    """The six required methods."""

    repetition = "ignore"  # stones never leave: no position comes back

    def __init__(self, columns: int, rows: int, swap: bool):
        super().__init__(columns, rows)
        self.swap = swap
        self.top, self.bottom = self.row(0), self.row(rows - 1)
        self.left, self.right = self.column(0), self.column(columns - 1)

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.empty, self.empty, self.empty, self.empty, MAX)

    def player(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        for cell in ones(self.full & ~(s.red | s.blue)):
            yield cell
        if self.may_swap(s):
            yield self.swapping

    def result(self, s: State, a: int) -> State:
        if a == self.swapping:
            return self.swapped(s)
        if s.mover == MAX:
            red = with_bit(s.red, a)
            return State(red, s.blue, self.joined(red, s.red_joined, self.top, a), s.blue_joined, MIN)
        blue = with_bit(s.blue, a)
        return State(s.red, blue, s.red_joined, self.joined(blue, s.blue_joined, self.left, a), MAX)

    def terminal(self, s: State) -> bool:
        return s.red_joined & self.bottom != self.empty or s.blue_joined & self.right != self.empty

    def utility(self, s: State) -> int:
        return 1 if s.red_joined & self.bottom != self.empty else -1

    # --- the swap rule -------------------------------------------------------------------------------------------

    def may_swap(self, s: State) -> bool:
        """Blue may take the first stone over, instead of a move."""
        return self.swap and s.mover == MIN and popcount(s.red) == 1 and s.blue == self.empty

    def swapped(self, s: State) -> State:
        """The first stone becomes Blue's, and lies for Blue's edges as it lay for Red's: mirrored at the diagonal."""
        blue = self.empty
        for cell in ones(s.red):
            blue = with_bit(blue, cell % self.width * self.width + cell // self.width)
        return State(self.empty, blue, self.empty, blue & self.left, MAX)
