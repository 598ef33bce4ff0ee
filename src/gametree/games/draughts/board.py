"""The boards of draughts: their dark squares as bits, as numbers, and as letters with numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.bits import board, filled
from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable

SMALLEST, LARGEST = 4, 14
LETTERS = "abcdefghijklmn"


class Board:
    """The dark squares of a board, a bit each, row by row from Black's side, with unused bits between some rows.

    With those a step aslant is the same number of bits everywhere, and a step off the board ends on an unused bit:
    with five squares a row five or six bits down, and one unused bit after every second row. Where pieces also take
    along rows (``straight``) a row must not touch the next one, so there is one more after every row. A board of 10×10
    then has 63 bits, just as many as an integer has room for; larger ones take several words (``gametree.bits.board``).

    People count the squares from 1 at the top left, or from another corner (``corner``), or call them by letters and
    numbers. On a ``mirrored`` board the square in White's left corner is light.

    >>> board = Board(10, 10)
    >>> board.bits[:11]                  # of the squares 1 to 11
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11)
    >>> board.steps                      # up left, up right, down left, down right
    (-6, -5, 5, 6)
    >>> Board(10, 10, straight=True).length
    63
    >>> [board.called(bit) for bit in board.bits[:2]], [board.called(bit, "algebraic") for bit in board.bits[:2]]
    (['1', '2'], ['b10', 'd10'])
    """

    def __init__(
        self, width: int, height: int, *, mirrored: bool = False, straight: bool = False, corner: str = "top left"
    ):
        for name, size in (("width", width), ("height", height)):
            if not SMALLEST <= size <= LARGEST:
                raise GameError(f"a board of {width}×{height} is not possible: {name} is {SMALLEST} to {LARGEST}")
        if width % 2:
            raise GameError(f"a board of {width}×{height} is not possible: width is even")
        self.width, self.height, self.corner = width, height, corner
        half = width // 2
        down = half + 1 if straight else half
        indented = (height % 2 == 0) != mirrored
        """Does the first row begin with a light square?"""
        starts: list[int] = []
        places: list[tuple[int, int]] = []
        start = 0
        for row in range(height):
            starts.append(start)
            places += [(row, 2 * i + indented) for i in range(half)]
            start += down if indented else down + 1
            indented = not indented
        self.places: tuple[tuple[int, int], ...] = tuple(places)
        """Of each square its row from Black's side, and its column from White's left."""
        self.bits: tuple[int, ...] = tuple(starts[row] + column // 2 for row, column in self.places)
        self.squares, self.length = len(self.bits), self.bits[-1] + 1
        aslant = (-down - 1, -down, down, down + 1)
        along = (-2 * down - 1, -1, 1, 2 * down + 1)
        self.steps: tuple[int, ...] = aslant + along if straight else aslant
        """The bits of a step: up left, up right, down left, down right; then up, left, right, down."""
        self.none: Any = board(self.length)
        self.full = self.mask(range(self.squares))
        self.rows: tuple[Any, ...] = tuple(self.row(r) for r in range(height))
        self.names = self._names()
        self.numbers = {int(name): bit for bit, name in self.names["numeric"].items()}
        self.letters = {name: bit for bit, name in self.names["algebraic"].items()}

    def mask(self, squares: Iterable[int]) -> Any:
        """The bits of some squares, counted from 0."""
        return filled(self.length, sum(1 << self.bits[i] for i in squares))

    def row(self, row: int) -> Any:
        """The squares of a row, counted from 0 on Black's side."""
        return self.mask(i for i, place in enumerate(self.places) if place[0] == row)

    def _names(self) -> dict[str, dict[int, str]]:
        """What people call the square of a bit."""
        bottom, right = self.corner.startswith("bottom"), self.corner.endswith("right")
        ordered = sorted(
            zip(self.places, self.bits, strict=True),
            key=lambda item: (-item[0][0] if bottom else item[0][0], -item[0][1] if right else item[0][1]),
        )
        letters = {bit: f"{LETTERS[column]}{self.height - row}" for (row, column), bit in ordered}
        return {"numeric": {bit: str(i + 1) for i, (_, bit) in enumerate(ordered)}, "algebraic": letters}

    def called(self, bit: int, notation: str = "numeric") -> str:
        """The name of a square."""
        return self.names[notation][bit]

    def number(self, bit: int) -> int:
        """The number of a square."""
        return int(self.names["numeric"][bit])

    def top_left(self, bit: int) -> int:
        """The number of a square counted from the top left, as programs have it whatever people do."""
        return self.bits.index(bit) + 1

    def between(self, first: int, last: int) -> list[int]:
        """The squares whose numbers are in a range, by their bits."""
        return [self.numbers[n] for n in range(self.number(first), self.number(last) + 1)]
