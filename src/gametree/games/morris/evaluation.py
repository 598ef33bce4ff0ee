"""The evaluation of morris, and hints for search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import ones, popcount
from gametree.features import Weighted
from gametree.game import MAX
from gametree.games.morris.rules import Rules, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.morris.board import Board


class Evaluation(Rules, Weighted[State]):
    """A weighted sum of features."""

    terms = ("men", "men in mills", "points that close a mill", "ways to move", "men to take at once")

    def __init__(self, board: Board, men: int, hand: int, first: tuple[int, int], fly: int, lasker: bool):
        super().__init__(board, men, hand, first, fly, lasker)
        self.weights = np.array([8.0, 1.0, 2.0, 0.5, 6.0])

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        yield 0, popcount(s.white) + s.white_hand - popcount(s.black) - s.black_hand
        yield 1, popcount(self.in_mills(s.white)) - popcount(self.in_mills(s.black))
        empty = self.full & ~(s.white | s.black)
        for point in ones(empty):
            yield 2, int(self.closes(s.white, point)) - int(self.closes(s.black, point))
        yield 3, self.ways_to_move(s.white, empty) - self.ways_to_move(s.black, empty)
        yield 4, s.removing * (1 - 2 * s.turn)

    def ways_to_move(self, men: int, empty: int) -> int:
        """How many steps to a neighbouring empty point these men have."""
        ways = 0
        for start in ones(men):
            ways += popcount(empty & int(self.near[start]))
        return ways

    # --- hints for search ----------------------------------------------------------------------------------------

    def order(self, s: State, a: int) -> int:
        """A move that closes a mill comes first, then one that prevents one."""
        if a >= self.takes:
            return 0
        mine, theirs = (s.white, s.black) if s.turn == MAX else (s.black, s.white)
        point, start = a % self.points, a // self.points - 1
        if start >= 0:
            mine &= ~(1 << start)
        return 2 if self.closes(mine, point) else 1 if self.closes(theirs, point) else 0
