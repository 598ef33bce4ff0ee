"""The evaluation of chess: features that are counted, and weights that are data.

Every feature has two weights, one for the middle game and one for the ending; between them the ``phase`` interpolates,
by the men that are left. Values are White's, in hundredths of a pawn.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, NamedTuple, cast

from gametree.bits import bit, lowest, ones, popcount, shift_left, shift_right
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.games.chess.board import DARK
from gametree.games.chess.rules import Rules, State
from gametree.games.chess.spans import distance, ranks_to, spans
from gametree.games.chess.weights import (
    BACKWARD,
    BAD_BISHOP,
    BISHOP_PAIR,
    CASTLING,
    CHECKS,
    DANGER,
    DOUBLED,
    FREE,
    GUARDED,
    HALF_OPEN,
    HANGING,
    HARASSED,
    ISOLATED,
    KING_AWAY,
    KING_NEAR,
    KNIGHT_PAWNS,
    LOOSE,
    MOBILITY,
    OPEN,
    OUTPOST,
    PASSED,
    PHALANX,
    ROOK_PAWNS,
    SAFE,
    SEVENTH,
    SHELTER,
    SQUARES,
    STORM,
    TEMPO,
    TERMS,
    THREATENED,
    weights_for,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.int64]
    Sums = tuple[float, float]

MOST = 24
"""The phase of the opening: a knight or bishop counts 1, a rook 2, a queen 4."""
WORST = 31
"""The greatest level of danger for a king."""
A_FILE = 0x0101010101010101


class Side(NamedTuple):
    """A position from one side."""

    colour: int
    sign: int
    mine: int
    theirs: int
    pawns: int
    others: int  # the other side's pawns
    covered: int  # what the own pawns attack
    guarded: int  # what the other side's pawns attack
    king: int
    target: int  # the square of the other side's king


class Evaluation(Rules, Weighted[State]):
    """Positions are estimated by weighted features."""

    terms = TERMS
    margin = 80
    mate_only = True
    """Is mate the only way to win? Then a small advantage in men may not be enough."""

    fronts: Table
    """The squares ahead of a pawn on its own file and the files beside it, by colour: if they are free of the other
    side's pawns, it is passed."""
    besides: Table
    """The files beside that of a square, whole."""
    supports: Table
    """Where a pawn beside or behind could guard the one on this square, by colour."""

    def __init__(self, width: int = 8, height: int = 8, evaluation: str = "features"):
        super().__init__(width, height)
        if evaluation not in ("features", "shannon"):
            raise GameError(f"no evaluation {evaluation!r} of chess; there are features and shannon")
        self.shannon = evaluation == "shannon"
        self.fronts, self.besides, self.supports = spans(width, height)
        self.weights = weights_for(width, height)

    def phase(self, s: State) -> int:
        """How far away the ending is, 24 to 0, by the men that are left besides pawns and kings."""
        return min(popcount(s.knights | s.bishops) + 2 * popcount(s.rooks) + 4 * popcount(s.queens), MOST)

    def evaluate(self, s: State) -> int:
        """White's value in hundredths of a pawn."""
        if self.shannon:
            return 100 * (self.material(s, s.white) - self.material(s, s.black))
        phase = self.phase(s)
        early, late = self.sums(s)
        value = early * phase + late * (MOST - phase)
        return int(value * self.prospects(s, s.white if value > 0 else s.black) / (8 * MOST))

    def material(self, s: State, men: int) -> int:
        """What these men are worth by Shannon's count: pawn 1, knight and bishop 3, rook 5, queen 9."""
        minor, major = s.knights | s.bishops, 5 * popcount(s.rooks & men) + 9 * popcount(s.queens & men)
        return popcount(s.pawns & men) + 3 * popcount(minor & men) + major

    def prospects(self, s: State, men: int) -> int:
        """How much of an advantage counts, in eighths, for the side that has it: little if it has no pawn and less than
        a rook more; half if there are only bishops on squares of different colours."""
        if not self.mate_only:
            return 8
        if not s.pawns & men:
            lead = self.material(s, men) - self.material(s, (s.white | s.black) & ~men)
            return 1 if lead < 4 else 8
        if not s.knights | s.rooks | s.queens and popcount(s.bishops & DARK) == 1 and popcount(s.bishops) == 2:
            return 4 if s.bishops & s.white and s.bishops & s.black else 8
        return 8

    def add(self, sums: Sums, i: int, times: int) -> Sums:
        """The sums with a feature added ``times`` times: White's count above 0, Black's below."""
        return sums[0] + self.weights[2 * i] * times, sums[1] + self.weights[2 * i + 1] * times

    def sums(self, s: State) -> Sums:
        """The weighted sums of the features for the middle game and for the ending."""
        sums = self.add((0.0, 0.0), TEMPO, 1 - 2 * (s.ply & 1))
        white, black = self.side_of(s, 0), self.side_of(s, 1)
        sums, attacked_by_white = self.pieces(s, white, sums)
        sums, attacked_by_black = self.pieces(s, black, sums)
        for colour in range(2):
            side = white if colour == 0 else black
            attacked = attacked_by_white if colour == 0 else attacked_by_black
            defended = attacked_by_black if colour == 0 else attacked_by_white
            sums = self.targets(s, side, attacked & side.theirs & ~defended, sums)
            sums = self.structure(s, side, defended, sums)
            if s.kings & side.mine:
                sums = self.shelter(s, side, sums)
        return sums

    def side_of(self, s: State, colour: int) -> Side:
        """The position as one side sees it."""
        mine, theirs = (s.white, s.black) if colour == 0 else (s.black, s.white)
        pawns, others = s.pawns & mine, s.pawns & theirs
        covered, guarded = self.pawn_attacks(pawns, colour), self.pawn_attacks(others, 1 - colour)
        king, target = lowest(s.kings & mine) & 63, lowest(s.kings & theirs) & 63
        return Side(colour, 1 - 2 * colour, mine, theirs, pawns, others, covered, guarded, king, target)

    def place(self, side: Side, square: int) -> int:
        """A square as its side numbers it: from its own corner."""
        return square if side.colour == 0 else (square ^ 56) - 8 * (8 - self.height)

    def pieces(self, s: State, side: Side, sums: Sums) -> tuple[Sums, int]:
        """Knights to queens: where they stand, how far they reach, and how they press the king; and all squares that
        the side attacks."""
        occupied = s.white | s.black
        area = ~(side.mine | side.guarded)
        near = int(self.steps[side.target])
        zone = near | bit(side.target)
        leaping, diagonal, straight = 0, 0, 0  # from where the king would be in check
        if s.kings & side.theirs:
            leaping = int(self.leaps[side.target])
            diagonal, straight = self.diagonal(side.target, occupied), self.straight(side.target, occupied)
        attacked = side.covered | int(self.steps[side.king])
        pressure, attackers = 0, 0
        for square in ones(side.mine & ~(s.pawns | s.kings)):
            here, place = bit(square), self.place(side, square)
            kind, reach, checks = 1, 0, leaping
            if here & s.knights:
                reach = int(self.leaps[square])
            if here & (s.bishops | s.queens):
                kind, reach, checks = 2, self.diagonal(square, occupied), diagonal
            if here & (s.rooks | s.queens):
                reach |= self.straight(square, occupied)
                checks = straight | (diagonal if kind == 2 else 0)
                kind += 2
            attacked |= reach
            sums = self.add(sums, SQUARES + 64 * kind + place, side.sign)
            sums = self.add(sums, MOBILITY[kind] + popcount(reach & area), side.sign)
            if reach & zone:
                attackers += 1
                pressure += kind + popcount(reach & zone)
            if reach & checks & area & ~near:
                pressure += kind
                sums = self.add(sums, CHECKS + kind, side.sign)
            if here & side.guarded:
                sums = self.add(sums, HARASSED, side.sign)
            if kind == 3:
                file = shift_left(A_FILE, square & 7)
                if not file & side.pawns:
                    sums = self.add(sums, HALF_OPEN if file & side.others else OPEN, side.sign)
                if place >> 3 == self.height - 2:
                    sums = self.add(sums, SEVENTH, side.sign)
            elif kind < 3:
                if reach & side.theirs & (s.rooks | s.queens):
                    sums = self.add(sums, THREATENED, side.sign)
                ahead = int(self.fronts[side.colour, square]) & int(self.besides[square & 7])
                if here & side.covered and place >> 3 > 2 and not ahead & side.others:
                    sums = self.add(sums, OUTPOST + kind, side.sign)
        if attackers > 1:
            sums = self.add(sums, DANGER + min(pressure, WORST), side.sign)
        bishops = s.bishops & side.mine
        if popcount(bishops) > 1:
            sums = self.add(sums, BISHOP_PAIR, side.sign)
        for colour in (DARK, ~DARK):
            sums = self.add(sums, BAD_BISHOP, side.sign * popcount(bishops & colour) * popcount(side.pawns & colour))
        pawns = side.sign * (popcount(side.pawns) - 5)
        sums = self.add(sums, KNIGHT_PAWNS, pawns * popcount(s.knights & side.mine))
        return self.add(sums, ROOK_PAWNS, pawns * popcount(s.rooks & side.mine)), attacked

    def targets(self, s: State, side: Side, loose: int, sums: Sums) -> Sums:
        """What this side attacks and the other does not defend."""
        sums = self.add(sums, HANGING, side.sign * popcount(loose & ~s.pawns))
        return self.add(sums, LOOSE, side.sign * popcount(loose & s.pawns))

    def structure(self, s: State, side: Side, defended: int, sums: Sums) -> Sums:
        """The pawns: how they stand to each other, and those that are passed."""
        for square in ones(side.pawns):
            place = self.place(side, square)
            rank = place >> 3
            sums = self.add(sums, SQUARES + place, side.sign)
            beside = int(self.besides[square & 7]) & side.pawns
            front = int(self.fronts[side.colour, square])
            ahead = bit(square + 8 * side.sign)
            doubled = front & shift_left(A_FILE, square & 7) & side.pawns
            if doubled:
                sums = self.add(sums, DOUBLED, side.sign)
            if not beside:
                sums = self.add(sums, ISOLATED, side.sign)
            elif side.covered & bit(square):
                sums = self.add(sums, GUARDED + rank, side.sign)
            elif beside & shift_left(255, square & 56):
                sums = self.add(sums, PHALANX + rank, side.sign)
            elif not beside & int(self.supports[side.colour, square]) and side.guarded & ahead:
                sums = self.add(sums, BACKWARD, side.sign)
            if not front & side.others and not doubled:
                sums = self.add(sums, PASSED + rank, side.sign)
                if not ahead & (s.white | s.black):
                    sums = self.add(sums, FREE + rank, side.sign)
                if not ahead & defended:
                    sums = self.add(sums, SAFE + rank, side.sign)
                step = square + 8 * side.sign
                sums = self.add(sums, KING_NEAR, side.sign * rank * distance(side.king, step))
                sums = self.add(sums, KING_AWAY, side.sign * rank * distance(side.target, step))
        return sums

    def shelter(self, s: State, side: Side, sums: Sums) -> Sums:
        """The king: his square, and on his file and those beside it the nearest pawns of both sides before him."""
        file, rank = side.king & 7, side.king >> 3
        sums = self.add(sums, SQUARES + 320 + self.place(side, side.king), side.sign)
        if s.castling & side.mine:
            sums = self.add(sums, CASTLING, side.sign)
        for i in range(max(file - 1, 0), min(file + 2, self.width)):
            ahead = int(self.fronts[side.colour, side.king]) & shift_left(A_FILE, i)
            row = 8 if i == file else 0
            sums = self.add(sums, SHELTER + row + ranks_to(ahead & side.pawns, rank, side.colour), side.sign)
            sums = self.add(sums, STORM + row + ranks_to(ahead & side.others, rank, side.colour), side.sign)
        return sums

    def features(self, s: State) -> Iterator[tuple[int, float]]:
        """Which weights count how often: the middle game's by the phase, the ending's by the rest. Found by adding up
        with marks in place of weights; the search does not use it."""
        marked = copy.copy(self)
        marked.weights = _Marks()  # pyright: ignore[reportAttributeAccessIssue]
        early, late = cast("tuple[_Sum, _Sum]", marked.sums(s))
        phase, counted = self.phase(s), self.prospects(s, s.white if self.evaluate(s) > 0 else s.black) / 8
        for total, share in ((early, counted * phase / MOST), (late, counted * (1 - phase / MOST))):
            for i, times in sorted(total.counts.items()):
                if times and share:
                    yield i, times * share

    def pawn_attacks(self, pawns: int, colour: int) -> int:
        """The squares that pawns of a colour attack."""
        left, right = pawns & ~A_FILE, pawns & ~shift_left(A_FILE, 7)
        if colour == 0:
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
