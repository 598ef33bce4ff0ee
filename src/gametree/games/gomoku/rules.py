"""The rules of Gomoku: a stone a move, and five in a line win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from gametree.bits import board, filled, ones, popcount, with_bit
from gametree.game import MAX, Game

if TYPE_CHECKING:
    from collections.abc import Iterator

Stones: TypeAlias = Any
"""One bit a point, row by row from the bottom; after each row comes a bit that is always empty, so that no line goes on
from one edge of the board to the other."""


class State(NamedTuple):
    """The stones of both players."""

    black: Stones  # Max's
    white: Stones  # Min's


class Rules(Game[State]):
    """The six required methods, and how a five is found."""

    repetition = "ignore"  # stones never leave: no position comes back

    def __init__(self, size: int, exact: tuple[bool, bool]):
        """``exact``: of Black, of White, does only a line of exactly five win?"""
        self.size, self.exact = size, exact
        self.bits = size * (size + 1)
        self.empty = board(self.bits)
        self.full = filled(
            self.bits, sum(1 << (size + 1) * row + column for row in range(size) for column in range(size))
        )

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.empty, self.empty)

    def player(self, s: State) -> int:
        return popcount(s.black | s.white) & 1

    def actions(self, s: State) -> Iterator[int]:
        for point in ones(self.open(s)):
            yield point

    def result(self, s: State, a: int) -> State:
        if self.player(s) == MAX:
            return State(with_bit(s.black, a), s.white)
        return State(s.black, with_bit(s.white, a))

    def terminal(self, s: State) -> bool:
        if s.black | s.white == self.full:
            return True
        return self.five(s.white, self.exact[1]) if self.player(s) == MAX else self.five(s.black, self.exact[0])

    def utility(self, s: State) -> int:
        return 1 if self.five(s.black, self.exact[0]) else -1 if self.five(s.white, self.exact[1]) else 0

    def open(self, s: State) -> Stones:
        """The points where the mover may put a stone."""
        return self.full & ~(s.black | s.white)

    # --- lines ---------------------------------------------------------------------------------------------------

    def five(self, stones: Stones, exact: bool) -> bool:
        """Are there five in a line, to the right, up, or up to either side? ``exact``: and not six."""
        found = self.empty
        for step in (1, self.size, self.size + 1, self.size + 2):
            pairs = stones & stones >> step
            fives = pairs & pairs >> 2 * step & stones >> 4 * step
            if exact:
                fives &= ~(stones << step | stones >> 5 * step)
            found |= fives
        return found != self.empty
