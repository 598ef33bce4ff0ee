"""Domineering with rows of True and False: a tuple of tuples. Who cannot lay a domino loses."""

from typing import NamedTuple

from gametree import Game


class State(NamedTuple):
    rows: tuple
    vertical: bool


class Domineering(Game):
    repetition = "ignore"

    def __init__(self, height=4, width=4):
        self.height = height
        self.width = width

    def initial(self):
        return State(tuple(tuple(False for _ in range(self.width)) for _ in range(self.height)), True)

    def player(self, s):
        return 0 if s.vertical else 1

    def cells(self, s, a):
        row, column = divmod(a, self.width)
        return ((row, column), (row + 1, column)) if s.vertical else ((row, column), (row, column + 1))

    def actions(self, s):
        for a in range(self.height * self.width):
            (r1, c1), (r2, c2) = self.cells(s, a)
            if r2 < self.height and c2 < self.width and not s.rows[r1][c1] and not s.rows[r2][c2]:
                yield a

    def result(self, s, a):
        covered = self.cells(s, a)
        rows = tuple(tuple(cell or (r, c) in covered for c, cell in enumerate(row)) for r, row in enumerate(s.rows))
        return State(rows, not s.vertical)

    def terminal(self, s):
        return not list(self.actions(s))

    def utility(self, s):
        return -1 if s.vertical else 1

    def text(self, s):
        return "\n".join("".join("#" if cell else "." for cell in row) for row in s.rows)
