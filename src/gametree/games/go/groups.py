"""A board of points on which stones form groups: neighbours, groups and their liberties, one bit a point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from gametree.bits import board, filled, ones, with_bit, without_lowest
from gametree.game import Game, S

if TYPE_CHECKING:
    from numpy.typing import NDArray

Stones: TypeAlias = Any
"""One bit a point, row by row from the bottom; after each row comes a bit that is always empty, so that a point at the
right edge is no neighbour of one at the left."""


class Groups(Game[S]):
    """A board of ``columns`` × ``rows`` points."""

    def __init__(self, columns: int, rows: int):
        self.columns, self.rows = columns, rows
        self.points, self.bits = columns * rows, (columns + 1) * rows
        self.empty = board(self.bits)
        self.full = filled(self.bits, sum(((1 << columns) - 1) << (columns + 1) * row for row in range(rows)))
        self.turned = images(columns, rows)

    def image(self, stones: Stones, symmetry: int) -> Stones:
        """The points to which one of the symmetries of the board takes these."""
        found = self.empty
        for point in ones(stones):
            found = with_bit(found, int(self.turned[symmetry, point]))
        return found

    def neighbours(self, stones: Stones) -> Stones:
        """The points beside these; some of them may be among the neighbours themselves."""
        step = self.columns + 1
        return (stones << 1 | stones >> 1 | stones << step | stones >> step) & self.full

    def grown(self, seed: Stones, within: Stones) -> Stones:
        """These points, and all that can be reached from them over neighbours within a set: a group from one of its
        stones, or a region from one of its points."""
        found = seed
        while True:
            more = found | self.neighbours(found) & within
            if more == found:
                return found
            found = more

    def breathes(self, seed: Stones, stones: Stones, free: Stones) -> bool:
        """Has one of the groups that these stones are part of a neighbour that is free?"""
        found = seed
        while True:
            beside = self.neighbours(found)
            if beside & free != self.empty:
                return True
            more = found | beside & stones
            if more == found:
                return False
            found = more

    def smothered(self, suspects: Stones, stones: Stones, free: Stones) -> Stones:
        """The groups without a liberty that these stones are part of."""
        found = self.empty
        rest = suspects & ~self.neighbours(free)
        while rest != self.empty:
            others = without_lowest(rest)
            first = rest & ~others
            if not self.breathes(first, stones, free):
                found |= self.grown(first, stones)
            rest = others & ~found
        return found


def images(columns: int, rows: int) -> NDArray[np.int64]:
    """Where the other symmetries of the board take each point: by symmetry and bit.

    >>> images(2, 2)[:, 0].tolist()  # where the corner at the bottom left goes
    [1, 3, 4, 1, 0, 3, 4]
    """
    grid = np.arange(rows)[:, None] * (columns + 1) + np.arange(columns)
    whole = [grid[:, ::-1], grid[::-1], grid[::-1, ::-1]]
    if columns == rows:
        whole += [np.rot90(grid), grid.T, np.rot90(grid, -1), grid[::-1, ::-1].T]
    found = np.zeros((len(whole), (columns + 1) * rows), np.int64)
    for i, image in enumerate(whole):
        found[i, grid.ravel()] = image.ravel()
    return found
