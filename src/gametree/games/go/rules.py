"""The rules of Go: a stone a move takes the groups that it leaves without a liberty; two passes end the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import lowest, ones, popcount, with_bit
from gametree.game import MAX
from gametree.games.go.groups import Groups, Stones

if TYPE_CHECKING:
    from collections.abc import Iterator

NOWHERE = -1
"""The ko point where there is none."""


class State(NamedTuple):
    """The stones of both players, and what the board does not show."""

    black: Stones  # Max's
    white: Stones  # Min's
    ko: int  # the point where the mover may not take back the stone that was just taken there
    passes: int  # how many of the last moves were passes; two end the game
    taken: int  # stones that Black has taken, less those that White has; counted for territory only
    turn: int


class Rules(Groups[State]):
    """The six required methods, where a stone may be put, and what counts as the same position."""

    haste = False

    def __init__(self, columns: int, rows: int, komi: float, ko: str, suicide: bool, territory: bool, margins: bool):
        """``territory``: surrounded points and prisoners count, not stones. ``margins``: the payoff is the margin."""
        super().__init__(columns, rows)
        self.komi, self.suicide, self.territory, self.margins = komi, suicide, territory, margins
        self.positional = ko == "positional"
        self.passing = self.bits
        self.repetition = "draw" if ko == "simple" else "illegal"
        self.given = np.array([komi])  # data: all komis share one compiled game
        self.most = (2 if territory else 1) * self.points + abs(komi) if margins else 0
        self.bounds = (-self.most, self.most) if margins else (-1, 1)
        self.evaluation = "utility" if margins else "relative"
        self.first = State(self.empty, self.empty, NOWHERE, 0, 0, MAX)

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        return self.first

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """The number of a point's bit is an action; the last one is to pass."""
        for point in ones(self.open(s)):
            yield point
        yield self.passing

    def result(self, s: State, a: int) -> State:
        if a == self.passing:
            return State(s.black, s.white, NOWHERE, s.passes + 1, s.taken, 1 - s.turn)
        mine, theirs = (s.black, s.white) if s.turn == MAX else (s.white, s.black)
        stone = with_bit(self.empty, a)
        mine |= stone
        free, beside = self.full & ~(mine | theirs), self.neighbours(stone)
        gone = self.smothered(beside & theirs, theirs, free)
        ko, taken = NOWHERE, 0
        if gone != self.empty:
            theirs &= ~gone
            taken = popcount(gone)
            if taken == 1 and beside & mine == self.empty and beside & free == self.empty:
                ko = lowest(gone)
        elif self.suicide and not self.breathes(stone, mine, free):
            lost = self.grown(stone, mine)
            mine &= ~lost
            taken = -popcount(lost)
        if not self.territory:
            taken = 0
        if s.turn == MAX:
            return State(mine, theirs, ko, 0, s.taken + taken, 1)
        return State(theirs, mine, ko, 0, s.taken - taken, 0)

    def terminal(self, s: State) -> bool:
        return s.passes == 2

    def utility(self, s: State) -> float:
        margin = self.margin_of(s)
        if self.margins:
            return max(min(margin, self.most), -self.most)
        return 1 if margin > 0 else -1 if margin < 0 else 0

    def position(self, s: State) -> State:
        """What may not come back: a board, for positional superko whoever moves there, else with the same player to
        move. A pass never makes a board: the number of passes keeps what is left after it apart."""
        return State(s.black, s.white, NOWHERE, s.passes, 0, 0 if self.positional else s.turn)

    def symmetries(self, s: State) -> Iterator[State]:
        """The board mirrored and turned; only where no superko forbids boards that were there, but not their images."""
        for i in range(len(self.turned) if self.repetition == "draw" else 0):
            ko = NOWHERE if s.ko == NOWHERE else int(self.turned[i, s.ko])
            yield State(self.image(s.black, i), self.image(s.white, i), ko, s.passes, s.taken, s.turn)

    # --- where a stone may be put --------------------------------------------------------------------------------

    def open(self, s: State) -> Stones:
        """The points where the mover may put a stone; superko may forbid some of them. A point beside an empty one is
        always open, but for a ko."""
        free = self.full & ~(s.black | s.white)
        found = free & self.neighbours(free)
        mine, theirs = (s.black, s.white) if s.turn == MAX else (s.white, s.black)
        for point in ones(free & ~found):
            if point != s.ko and self.lives(with_bit(self.empty, point), mine, theirs, free):
                found = with_bit(found, point)
        return found

    def lives(self, stone: Stones, mine: Stones, theirs: Stones, free: Stones) -> bool:
        """May a stone be put here that has no liberty of its own? If a group beside it has another liberty, or it takes
        something; or together with others, if suicide is allowed. (A single stone that took itself away would change
        nothing.)"""
        beside, rest = self.neighbours(stone), free & ~stone
        friends = beside & mine
        if friends != self.empty and (self.suicide or self.breathes(friends, mine, rest)):
            return True
        return self.smothered(beside & theirs, theirs, rest) != self.empty

    # --- scoring -------------------------------------------------------------------------------------------------

    def margin_of(self, s: State) -> float:
        """Black's points less White's, if the game ended here: the points that one side alone reaches, with its stones
        (area) or without them and with the stones that it has taken (territory); less ``komi``."""
        free = self.full & ~(s.black | s.white)
        black, white = self.grown(s.black, free), self.grown(s.white, free)
        if self.territory:
            return popcount(black & ~white & free) - popcount(white & ~black & free) + s.taken - self.given[0]
        return popcount(black & ~white) - popcount(white & ~black) - self.given[0]
