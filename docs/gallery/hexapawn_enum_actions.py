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

    def __init__(self, size=3):
        self.size = size

    def initial(self):
        empty = (Piece.EMPTY,) * (self.size * (self.size - 2))
        return State((Piece.WHITE,) * self.size + empty + (Piece.BLACK,) * self.size, True)

    def player(self, s):
        return 0 if s.white else 1

    def actions(self, s):
        mine, theirs = (Piece.WHITE, Piece.BLACK) if s.white else (Piece.BLACK, Piece.WHITE)
        step = self.size if s.white else -self.size
        for cell, piece in enumerate(s.board):
            ahead = cell + step
            if piece is not mine or not 0 <= ahead < len(s.board):
                continue
            if s.board[ahead] is Piece.EMPTY:
                yield cell, ahead
            for side in (-1, 1):
                if 0 <= ahead % self.size + side < self.size and s.board[ahead + side] is theirs:
                    yield cell, ahead + side

    def result(self, s, a):
        start, end = a
        board = list(s.board)
        board[start], board[end] = Piece.EMPTY, board[start]
        return State(tuple(board), not s.white)

    def terminal(self, s):
        won = Piece.BLACK in s.board[: self.size] or Piece.WHITE in s.board[-self.size :]
        return won or next(self.actions(s), None) is None

    def utility(self, s):
        return -1 if s.white else 1  # who is to move has lost
