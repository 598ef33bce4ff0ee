"""Patterns of three by three points: moves beside the last one that look natural.

Where a stone bends around another one, cuts it off, or stands against it at the edge. (They follow S. Gelly, Y. Wang,
R. Munos and O. Teytaud, Modification of UCT with patterns in Monte-Carlo Go, 2006.)
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

EMPTY, MINE, THEIRS, EDGE = range(4)
STATES = {
    "X": (MINE,), "O": (THEIRS,), ".": (EMPTY,), "-": (EDGE,), "x": (EMPTY, THEIRS, EDGE), "o": (EMPTY, MINE, EDGE),
    "?": (EMPTY, MINE, THEIRS, EDGE), "b": (EMPTY, MINE, THEIRS),
}  # fmt: skip
"""What a letter allows: X and O are the two sides, small ones mean anything but that, ``b`` anything on the board."""
PATTERNS = (
    "XOX . . bbb",  # hane: a stone is bent around from both sides
    "XO. . . b.b",  # hane that cuts nothing
    "XO? X . x.b",  # hane in a corner of one's own stones
    "XO? O o ?o?",  # a cut that is not protected
    "XO? O X ???",  # a cut, peeped at from the other side
    "?X? O O ooo",  # a cut between two stones
    "X.? O b ---",  # along the edge, after a stone
    "OX? X O ---",  # a cut at the edge
    "?XO x x ---",  # down to the edge, beside a stone
    "?OX X O ---",  # a block at the edge
)
"""The eight points around an empty one, row by row; turned, mirrored and with sides changed they count as well."""
AROUND = ((-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1))
"""The same eight points, as steps to the right and up."""


@cache
def natural() -> NDArray[np.int8]:
    """Which surroundings of an empty point are natural, by their number: two bits for each of the points around it.

    >>> int(natural().sum()), len(natural())
    (9804, 65536)
    """
    found = np.zeros(4**8, np.int8)
    for pattern in PATTERNS:
        letters = pattern.replace(" ", "")
        for turn, mirror, swap in product(range(4), (False, True), (False, True)):
            placed = dict(zip(AROUND, letters, strict=True))
            for _ in range(turn):
                placed = {(y, -x): letter for (x, y), letter in placed.items()}
            if mirror:
                placed = {(-x, y): letter for (x, y), letter in placed.items()}
            found |= matching([placed[step] for step in AROUND], swap)
    found.setflags(write=False)
    return found


def matching(letters: list[str], swap: bool) -> NDArray[np.int8]:
    """The surroundings that one pattern allows, in this position; ``swap``: for the other side."""
    other = (EMPTY, THEIRS, MINE, EDGE)
    found = np.ones(1, np.int8)
    for letter in letters:  # the first point has the lowest bits
        allowed = np.zeros(4, np.int8)
        allowed[[other[state] if swap else state for state in STATES[letter]]] = 1
        found = np.kron(allowed, found)
    return found


def beside(columns: int, rows: int) -> NDArray[np.int64]:
    """The bits of the eight points around each point; −1 off the board. (Points are numbered as in ``groups.py``.)

    >>> beside(2, 2)[0].tolist()  # the corner at the bottom left
    [-1, 3, 4, -1, 1, -1, -1, -1]
    """
    found = np.full(((columns + 1) * rows, 8), -1, np.int64)
    for row, column, (i, (x, y)) in product(range(rows), range(columns), enumerate(AROUND)):
        if 0 <= column + x < columns and 0 <= row + y < rows:
            found[row * (columns + 1) + column, i] = (row + y) * (columns + 1) + column + x
    return found
