"""A board of points on which lines count: one bit a point."""

from __future__ import annotations

from typing import Any, TypeAlias

from gametree.bits import board, filled, has_bit
from gametree.game import Game, S

Stones: TypeAlias = Any
"""One bit a point, row by row from the bottom; after each row comes a bit that is always empty, so that no line goes on
from one edge of the board to the other."""


class Lines(Game[S]):
    """A square board, and how a five on it is found."""

    def __init__(self, size: int):
        self.size = size
        self.bits = size * (size + 1)
        self.empty = board(self.bits)
        self.full = filled(
            self.bits, sum(1 << (size + 1) * row + column for row in range(size) for column in range(size))
        )

    def refusal(self, s: S, a: int) -> str:
        """Why a stone may not be put on this point."""
        return "a stone is there already"

    def drawn_point(self, points: Stones, number: int) -> int:
        """Any point of the board, by a random number of 32 bits; −1 if it is none of these."""
        cell = number * (self.size * self.size) >> 32
        point = cell + cell // self.size
        return point if has_bit(points, point) else -1

    def five(self, stones: Stones, exact: bool) -> bool:
        """Are there five in a line, to the right, up, or up to either side? ``exact``: and not six."""
        found = self.empty
        for step in (1, self.size, self.size + 1, self.size + 2):
            pairs = stones & stones >> step
            fives = pairs & pairs >> 2 * step & stones >> 4 * step
            if exact:
                fives &= ~(stones << step | stones >> 5 * step)
            found |= fives
        return found != self.empty
