"""What a position of chess is worth: features that are counted, and weights for them that are data.

Every feature has two weights, one for the middle game and one for the ending; what stands between is measured by the
men that are left, the ``phase``. Values are White's, in hundredths of a pawn.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, cast

import numpy as np

from gametree.bits import bit, lowest, ones, popcount, shift_left, shift_right
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.games.chess_board import State
from gametree.games.chess_exchange import Exchanges
from gametree.games.chess_weights import (
    BACKWARD,
    BISHOP_PAIR,
    CASTLING,
    CONNECTED,
    DANGER,
    DOUBLED,
    FREE,
    HALF_OPEN,
    HARASSED,
    ISOLATED,
    KING_FILES,
    KINGS_NEAR,
    MOBILITY,
    OPEN,
    PASSED,
    SEVENTH,
    SHIELD,
    SQUARES,
    STORM,
    TEMPO,
    TERMS,
    THREATENED,
    weights_for,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Table = NDArray[np.int64]

MOST = 24
"""The phase of the opening: a knight or bishop counts 1, a rook 2, a queen 4."""
WORST = 31
"""The greatest danger for a king that is told apart."""
A_FILE = 0x0101010101010101


class Evaluated(Exchanges, Weighted[State]):
    """A chessboard whose positions are estimated by weighted features."""

    terms = TERMS
    margin = 80
    # To look up all moves of a node beforehand takes a third of the time and saves less; to prove moves singular costs
    # more than a ply of depth, and solves no more of the test positions.
    techniques_off = ("enhanced", "singular")

    fronts: Table
    """The squares ahead of a pawn on its own file and the files beside it, by colour: free of the other side's pawns,
    he is passed."""
    besides: Table
    """The files beside that of a square, whole."""
    supports: Table
    """Where a pawn beside or behind could guard the one on this square, by colour."""

    def __init__(self, width: int = 8, height: int = 8, evaluation: str = "features"):
        super().__init__(width, height)
        if evaluation not in ("features", "shannon"):
            raise GameError(f"no evaluation {evaluation!r} of chess; there are features and shannon")
        self.shannon = evaluation == "shannon"
        self.fronts, self.besides, self.supports, self.shields = _spans(width, height)
        self.weights = weights_for(width, height)

    def phase(self, s: State) -> int:
        """How far the ending is away, 24 to 0, by the men that are left beside pawns and kings."""
        return min(popcount(s.knights | s.bishops) + 2 * popcount(s.rooks) + 4 * popcount(s.queens), MOST)

    def evaluate(self, s: State) -> int:
        """White's value in hundredths of a pawn."""
        if self.shannon:
            return 100 * (self.material(s, s.white) - self.material(s, s.black))
        phase = self.phase(s)
        early, late = self.sums(s)
        return int((early * phase + late * (MOST - phase)) / MOST)

    def material(self, s: State, men: int) -> int:
        """What these men are worth by Shannon's count: pawn 1, knight and bishop 3, rook 5, queen 9."""
        minor, major = s.knights | s.bishops, 5 * popcount(s.rooks & men) + 9 * popcount(s.queens & men)
        return popcount(s.pawns & men) + 3 * popcount(minor & men) + major

    def add(self, sums: tuple[float, float], i: int, times: int) -> tuple[float, float]:
        """The sums with a feature added, so many times: White's count above 0, Black's below."""
        return sums[0] + self.weights[2 * i] * times, sums[1] + self.weights[2 * i + 1] * times

    def sums(self, s: State) -> tuple[float, float]:
        """The weighted sums of the features for the middle game and for the ending."""
        sums = (0.0, 0.0)
        occupied = s.white | s.black
        white_pawns, black_pawns = s.pawns & s.white, s.pawns & s.black
        sums = self.add(sums, TEMPO, 1 - 2 * (s.ply & 1))
        for side in range(2):
            sign, turn, drop = 1 - 2 * side, 56 * side, 8 * (8 - self.height) * side
            mine, theirs = (s.white, s.black) if side == 0 else (s.black, s.white)
            pawns, others = (white_pawns, black_pawns) if side == 0 else (black_pawns, white_pawns)
            guarded = self.pawn_attacks(others, 1 - side)
            area = ~(mine | guarded)
            king, target = lowest(s.kings & mine) & 63, lowest(s.kings & theirs) & 63
            zone = int(self.steps[target]) | bit(target)

            # pieces: where they stand, how far they reach, and what they reach near the king
            pressure, attackers = 0, 0
            for square in ones(mine & ~(s.pawns | s.kings)):
                here = bit(square)
                kind, reach = 1, 0
                if here & s.knights:
                    reach = int(self.leaps[square])
                if here & (s.bishops | s.queens):
                    kind = 2
                    reach = self.diagonal(square, occupied)
                if here & (s.rooks | s.queens):
                    kind += 2
                    reach |= self.straight(square, occupied)
                    if kind == 3:
                        file = shift_left(A_FILE, square & 7)
                        if not file & pawns:
                            sums = self.add(sums, HALF_OPEN if file & others else OPEN, sign)
                        if (square ^ turn) - drop >> 3 == self.height - 2:
                            sums = self.add(sums, SEVENTH, sign)
                sums = self.add(sums, SQUARES + 64 * kind + (square ^ turn) - drop, sign)
                sums = self.add(sums, MOBILITY + kind, sign * popcount(reach & area))
                if reach & zone:
                    attackers += 1
                    pressure += kind + popcount(reach & zone)
                if here & guarded:
                    sums = self.add(sums, HARASSED, sign)
                if kind < 3 and reach & theirs & (s.rooks | s.queens):
                    sums = self.add(sums, THREATENED, sign)
            if attackers > 1:
                sums = self.add(sums, DANGER + min(pressure, WORST), sign)
            if popcount(s.bishops & mine) > 1:
                sums = self.add(sums, BISHOP_PAIR, sign)

            # the king: his square, his pawns, and the pawns that come against him
            if s.kings & mine:
                sums = self.add(sums, SQUARES + 320 + (king ^ turn) - drop, sign)
                shield = int(self.shields[side, king])
                sums = self.add(sums, SHIELD, sign * popcount(shield & pawns))
                sums = self.add(sums, STORM, sign * popcount(int(self.fronts[side, king]) & others))
                for file in range(max((king & 7) - 1, 0), min((king & 7) + 2, self.width)):
                    if not shift_left(A_FILE, file) & pawns:
                        sums = self.add(sums, KING_FILES, sign)
                if s.castling & mine:
                    sums = self.add(sums, CASTLING, sign)

            # pawns
            for square in ones(pawns):
                sums = self.add(sums, SQUARES + (square ^ turn) - drop, sign)
                beside = int(self.besides[square & 7])
                front = int(self.fronts[side, square])
                file = shift_left(A_FILE, square & 7)
                if front & file & pawns:
                    sums = self.add(sums, DOUBLED, sign)
                ahead = square + 8 - 16 * side
                if not beside & pawns:
                    sums = self.add(sums, ISOLATED, sign)
                elif int(self.captures[1 - side, square]) & pawns:
                    sums = self.add(sums, CONNECTED, sign)
                elif not int(self.supports[side, square]) & pawns and guarded & bit(ahead):
                    sums = self.add(sums, BACKWARD, sign)
                if not front & others:
                    rank = (square ^ turn) - drop >> 3
                    sums = self.add(sums, PASSED + rank, sign)
                    if not bit(ahead) & occupied:
                        sums = self.add(sums, FREE + rank, sign)
                    sums = self.add(sums, KINGS_NEAR, sign * rank * (distance(target, ahead) - distance(king, ahead)))
        return sums

    def features(self, s: State) -> Iterator[tuple[int, float]]:
        """Which weights count how often: the middle game's by the phase, the ending's by the rest. Found by adding up
        with marks in place of weights; the search does without."""
        marked = copy.copy(self)
        marked.weights = _Marks()  # pyright: ignore[reportAttributeAccessIssue]
        phase = self.phase(s)
        early, late = cast("tuple[_Sum, _Sum]", marked.sums(s))
        for total, share in ((early, phase / MOST), (late, 1 - phase / MOST)):
            for i, times in sorted(total.counts.items()):
                if times and share:
                    yield i, times * share

    def pawn_attacks(self, pawns: int, side: int) -> int:
        """The squares that pawns of a colour attack."""
        left, right = pawns & ~A_FILE, pawns & ~shift_left(A_FILE, 7)
        if side == 0:
            return shift_left(left, 7) | shift_left(right, 9)
        return shift_right(left, 9) | shift_right(right, 7)


class _Marks:
    """Stands in for the weights: each is a sum of itself alone."""

    def __getitem__(self, i: int) -> _Sum:
        return _Sum({i: 1})


class _Sum:
    """A sum of weights: how often each is in it."""

    def __init__(self, counts: dict[int, int]):
        self.counts = counts

    def __mul__(self, times: int) -> _Sum:
        return _Sum({i: n * times for i, n in self.counts.items()})

    def __radd__(self, _: float) -> _Sum:
        return self  # all sums begin with 0

    def __add__(self, other: _Sum) -> _Sum:
        both = self.counts.keys() | other.counts.keys()
        return _Sum({i: self.counts.get(i, 0) + other.counts.get(i, 0) for i in both})


def distance(a: int, b: int) -> int:
    """How many moves a king takes from one square to another on an empty board.

    >>> distance(0, 63), distance(8, 10)
    (7, 2)
    """
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def _spans(width: int, height: int) -> tuple[Table, Table, Table, Table]:
    fronts, supports, shields = (np.zeros((2, 64), np.int64) for _ in range(3))
    besides = np.zeros(8, np.int64)

    def board(squares: list[tuple[int, int]]) -> int:
        found = 0
        for file, rank in squares:
            if 0 <= file < width and 0 <= rank < height:
                found |= bit(file + 8 * rank)
        return found

    for file in range(width):
        besides[file] = board([(f, rank) for f in (file - 1, file + 1) for rank in range(height)])
        for rank in range(height):
            square = file + 8 * rank
            for side, step in ((0, 1), (1, -1)):
                ahead = [r for r in range(height) if (r - rank) * step > 0]
                behind = [r for r in range(height) if (r - rank) * step <= 0]
                fronts[side, square] = board([(f, r) for f in (file - 1, file, file + 1) for r in ahead])
                supports[side, square] = board([(f, r) for f in (file - 1, file + 1) for r in behind])
                near = [rank + step, rank + 2 * step]
                shields[side, square] = board([(f, r) for f in (file - 1, file, file + 1) for r in near])
    return fronts, besides, supports, shields
