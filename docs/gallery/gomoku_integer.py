"""Gomoku on one Python integer a player, however large the board: a bit a cell, and an empty column at the edge."""

from typing import NamedTuple

from gametree import Game


class State(NamedTuple):
    black: int
    white: int


class Gomoku(Game):
    repetition = "ignore"

    def __init__(self, size=3, row=3):
        self.size = size
        self.row = row
        self.full = sum(1 << (size + 1) * r + c for r in range(size) for c in range(size))

    def initial(self):
        return State(0, 0)

    def player(self, s):
        return (s.black | s.white).bit_count() % 2

    def actions(self, s):
        free = self.full & ~(s.black | s.white)
        while free:
            low = free & -free
            yield low.bit_length() - 1
            free ^= low

    def result(self, s, a):
        if self.player(s) == 0:
            return State(s.black | 1 << a, s.white)
        return State(s.black, s.white | 1 << a)

    def wins(self, stones):
        for step in (1, self.size, self.size + 1, self.size + 2):
            run = stones
            for k in range(1, self.row):
                run &= stones >> k * step
            if run:
                return True
        return False

    def terminal(self, s):
        return s.black | s.white == self.full or self.wins(s.black) or self.wins(s.white)

    def utility(self, s):
        return 1 if self.wins(s.black) else -1 if self.wins(s.white) else 0

    def text(self, s):
        at = {0: ".", 1: "X", 2: "O"}
        cell = lambda i: at[(s.black >> i & 1) + 2 * (s.white >> i & 1)]  # noqa: E731
        return "\n".join("".join(cell((self.size + 1) * r + c) for c in range(self.size)) for r in range(self.size))
