"""Subtract a square with isqrt and a list comprehension: who takes the last stone wins."""

from math import isqrt
from typing import NamedTuple

from gametree import Game


class Pile(NamedTuple):
    stones: int
    turn: int


class SubtractSquare(Game):
    repetition = "ignore"

    def __init__(self, stones=20):
        self.stones = stones

    def initial(self):
        return Pile(self.stones, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return [n * n for n in range(1, isqrt(s.stones) + 1)]

    def result(self, s, a):
        return Pile(s.stones - a, 1 - s.turn)

    def terminal(self, s):
        return s.stones == 0

    def utility(self, s):
        return 1 if s.turn == 1 else -1
