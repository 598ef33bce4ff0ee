"""Nim with one pile, in which a move is computed from a text: that cannot be compiled."""

from typing import NamedTuple

from gametree import Game


class Pile(NamedTuple):
    stones: int
    turn: int


class Computed(Game[Pile]):
    repetition = "ignore"

    def initial(self):
        return Pile(9, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return [n for n in (1, 2, 3) if n <= s.stones]

    def result(self, s, a):
        return Pile(eval("stones - a", {"stones": s.stones, "a": a}), 1 - s.turn)

    def terminal(self, s):
        return s.stones == 0

    def utility(self, s):
        return 1 if s.turn == 1 else -1
