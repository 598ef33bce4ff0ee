"""Hypergammon: Backgammon with three men a side, small enough to be solved."""

from __future__ import annotations

import numpy as np

from gametree.games.backgammon import Backgammon
from gametree.games.backgammon.men import BAR, count, rear
from gametree.games.backgammon.rules import State


class Hypergammon(Backgammon):
    """Three men a side, on 24, 23 and 22.

    The positions before a roll are numbered from the side of the player on roll, roughly by the pips of both sides
    together: a play without a hit leads to a lower number.

    >>> game = Hypergammon()
    >>> s = game.state(2_000_000)
    >>> game.index(s), game.index_size
    (2000000, 10732176)
    """

    called = "Hypergammon"
    how_to_play = (
        "Backgammon with three men a side. Roll two dice and move your men towards your home; single men of the other "
        "side are hit. The first side that has borne off its three men wins."
    )

    relative_index = True

    def __init__(self) -> None:
        super().__init__("hypergammon")
        places = range(BAR + 1)
        threes = [(a, b, c) for a in places for b in places[: a + 1] for c in places[: b + 1]]
        self.threes = np.array(threes, np.int64)  # where three men stand, the last man first
        self.ways = len(threes)
        self.index_size = self.ways * self.ways

    def index(self, s: State) -> int:
        if s.dice or s.turn == 2 or self.terminal(s):
            return -1
        mine, theirs = self.number(s.near, s.far), self.number(s.other_near, s.other_far)
        if s.turn == 1:
            mine, theirs = theirs, mine
        together, n = mine + theirs, self.ways
        if together < n:
            return together * (together + 1) // 2 + mine
        left = 2 * n - 1 - together
        return n * n - left * (left + 1) // 2 + mine - (together - n + 1)

    def number(self, near: int, far: int) -> int:
        """The number of a side's places among all, by the places of its men, the last man first."""
        found, left = 0, 3
        while near or far:
            p = rear(near, far)
            found += choose(p + left - 1, left)
            left -= 1
            if p > 12:
                far -= 1 << 4 * (p - 13)
            else:
                near -= 1 << 4 * (p - 1)
        return found

    def state(self, i: int) -> State:
        n = self.ways
        upper = i >= n * (n + 1) // 2
        j = n * n - 1 - i if upper else i
        together = int((np.sqrt(8.0 * j + 1.0) - 1.0) / 2.0)
        while together * (together + 1) // 2 > j:
            together -= 1
        while (together + 1) * (together + 2) // 2 <= j:
            together += 1
        mine = j - together * (together + 1) // 2
        theirs = together - mine
        if upper:
            mine, theirs = n - 1 - mine, n - 1 - theirs
        near, far = self.placed(mine)
        other_near, other_far = self.placed(theirs)
        turn = 0
        for p in range(1, BAR):
            if count(near, far, p) and count(other_near, other_far, 25 - p):
                turn = 2  # men of both sides on one point: not a position
        return State(near, far, other_near, other_far, 0, turn, 0, 2, 0)

    def placed(self, number: int) -> tuple[int, int]:
        """The men of a side whose places have this number."""
        near, far = 0, 0
        for k in range(3):
            p = int(self.threes[number, k])
            if p > 12:
                far += 1 << 4 * (p - 13)
            elif p > 0:
                near += 1 << 4 * (p - 1)
        return near, far


def choose(n: int, k: int) -> int:
    """How many ways there are to choose one, two or three out of n."""
    return n if k == 1 else n * (n - 1) // 2 if k == 2 else n * (n - 1) * (n - 2) // 6
