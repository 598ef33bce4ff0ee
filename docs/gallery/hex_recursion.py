"""Hex on a dict from cell to colour, with a recursive flood fill: who joins his two sides wins."""

from typing import NamedTuple

from gametree import Game


class State(NamedTuple):
    stones: dict
    turn: int


class Hex(Game):
    repetition = "ignore"
    AROUND = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]

    def __init__(self, size=3):
        self.size = size

    def initial(self):
        return State({}, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        cells = [(r, c) for r in range(self.size) for c in range(self.size)]
        return [r * self.size + c for r, c in cells if (r, c) not in s.stones]

    def result(self, s, a):
        return State({**s.stones, divmod(a, self.size): s.turn}, 1 - s.turn)

    def fill(self, s, cell, who, seen):
        """All that is joined with a cell."""
        if s.stones.get(cell) != who or cell in seen:
            return
        seen.add(cell)
        for dr, dc in self.AROUND:
            self.fill(s, (cell[0] + dr, cell[1] + dc), who, seen)

    def joined(self, s, who):
        """Has a player joined top and bottom (0), or left and right (1)?"""
        seen = set()
        for k in range(self.size):
            self.fill(s, (0, k) if who == 0 else (k, 0), who, seen)
        return any(cell[who] == self.size - 1 for cell in seen)

    def terminal(self, s):
        return self.joined(s, 0) or self.joined(s, 1)

    def utility(self, s):
        return 1 if self.joined(s, 0) else -1
