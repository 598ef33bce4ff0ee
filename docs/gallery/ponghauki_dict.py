"""Pong Hau K'i with a dict of neighbours and frozensets of stones: who cannot move loses; it can go on for ever."""

from typing import NamedTuple

from gametree import Game

NEIGHBOURS = {0: {2, 3}, 1: {2, 4}, 2: {0, 1, 3, 4}, 3: {0, 2, 4}, 4: {1, 2, 3}}


class State(NamedTuple):
    mine: frozenset
    theirs: frozenset
    first: bool  # is it the first player's turn?


class PongHauKi(Game):
    def initial(self):
        return State(frozenset({0, 1}), frozenset({3, 4}), True)

    def player(self, s):
        return 0 if s.first else 1

    def actions(self, s):
        (free,) = set(NEIGHBOURS) - s.mine - s.theirs
        return sorted(NEIGHBOURS[free] & s.mine)

    def result(self, s, a):
        (free,) = set(NEIGHBOURS) - s.mine - s.theirs
        return State(s.theirs, s.mine - {a} | {free}, not s.first)

    def terminal(self, s):
        return not self.actions(s)

    def utility(self, s):
        return -1 if s.first else 1
