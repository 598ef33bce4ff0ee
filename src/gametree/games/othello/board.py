"""The board of Othello: which squares lie in a line from each square, what leaves the board, and how it turns.

Square i is bit i: row by row from the upper left, a1 first, as the position strings of Othello programs have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import signed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

UP = ((1, 0), (-1, 1), (0, 1), (1, 1))
"""The steps (column, row) that lead to higher bits; their opposites lead to lower ones."""


class Board:
    """A board of ``size`` × ``size`` squares.

    >>> board = Board(8)
    >>> board.names[:3], bin(board.up[0]), board.mask([0, 1])
    (['a1', 'b1', 'c1'], '0b11111110', 3)
    """

    def __init__(self, size: int):
        self.size, self.squares = size, size * size
        self.places = [(column, row) for row in range(size) for column in range(size)]
        self.names = [f"{'abcdefgh'[column]}{row + 1}" for column, row in self.places]
        self.full = self.mask(range(self.squares))
        self.middle = self.mask(i for i, (column, _) in enumerate(self.places) if 0 < column < size - 1)
        """All but the columns at the sides: a line that goes on sideways goes on from these."""
        self.up = self._rays(1)
        """Four lines from each square towards higher bits."""
        self.down = self._rays(-1)
        self.near: NDArray[np.int64] = np.array([self.mask(self._neighbours(i)) for i in range(self.squares)], np.int64)
        """The squares beside each one."""
        last, half = size - 1, size // 2
        self.corners = self.mask([0, last, self.squares - 1 - last, self.squares - 1])
        self.east = self.mask(i for i, (column, _) in enumerate(self.places) if column == last)
        self.west = self.mask(i for i, (column, _) in enumerate(self.places) if column == 0)
        self.beside = self._beside()
        self.quarters = tuple(
            self.mask(self.square(x + i, y + j) for i in range(half) for j in range(half))
            for x in (0, half)
            for y in (0, half)
        )
        self.lines, self.borders = self._lines()
        turns = [
            [self.square(row, column) for column, row in self.places],
            [self.square(last - row, last - column) for column, row in self.places],
            [self.square(last - column, last - row) for column, row in self.places],
        ]
        self.turned: NDArray[np.int64] = np.array(turns, np.int64)
        """Where each square comes to lie under the turns that leave the first position as it is."""

    def square(self, column: int, row: int) -> int:
        """The number of a square."""
        return row * self.size + column

    def mask(self, squares: Iterable[int]) -> int:
        """The board with only these squares."""
        return signed(sum(1 << i for i in squares))

    def line(self, i: int, step: tuple[int, int]) -> list[int]:
        """The squares that lie from a square in a direction, the nearest first."""
        (column, row), found = self.places[i], list[int]()
        while 0 <= (column := column + step[0]) < self.size and 0 <= (row := row + step[1]) < self.size:
            found.append(self.square(column, row))
        return found

    def _rays(self, sign: int) -> NDArray[np.int64]:
        steps = [(sign * x, sign * y) for x, y in UP]
        return np.array([self.mask(self.line(i, step)) for i in range(self.squares) for step in steps], np.int64)

    def _neighbours(self, i: int) -> list[int]:
        return [line[0] for x, y in UP for sign in (1, -1) if (line := self.line(i, (sign * x, sign * y)))]

    def _beside(self) -> NDArray[np.int64]:
        """For each corner its X square, the next one on the diagonal, and its C squares, the next ones on the edges."""
        last, found = self.size - 1, list[int]()
        for x, y in ((0, 0), (last, 0), (0, last), (last, last)):
            i, j = (1 if x == 0 else last - 1), (1 if y == 0 else last - 1)
            found += [self.mask([self.square(i, j)]), self.mask([self.square(i, y), self.square(x, j)])]
        return np.array(found, np.int64)

    def _lines(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each of the four directions all the lines of the board, and their ends. Lines of which there are fewer
        are repeated to fill the rows."""
        lines, borders = list[list[int]](), list[int]()
        for x, y in UP:
            starts = [i for i in range(self.squares) if not self.line(i, (-x, -y))]
            whole = [[i, *self.line(i, (x, y))] for i in starts]
            masks = [self.mask(line) for line in whole]
            lines.append(masks + [masks[0]] * (2 * self.size - 1 - len(masks)))
            borders.append(self.mask({line[0] for line in whole} | {line[-1] for line in whole}))
        return np.array(lines, np.int64), np.array(borders, np.int64)
