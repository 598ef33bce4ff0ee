"""Dots and boxes with NumPy: a row of drawn lines, and a matrix that says which lines belong to which box."""

from typing import NamedTuple

import numpy as np

from gametree import Game


class State(NamedTuple):
    lines: np.ndarray
    scores: tuple
    turn: int


class Dots(Game):
    repetition = "ignore"
    bounds = (-2, 2)
    BOXES = np.array([[1, 1, 0, 0, 1, 1, 0], [0, 0, 1, 1, 0, 1, 1]])  # two boxes side by side share line 5

    def initial(self):
        return State(np.zeros(7, dtype=np.int8), (0, 0), 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return [int(i) for i in np.flatnonzero(s.lines == 0)]

    def result(self, s, a):
        lines = s.lines.copy()
        lines[a] = 1
        closed = int(np.sum((self.BOXES @ lines == 4) & (self.BOXES[:, a] == 1)))
        scores = tuple(n + closed if k == s.turn else n for k, n in enumerate(s.scores))
        return State(lines, scores, s.turn if closed else 1 - s.turn)

    def terminal(self, s):
        return bool(s.lines.all())

    def utility(self, s):
        return s.scores[0] - s.scores[1]
