"""Clobber with text and slices: a stone moves onto a neighbour of the other colour, which is taken off."""

from typing import NamedTuple

from gametree import Game


class State(NamedTuple):
    board: str
    turn: str = "x"

    @property
    def other(self):
        return "o" if self.turn == "x" else "x"

    def put(self, cell, mark):
        return self._replace(board=self.board[:cell] + mark + self.board[cell + 1 :])


class Clobber(Game):
    repetition = "ignore"

    def __init__(self, board="xoxo/oxox"):
        self.board = board
        width = board.index("/") + 1
        self.steps = (-width, -1, 1, width)

    def initial(self):
        return State(self.board)

    def player(self, s):
        return "xo".index(s.turn)

    def actions(self, s):
        for cell, mark in enumerate(s.board):
            if mark == s.turn:
                for k, step in enumerate(self.steps):
                    if 0 <= cell + step < len(s.board) and s.board[cell + step] == s.other:
                        yield 4 * cell + k

    def result(self, s, a):
        cell, k = divmod(a, 4)
        return s.put(cell, ".").put(cell + self.steps[k], s.turn)._replace(turn=s.other)

    def terminal(self, s):
        return not list(self.actions(s))

    def utility(self, s):
        return -1 if s.turn == "x" else 1

    def text(self, s):
        return s.board.replace("/", "\n")
