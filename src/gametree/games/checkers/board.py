"""The board of checkers: its dark squares as bits, and as the numbers that people give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable

SIZES = (4, 6, 8)


class Board:
    """The dark squares of a board, a bit each, row by row from Black's side, with an unused bit after every second row.

    With that bit a step to either side is the same number of bits everywhere: with four squares a row, four or five
    bits ahead or back; a step off the board ends on an unused bit. Turning the board round turns the bits round.

    People count the squares from 1, in the same order. Square 1 is in Black's row, beside the left corner as White
    sees it:

    >>> board = Board(8)
    >>> board.bits[:9]                  # of the squares 1 to 9
    (0, 1, 2, 3, 4, 5, 6, 7, 9)
    >>> board.places[0], board.places[31]
    ((0, 1), (7, 6))
    """

    def __init__(self, size: int):
        if size not in SIZES:
            raise GameError(f"a board of {size}×{size} is not possible: size is 4, 6 or 8")
        half = size // 2
        self.size, self.squares = size, size * half
        self.bits = tuple(i + i // size for i in range(self.squares))
        self.length = self.bits[-1] + 1
        self.places = tuple((i // half, 2 * (i % half) + (i // half + 1) % 2) for i in range(self.squares))
        """Of each square its row from Black's side, and its column from White's left."""
        self.full = self.mask(range(self.squares))
        self.steps = (half, half + 1, -half - 1, -half)
        """A step in the four directions: the first two are Black's forward, and the opposite of k is 3 − k."""
        rows = range(size)
        self.rows = tuple(self.mask(i for i, place in enumerate(self.places) if place[0] == row) for row in rows)
        middle = (size - 1) / 2
        self.centre = self.mask(
            i for i, (row, column) in enumerate(self.places) if abs(row - middle) < 2 and abs(column - middle) < 2
        )

    def mask(self, squares: Iterable[int]) -> int:
        """The bits of some squares, counted from 0."""
        return sum(1 << self.bits[i] for i in squares)

    def number(self, bit: int) -> int:
        """What people call the square of a bit."""
        return self.bits.index(bit) + 1
