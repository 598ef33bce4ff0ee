"""One move of chess for a random game, without a list of all.

The moves that the men could make if no king were in danger are numbered: the sets of squares where they can go are
counted, and only the set that holds the number is looked into. A move that leaves the king in danger is not taken;
another number is drawn then. So every legal move is as likely as any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import bit, lowest, nth, popcount, shift_left, shift_right, without_lowest
from gametree.game import MAX
from gametree.games.chess.counting import A_FILE, H_FILE, Counting

if TYPE_CHECKING:
    from gametree.games.chess.rules import State

ALL = 1 << 20
"""More moves than any position has."""


class Playouts(Counting):
    """Chess moves that can be drawn."""

    def playout_action(self, s: State, number: int) -> int:
        mine, theirs = self.sides(s)
        king = lowest(s.kings & mine)
        checkers = self.threats(s, king, mine | theirs)
        targets = ~mine
        if checkers:  # if two men give check, what is left but king moves is not safe
            targets = checkers | int(self.between[king, lowest(checkers)])
        count = -self.numbered(s, ALL, king, targets)
        a = self.numbered(s, number * count >> 32, king, targets)
        return a if self.is_safe(s, a, king, checkers) else -1

    def numbered(self, s: State, number: int, king: int, targets: int) -> int:
        """A move of the men by its number; to these squares, as far as it is not the king that moves. If there are only
        n moves, −n."""
        mine, theirs = self.sides(s)
        occupied = mine | theirs
        rest = number
        step = 8 if s.ply & 1 == MAX else -8
        pawns = s.pawns & mine
        front = self.ahead(s, pawns)
        long = self.ahead(s, self.ahead(s, pawns & self.long_ranks[s.ply & 1]) & ~occupied) & ~occupied & targets
        n = popcount(long)
        if rest < n:
            to = nth(long, rest)
            return to - 2 * step | to << 6
        rest -= n
        for aside in (0, -1, 1):
            if aside == 0:
                found = front & ~occupied & targets
            elif aside < 0:
                found = shift_right(front & ~A_FILE, 1) & theirs & targets
            else:
                found = shift_left(front & ~H_FILE, 1) & theirs & targets
            n = self.with_promotions(found)
            if rest < n:
                return self.pawn_move(found, step + aside, rest)
            rest -= n
        men = mine & s.knights
        while men:
            square = lowest(men)
            found = int(self.leaps[square]) & targets
            n = popcount(found)
            if rest < n:
                return square | nth(found, rest) << 6
            rest -= n
            men = without_lowest(men)
        men = mine & (s.bishops | s.rooks | s.queens)
        while men:
            square = lowest(men)
            found = 0
            if bit(square) & ~s.rooks:
                found = self.diagonal(square, occupied)
            if bit(square) & ~s.bishops:
                found |= self.straight(square, occupied)
            found &= targets
            n = popcount(found)
            if rest < n:
                return square | nth(found, rest) << 6
            rest -= n
            men = without_lowest(men)
        found = int(self.steps[king]) & ~mine | s.castling & mine
        n = popcount(found)
        if rest < n:
            return king | nth(found, rest) << 6
        rest -= n
        if s.passed:
            to = lowest(s.passed)
            found = int(self.captures[s.ply + 1 & 1, to]) & pawns
            n = popcount(found)
            if rest < n:
                return nth(found, rest) | to << 6
            rest -= n
        return rest - number

    def pawn_move(self, found: int, step: int, number: int) -> int:
        """A move of a pawn by this step, by its number: first those that promote."""
        last = found & self.last_ranks
        kinds = len(self.promotions)
        n = kinds * popcount(last)
        if number < n:
            to = nth(last, number // kinds)
            return to - step | to << 6 | self.promotions[number % kinds] << 12
        to = nth(found & ~last, number - n)
        return to - step | to << 6

    def is_safe(self, s: State, a: int, king: int, checkers: int) -> bool:
        """Is the king safe after a move that the men can make?"""
        mine, theirs = self.sides(s)
        square, to = a & 63, a >> 6 & 63
        here, there = bit(square), bit(to)
        if there & mine:
            return checkers == 0 and self.may_castle(s, king, to)
        if square == king:
            return self.threats(s, to, (mine | theirs) ^ here) == 0
        if here & s.pawns and there == s.passed:
            return self.may_capture_in_passing(s, king, square)
        if checkers == 0 and here & ~int(self.rays[king]):
            return True
        return self.threats(s, king, (mine | theirs) & ~here | there) & ~there == 0
