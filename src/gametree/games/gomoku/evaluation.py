"""The evaluation of Gomoku by patterns, and hints for search: moves that threaten something, and forced ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import filled, ones, popcount
from gametree.features import Weighted
from gametree.game import MAX
from gametree.games.gomoku.patterns import Patterns, Prospects
from gametree.games.gomoku.rules import BLACK, Rules, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.gomoku.lines import Stones


class Evaluation(Patterns[State], Rules, Weighted[State]):
    """Lines of five that one side alone has stones in, by how many stones it has."""

    terms = ("lines with one stone", "with two", "with three", "with four", "the move")

    def __init__(self, size: int, exact: tuple[bool, bool]):
        super().__init__(size, exact)
        self.around = filled(self.bits, sum(31 << row * (size + 1) for row in range(5)))
        self.weights = np.array([1.0, 6.0, 22.0, 60.0, 20.0])

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        """Each kind of line, Black's less White's; and whose move it is."""
        black, white = self.counts(s.black, s.white, self.exact[0]), self.counts(s.white, s.black, self.exact[1])
        for i in range(4):
            yield i, black[i] - white[i]
        yield 4, 1 if self.turn(s) == BLACK else -1

    # --- hints for search ----------------------------------------------------------------------------------------

    def mine(self, s: State) -> Prospects:
        """What the mover can make."""
        if self.turn(s) == BLACK:
            return self.prospects(s.black, s.white, self.exact[0])
        return self.prospects(s.white, s.black, self.exact[1])

    def theirs(self, s: State) -> Prospects:
        """What the other side could make, if it were to move."""
        if self.turn(s) == BLACK:
            return self.prospects(s.white, s.black, self.exact[1])
        return self.prospects(s.black, s.white, self.exact[0])

    def threatened(self, s: State) -> bool:
        """Does the other side threaten to make five?"""
        return self.theirs(s).five != self.empty

    def candidates(self, s: State) -> Iterator[int]:
        """A five; else a point where the other side would make one; else every point."""
        points = self.open(s)
        wins, must = self.mine(s).five, self.theirs(s).five & points
        if wins != self.empty:
            points = wins
        elif must != self.empty:
            points = must
        for point in ones(points):
            yield point

    def tactics(self, s: State) -> Iterator[int]:
        """Fives and fours, straight fours of either side, and threes; or what stops a five."""
        mine, theirs = self.mine(s), self.theirs(s)
        points = mine.four | theirs.straight | mine.three
        if mine.five != self.empty:
            points = mine.five
        elif theirs.five != self.empty:
            points = theirs.five
        for point in ones(points & self.open(s)):
            yield point

    def foresee(self, s: State) -> tuple[int, int]:
        """Five with the next stone; fives of the other side that one stone cannot stop; a straight four, if the other
        side does not threaten five."""
        sign = 1 if self.player(s) == MAX else -1
        mine, must, points = self.mine(s), self.theirs(s).five, self.open(s)
        if mine.five != self.empty:
            return sign, 1
        if must != self.empty:
            return (-sign, 2) if popcount(must) > 1 or must & points == self.empty else (0, 0)
        return (sign, 3) if mine.straight & points != self.empty else (0, 0)

    def playout_action(self, s: State, number: int) -> int:
        return self.drawn_point(self.open(s), number)

    def order(self, s: State, a: int) -> int:
        """Points with many stones around them first."""
        corner = a - 2 * (self.size + 2)  # two columns to the left, two rows down: the corner of 5 × 5 points
        stones: Stones = s.black | s.white
        near = stones >> corner if corner >= 0 else stones << -corner
        return popcount(near & self.around)
