"""The moves of chess: where the men go, and which of these moves are legal.

Only legal moves are generated: a pinned man stays on the line of the pin, and while the king is in check the others may
only capture the checking man or step between. Only an en passant capture, which takes two men off a line at once, is
tried out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import bit, lowest, ones, shift_left, shift_right, without_lowest
from gametree.game import MAX
from gametree.games.chess.board import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.chess.rules import State


class Moves(Board):
    """A chessboard on which the men can be moved."""

    promotions: tuple[int, ...] = (QUEEN, ROOK, BISHOP, KNIGHT)
    """What a pawn may become."""

    def __init__(self, width: int = 8, height: int = 8):
        super().__init__(width, height)
        row = (1 << width) - 1
        self.long_ranks = (shift_left(row, 8), shift_left(row, 8 * (height - 2))) if height >= 7 else (0, 0)
        self.third_ranks = shift_left(row, 16) | shift_left(row, 8 * (height - 3))
        self.last_ranks = shift_left(row, 8 * (height - 1)) | row

    # --- who attacks what ----------------------------------------------------------------------------------------

    def sides(self, s: State) -> tuple[int, int]:
        """The men of the mover, and those of the other side."""
        return (s.white, s.black) if s.ply & 1 == MAX else (s.black, s.white)

    def attackers(self, s: State, square: int, occupied: int) -> int:
        """The men of both sides that attack a square, when the squares ``occupied`` block the view."""
        return (
            int(self.leaps[square]) & s.knights
            | int(self.steps[square]) & s.kings
            | int(self.captures[0, square]) & s.pawns & s.black
            | int(self.captures[1, square]) & s.pawns & s.white
            | self.diagonal(square, occupied) & (s.bishops | s.queens)
            | self.straight(square, occupied) & (s.rooks | s.queens)
        )

    def kind_at(self, s: State, square: int) -> int:
        """The kind of man on a square (a board of one bit): 1 pawn … 6 king, 0 none."""
        if square & s.pawns:
            return PAWN
        if square & s.knights:
            return KNIGHT
        if square & s.bishops:
            return BISHOP
        if square & s.rooks:
            return ROOK
        if square & s.queens:
            return QUEEN
        return KING if square & s.kings else 0

    def threats(self, s: State, square: int, occupied: int) -> int:
        """The men of the other side that would give check to the mover's king on a square."""
        _, theirs = self.sides(s)
        return self.attackers(s, square, occupied) & theirs

    def in_check(self, s: State) -> bool:
        """Is the mover's king attacked (or lost)?"""
        mine, theirs = self.sides(s)
        king = s.kings & mine
        return king == 0 or self.threats(s, lowest(king), mine | theirs) != 0

    def pinned(self, s: State, king: int, mine: int, theirs: int) -> int:
        """The mover's men that shield his king from a sliding man."""
        found = 0
        snipers = self.diagonal(king, theirs) & (s.bishops | s.queens)
        snipers |= self.straight(king, theirs) & (s.rooks | s.queens)
        for sniper in ones(snipers & theirs):
            shields = int(self.between[king, sniper]) & mine
            if without_lowest(shields) == 0:
                found |= shields
        return found

    # --- where the men go ----------------------------------------------------------------------------------------

    def destinations(self, s: State, square: int, mine: int, theirs: int) -> int:
        """Where the mover's man on a square can go, without king moves and en passant, and ignoring checks."""
        here = bit(square)
        if here & s.pawns:
            return self.pawn_destinations(s, square, mine | theirs, theirs)
        if here & s.knights:
            return int(self.leaps[square]) & ~mine
        found = 0
        if here & (s.bishops | s.queens):
            found = self.diagonal(square, mine | theirs)
        if here & (s.rooks | s.queens):
            found |= self.straight(square, mine | theirs)
        return found & ~mine

    def pawn_destinations(self, s: State, square: int, occupied: int, theirs: int) -> int:
        """Where a pawn can go: straight ahead if the square is empty, aslant to capture."""
        turn = s.ply & 1
        found = int(self.captures[turn, square]) & theirs
        ahead = self.ahead(s, bit(square)) & ~occupied
        if ahead and bit(square) & self.long_ranks[turn]:
            ahead |= self.ahead(s, ahead) & ~occupied
        return found | ahead

    def ahead(self, s: State, squares: int) -> int:
        """The squares in front of these, as the mover sees them."""
        return shift_left(squares, 8) if s.ply & 1 == MAX else shift_right(squares, 8)

    def behind(self, s: State, squares: int) -> int:
        """The squares behind these, as the mover sees them."""
        return shift_right(squares, 8) if s.ply & 1 == MAX else shift_left(squares, 8)

    # --- the legal moves -----------------------------------------------------------------------------------------

    def moves(self, s: State, targets: int) -> Iterator[int]:
        """The legal moves to these squares; promotions to any, castling where the rook's square is among them.

        Loops over squares are spelt out here: a generator within a generator, as ``ones`` is one, would cost nearly
        half of the speed.
        """
        mine, theirs = self.sides(s)
        occupied = mine | theirs
        home = s.kings & mine
        king = lowest(home)
        found = int(self.steps[king]) & targets & ~mine
        while found:
            to = lowest(found)
            found = without_lowest(found)
            if self.threats(s, to, occupied ^ home) == 0:
                yield king | to << 6

        checkers = self.threats(s, king, occupied)
        rooks = s.castling & mine & targets if checkers == 0 else 0
        while rooks:
            rook = lowest(rooks)
            rooks = without_lowest(rooks)
            if self.may_castle(s, king, rook):
                yield king | rook << 6

        # While two men give check, only the king can move; while one does, the others capture him or step between.
        evasions = ~mine
        if checkers:
            evasions = checkers | int(self.between[king, lowest(checkers)])
        others = mine & ~s.kings if without_lowest(checkers) == 0 else 0
        pinned = self.pinned(s, king, mine, theirs)
        while others:
            square = lowest(others)
            others = without_lowest(others)
            here = bit(square)
            found = self.destinations(s, square, mine, theirs) & evasions
            if here & pinned:
                found &= int(self.lines[king, square])
            if here & s.pawns and found & self.last_ranks:
                while found:
                    to = lowest(found)
                    found = without_lowest(found)
                    for kind in self.promotions:
                        yield square | to << 6 | kind << 12
            else:
                found &= targets
                while found:
                    yield square | lowest(found) << 6
                    found = without_lowest(found)

        if s.passed & targets:
            to = lowest(s.passed)
            others = int(self.captures[s.ply + 1 & 1, to]) & mine & s.pawns
            while others:
                square = lowest(others)
                others = without_lowest(others)
                if self.may_capture_in_passing(s, king, square):
                    yield square | to << 6

    def may_castle(self, s: State, king: int, rook: int) -> bool:
        """Are the ways of king and rook free, is no square on the king's way attacked, and is he safe in the end? In
        Chess960 it may be the rook that shields him, before or after."""
        mine, theirs = self.sides(s)
        king_to, rook_to = self.castled_squares(king, rook)
        others = (mine | theirs) & ~(bit(king) | bit(rook))
        way = int(self.between[king, king_to])
        if others & (way | bit(king_to) | int(self.between[rook, rook_to]) | bit(rook_to)):
            return False
        for square in ones(way):
            if self.threats(s, square, others | bit(rook)):
                return False
        return self.threats(s, king_to, others | bit(rook_to)) == 0

    def castled_squares(self, king: int, rook: int) -> tuple[int, int]:
        """Where king and rook come to stand: on the g and f files, or on the c and d files."""
        rank = king & 56
        return (rank + 6, rank + 5) if rook > king else (rank + 2, rank + 3)

    def may_capture_in_passing(self, s: State, king: int, square: int) -> bool:
        """Is the king safe once the pawn has left its square, and the captured one is gone?"""
        mine, theirs = self.sides(s)
        taken = self.behind(s, s.passed)
        occupied = (mine | theirs) & ~(bit(square) | taken) | s.passed
        return self.threats(s, king, occupied) & ~taken == 0

    def can_capture_in_passing(self, s: State) -> bool:
        """Is there a legal en passant capture?"""
        mine, _ = self.sides(s)
        king = lowest(s.kings & mine)
        for square in ones(int(self.captures[s.ply + 1 & 1, lowest(s.passed)]) & mine & s.pawns):
            if self.may_capture_in_passing(s, king, square):
                return True
        return False

    def can_move(self, s: State) -> bool:
        """Has the mover a legal move? As a rule one is seen at a glance: that of a man who stands in no line with his
        king, and so is not pinned."""
        mine, theirs = self.sides(s)
        home = s.kings & mine
        if home == 0:
            return False
        king = lowest(home)
        if self.threats(s, king, mine | theirs) == 0:
            free = mine & ~int(self.rays[king])
            if self.ahead(s, free & s.pawns) & ~(mine | theirs):
                return True
            for square in ones(free & s.knights):
                if int(self.leaps[square]) & ~(mine | theirs):
                    return True
        return self.finds_move(s)

    def finds_move(self, s: State) -> bool:
        """The same by trying: is there a first legal move?"""
        for _ in self.actions(s):
            return True
        return False
