"""Exchanges: who attacks a square, and what is won or lost when men are captured on it one after another."""

from __future__ import annotations

from gametree.bits import bit
from gametree.game import MAX
from gametree.games.chess_board import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Board, State

PRICES = (0, 100, 300, 300, 500, 900, 10_000)
"""What men count in an exchange, by kind."""


class Exchanges(Board[State]):
    """A chessboard on which captures are weighed."""

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

    def gains(self, s: State, a: int, least: int = 0) -> bool:
        """Does a capture win at least so much, when both sides go on capturing on its square, always with their
        cheapest man, and stop when they like? Pins are not looked at.

        ``value`` is what the mover is above his aim. As long as it is not below 0 the other side has to go on, and
        while it is, he has. Who has reached his aim, even if he loses the man that stands there now, is done.
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
            if (value + price < 0) if sign < 0 else (value >= price):  # it was, even if the man is lost
                return value >= 0
            occupied &= ~man
            men, others, sign = others, men, -sign

    def cheapest(self, s: State, men: int) -> int:
        """One of the cheapest of these men (as a board of one bit), 0 where there is none."""
        for kind in (s.pawns, s.knights, s.bishops, s.rooks, s.queens):
            if men & kind:
                return men & kind & -(men & kind)
        return men & -men
