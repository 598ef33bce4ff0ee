"""Connect6: six in a row, and two stones a turn. Black begins with one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import filled, ones, popcount, with_bit
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import MAX
from gametree.games.gomoku import notation
from gametree.games.gomoku.lines import Lines, Stones

if TYPE_CHECKING:
    from collections.abc import Iterator

SMALLEST, LARGEST = 6, 22


class State(NamedTuple):
    """The stones of both players."""

    black: Stones  # Max's
    white: Stones  # Min's


class Connect6(Lines[State], Weighted[State]):
    """Connect6 on a board of ``size`` × ``size`` points, 6 to 22. Black, who is Max, puts one stone; then both put two
    a turn, each of them an action. Six or more in a line win. A full board is a draw.

    >>> game = Connect6(size=6)
    >>> print(game.text(game.parse("c3 d4 d3 c4")))
    6  . . . . . .
    5  . . . . . .
    4  . . X O . .
    3  . . X O . .
    2  . . . . . .
    1  . . . . . .
       a b c d e f   X to move
    """

    repetition = "ignore"  # stones never leave: no position comes back
    terms = ("lines with one stone", "with two", "with three", "with four", "with five")

    def __init__(self, size: int = 19):
        if not SMALLEST <= size <= LARGEST:
            raise GameError(f"a board of {size}×{size} is not possible: size is {SMALLEST} to {LARGEST}")
        super().__init__(size)
        self.around = filled(self.bits, sum(31 << row * (size + 1) for row in range(5)))
        self.weights = np.array([1.0, 4.0, 9.0, 40.0, 45.0])

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.empty, self.empty)

    def player(self, s: State) -> int:
        """One stone, two, two, and so on."""
        return popcount(s.black | s.white) + 1 >> 1 & 1

    def left(self, s: State) -> int:
        """How many stones the mover puts before the other one moves."""
        put = popcount(s.black | s.white)
        return 1 if put == 0 else 1 + (put & 1)

    def actions(self, s: State) -> Iterator[int]:
        for point in ones(self.full & ~(s.black | s.white)):
            yield point

    def result(self, s: State, a: int) -> State:
        if self.player(s) == MAX:
            return State(with_bit(s.black, a), s.white)
        return State(s.black, with_bit(s.white, a))

    def terminal(self, s: State) -> bool:
        return s.black | s.white == self.full or self.six(s.black) or self.six(s.white)

    def utility(self, s: State) -> int:
        return 1 if self.six(s.black) else -1 if self.six(s.white) else 0

    def six(self, stones: Stones) -> bool:
        """Are there six in a line, to the right, up, or up to either side?"""
        found = self.empty
        for step in (1, self.size, self.size + 1, self.size + 2):
            pairs = stones & stones >> step
            found |= pairs & pairs >> 2 * step & pairs >> 4 * step
        return found != self.empty

    # --- evaluation ----------------------------------------------------------------------------------------------

    def counts(self, mine: Stones, theirs: Stones) -> tuple[int, int, int, int, int]:
        """How many rows of six points without a stone of the other side have one stone, two, … five."""
        n1 = n2 = n3 = n4 = n5 = 0
        for step in (1, self.size, self.size + 1, self.size + 2):
            free = self.full & ~theirs
            low = middle = high = self.empty  # the number of stones in each row, in three binary digits
            for i in range(6):
                stone = mine >> i * step
                free &= (self.full & ~theirs) >> i * step
                carry = low & stone
                low ^= stone
                high |= middle & carry
                middle ^= carry
            n1 += popcount(free & low & ~middle & ~high)
            n2 += popcount(free & ~low & middle & ~high)
            n3 += popcount(free & low & middle)
            n4 += popcount(free & ~low & ~middle & high)
            n5 += popcount(free & low & ~middle & high)
        return n1, n2, n3, n4, n5

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        """Each kind of row, Black's less White's."""
        black, white = self.counts(s.black, s.white), self.counts(s.white, s.black)
        for i in range(5):
            yield i, black[i] - white[i]

    # --- hints for search ----------------------------------------------------------------------------------------

    def foresee(self, s: State) -> tuple[int, int]:
        """Six, if a row lacks no more stones than the mover has left in this turn."""
        mine, theirs = (s.black, s.white) if self.player(s) == MAX else (s.white, s.black)
        rows = self.counts(mine, theirs)
        sign = 1 if self.player(s) == MAX else -1
        if rows[4] > 0:
            return sign, 1
        return (sign, 2) if rows[3] > 0 and self.left(s) == 2 else (0, 0)

    def order(self, s: State, a: int) -> int:
        """Points with many stones around them first."""
        corner = a - 2 * (self.size + 2)  # two columns to the left, two rows down: the corner of 5 × 5 points
        stones: Stones = s.black | s.white
        near = stones >> corner if corner >= 0 else stones << -corner
        return popcount(near & self.around)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.points:connect6"
    called = "Connect6"
    how_to_play = (
        "Six stones in an unbroken line win. Black begins with one stone; after that each player puts two stones a "
        "turn."
    )
    player_names = ("Black", "White")
    player_colours = ("black", "white")

    def name(self, s: State, a: int, style: str = "") -> str:
        return notation.point(self.size, a)

    def transcript(self, s: State, text: str) -> list[int]:
        """The actions of points that are written one after the other."""
        return notation.transcribed(self, s, text)

    def text(self, s: State) -> str:
        return notation.drawing(self.size, s.black, s.white, self.player(s))

    def parse(self, text: str) -> State:
        """Stones put one after the other (``k10 l11`` or ``k10l11``), or a board as ``text`` draws it."""
        if not notation.is_board(text):
            s = self.initial()
            for a in self.transcript(s, text):
                s = self.result(s, a)
            return s
        s = State(*notation.stones(self, text))
        put = popcount(s.black | s.white)
        black = sum(1 for n in range(put) if n + 1 >> 1 & 1 == MAX)
        if popcount(s.black) != black:
            raise GameError(f"not a position: of {put} stones {black} are X's (one, and then two each in turn)")
        return s
