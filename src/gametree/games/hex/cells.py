"""A board of hexagons in slanted rows: one bit a cell. Hex and Y are played on it."""

from __future__ import annotations

from typing import Any, TypeAlias

from gametree.bits import board, filled, with_bit
from gametree.game import Game, S

Stones: TypeAlias = Any
"""One bit a cell, row by row from the top; after each row comes a bit that is always empty, so that no cell at one edge
is a neighbour of one at the other."""


class Cells(Game[S]):
    """The cells, which of them are neighbours, and how chains of stones grow."""

    def __init__(self, columns: int, rows: int):
        self.columns, self.rows = columns, rows
        self.width = columns + 1
        self.bits = rows * self.width
        self.empty = board(self.bits)
        self.swapping = self.bits
        """The action that takes the first stone over, if there is a swap rule."""
        self.full = self.these((column, row) for row in range(rows) for column in range(columns))

    def these(self, places: Any) -> Stones:
        """The cells at these columns and rows."""
        return filled(self.bits, sum(1 << row * self.width + column for column, row in places))

    def row(self, row: int) -> Stones:
        """The cells of a row."""
        return self.these((column, row) for column in range(self.columns))

    def column(self, column: int) -> Stones:
        """The cells of a column."""
        return self.these((column, row) for row in range(self.rows))

    def around(self, cells: Stones) -> Stones:
        """The neighbours of these cells: to the left and right, above (and above to the right), below (and below to the
        left)."""
        width = self.width
        above, below = cells >> width | cells >> width - 1, cells << width | cells << width - 1
        return (cells << 1 | cells >> 1 | above | below) & self.full

    def joined(self, stones: Stones, before: Stones, edge: Stones, a: int) -> Stones:
        """The stones of a side that are joined to an edge, after the stone ``a`` was put; ``before``: those before."""
        stone = with_bit(self.empty, a)
        if (edge | self.around(before)) & stone == self.empty:
            return before
        return self.grown(stone, stones, before)

    def grown(self, front: Stones, stones: Stones, chain: Stones) -> Stones:
        """A chain, and all stones that are joined to the new ones at its front."""
        while front != self.empty:
            chain |= front
            front = self.around(front) & stones & ~chain
        return chain
