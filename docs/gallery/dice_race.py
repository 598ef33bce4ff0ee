"""A race with a die: walk one step for sure, or roll and walk what the die shows; a 6 throws you back home."""

from typing import NamedTuple

from gametree import CHANCE, Game


class Race(NamedTuple):
    first: int
    second: int
    turn: int
    rolling: bool


class DiceRace(Game):
    WALK, ROLL = 0, 1

    def __init__(self, goal=5):
        self.goal = goal

    def initial(self):
        return Race(0, 0, 0, False)

    def player(self, s):
        return CHANCE if s.rolling else s.turn

    def actions(self, s):
        return [self.WALK, self.ROLL]

    def chances(self, s):
        return [(die, 1 / 6) for die in range(1, 7)]

    def moved(self, s, steps):
        if s.turn == 0:
            return Race(min(s.first + steps, self.goal) if steps < 6 else 0, s.second, 1, False)
        return Race(s.first, min(s.second + steps, self.goal) if steps < 6 else 0, 0, False)

    def result(self, s, a):
        if s.rolling:
            return self.moved(s, a)
        return self.moved(s, 1) if a == self.WALK else s._replace(rolling=True)

    def terminal(self, s):
        return max(s.first, s.second) >= self.goal

    def utility(self, s):
        return 1 if s.first >= self.goal else -1
