"""Chomp on a set of coordinates: a bite takes all squares above and to the right; the square (0, 0) is poisoned."""

from typing import NamedTuple

from gametree import Game


class State(NamedTuple):
    squares: frozenset
    turn: int


class Chomp(Game):
    repetition = "ignore"

    def __init__(self, width=4, height=3):
        self.width = width
        self.height = height

    def initial(self):
        return State(frozenset((x, y) for x in range(self.width) for y in range(self.height)), 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return sorted(x * self.height + y for x, y in s.squares)

    def result(self, s, a):
        bx, by = divmod(a, self.height)
        return State(frozenset((x, y) for x, y in s.squares if x < bx or y < by), 1 - s.turn)

    def terminal(self, s):
        return not s.squares

    def utility(self, s):
        return 1 if s.turn == 0 else -1  # who took the last square was poisoned

    def text(self, s):
        return "\n".join(
            "".join("o" if (x, y) in s.squares else "." for x in range(self.width))
            for y in reversed(range(self.height))
        )
