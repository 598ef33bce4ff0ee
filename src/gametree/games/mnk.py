"""m,n,k: k in a line on a board of m rows and n columns; with gravity, or misère, if you like."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from gametree.bits import board, filled, has_bit, nth, ones, popcount, with_bit
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import MAX
from gametree.games.played import played

if TYPE_CHECKING:
    from collections.abc import Iterator

Stones: TypeAlias = Any
"""One bit a cell: an integer, or for more than 63 cells a board of several words (``boards.py``)."""


class State(NamedTuple):
    """One bit a cell, row by row from the bottom, each from the left."""

    first: Stones  # Max's
    second: Stones  # Min's


MOST_ROWS, MOST_COLUMNS = 39, 26


class MNK(Weighted[State]):
    """k in a line on m rows and n columns, of any size up to 26 columns and 39 rows; ``gravity``: stones fall down;
    ``misere``: k in a line loses.

    A cell is called by its column and row, a1 at the bottom left; with gravity the column is enough.

    >>> game = MNK(3, 4, 3)
    >>> print(game.text(game.parse("b2 c2 b1")))
    3  . . . .
    2  . X O .
    1  . X . .
       a b c d   O to move
    >>> game = MNK(3, 4, 3, gravity=True)
    >>> print(game.text(game.parse("b b c")))
    3  . . . .
    2  . O . .
    1  . X X .
       a b c d   O to move
    """

    repetition = "ignore"  # stones never leave: no position comes back
    terms = ("open lines", "lines but one stone")

    def __init__(self, m: int = 3, n: int = 3, k: int = 3, gravity: bool = False, misere: bool = False):
        if not 1 <= m <= MOST_ROWS or not 1 <= n <= MOST_COLUMNS:
            raise GameError(
                f"a board of {m} rows and {n} columns is not possible: "
                f"1 to {MOST_ROWS} rows, and 1 to {MOST_COLUMNS} columns"
            )
        if k < 1:
            raise GameError(f"{k} in a line is not possible: k is 1 or more")
        self.m, self.n, self.k = m, n, k
        self.gravity, self.misere = gravity, misere
        self.empty = board(m * n)
        self.full = filled(m * n, (1 << m * n) - 1)
        self.bottom = filled(m * n, (1 << n) - 1)
        middle_first = sorted(range(m * n), key=lambda c: abs(2 * (c % n) - n + 1) + abs(2 * (c // n) - m + 1))
        self.cells = tuple(middle_first)
        # A line goes up, right, or up to either side. Of each kind: the step from cell to cell, and the cells in which
        # a line that fits on the board begins. (With k = 1 all four are the same.)
        kinds = ((1, 0), (0, 1), (1, 1), (1, -1))[: 1 if k == 1 else 4]
        self.steps = tuple(n * up + right for up, right in kinds)
        starts = [
            [n * r + c for r in range(m) for c in range(n) if r + up * (k - 1) < m and 0 <= c + right * (k - 1) < n]
            for up, right in kinds
        ]
        self.starts = tuple(filled(m * n, sum(1 << cell for cell in cells)) for cells in starts)
        # Gravity takes the free choice of a cell, misère makes a stone a burden: then no strategy can be stolen.
        self.theorems = () if gravity or misere else ("strategy stealing",)
        self.weights = np.array([1.0, 2.0]) * (-1 if misere else 1)
        self.turned = _turned(m, n, gravity)  # for each symmetry of the board: where each cell goes

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.empty, self.empty)

    def player(self, s: State) -> int:
        return popcount(s.first | s.second) & 1

    def actions(self, s: State) -> Iterator[int]:
        free = self.open(s)
        for cell in self.cells:
            if has_bit(free, cell):
                yield cell

    def open(self, s: State) -> Stones:
        """The cells where a stone may be put."""
        free = self.full & ~(s.first | s.second)
        if self.gravity:
            free &= (s.first | s.second) << self.n | self.bottom
        return free

    def result(self, s: State, a: int) -> State:
        if self.player(s) == MAX:
            return State(with_bit(s.first, a), s.second)
        return State(s.first, with_bit(s.second, a))

    def lines(self, stones: Stones) -> int:
        """How many lines of k lie within these cells."""
        found = 0
        for i in range(len(self.steps)):
            if self.starts[i] == self.empty:  # no such line fits on the board
                continue
            runs, length = stones, 1  # the cells in which a run of this length begins, be it over the edge
            while length < self.k:
                more = min(length, self.k - length)
                runs &= runs >> more * self.steps[i]
                length += more
            found += popcount(runs & self.starts[i])
        return found

    def terminal(self, s: State) -> bool:
        last = s.second if self.player(s) == MAX else s.first
        return self.lines(last) > 0 or s.first | s.second == self.full

    def utility(self, s: State) -> int:
        line = 1 if self.lines(s.first) > 0 else -1 if self.lines(s.second) > 0 else 0
        return -line if self.misere else line

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        """Lines still open to X less those still open to O, and of these the ones that one stone would complete."""
        yield 0, self.lines(self.full & ~s.second) - self.lines(self.full & ~s.first)
        yield 1, self.almost(s.first, s.second) - self.almost(s.second, s.first)

    def almost(self, mine: Stones, theirs: Stones) -> int:
        """How many lines lack one stone, and the cell for it is free."""
        free, found = self.full & ~(mine | theirs), 0
        for i in range(len(self.steps)):
            if self.starts[i] == self.empty:
                continue
            for gap in range(self.k):
                cells = self.starts[i] & free >> gap * self.steps[i]
                for j in range(self.k):
                    if j != gap:
                        cells &= mine >> j * self.steps[i]
                found += popcount(cells)
        return found

    # --- hints for search ----------------------------------------------------------------------------------------

    def reach(self, s: State) -> tuple[int, int]:
        """A side without an open line makes none any more."""
        first = 1 if self.lines(self.full & ~s.second) > 0 else 0
        second = 1 if self.lines(self.full & ~s.first) > 0 else 0
        return (-first, second) if self.misere else (-second, first)

    def playout_action(self, s: State, number: int) -> int:
        free = self.open(s)
        return nth(free, number * popcount(free) >> 32)

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The board mirrored, and turned where there is no gravity."""
        for i in range(len(self.turned)):
            yield State(self.turn(s.first, i), self.turn(s.second, i))

    def turn(self, stones: Stones, symmetry: int) -> Stones:
        moved = self.empty
        for cell in ones(stones):
            moved = with_bit(moved, int(self.turned[symmetry, cell]))
        return moved

    def tier(self, s: State) -> int:
        """How many cells are empty."""
        return self.m * self.n - popcount(s.first | s.second)

    def winning_sets(self) -> list[list[int]]:
        """The cells of each line of k."""
        starts = [(start, step) for step, cells in zip(self.steps, self.starts, strict=True) for start in ones(cells)]
        return [[start + step * i for i in range(self.k)] for start, step in starts]

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.grids:mnk"
    called = "In a row (m,n,k)"
    how_to_play = (
        "Put your mark into an empty cell; with gravity it falls to the lowest free cell of its column. The first "
        "player with k marks in an unbroken line wins, or loses in the misère game. A full board without such a line "
        "is a draw."
    )
    player_names = ("X", "O")
    player_colours = ("p0", "p1")

    def name(self, s: State, a: int, style: str = "") -> str:
        column = string.ascii_lowercase[a % self.n]
        return column if self.gravity else f"{column}{a // self.n + 1}"

    def text(self, s: State) -> str:
        rows: list[str] = []
        for r in reversed(range(self.m)):
            cells = range(r * self.n, (r + 1) * self.n)
            marks = ["X" if has_bit(s.first, c) else "O" if has_bit(s.second, c) else "." for c in cells]
            rows.append(f"{r + 1:<2} {' '.join(marks)}")
        return "\n".join(rows) + f"\n   {' '.join(string.ascii_lowercase[: self.n])}   {'XO'[self.player(s)]} to move"

    def parse(self, text: str) -> State:
        """Cells played from the empty board ("b2 c2 b1"; columns with gravity), or a board as ``text`` draws it."""
        if not re.search(r"[.XO]", text):
            example = self.name(self.initial(), 0)
            refused = f"{{!r}} is taken or does not exist; cells are called like {example}"
            return played(self, re.findall(r"[^\s,]+", text), refused, "stone")
        marks = re.sub(r"[XO] to move\s*$|[a-z0-9\s]", "", text)
        if len(marks) != self.m * self.n or not set(marks) <= set(".XO"):
            raise GameError(f"not a position: expected {self.m} rows of {self.n} cells out of . X O")
        rows = [marks[i : i + self.n] for i in range(0, len(marks), self.n)]
        cells = "".join(reversed(rows))
        sides = (sum(1 << i for i, mark in enumerate(cells) if mark == side) for side in "XO")
        s = State(*(filled(self.m * self.n, stones) for stones in sides))
        taken: Stones = s.first | s.second
        if self.gravity and popcount(taken >> self.n & ~taken):
            raise GameError("not a position: a stone hangs in the air")
        if popcount(s.first) - popcount(s.second) not in (0, 1):
            raise GameError("not a position: X moves first, so it has as many stones as O, or one more")
        if self.lines(s.second if self.player(s) else s.first):
            raise GameError(f"not a position: {'XO'[self.player(s)]} has a line already and is to move")
        return s


def _turned(m: int, n: int, gravity: bool) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Where each cell goes, for the mirror and the turns that map the board on itself (all but leaving it as it is)."""
    board = np.arange(m * n).reshape(m, n)
    turns = [board[:, ::-1]]
    if not gravity:
        turns += [board[::-1], board[::-1, ::-1]]
        if m == n:
            turns += [turn.T for turn in (board, *turns)]
    return np.array([turn.ravel() for turn in turns], dtype=np.int64)
