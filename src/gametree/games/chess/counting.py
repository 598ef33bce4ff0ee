"""The number of legal moves in chess, counted by whole sets of squares: no move is listed.

Where a man can go is a board, and the number of its squares is the number of his moves. All pawns move at once: a shift
of the board moves every pawn ahead, or aslant. Only the men that are pinned are looked at one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import bit, lowest, popcount, shift_left, shift_right, without_lowest
from gametree.games.chess.moves import Moves

if TYPE_CHECKING:
    from gametree.games.chess.rules import State

A_FILE, H_FILE = 0x0101010101010101, -0x7F7F7F7F7F7F7F80
"""The files at the edges of the board."""


class Counting(Moves):
    """Chess moves that can be counted."""

    def mobility(self, s: State) -> int:
        """As many as ``moves`` lists."""
        mine, theirs = self.sides(s)
        occupied = mine | theirs
        home = s.kings & mine
        king = lowest(home)
        number = self.king_moves(s, int(self.steps[king]) & ~mine, occupied ^ home)
        checkers = self.threats(s, king, occupied)
        if without_lowest(checkers):
            return number
        if checkers:
            targets = checkers | int(self.between[king, lowest(checkers)])
        else:
            targets = ~mine
            rooks = s.castling & mine
            while rooks:
                number += self.may_castle(s, king, lowest(rooks))
                rooks = without_lowest(rooks)

        pinned = self.pinned(s, king, mine, theirs)
        free = mine & ~pinned
        number += self.pawn_moves(s, free & s.pawns, occupied, theirs, targets)
        men = free & s.knights
        while men:
            number += popcount(int(self.leaps[lowest(men)]) & targets)
            men = without_lowest(men)
        men = free & (s.bishops | s.queens)
        while men:
            number += popcount(self.diagonal(lowest(men), occupied) & targets)
            men = without_lowest(men)
        men = free & (s.rooks | s.queens)
        while men:
            number += popcount(self.straight(lowest(men), occupied) & targets)
            men = without_lowest(men)

        while pinned:
            square = lowest(pinned)
            found = self.destinations(s, square, mine, theirs) & targets & int(self.lines[king, square])
            number += self.with_promotions(found) if bit(square) & s.pawns else popcount(found)
            pinned = without_lowest(pinned)
        return number + self.captures_in_passing(s, king, mine)

    def listed(self, s: State) -> int:
        """The same by listing the moves, for variants with moves of their own."""
        number = 0
        for _ in self.actions(s):
            number += 1
        return number

    def king_moves(self, s: State, targets: int, others: int) -> int:
        """How many of these squares the king can step to, when ``others`` block the view."""
        number = 0
        while targets:
            number += self.threats(s, lowest(targets), others) == 0
            targets = without_lowest(targets)
        return number

    def pawn_moves(self, s: State, pawns: int, occupied: int, theirs: int, targets: int) -> int:
        """The moves of pawns that are not pinned, all at once; without captures in passing."""
        front = self.ahead(s, pawns)
        long = self.ahead(s, self.ahead(s, pawns & self.long_ranks[s.ply & 1]) & ~occupied) & ~occupied
        return (
            self.with_promotions(front & ~occupied & targets)
            + popcount(long & targets)
            + self.with_promotions(shift_right(front & ~A_FILE, 1) & theirs & targets)
            + self.with_promotions(shift_left(front & ~H_FILE, 1) & theirs & targets)
        )

    def with_promotions(self, squares: int) -> int:
        """The number of ways in which pawns can come to these squares, each from one place."""
        return popcount(squares) + (len(self.promotions) - 1) * popcount(squares & self.last_ranks)

    def captures_in_passing(self, s: State, king: int, mine: int) -> int:
        """The number of captures in passing."""
        if s.passed == 0:
            return 0
        number = 0
        pawns = int(self.captures[s.ply + 1 & 1, lowest(s.passed)]) & mine & s.pawns
        while pawns:
            number += self.may_capture_in_passing(s, king, lowest(pawns))
            pawns = without_lowest(pawns)
        return number
