"""A game with circles, extra turns and scores, in tiers: walk around a ring, or drop to the next one."""

from __future__ import annotations

from typing import NamedTuple

from gametree import Game


class State(NamedTuple):
    rings: int
    place: int
    mover: int


class Ring(Game[State]):
    bounds = (-2, 2)

    def __init__(self, rings=3, places=7):
        self.rings, self.places = rings, places

    def initial(self):
        return State(self.rings, 0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        yield 1
        yield 3
        if (s.place + s.mover) % 3:
            yield 0

    def result(self, s, a):
        if a == 0:
            return State(s.rings - 1, (2 * s.place + s.mover) % self.places, 1 - s.mover)
        return State(s.rings, (s.place + a) % self.places, s.mover if s.place == 2 else 1 - s.mover)

    def terminal(self, s):
        return s.rings == 0

    def utility(self, s):
        return s.place % 5 - 2

    def tier(self, s):
        return s.rings
