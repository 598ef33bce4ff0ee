"""Tic-Tac-Toe: X and O in turn; three in a line win."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import lowest, ones, popcount
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import MAX
from gametree.games.played import played

if TYPE_CHECKING:
    from collections.abc import Iterator

# A board is nine bits, and an octal digit is a row: cell 0 is top left, cell 8 bottom right.
FULL = 0o777
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
CENTRE_CORNERS_EDGES = (4, 0, 2, 6, 8, 1, 3, 5, 7)


class State(NamedTuple):
    """One bit a cell."""

    first: int  # Max's crosses
    second: int  # Min's noughts


class TicTacToe(Weighted[State]):
    """Tic-Tac-Toe. The cells are called 1 to 9, as one reads: 1 2 3 is the top row, 5 the centre.

    >>> game = TicTacToe()
    >>> print(game.text(game.parse("1 5 9")))
    X . .
    . O .
    . . X   O to move
    """

    repetition = "ignore"  # marks stay where they are: no position comes back
    theorems = ("strategy stealing",)
    terms = ("lines with one mark", "lines with two marks")

    def __init__(self):
        self.weights = np.array([1.0, 3.0])

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(0, 0)

    def player(self, s: State) -> int:
        return popcount(s.first | s.second) & 1

    def actions(self, s: State) -> Iterator[int]:
        for cell in range(9):
            if not (s.first | s.second) >> cell & 1:
                yield cell

    def result(self, s: State, a: int) -> State:
        if self.player(s) == MAX:
            return State(s.first | 1 << a, s.second)
        return State(s.first, s.second | 1 << a)

    def three(self, marks: int) -> bool:
        for line in LINES:
            if marks & line == line:
                return True
        return False

    def terminal(self, s: State) -> bool:
        return self.three(s.first) or self.three(s.second) or s.first | s.second == FULL

    def utility(self, s: State) -> int:
        return 1 if self.three(s.first) else -1 if self.three(s.second) else 0

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        """X's lines less O's, among those where the other has no mark (Russell and Norvig, chapter 5)."""
        for line in LINES:
            crosses, noughts = popcount(line & s.first), popcount(line & s.second)
            if noughts == 0 < crosses < 3:
                yield crosses - 1, 1
            if crosses == 0 < noughts < 3:
                yield noughts - 1, -1

    def rule_of_thumb(self, s: State) -> int:
        """Win, else block, else the centre, else a corner, else an edge. (Corner, opposite corner beats it.)"""
        mine, theirs = (s.first, s.second) if self.player(s) == MAX else (s.second, s.first)
        empty = FULL & ~(mine | theirs)
        for two in (mine, theirs):
            for line in LINES:
                if popcount(line & two) == 2 and line & empty:
                    return lowest(line & empty)
        for cell in CENTRE_CORNERS_EDGES:
            if empty >> cell & 1:
                return cell
        return -1

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The board turned and mirrored: mirror and transpose in turn go through all eight of them."""
        for step in range(7):
            if step % 2 == 0:
                s = State(mirrored(s.first), mirrored(s.second))
            else:
                s = State(transposed(s.first), transposed(s.second))
            yield s

    def tier(self, s: State) -> int:
        """How many cells are empty."""
        return 9 - popcount(s.first | s.second)

    def parents(self, s: State) -> Iterator[State]:
        """Take back each mark of the player who moved last, unless the game would have been over before."""
        last = s.second if self.player(s) == MAX else s.first
        for cell in ones(last):
            before = State(s.first & ~(1 << cell), s.second & ~(1 << cell))
            if not self.three(before.first) and not self.three(before.second):
                yield before

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.grids:tictactoe"
    called = "Tic-Tac-Toe"
    how_to_play = (
        "Put your mark into an empty cell. Three of your marks in a row, a column or a diagonal win. If the board is "
        "full and nobody has three, it is a draw."
    )
    player_names = ("X", "O")
    player_colours = ("p0", "p1")

    def name(self, s: State, a: int, style: str = "") -> str:
        return str(a + 1)

    def text(self, s: State) -> str:
        marks = ["X" if s.first >> i & 1 else "O" if s.second >> i & 1 else "." for i in range(9)]
        rows = [" ".join(marks[i : i + 3]) for i in (0, 3, 6)]
        return "\n".join(rows) + f"   {'XO'[self.player(s)]} to move"

    def parse(self, text: str) -> State:
        """Cells played from the empty board ("1 5 9" or "159"), or a board as ``text`` draws it."""
        words = text.split()
        if all(word.isdigit() for word in words):
            return played(self, "".join(words), "cell {} is taken or does not exist", "mark")
        marks = re.sub(r"[XO] to move\s*$|\s", "", text)
        if len(marks) != 9 or not set(marks) <= set(".XO"):
            raise GameError("not a position: expected 3 rows of 3 cells out of . X O")
        s = State(*(sum(1 << i for i in range(9) if marks[i] == side) for side in "XO"))
        if popcount(s.first) - popcount(s.second) not in (0, 1):
            raise GameError("not a position: X moves first, so it has as many marks as O, or one more")
        if self.three(s.second if self.player(s) else s.first):
            raise GameError(f"not a position: {'XO'[self.player(s)]} has won already and is to move")
        return s


def mirrored(b: int) -> int:
    """Left and right exchanged.

    >>> oct(mirrored(0o124)), oct(mirrored(0o007))
    ('0o421', '0o7')
    """
    return (b & 0o111) << 2 | b & 0o222 | b >> 2 & 0o111


def transposed(b: int) -> int:
    """Rows and columns exchanged.

    >>> oct(transposed(0o007)), oct(transposed(0o421))
    ('0o111', '0o421')
    """
    return b & 0o421 | (b & 0o042) << 2 | b >> 2 & 0o042 | (b & 0o004) << 4 | b >> 4 & 0o004
