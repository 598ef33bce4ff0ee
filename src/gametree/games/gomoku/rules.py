"""The rules of Gomoku: a stone a move, and five in a line win."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import ones, popcount, with_bit
from gametree.games.gomoku.lines import Lines, Stones

if TYPE_CHECKING:
    from collections.abc import Iterator

BLACK, WHITE = 0, 1
"""Colours. Black is Max's, unless an opening rule says otherwise."""


class State(NamedTuple):
    """The stones of both players."""

    black: Stones  # Max's
    white: Stones  # Min's


class Rules(Lines[State]):
    """The six required methods."""

    repetition = "ignore"  # stones never leave: no position comes back

    def __init__(self, size: int, exact: tuple[bool, bool]):
        """``exact``: of Black, of White, does only a line of exactly five win?"""
        super().__init__(size)
        self.exact = exact

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.empty, self.empty)

    def player(self, s: State) -> int:
        return self.turn(s)

    def turn(self, s: State) -> int:
        """The colour that is to move."""
        return popcount(s.black | s.white) & 1

    def actions(self, s: State) -> Iterator[int]:
        for point in ones(self.open(s)):
            yield point

    def result(self, s: State, a: int) -> State:
        if self.turn(s) == BLACK:
            return State(with_bit(s.black, a), s.white)
        return State(s.black, with_bit(s.white, a))

    def terminal(self, s: State) -> bool:
        if s.black | s.white == self.full:
            return True
        return self.five(s.white, self.exact[1]) if self.turn(s) == BLACK else self.five(s.black, self.exact[0])

    def utility(self, s: State) -> int:
        return 1 if self.five(s.black, self.exact[0]) else -1 if self.five(s.white, self.exact[1]) else 0

    def open(self, s: State) -> Stones:
        """The points where the mover may put a stone."""
        return self.full & ~(s.black | s.white)
