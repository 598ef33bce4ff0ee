"""The boards of the morris games: points, neighbours, mills, symmetries.

A board is one, two or three squares inside each other, of eight points each, joined at the middles of their sides (and
with diagonals at the corners); a single square has a point in its middle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Where the eight points of a square lie from its middle, clockwise from the upper side."""


class Board:
    """The points, their neighbours, the lines that make mills, and the symmetries.

    >>> board = Board(3)
    >>> len(board.mills), board.images, board.names[:3]
    (16, 16, ['d5', 'e5', 'e4'])
    """

    def __init__(self, rings: int, diagonals: bool = False):
        self.rings, self.points = rings, 8 * rings if rings > 1 else 9
        self.centre = rings if rings > 1 else 1
        self.places = [(self.centre + (r + 1) * x, self.centre + (r + 1) * y) for r in range(rings) for x, y in AROUND]
        if rings == 1:
            self.places.append((1, 1))
        self.names = [f"{'abcdefg'[x]}{y + 1}" for x, y in self.places]
        spokes = range(8) if diagonals or rings == 1 else range(0, 8, 2)
        edges = [(8 * r + i, 8 * r + (i + 1) % 8) for r in range(rings) for i in range(8)]
        edges += [(8 * r + i, 8 * r + 8 + i) for r in range(rings - 1) for i in spokes]
        self.mills = [[8 * r + i, 8 * r + i + 1, 8 * r + (i + 2) % 8] for r in range(rings) for i in (1, 3, 5)]
        self.mills += [[8 * r + 7, 8 * r, 8 * r + 1] for r in range(rings)]
        if rings == 3:
            self.mills += [[i, 8 + i, 16 + i] for i in spokes]
        if rings == 1:
            edges += [(i, 8) for i in range(8)]
            self.mills += [[i, 8, i + 4] for i in range(4)]
        self.edges = edges
        self.near = np.zeros(self.points, np.int64)
        for a, b in edges:
            self.near[a] |= 1 << b
            self.near[b] |= 1 << a
        through = [
            [sum(1 << q for q in mill if q != p) for mill in self.mills if p in mill] for p in range(self.points)
        ]
        # for every point the other two of each line through it; −1, which is never all there, fills the rows
        self.lines = np.full((self.points, max(map(len, through))), -1, np.int64)
        for p, masks in enumerate(through):
            self.lines[p, : len(masks)] = masks
        turns = [[(i * flip + 2 * quarter) % 8 for i in range(8)] for flip in (1, -1) for quarter in range(4)]
        self.turned = np.array([[_moved(turn, ring) for ring in range(256)] for turn in turns], np.int64)
        self.images = 8 if rings == 1 else 16
        self.reading_order = sorted(range(self.points), key=lambda p: (-self.places[p][1], self.places[p][0]))

    def layout(self, white: int, black: int) -> tuple[int, int]:
        """These numbers of men of each side on the board, none of them in a mill."""
        sides, point = [0, 0], 0
        left = [white, black]
        while sum(left):
            side = int(left[1] > left[0])
            men = sides[side] | 1 << point
            if any(all(men >> q & 1 for q in mill) for mill in self.mills):
                side = 1 - side
            sides[side] |= 1 << point
            left[side] -= 1
            point += 1
        return sides[0], sides[1]

    def draw(self, marks: Sequence[str]) -> str:
        """The board with a mark on every point, and its coordinates."""
        width = 2 * self.centre + 1
        grid = [[" "] * (2 * width - 1) for _ in range(width)]
        for a, b in self.edges:
            (x, y), (u, v) = self.places[a], self.places[b]
            if y == v:
                for column in range(2 * min(x, u) + 1, 2 * max(x, u)):
                    grid[y][column] = "-"
            elif x == u:
                for row in range(min(y, v) + 1, max(y, v)):
                    grid[row][2 * x] = "|"
        for (x, y), mark in zip(self.places, marks, strict=True):
            grid[y][2 * x] = mark
        rows = [f"{y + 1} {''.join(grid[y])}" for y in reversed(range(width))]
        return "\n".join([*rows, "  " + " ".join("abcdefg"[:width])])


def _moved(turn: Sequence[int], ring: int) -> int:
    return sum(1 << turn[i] for i in range(8) if ring >> i & 1)


def images(board: Board, sets: Any) -> Any:
    """The sets of points (an array) under every symmetry, one row each."""
    found: list[Any] = []
    for k in range(board.images):
        image = np.zeros_like(sets)
        for ring in range(board.rings):
            to = ring if k < 8 else board.rings - 1 - ring
            image |= board.turned[k & 7][sets >> 8 * ring & 255] << 8 * to
        found.append(image)
    return np.array(found)
