"""The evaluation of Othello before the end: by patterns, or by a few features."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import bit, popcount
from gametree.features import Scored, Share
from gametree.game import MAX
from gametree.games.othello.patterns import NO_TABLES, UNITS, Patterns
from gametree.games.othello.rules import State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gametree.games.othello.board import Board

PHASES = 5
"""The number of stages: weights change with the number of discs."""
TERMS = ("moves", "empty neighbours", "corners", "X squares", "C squares", "stable discs", "to move", "discs")
WEIGHTS = (
    (1.0, 0.5, 12.0, -9.0, -3.0, 2.0, 0.0, -0.3),
    (1.0, 0.5, 12.0, -9.0, -3.0, 2.0, 0.0, -0.3),
    (1.2, 0.5, 11.0, -7.0, -1.5, 1.5, 0.0, -0.2),
    (1.5, 0.2, 6.0, -4.0, -1.0, 1.5, 0.0, -0.1),
    (0.8, 0.1, 4.0, -1.0, -0.5, 1.0, 1.0, 0.3),
)
"""In discs, a row for each phase. Between first guesses and a fit to the results of games that the first guesses played
against themselves: better than either (docs/othello.md)."""


class Evaluation(Patterns, Scored[State]):
    """The evaluation: an estimate of the final score, in discs. Of its features, many moves, corners and safe edges are
    good; many discs are not."""

    terms = tuple(f"{term}, phase {phase + 1}" for phase in range(PHASES) for term in TERMS)

    def __init__(self, board: Board, empties: str, network: bool):
        super().__init__(board, empties, network)
        self.kinds = len(TERMS)
        self.beside = board.beside
        last = self.size - 1
        self.corner = (1, 1 << last, 1 << self.squares - 1 - last, bit(self.squares - 1))
        self.weights = np.array(WEIGHTS).ravel()

    def evaluate(self, s: State) -> float:
        """The expected score, within its bounds."""
        total = 0.0
        if self.network:
            total = self.expected(s.mine, s.theirs) / UNITS
            if s.turn != MAX:
                total = -total
        else:
            for i, times in self.features(s):
                total += float(self.weights[i]) * times
        return float(min(max(total, self.bounds[0]), self.bounds[1]))

    def reweighted(self, weights: NDArray[np.float64]) -> Evaluation:
        """A copy of the game with other weights of its features, which does without the patterns."""
        other = copy.copy(self)
        other.weights, other.network, other.tables = weights, False, NO_TABLES
        return other

    def shares(self, s: State) -> list[Share]:
        return self.parts(s) if self.network else super().shares(s)

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        mover = 1 if s.turn == MAX else -1
        mine, theirs = s.mine, s.theirs
        discs = popcount(mine | theirs)
        k = self.kinds * min((discs - 4) * PHASES // (self.squares - 4), PHASES - 1)
        empty = self.full & ~(mine | theirs)
        yield k, mover * (popcount(self.moves(mine, theirs)) - popcount(self.moves(theirs, mine)))
        yield k + 1, mover * (popcount(self.around(theirs) & empty) - popcount(self.around(mine) & empty))
        yield k + 2, mover * (popcount(mine & self.corners) - popcount(theirs & self.corners))
        x = c = 0
        for i in range(4):  # beside a corner that is empty
            if empty & self.corner[i]:
                x += popcount(mine & int(self.beside[2 * i])) - popcount(theirs & int(self.beside[2 * i]))
                c += popcount(mine & int(self.beside[2 * i + 1])) - popcount(theirs & int(self.beside[2 * i + 1]))
        yield k + 3, mover * x
        yield k + 4, mover * c
        yield k + 5, mover * (popcount(self.stable(mine, theirs)) - popcount(self.stable(theirs, mine)))
        yield k + 6, mover
        yield k + 7, mover * (popcount(mine) - popcount(theirs))

    def rule_of_thumb(self, s: State) -> int:
        """Take a corner; do not move next to an empty one, unless there is nothing else; of what is left, what leaves
        the other side the fewest moves."""
        empty = self.full & ~(s.mine | s.theirs)
        risky = 0
        for i in range(4):
            if empty & self.corner[i]:
                risky |= int(self.beside[2 * i]) | int(self.beside[2 * i + 1])
        best, chosen = -10_000, self.passing
        for a in self.actions(s):
            rank = self.order(s, a)
            if a != self.passing and bit(a) & self.corners:
                rank += 1000
            elif a != self.passing and bit(a) & risky:
                rank -= 1000
            if rank > best:
                best, chosen = rank, a
        return chosen
