"""Hints for the search of chess: captures worth searching, the order of moves, and safe passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import bit, lowest, put
from gametree.games.chess.board import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from gametree.games.chess.rules import CLOCK, KINGS, PASSED, PLY, Rules, State

if TYPE_CHECKING:
    from collections.abc import Iterator

PRICES = (0, 100, 300, 300, 500, 900, 10_000)
"""The values of men in an exchange, by kind."""


class Hints(Rules):
    """Hooks for the search, in addition to the rules."""

    hints_tactics = True
    # Looking up all moves of a node first takes a third of the time and saves less; proving moves singular costs
    # more than a ply of depth, and solves no more of the test positions.
    techniques_off = ("enhanced", "singular")

    def key(self, s: State) -> State:
        """The key of the transposition table: without the number of the move, and without the clock while the fifty
        moves are far."""
        return put(put(s, CLOCK, s.clock if s.clock >= 80 else 0), PLY, s.ply & 1)

    def threatened(self, s: State) -> bool:
        """Is the mover in check?"""
        return self.in_check(s)

    def quiet(self, s: State) -> bool:
        """Always False: only ``tactics`` can find out that no capture is good."""
        return False

    def tactics(self, s: State) -> Iterator[int]:
        """Captures by which nothing is lost, and new queens; in check, every move."""
        _, theirs = self.sides(s)
        checked = self.in_check(s)
        for a in self.moves(s, -1 if checked else theirs | s.passed):
            if checked or ((a >> 12 == 0 or a >> 12 == QUEEN) and self.gains(s, a, 0)):
                yield a

    def order(self, s: State, a: int) -> int:
        """The most valuable victim first, then the least valuable attacker; a new queen as if it captured one; then a
        check by a man who is safe; last a capture that loses more than it wins."""
        there = bit(a >> 6 & 63)
        victim, attacker = self.kind_at(s, there), self.kind_at(s, bit(a & 63))
        if there & self.sides(s)[0]:
            return 0  # castling
        if there == s.passed and attacker == PAWN:
            victim = PAWN
        if victim and victim < attacker and not self.gains(s, a, 0):
            return -1
        if a >> 12 == QUEEN:
            return 8 * (victim + QUEEN)
        if victim:
            return 8 * victim - attacker
        return 1 if self.checks(s, attacker, there) and self.gains(s, a, 0) else 0

    def checks(self, s: State, kind: int, there: int) -> bool:
        """Does a man of this kind give check from a square (a board of one bit)?"""
        _, theirs = self.sides(s)
        king = lowest(s.kings & theirs) & 63
        if kind == PAWN:
            return int(self.captures[s.ply + 1 & 1, king]) & there != 0
        if kind == KNIGHT:
            return int(self.leaps[king]) & there != 0
        if not int(self.rays[king]) & there:
            return False
        if kind in (BISHOP, QUEEN) and self.diagonal(king, s.white | s.black) & there:
            return True
        return kind in (ROOK, QUEEN) and self.straight(king, s.white | s.black) & there != 0

    def null(self, s: State) -> State:
        """The state after a pass. A pass in check would lose the king; a pass with only pawns counts as lost too, as a
        pass is often better than any move then (zugzwang): neither pass proves anything."""
        mine, theirs = self.sides(s)
        if self.in_check(s) or mine & ~(s.pawns | s.kings) == 0:
            return put(s, KINGS, s.kings & theirs)
        return self.passed_on(s)

    def passed_on(self, s: State) -> State:
        """The same with the other side to move."""
        return put(put(put(s, PASSED, 0), CLOCK, s.clock + 1), PLY, s.ply + 1)

    # --- exchanges -----------------------------------------------------------------------------------------------

    def gains(self, s: State, a: int, least: int = 0) -> bool:
        """Does a capture win at least ``least``, if both sides go on capturing on its square, always with their
        cheapest man, and may stop at any time? Pins are ignored.

        ``value`` is what the mover has above the goal. While it is 0 or more, the other side must go on capturing;
        while it is below 0, the mover must. A side that keeps its goal even after losing the man on the square is done.
        """
        origin, target, becomes = a & 63, a >> 6 & 63, a >> 12
        here, there = bit(origin), bit(target)
        value = PRICES[self.kind_at(s, there)] - least
        price = PRICES[self.kind_at(s, here)]
        if here & s.pawns and there == s.passed:
            value += PRICES[PAWN]
        if becomes:
            value += PRICES[becomes] - price
            price = PRICES[becomes]
        if value < 0 or value >= price:
            return value >= 0
        occupied = (s.white | s.black) & ~here | there
        men, others = (s.black, s.white) if here & s.white else (s.white, s.black)
        sign = -1
        while True:
            able = self.attackers(s, target, occupied) & occupied
            man = self.cheapest(s, able & men)
            if man == 0 or (man & s.kings and able & others):
                return value >= 0
            value += sign * price
            price = PRICES[self.kind_at(s, man)]
            if (value >= 0) == (sign < 0):  # the capture was not enough
                return value >= 0
            if (value + price < 0) if sign < 0 else (value >= price):  # it was enough, even if the man is lost
                return value >= 0
            occupied &= ~man
            men, others, sign = others, men, -sign

    def cheapest(self, s: State, men: int) -> int:
        """One of the cheapest of these men (as a board of one bit), 0 where there is none."""
        for kind in (s.pawns, s.knights, s.bishops, s.rooks, s.queens):
            if men & kind:
                return bit(lowest(men & kind))
        return bit(lowest(men)) if men else 0
