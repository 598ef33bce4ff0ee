"""Two games on large boards, each in two forms: one Python integer a board, and a board of several words."""

from __future__ import annotations

from typing import Any, NamedTuple

from gametree import Game
from gametree.bits import board, filled, has_bit, popcount, with_bit


class Stones(NamedTuple):
    """The stones of both players."""

    black: Any
    white: Any


class Gomoku(Game[Stones]):
    """k in a row on one integer a player; a row has an empty bit at its end."""

    repetition = "ignore"

    def __init__(self, size: int = 15, row: int = 5):
        self.size, self.row = size, row
        self.full = sum(1 << (size + 1) * r + c for r in range(size) for c in range(size))

    def initial(self):
        return Stones(0, 0)

    def player(self, s):
        return (s.black | s.white).bit_count() % 2

    def actions(self, s):
        free = self.full & ~(s.black | s.white)
        for cell in range(self.size * (self.size + 1)):
            if free >> cell & 1:
                yield cell

    def result(self, s, a):
        if self.player(s) == 0:
            return Stones(s.black | 1 << a, s.white)
        return Stones(s.black, s.white | 1 << a)

    def wins(self, stones):
        for step in (1, self.size, self.size + 1, self.size + 2):
            run = stones
            for k in range(1, self.row):
                run &= stones >> k * step
            if run != 0:
                return True
        return False

    def terminal(self, s):
        return s.black | s.white == self.full or self.wins(s.black) or self.wins(s.white)

    def utility(self, s):
        return 1 if self.wins(s.black) else -1 if self.wins(s.white) else 0


class GomokuWords(Gomoku):
    """The same on boards of several words."""

    def __init__(self, size: int = 15, row: int = 5):
        super().__init__(size, row)
        cells = size * (size + 1)
        self.empty, self.full = board(cells), filled(cells, self.full)

    def initial(self):
        return Stones(self.empty, self.empty)

    def player(self, s):
        return popcount(s.black | s.white) % 2

    def actions(self, s):
        free = self.full & ~(s.black | s.white)
        for cell in range(self.size * (self.size + 1)):
            if has_bit(free, cell):
                yield cell

    def result(self, s, a):
        if self.player(s) == 0:
            return Stones(with_bit(s.black, a), s.white)
        return Stones(s.black, with_bit(s.white, a))

    def wins(self, stones):
        for step in (1, self.size, self.size + 1, self.size + 2):
            run = stones
            for k in range(1, self.row):
                run &= stones >> k * step
            if run != self.empty:
                return True
        return False


class Covered(NamedTuple):
    """The covered cells, and whose turn it is."""

    board: Any
    turn: int


class Domineering(Game[Covered]):
    """Dominoes on one integer: Max places them upright, Min across."""

    repetition = "ignore"

    def __init__(self, size: int = 10):
        self.size = size

    def initial(self):
        return Covered(0, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        step = self.size if s.turn == 0 else 1
        for r in range(self.size - (s.turn == 0)):
            for c in range(self.size - (s.turn == 1)):
                cell = r * self.size + c
                if not s.board >> cell & 1 and not s.board >> cell + step & 1:
                    yield cell

    def result(self, s, a):
        step = self.size if s.turn == 0 else 1
        return Covered(s.board | 1 << a | 1 << a + step, 1 - s.turn)

    def terminal(self, s):
        for _ in self.actions(s):
            return False
        return True

    def utility(self, s):
        return -1 if s.turn == 0 else 1


class DomineeringWords(Domineering):
    """The same on a board of several words."""

    def __init__(self, size: int = 10):
        super().__init__(size)
        self.empty = board(size * size)

    def initial(self):
        return Covered(self.empty, 0)

    def actions(self, s):
        step = self.size if s.turn == 0 else 1
        for r in range(self.size - (s.turn == 0)):
            for c in range(self.size - (s.turn == 1)):
                cell = r * self.size + c
                if not has_bit(s.board, cell) and not has_bit(s.board, cell + step):
                    yield cell

    def result(self, s, a):
        step = self.size if s.turn == 0 else 1
        return Covered(with_bit(with_bit(s.board, a), a + step), 1 - s.turn)
