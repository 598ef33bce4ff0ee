"""A game with dice for the tests: roll, then take the roll or leave it; the higher sum after three turns each wins."""

from __future__ import annotations

from typing import NamedTuple

from gametree import CHANCE, Game


class State(NamedTuple):
    first: int
    second: int
    turn: int  # from 0 to 5; the players alternate
    roll: int  # 0 before the dice fall


class Rolling(Game[State]):
    """Take or leave three dice each."""

    repetition = "ignore"

    def initial(self):
        return State(0, 0, 0, 0)

    def player(self, s):
        return s.turn % 2 if s.roll or s.turn == 6 else CHANCE

    def chances(self, s):
        for pips in range(1, 7):
            yield pips, 1 / 6

    def actions(self, s):
        yield 1
        yield 0

    def result(self, s, a):
        if s.roll == 0:
            return State(s.first, s.second, s.turn, a)
        gain = s.roll * a
        if s.turn % 2 == 0:
            return State(s.first + gain, s.second, s.turn + 1, 0)
        return State(s.first, s.second + gain, s.turn + 1, 0)

    def terminal(self, s):
        return s.turn == 6

    def utility(self, s):
        return 1 if s.first > s.second else -1 if s.first < s.second else 0

    def evaluate(self, s):
        return s.first - s.second

    def name(self, s, a, style=""):
        return f"die {a}" if s.roll == 0 else ("leave it", "take it")[a]


def rolls(actions: tuple[int, ...]) -> list[int]:
    """What the dice showed in a game."""
    return list(actions[::2])
