"""Hexapawn with tuples as actions, `(from, to)`, and an IntEnum for the pieces on a tuple of cells."""

from enum import IntEnum
from typing import NamedTuple

from gametree import Game


class Piece(IntEnum):
    EMPTY = 0
    WHITE = 1
    BLACK = 2


class State(NamedTuple):
    board: tuple
    white: bool


class Hexapawn(Game):
    repetition = "ignore"

    def initial(self):
        return State((Piece.WHITE,) * 3 + (Piece.EMPTY,) * 3 + (Piece.BLACK,) * 3, True)

    def player(self, s):
        return 0 if s.white else 1

    def actions(self, s):
        mine, theirs, step = (Piece.WHITE, Piece.BLACK, 3) if s.white else (Piece.BLACK, Piece.WHITE, -3)
        for cell, piece in enumerate(s.board):
            ahead = cell + step
            if piece is not mine or not 0 <= ahead < 9:
                continue
            if s.board[ahead] is Piece.EMPTY:
                yield cell, ahead
            for side in (-1, 1):
                if 0 <= ahead % 3 + side <= 2 and s.board[ahead + side] is theirs:
                    yield cell, ahead + side

    def result(self, s, a):
        start, end = a
        board = list(s.board)
        board[start], board[end] = Piece.EMPTY, board[start]
        return State(tuple(board), not s.white)

    def terminal(self, s):
        return Piece.BLACK in s.board[:3] or Piece.WHITE in s.board[6:] or next(self.actions(s), None) is None

    def utility(self, s):
        return -1 if s.white else 1  # who is to move has lost
