"""The rules of Pente: a stone a move, which takes pairs that it closes in; five in a line win, and so do five pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import filled, has_bit, ones, popcount, with_bit
from gametree.game import MAX
from gametree.games.gomoku.lines import Lines, Stones

if TYPE_CHECKING:
    from collections.abc import Iterator


class State(NamedTuple):
    """The stones of both players, and how many each has taken."""

    black: Stones  # Max's
    white: Stones  # Min's
    black_took: int  # stones of White's that are off the board
    white_took: int


class Rules(Lines[State]):
    """The six required methods, and what a stone takes."""

    repetition = "ignore"  # each move adds to the stones that were put: on the board and taken

    def __init__(self, size: int, goal: int, keryo: bool, tournament: bool):
        """``goal``: so many stones taken win. ``keryo``: three stones in a row are taken too. ``tournament``: Black's
        first stone goes to the centre, and the second not near it."""
        super().__init__(size)
        self.goal, self.keryo, self.tournament = goal, keryo, tournament
        self.centre = size // 2 * (size + 2)
        corner = self.centre - 2 * (size + 2)
        self.near = filled(self.bits, sum(31 << corner + row * (size + 1) for row in range(5)))

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.empty, self.empty, 0, 0)

    def player(self, s: State) -> int:
        return self.put(s) & 1

    def actions(self, s: State) -> Iterator[int]:
        for point in ones(self.open(s)):
            yield point

    def result(self, s: State, a: int) -> State:
        if self.player(s) == MAX:
            taken = self.captured(s.black, s.white, a)
            return State(with_bit(s.black, a), s.white & ~taken, s.black_took + popcount(taken), s.white_took)
        taken = self.captured(s.white, s.black, a)
        return State(s.black & ~taken, with_bit(s.white, a), s.black_took, s.white_took + popcount(taken))

    def terminal(self, s: State) -> bool:
        if s.black_took >= self.goal or s.white_took >= self.goal or s.black | s.white == self.full:
            return True
        return self.five(s.white if self.player(s) == MAX else s.black, False)

    def utility(self, s: State) -> int:
        if s.black_took >= self.goal or self.five(s.black, False):
            return 1
        return -1 if s.white_took >= self.goal or self.five(s.white, False) else 0

    def put(self, s: State) -> int:
        """How many stones have been put, those included that were taken since."""
        return popcount(s.black | s.white) + s.black_took + s.white_took

    def open(self, s: State) -> Stones:
        """The points where the mover may put a stone."""
        free = self.full & ~(s.black | s.white)
        if self.tournament:
            number = self.put(s)
            if number == 0:
                free = with_bit(self.empty, self.centre)
            elif number == 2:
                free &= ~self.near
        return free

    # --- captures ------------------------------------------------------------------------------------------------

    def captured(self, mine: Stones, theirs: Stones, a: int) -> Stones:
        """The stones that a stone on this point takes: two in a row with a stone of one's own beyond them, in all eight
        directions. (The empty bit after each row stops a walk over the edge at the sides.)"""
        taken, up = self.empty, (1, self.size, self.size + 1, self.size + 2)
        for way in range(8):
            step = up[way] if way < 4 else -up[way - 4]
            third = a + 3 * step
            if 0 <= third < self.bits and has_bit(theirs, a + step) and has_bit(theirs, a + 2 * step):
                if has_bit(mine, third):
                    taken = with_bit(with_bit(taken, a + step), a + 2 * step)
                elif self.keryo and has_bit(theirs, third) and self.stands(mine, third + step):
                    taken = with_bit(with_bit(with_bit(taken, a + step), a + 2 * step), third)
        return taken

    def stands(self, stones: Stones, point: int) -> bool:
        """Is there one of these stones? There is none beyond the board."""
        return 0 <= point < self.bits and has_bit(stones, point)

    def captures(self, mine: Stones, theirs: Stones) -> Stones:
        """The empty points where a stone takes some."""
        found = self.empty
        for step in (1, self.size, self.size + 1, self.size + 2):
            after, before = theirs >> step & theirs >> 2 * step, theirs << step & theirs << 2 * step
            found |= after & mine >> 3 * step | before & mine << 3 * step
            if self.keryo:
                found |= after & theirs >> 3 * step & mine >> 4 * step | before & theirs << 3 * step & mine << 4 * step
        return found & self.full & ~(mine | theirs)
