"""Othello's evaluation by patterns, as Logistello and Edax have it: what stands on edges, in corners, on lines.

A pattern is a number in base 3: each of its squares is empty (0), the mover's (1) or the other side's (2). A table says
what each content is worth to the mover, and another one what a number of moves is worth; the sum is the expected score.
Patterns that a turn or a reflection of the board makes of each other share a table, and so do contents. There is a
table for each stage of the game. ``othello.network`` has what was learned (docs/othello.md).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import flip_rows, popcount, shift_left, shift_right, signed
from gametree.features import Share
from gametree.games.othello.endings import Endings
from gametree.games.othello.rules import State
from gametree.networks import Networked, read_network

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from gametree.games.othello.board import Board

    Singles = NDArray[np.float32]

SHIPPED = Path(__file__).with_name("othello.network")
STAGES, DISCS = 10, 6
"""How many stages a game has, and how many discs are put in each."""
UNITS = 16
"""A table counts in sixteenths of a disc."""
COUNTS = 64
"""The length of a table for a number of squares."""


class Shape(NamedTuple):
    """A kind of pattern: its squares in one corner or on one side of the board, the last digit first."""

    name: str
    squares: str
    mirror: tuple[int, ...] = ()
    """Which square a reflection that keeps the shape makes of each; none: no reflection keeps it."""

    @property
    def size(self) -> int:
        """How many contents there are."""
        return 3 ** len(self.squares.split())


def line(name: str, squares: str) -> Shape:
    """A line, which is the same from both ends."""
    return Shape(name, squares, tuple(reversed(range(len(squares.split())))))


SHAPES = (
    Shape("edges with X squares", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2", (7, 6, 5, 4, 3, 2, 1, 0, 9, 8)),
    Shape("corners of 2×5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    Shape("corners of 3×3", "a1 b1 c1 a2 b2 c2 a3 b3 c3", (0, 3, 6, 1, 4, 7, 2, 5, 8)),
    line("second rows", "a2 b2 c2 d2 e2 f2 g2 h2"),
    line("third rows", "a3 b3 c3 d3 e3 f3 g3 h3"),
    line("fourth rows", "a4 b4 c4 d4 e4 f4 g4 h4"),
    line("long diagonals", "a1 b2 c3 d4 e5 f6 g7 h8"),
    line("diagonals of 7", "b1 c2 d3 e4 f5 g6 h7"),
    line("diagonals of 6", "c1 d2 e3 f4 g5 h6"),
    line("diagonals of 5", "d1 e2 f3 g4 h5"),
    line("diagonals of 4", "e1 f2 g3 h4"),
)
NUMBERS = ("moves", "other side's moves", "empty squares beside discs", "empty squares beside the other side's")
SIZES = tuple(shape.size for shape in SHAPES) + (COUNTS,) * len(NUMBERS)
BEGINS = tuple(sum(SIZES[:i]) for i in range(len(SIZES)))
"""Where the table of each shape, and then of each number, begins."""
EDGES, BLOCKS, CORNERS, SECOND, THIRD, FOURTH, LONG, SEVEN, SIX, FIVE, FOUR, MOVES, REPLIES, BESIDE, BESIDE_THEIRS = (
    BEGINS
)
ENTRIES = sum(SIZES)
NO_TABLES = np.zeros(1, np.int16)
COLUMN = 0x0101010101010101
"""A number times this has the sum of its rows in the highest row."""


class Patterns(Endings, Networked[State]):
    """The sum of the tables, for the board of 8×8.

    ``entries`` holds what was learned, in discs: a column for each stage, a row for each group of contents that the
    reflections of a shape make of each other. ``tables`` are the same written out, in whole parts of a disc.
    """

    layers = ("entries",)
    entries: Singles
    tables: NDArray[np.int16]

    def __init__(self, board: Board, empties: str, network: bool):
        super().__init__(board, empties)
        self.network = network and self.size == 8
        self.east, self.west = board.east, board.west
        steps = [board.mask([board.square(i + k, i) for i in range(self.size - k)]) for k in range(5)]
        self.long, self.seven, self.six, self.five, self.four = steps
        self.three, self.three_mirrored = ternary(), ternary(mirrored=True)
        self.entries, self.tables = shipped() if self.network else (np.zeros((1, 1), np.float32), NO_TABLES)

    def set_layers(self, arrays: Mapping[str, Singles]) -> None:
        """Use these entries."""
        self.entries = arrays["entries"].copy()
        self.tables = written_out(self.entries)

    # --- the sum -------------------------------------------------------------------------------------------------

    def expected(self, mine: int, theirs: int) -> int:
        """The expected score of the mover, in parts of a disc."""
        stage = ENTRIES * stage_of(popcount(mine | theirs))
        total = self.by_numbers(mine, theirs, stage)
        for _ in range(4):
            total += self.on_a_side(mine, theirs, stage)
            mine, theirs = self.quarter_turn(mine), self.quarter_turn(theirs)
        return total

    def by_numbers(self, mine: int, theirs: int, stage: int) -> int:
        """What the numbers of moves, and of moves to come, are worth."""
        t, empty = self.tables, self.full & ~(mine | theirs)
        total = int(t[stage + MOVES + popcount(self.moves(mine, theirs))])
        total += int(t[stage + REPLIES + popcount(self.moves(theirs, mine))])
        total += int(t[stage + BESIDE + popcount(self.around(mine) & empty)])
        return total + int(t[stage + BESIDE_THEIRS + popcount(self.around(theirs) & empty)])

    def on_a_side(self, m: int, t: int, stage: int) -> int:
        """What the patterns on the first row, beside it, and in its corners are worth, and those on lines from it."""
        v = self.tables
        total = int(v[stage + EDGES + self.content(edge(m), edge(t))])
        total += int(v[stage + BLOCKS + self.content(block(m), block(t))])
        m_block, t_block = other_block(m), other_block(t)
        total += int(v[stage + BLOCKS + int(self.three_mirrored[m_block]) + 2 * int(self.three_mirrored[t_block])])
        total += int(v[stage + CORNERS + self.content(corner(m), corner(t))])
        total += int(v[stage + SECOND + self.content(m >> 8 & 255, t >> 8 & 255)])
        total += int(v[stage + THIRD + self.content(m >> 16 & 255, t >> 16 & 255)])
        total += int(v[stage + FOURTH + self.content(m >> 24 & 255, t >> 24 & 255)])
        total += int(v[stage + LONG + self.content(columns(m & self.long), columns(t & self.long))])
        total += int(v[stage + SEVEN + self.content(columns(m & self.seven) >> 1, columns(t & self.seven) >> 1)])
        total += int(v[stage + SIX + self.content(columns(m & self.six) >> 2, columns(t & self.six) >> 2)])
        total += int(v[stage + FIVE + self.content(columns(m & self.five) >> 3, columns(t & self.five) >> 3)])
        return total + int(v[stage + FOUR + self.content(columns(m & self.four) >> 4, columns(t & self.four) >> 4)])

    def content(self, mine: int, theirs: int) -> int:
        """The number in base 3 of squares with these discs."""
        return int(self.three[mine]) + 2 * int(self.three[theirs])

    def quarter_turn(self, discs: int) -> int:
        """The board turned by a quarter: mirrored at the diagonal from a1, and then upside down."""
        discs = swapped(discs, 7, 0x00AA00AA00AA00AA)
        discs = swapped(discs, 14, 0x0000CCCC0000CCCC)
        return flip_rows(swapped(discs, 28, 0x00000000F0F0F0F0))

    def around(self, discs: int) -> int:
        """The squares beside these, and they themselves."""
        wide = discs | shift_left(discs & ~self.east, 1) | shift_right(discs & ~self.west, 1)
        return wide | shift_left(wide, self.size) | shift_right(wide, self.size)

    def parts(self, s: State) -> list[Share]:
        """The evaluation in parts: what each shape, and each number, adds for Max."""
        empty, own = self.full & ~(s.mine | s.theirs), ENTRIES * stage_of(popcount(s.mine | s.theirs))
        cells = [s.mine >> i & 1 | (s.theirs >> i & 1) << 1 for i in range(self.squares)]
        worth = [
            sum(int(self.tables[own + begin + number(cells, place)]) for place in placed(shape))
            for shape, begin in zip(SHAPES, BEGINS, strict=False)
        ]
        counts = (
            popcount(self.moves(s.mine, s.theirs)), popcount(self.moves(s.theirs, s.mine)),
            popcount(self.around(s.mine) & empty), popcount(self.around(s.theirs) & empty),
        )  # fmt: skip
        worth += [int(self.tables[own + begin + n]) for begin, n in zip(BEGINS[len(SHAPES) :], counts, strict=True)]
        names = (*(shape.name for shape in SHAPES), *NUMBERS)
        return [Share(name, 1 - 2 * s.turn, amount / UNITS) for name, amount in zip(names, worth, strict=True)]


# --- from the board to the squares of a shape, a bit for each --------------------------------------------------------


def edge(discs: int) -> int:
    """The first row, and its two X squares."""
    return discs & 255 | discs >> 1 & 256 | discs >> 5 & 512


def block(discs: int) -> int:
    """The 2×5 squares in the corner a1."""
    return discs & 31 | discs >> 3 & 992


def other_block(discs: int) -> int:
    """The 2×5 squares in the corner h1, from the left."""
    return discs >> 3 & 31 | discs >> 6 & 992


def corner(discs: int) -> int:
    """The 3×3 squares in the corner a1."""
    return discs & 7 | discs >> 5 & 56 | discs >> 10 & 448


def columns(discs: int) -> int:
    """The columns of discs of which no two share one."""
    return shift_right(signed(discs * COLUMN), 56)


def swapped(discs: int, step: int, mask: int) -> int:
    """Bits of a mask exchanged with those that are some steps higher."""
    change = (discs ^ shift_right(discs, step)) & mask
    return discs ^ change ^ shift_left(change, step)


def stage_of(discs: int) -> int:
    """The stage of the game, by the number of discs.

    >>> [stage_of(discs) for discs in (4, 10, 11, 64)]
    [0, 0, 1, 9]
    """
    return (max(discs, 5) - 5) // DISCS


# --- the tables ------------------------------------------------------------------------------------------------------


def ternary(*, mirrored: bool = False) -> NDArray[np.int64]:
    """For ten squares, a bit each, the number in base 3 with a 1 for each; ``mirrored``: two rows of five, each from
    the other end."""
    powers = 3 ** np.arange(10)
    if mirrored:
        powers = powers.reshape(2, 5)[:, ::-1].ravel()
    return (np.arange(1024)[:, None] >> np.arange(10) & 1) @ powers


def number(cells: Sequence[int], places: Sequence[int]) -> int:
    """The content of these squares, if ``cells`` has 1 for the mover's discs and 2 for the other side's.

    >>> number([1, 0, 2], [0, 1, 2])
    19
    """
    return sum(cells[i] * 3**k for k, i in enumerate(places))


def placed(shape: Shape) -> list[list[int]]:
    """The squares of a shape by their numbers, wherever the board has it: under four turns, and mirrored if that is not
    the same."""
    at = [("abcdefgh".index(name[0]), int(name[1]) - 1) for name in shape.squares.split()]
    found = list[list[int]]()
    for start in [at] if shape.mirror else [at, [(7 - x, y) for x, y in at]]:
        turned = start
        for _ in range(4):
            found.append([8 * y + x for x, y in turned])
            turned = [(7 - y, x) for x, y in turned]
    return found


@cache
def groups() -> NDArray[np.int64]:
    """The row of ``entries`` for each entry of a stage: contents that mirror each other have the same one."""
    found: list[NDArray[np.int64]] = []
    width = 0
    for shape in SHAPES:
        own = np.arange(shape.size)
        digits = own[:, None] // 3 ** np.arange(len(shape.squares.split())) % 3
        other = digits[:, list(shape.mirror)] @ 3 ** np.arange(len(shape.mirror)) if shape.mirror else own
        _, row = np.unique(np.minimum(own, other), return_inverse=True)
        found.append(row + width)
        width += int(row.max()) + 1
    numbers = np.arange(COUNTS * len(NUMBERS)) + width
    return np.concatenate([*found, numbers])


def written_out(entries: Singles) -> NDArray[np.int16]:
    """The tables of all stages, in parts of a disc."""
    return np.rint(entries.T * UNITS).astype(np.int16)[:, groups()].ravel()


@cache
def shipped() -> tuple[Singles, NDArray[np.int16]]:
    """What gametree ships, as it is in the file and written out."""
    entries = read_network(SHIPPED).arrays["entries"]
    return entries, written_out(entries)
