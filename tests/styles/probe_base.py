"""The tiny game of which every probe is a variant: six cells in a row; three stones of a player side by side win.

A probe changes one method, or the state, and writes it in one natural way. The rules are always the same, so that the
tree of moves and the value are those of ``ThreeInARow``.
"""

from __future__ import annotations

from typing import NamedTuple

from gametree import Game
from gametree.bits import put


class Row(NamedTuple):
    cells: tuple[int, int, int, int, int, int]
    turn: int


class ThreeInARow(Game[Row]):
    """Integers, tuples, plain loops: what has always compiled."""

    repetition = "ignore"

    def initial(self):
        return Row((0, 0, 0, 0, 0, 0), 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for i in range(6):
            if s.cells[i] == 0:
                yield i

    def result(self, s, a):
        return Row(put(s.cells, a, s.turn + 1), 1 - s.turn)

    def winner(self, s):
        for i in range(4):
            if s.cells[i] != 0 and s.cells[i] == s.cells[i + 1] == s.cells[i + 2]:
                return s.cells[i]
        return 0

    def full(self, s):
        for cell in s.cells:
            if cell == 0:
                return False
        return True

    def terminal(self, s):
        return self.winner(s) != 0 or self.full(s)

    def utility(self, s):
        won = self.winner(s)
        if won == 1:
            return 1
        return -1 if won == 2 else 0
