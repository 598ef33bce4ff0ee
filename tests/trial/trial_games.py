"""Rules for the trial, as users write them: each is a file of its own."""

from __future__ import annotations

TAKE = """
from typing import NamedTuple
from gametree import Game

class Pile(NamedTuple):
    left: int
    turn: int

class Take(Game):
    repetition = "ignore"
    def __init__(self, left=5):
        self.left = left
    def initial(self): return Pile(self.left, 0)
    def player(self, s): return s.turn
    def actions(self, s):
        for n in (1, 2):
            if n <= s.left:
                yield n
    def result(self, s, a): return Pile(s.left - a, 1 - s.turn)
    def terminal(self, s): return s.left == 0
    def utility(self, s): return 1 if s.turn == 1 else -1

class Variant(Take):
"""
LINE = TAKE.count("\n") + 1
"""Where a variant's method begins."""

DOMINEERING = """
from typing import NamedTuple
from gametree import Game

class Board(NamedTuple):
    cells: int
    turn: int

class Domineering(Game):
    repetition = "ignore"
    def __init__(self, n=9): self.n = n
    def initial(self): return Board(0, 0)
    def player(self, s): return s.turn
    def domino(self, a, turn): return 1 << a | 1 << a + (self.n if turn == 0 else 1)
    def actions(self, s):
        for r in range(self.n - (s.turn == 0)):
            for c in range(self.n - (s.turn == 1)):
                if not s.cells & self.domino(r * self.n + c, s.turn):
                    yield r * self.n + c
    def result(self, s, a): return Board(s.cells | self.domino(a, s.turn), 1 - s.turn)
    def terminal(self, s):
        for _ in self.actions(s):
            return False
        return True
    def utility(self, s): return 1 if s.turn == 1 else -1
"""

GOMOKU = """
from typing import NamedTuple
from gametree import Game

class Stones(NamedTuple):
    x: int
    o: int

class Gomoku(Game):
    repetition = "ignore"
    def __init__(self, n=15, k=5): self.n, self.k = n, k
    def initial(self): return Stones(0, 0)
    def count(self, b):
        n = 0
        while b:
            b &= b - 1
            n += 1
        return n
    def player(self, s): return (self.count(s.x) + self.count(s.o)) % 2
    def actions(self, s):
        for i in range(self.n * self.n):
            if not (s.x | s.o) >> i & 1:
                yield i
    def result(self, s, a):
        return Stones(s.x | 1 << a, s.o) if self.player(s) == 0 else Stones(s.x, s.o | 1 << a)
    def row(self, b):
        for step in (1, self.n, self.n + 1):
            run = b
            for _ in range(self.k - 1):
                run &= run >> step
            if run:
                return True
        return False
    def terminal(self, s): return self.row(s.x) or self.row(s.o) or s.x | s.o == (1 << self.n * self.n) - 1
    def utility(self, s): return 1 if self.row(s.x) else -1 if self.row(s.o) else 0
"""
