"""The chessboard: squares, the tables of the men that leap, and the lines of the men that slide.

A square is a number, file + 8 × rank: a1 is 0, h1 is 7, h8 is 63. A board is one bit a square. A smaller board lies in
the corner at a1, and keeps the numbers of the squares.

A sliding man sees along a line up to the first man in its way. Subtracting its own bit from the men on the line borrows
through the empty squares beyond it, and so marks them; the other half of the line is found in the same way on the board
turned upside down (Pearson's "hyperbola quintessence"). A rank is not reversed when the board is turned upside down, so
ranks use a table.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.bits import bit, flip_rows, shift_left, shift_right, signed
from gametree.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Table = NDArray[np.int64]

KNIGHT_LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
DIAGONALS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
STRAIGHTS = ((0, 1), (1, 0), (0, -1), (-1, 0))
FILES = "abcdefgh"
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
DARK = -0x55AA55AA55AA55AB
"""The dark squares: a1 is one."""


def square_name(square: int) -> str:
    """A square as people write it.

    >>> square_name(0), square_name(63)
    ('a1', 'h8')
    """
    return f"{FILES[square & 7]}{(square >> 3) + 1}"


class Board(Game[Any]):
    """What the squares see of each other on a board of up to 8×8: all tables are arrays by square, of boards.

    >>> board = Board()
    >>> board.straight(0, bit(3) | bit(16)) == bit(1) | bit(2) | bit(3) | bit(8) | bit(16)
    True
    """

    drawer = "gametree.draw.boards.chequered:chess"
    called = "Chess"
    how_to_play = (
        "Move one of your men; a man of the other side on its square is taken. If your king is attacked, the attack "
        "must end. Checkmate wins. A player who is not in check and has no legal move is stalemated: a draw. Draws "
        "also come by the same position for the third time, by fifty moves without a capture or a pawn move, and when "
        "too few men are left."
    )
    player_names = ("White", "Black")
    player_colours = ("white", "black")
    won_by = "mate"
    numbers_pairs = True
    sits_below = 0

    leaps: Table
    """Where a knight goes."""
    steps: Table
    """Where a king goes."""
    captures: Table
    """Where a pawn captures: by colour (0 White, 1 Black) and square."""
    file_lines: Table
    rank_lines: Table
    """What is seen along a rank: by the men on the six inner squares of the first rank, and by file."""
    rising_lines: Table
    falling_lines: Table
    rays: Table
    """Every square in a line with this one: where a queen goes on the empty board."""
    between: Table
    """The squares between two squares in a line."""
    lines: Table
    """The whole line through two squares, up to the edge; empty if there is none."""

    def __init__(self, width: int = 8, height: int = 8):
        self.width, self.height = width, height
        for name, table in _tables(width, height).items():
            setattr(self, name, table)

    def diagonal(self, square: int, occupied: int) -> int:
        """What a bishop sees from a square, up to the first man in each direction, that man included."""
        return seen(square, occupied, int(self.rising_lines[square])) | seen(
            square, occupied, int(self.falling_lines[square])
        )

    def straight(self, square: int, occupied: int) -> int:
        """What a rook sees from a square."""
        rank = square & 56
        inner = shift_right(occupied, rank + 1) & 63
        along = shift_left(int(self.rank_lines[inner, square & 7]), rank)
        return along | seen(square, occupied, int(self.file_lines[square]))


def seen(square: int, occupied: int, line: int) -> int:
    """What is seen from a square along a line (any but a rank) in both directions."""
    ahead = occupied & line
    behind = flip_rows(ahead)
    return (signed(ahead - bit(square)) ^ flip_rows(signed(behind - bit(square ^ 56)))) & line


def union(squares: Iterable[int]) -> int:
    """The board with these squares."""
    found = 0
    for square in squares:
        found |= bit(square)
    return found


@cache
def _tables(width: int, height: int) -> dict[str, Table]:
    """All tables for one size of board."""
    on_board = [rank * 8 + file for rank in range(height) for file in range(width)]

    def ray(square: int, step: tuple[int, int], most: int = 7) -> list[int]:
        """The squares from one square on in a direction."""
        file, rank = square & 7, square >> 3
        found: list[int] = []
        for _ in range(most):
            file, rank = file + step[0], rank + step[1]
            if not (0 <= file < width and 0 <= rank < height):
                break
            found.append(file + 8 * rank)
        return found

    def table(steps: Iterable[tuple[int, int]], most: int = 7) -> Table:
        made = np.zeros(64, np.int64)
        for square in on_board:
            made[square] = union(to for step in steps for to in ray(square, step, most))
        return made

    between, lines = np.zeros((64, 64), np.int64), np.zeros((64, 64), np.int64)
    for square in on_board:
        for step in DIAGONALS + STRAIGHTS:
            ahead, back = ray(square, step), ray(square, (-step[0], -step[1]))
            for i, other in enumerate(ahead):
                between[square, other] = union(ahead[:i])
                lines[square, other] = union([*ahead, square, *back])
    return {
        "leaps": table(KNIGHT_LEAPS, 1),
        "steps": table(DIAGONALS + STRAIGHTS, 1),
        "captures": np.array([table(((-1, 1), (1, 1)), 1), table(((-1, -1), (1, -1)), 1)]),
        "file_lines": table(((0, 1), (0, -1))),
        "rank_lines": _rank_lines(width),
        "rising_lines": table(((1, 1), (-1, -1))),
        "falling_lines": table(((1, -1), (-1, 1))),
        "rays": table(DIAGONALS + STRAIGHTS),
        "between": between,
        "lines": lines,
    }


def _rank_lines(width: int) -> Table:
    made = np.zeros((64, 8), np.int64)
    for inner in range(64):
        for file in range(width):
            for step in (1, -1):
                to = file + step
                while 0 <= to < width:
                    made[inner, file] |= 1 << to
                    if inner << 1 >> to & 1:
                        break
                    to += step
    return made
