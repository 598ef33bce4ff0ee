"""A board of hexagons in slanted rows: one bit a cell. Hex and Y are played on it."""

from __future__ import annotations

from typing import Any, TypeAlias

from gametree.bits import board, filled, has_bit, nth, popcount, with_bit
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
        near = self.neighbours(a)
        if near & before == self.empty and not has_bit(edge, a):
            return before
        chain = with_bit(before, a)
        front = near & stones & ~chain
        return chain if front == self.empty else self.grown(front, stones, chain)

    def neighbours(self, a: int) -> Stones:
        """The neighbours of a cell."""
        return self.around(with_bit(self.empty, a))

    def grown(self, front: Stones, stones: Stones, chain: Stones) -> Stones:
        """A chain, and all stones that are joined to the new ones at its front."""
        while front != self.empty:
            chain |= front
            front = self.around(front) & stones & ~chain
        return chain

    def drawn_cell(self, free: Stones, more: int, number: int) -> int:
        """One of the free cells, or of this many further actions after the last cell, by a random number of 32 bits."""
        everywhere = number * self.bits
        if more == 0 and has_bit(free, everywhere >> 32):
            return everywhere >> 32
        number = everywhere & 0xFFFFFFFF  # the rest of it is as random
        cells = popcount(free)
        which = number * (cells + more) >> 32
        return nth(free, which) if which < cells else self.bits + which - cells
