"""Qubic, three-dimensional Tic-Tac-Toe: four in a line in a cube of 4 × 4 × 4 cells.

Whoever begins wins: Patashnik proved it in 1980 with the help of a computer, and Allis in 1994 by a search that goes
from threat to threat, as ``macros`` and ``replies`` do here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import bit, has_bit, lowest, ones, popcount, with_bit, without_lowest
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import MAX
from gametree.games.played import played

if TYPE_CHECKING:
    from collections.abc import Iterator

FULL = -1
"""All 64 cells. Cell 16 z + 4 y + x is in column x, row y and level z."""


def all_lines() -> list[list[int]]:
    """The 76 lines: 48 along an edge, 24 diagonals of a layer, and 4 through the cube.

    >>> len(all_lines()), all_lines()[0]
    (76, [0, 16, 32, 48])
    """
    ways = [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if (z, y, x) > (0, 0, 0)]
    cells = [(x, y, z) for z in range(4) for y in range(4) for x in range(4)]
    found = (
        [tuple(p + n * d for p, d in zip(cell, way, strict=True)) for n in range(4)] for cell in cells for way in ways
    )
    return [[16 * z + 4 * y + x for x, y, z in line] for line in found if set(line) <= set(cells)]


class State(NamedTuple):
    """One bit a cell."""

    first: int  # Max's crosses
    second: int  # Min's noughts


class Qubic(Weighted[State]):
    """Qubic. A cell is called by its column, row and level: a11 to d44. The text shows the levels side by side.

    >>> game = Qubic()
    >>> print(game.text(game.parse("a11 b22 d44")))
    4  . . . .   . . . .   . . . .   . . . X
    3  . . . .   . . . .   . . . .   . . . .
    2  . . . .   . O . .   . . . .   . . . .
    1  X . . .   . . . .   . . . .   . . . .
       a b c d   a b c d   a b c d   a b c d   O to move
    """

    repetition = "ignore"  # marks stay where they are: no position comes back
    theorems = ("strategy stealing",)
    terms = ("lines with one mark", "lines with two", "lines with three")

    def __init__(self):
        self.lines = tuple(sum(bit(cell) for cell in line) for line in all_lines())
        self.weights = np.array([1.0, 3.0, 9.0])

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(0, 0)

    def player(self, s: State) -> int:
        return popcount(s.first | s.second) & 1

    def actions(self, s: State) -> Iterator[int]:
        for cell in ones(~(s.first | s.second)):
            yield cell

    def result(self, s: State, a: int) -> State:
        if self.player(s) == MAX:
            return State(with_bit(s.first, a), s.second)
        return State(s.first, with_bit(s.second, a))

    def four(self, marks: int) -> bool:
        for line in self.lines:
            if marks & line == line:
                return True
        return False

    def terminal(self, s: State) -> bool:
        return self.four(s.second if self.player(s) == MAX else s.first) or s.first | s.second == FULL

    def utility(self, s: State) -> int:
        return 1 if self.four(s.first) else -1 if self.four(s.second) else 0

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        """Lines that only one side has marks in, X's less O's, by how many."""
        for line in self.lines:
            first, second = popcount(s.first & line), popcount(s.second & line)
            if first and not second:
                yield first - 1, 1
            elif second and not first:
                yield second - 1, -1

    # --- hints for search ----------------------------------------------------------------------------------------

    def lacking(self, mine: int, theirs: int, empty: int) -> int:
        """The empty cells of the lines that have no mark of the other side and this many empty cells."""
        cells = 0
        for line in self.lines:
            if theirs & line == 0 and popcount(mine & line) == 4 - empty:
                cells |= line & ~mine
        return cells

    def sides(self, s: State) -> tuple[int, int]:
        """The marks of the mover, and those of the other side."""
        return (s.first, s.second) if self.player(s) == MAX else (s.second, s.first)

    def foresee(self, s: State) -> tuple[int, int]:
        """Four with the next mark; or two lines of the other side that one mark cannot stop."""
        mine, theirs = self.sides(s)
        sign = 1 if self.player(s) == MAX else -1
        if self.lacking(mine, theirs, 1):
            return sign, 1
        return (-sign, 2) if popcount(self.lacking(theirs, mine, 1)) > 1 else (0, 0)

    def candidates(self, s: State) -> Iterator[int]:
        """A four; else the cell where the other side would make one; else every cell."""
        urgent = self.urgent(s)
        for cell in ones(urgent if urgent else ~(s.first | s.second)):
            yield cell

    def urgent(self, s: State) -> int:
        """Where the mover makes four; if nowhere, where the other side would."""
        mine, theirs = self.sides(s)
        wins = self.lacking(mine, theirs, 1)
        return wins if wins else self.lacking(theirs, mine, 1)

    def macros(self, s: State, level: int) -> Iterator[int]:
        """Four; else marks that make three in a line; where the other side threatens four, only if they stop it."""
        mine, theirs = self.sides(s)
        wins, must = self.lacking(mine, theirs, 1), self.lacking(theirs, mine, 1)
        if wins:
            yield lowest(wins)
        else:
            for cell in ones(self.lacking(mine, theirs, 2)):
                if must == 0 or must == bit(cell):
                    yield cell

    def replies(self, s: State) -> Iterator[int]:
        """Four; else what stops a four: where two are threatened, either loses; else anything."""
        urgent = self.urgent(s)
        for cell in ones(urgent & ~without_lowest(urgent) if urgent else ~(s.first | s.second)):
            yield cell

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.grids:qubic"
    called = "Qubic"
    how_to_play = (
        "Tic-Tac-Toe in a cube of four levels, drawn side by side: four in a line win, within a level, straight up "
        "or slanting through the levels. Put your mark into an empty cell."
    )
    player_names = ("X", "O")
    player_colours = ("p0", "p1")

    def name(self, s: State, a: int, style: str = "") -> str:
        return f"{'abcd'[a & 3]}{(a >> 2 & 3) + 1}{(a >> 4) + 1}"

    def text(self, s: State) -> str:
        def mark(cell: int) -> str:
            return "X" if has_bit(s.first, cell) else "O" if has_bit(s.second, cell) else "."

        rows = [
            f"{y + 1}  " + "   ".join(" ".join(mark(16 * z + 4 * y + x) for x in range(4)) for z in range(4))
            for y in (3, 2, 1, 0)
        ]
        return "\n".join(rows) + f"\n   {'   '.join(['a b c d'] * 4)}   {'XO'[self.player(s)]} to move"

    def parse(self, text: str) -> State:
        """Cells one after the other (``a11 b22``), or the four levels as ``text`` draws them."""
        if not re.search(r"[.XO]", text):
            refused = "{!r} is taken or does not exist; cells are called a11 to d44: column, row, level"
            return played(self, re.findall(r"[^\s,]+", text), refused, "mark")
        marks = re.sub(r"[XO] to move\s*$|[a-z0-9\s]", "", text)
        if len(marks) != 64 or not set(marks) <= set(".XO"):
            raise GameError("not a position: expected four rows of four levels of four cells out of . X O")
        cells = {
            16 * z + 4 * (3 - row) + x: marks[16 * row + 4 * z + x]
            for row in range(4)
            for z in range(4)
            for x in range(4)
        }
        first, second = 0, 0
        for cell, mark in cells.items():
            first, second = first | (bit(cell) if mark == "X" else 0), second | (bit(cell) if mark == "O" else 0)
        s = State(first, second)
        if popcount(s.first) - popcount(s.second) not in (0, 1):
            raise GameError("not a position: X moves first, so it has as many marks as O, or one more")
        if self.four(self.sides(s)[0]):
            raise GameError(f"not a position: {'XO'[self.player(s)]} has four in a line already and is to move")
        return s
