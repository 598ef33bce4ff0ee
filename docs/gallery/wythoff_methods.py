"""Wythoff's queen with a state that knows its own moves: methods and properties of a NamedTuple."""

from typing import NamedTuple

from gametree import Game


class Queen(NamedTuple):
    row: int
    column: int
    turn: int = 0

    @property
    def home(self):
        return self.row == 0 and self.column == 0

    def up(self, n):
        return self._replace(row=self.row - n, turn=1 - self.turn)

    def left(self, n):
        return self._replace(column=self.column - n, turn=1 - self.turn)

    def across(self, n):
        return Queen(self.row - n, self.column - n, 1 - self.turn)


class Wythoff(Game):
    repetition = "ignore"

    def __init__(self, row=4, column=7):
        self.row = row
        self.column = column

    def initial(self):
        return Queen(self.row, self.column)

    def player(self, s):
        return s.turn

    def actions(self, s):
        yield from (3 * n for n in range(1, s.row + 1))
        yield from (3 * n + 1 for n in range(1, s.column + 1))
        yield from (3 * n + 2 for n in range(1, min(s.row, s.column) + 1))

    def result(self, s, a):
        n, way = divmod(a, 3)
        return (s.up, s.left, s.across)[way](n)

    def terminal(self, s):
        return s.home

    def utility(self, s):
        return 1 if s.turn == 1 else -1
