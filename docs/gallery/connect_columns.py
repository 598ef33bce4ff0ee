"""Connect Three on a tuple of strings, one for each column: a move is `columns[a] + piece`."""

from typing import NamedTuple

from gametree import Game


class State(NamedTuple):
    columns: tuple
    piece: str


class ConnectThree(Game):
    repetition = "ignore"

    def __init__(self, width=4, height=3):
        self.width = width
        self.height = height

    def initial(self):
        return State(("",) * self.width, "x")

    def player(self, s):
        return "xo".index(s.piece)

    def actions(self, s):
        return [c for c, column in enumerate(s.columns) if len(column) < self.height]

    def result(self, s, a):
        columns = tuple(column + s.piece if c == a else column for c, column in enumerate(s.columns))
        return State(columns, "o" if s.piece == "x" else "x")

    def rows(self, s):
        return [column.ljust(self.height, ".") for column in s.columns]

    def won(self, s, piece):
        board = self.rows(s)
        for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for x in range(self.width):
                for y in range(self.height):
                    line = [(x + k * dx, y + k * dy) for k in range(3)]
                    if all(0 <= i < self.width and 0 <= j < self.height and board[i][j] == piece for i, j in line):
                        return True
        return False

    def terminal(self, s):
        return self.won(s, "x") or self.won(s, "o") or all(len(column) == self.height for column in s.columns)

    def utility(self, s):
        return self.won(s, "x") - self.won(s, "o")

    def text(self, s):
        return "\n".join("".join(row) for row in reversed(list(zip(*self.rows(s)))))
