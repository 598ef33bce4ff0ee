"""The game of Y (Milnor 1950s; Schensted & Titus 1953): join all three sides of a triangle. There is no draw.

Cells that do not matter and virtual connections are those of Hex (``hex/inferior.py``, ``hex/connections.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import lowest, ones, popcount, with_bit
from gametree.errors import GameError
from gametree.game import MAX, MIN
from gametree.games.family import Family
from gametree.games.hex import notation
from gametree.games.hex.connections import ALL, ANY, Connections, WordByWord, is_small

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.hex.cells import Stones

LARGEST = 19


class State(NamedTuple):
    """The stones of both players, who moves, and whether the last stone has won."""

    red: Stones  # Max's
    blue: Stones  # Min's
    mover: int
    won: int


class Y(Family[State], Connections[State], notation.Written[State]):
    """Y on a triangle of ``size`` rows, 1 to 19. Red, who is Max, begins. Who first has a chain of stones that touches
    all three sides wins. With ``swap`` Blue may answer the first stone by taking it over.

    A cell is called by its column and row; the first row is the corner at the top right. A position is given as the
    moves that were made one after the other (``c2 b3``), or as a board.

    >>> game = Y(3)
    >>> print(game.text(game.parse("b3 c2")))
      a b c
    1      .
     2    . B
      3  . R .   R to move
    """

    repetition = "ignore"  # stones never leave: no position comes back
    edges = 3

    def __init__(self, size: int = 9, swap: bool = False):
        if not 1 <= size <= LARGEST:
            raise GameError(f"a triangle of {size} rows is not possible: size is 1 to {LARGEST}")
        super().__init__(size, size)
        self.swap = swap
        self.full = self.these((column, row) for row in range(size) for column in range(size - 1 - row, size))
        self.left = self.these((size - 1 - row, row) for row in range(size))
        self.right, self.bottom = self.column(size - 1), self.row(size - 1)
        self.theorems = () if swap else ("strategy stealing", "no draw")

    @classmethod
    def member(cls, size: int, swap: bool) -> type[Y]:  # pyright: ignore
        """Boards of several words are noted word by word."""
        return cls if is_small(size, size) else LargeY

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.empty, self.empty, MAX, 0)

    def player(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        for cell in ones(self.full & ~(s.red | s.blue)):
            yield cell
        if self.may_swap(s):
            yield self.swapping

    def result(self, s: State, a: int) -> State:
        if a == self.swapping:
            return State(s.blue, s.red, MAX, 0)
        if s.mover == MAX:
            red = with_bit(s.red, a)
            return State(red, s.blue, MIN, int(self.is_y(red, a)))
        blue = with_bit(s.blue, a)
        return State(s.red, blue, MAX, int(self.is_y(blue, a)))

    def terminal(self, s: State) -> bool:
        return s.won != 0

    def utility(self, s: State) -> int:
        return -1 if s.mover == MAX else 1  # the last stone has won

    def is_y(self, stones: Stones, a: int) -> bool:
        """Does the chain of this stone touch all three sides?"""
        chain = self.grown(with_bit(self.empty, a), stones, self.empty)
        return (
            chain & self.left != self.empty and chain & self.right != self.empty and chain & self.bottom != self.empty
        )

    def has_y(self, stones: Stones) -> bool:
        """Does any chain touch all three sides?"""
        rest = stones
        while rest != self.empty:
            if self.is_y(stones, lowest(rest)):
                return True
            rest &= ~self.grown(with_bit(self.empty, lowest(rest)), stones, self.empty)
        return False

    def may_swap(self, s: State) -> bool:
        """Blue may take the first stone over, instead of a move."""
        return self.swap and s.mover == MIN and popcount(s.red) == 1 and s.blue == self.empty

    # --- hints for search ----------------------------------------------------------------------------------------

    def must_play(self, s: State) -> Iterator[int]:
        for cell in ones(self.worth_trying(s)):
            yield cell
        if self.may_swap(s):
            yield self.swapping

    def worth_trying(self, s: State) -> Stones:
        """Cells among which there is a best move; none if the mover has lost. As in Hex."""
        red, blue = self.filled_in(s.red, s.blue)
        own, other = (red, blue) if s.mover == MAX else (blue, red)
        if self.has_y(own):
            return with_bit(self.empty, lowest(self.full & ~(s.red | s.blue)))
        if self.has_y(other):
            return self.empty
        common, _ = self.connected(other, own, (self.left, self.right, self.bottom), ALL)
        if common == self.empty:
            return common
        _, key = self.connected(own, other, (self.left, self.right, self.bottom), ANY)
        if key >= 0:
            return with_bit(self.empty, key)
        return self.without_inferior(red, blue, s.mover, common)

    def playout_action(self, s: State, number: int) -> int:
        return self.drawn_cell(self.full & ~(s.red | s.blue), 1 if self.may_swap(s) else 0, number)

    drawer = "gametree.draw.boards.hexagons:hexagons"
    called = "Y"
    how_to_play = (
        "Put a stone of your colour on an empty cell. A chain of your stones that touches all three sides of the "
        "triangle wins; a corner belongs to both of its sides. There is no draw. With the swap rule the second player "
        "may take over the first stone."
    )
    player_names = ("Red", "Blue")
    player_colours = ("p4", "p0")

    # --- text ----------------------------------------------------------------------------------------------------

    def parse(self, text: str) -> State:
        """Moves one after the other (``c2 b3``), or a board as ``text`` draws it."""
        if notation.is_moves(text):
            return notation.played(self, text)
        red, blue, mover = notation.position(self, text, self.swap)
        won = [any(self.is_y(side, a) for a in ones(side)) for side in (red, blue)]
        if won[mover]:
            raise GameError(f"not a position: {'RB'[mover]} has won already and is to move")
        return State(red, blue, mover, int(won[1 - mover]))


class LargeY(WordByWord[State], Y):
    """Y on boards of several words."""
