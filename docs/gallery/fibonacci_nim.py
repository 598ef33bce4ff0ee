"""Fibonacci Nim on a plain tuple: take at least one stone and at most twice what was taken before."""

from gametree import Game


class FibonacciNim(Game):
    repetition = "ignore"

    def __init__(self, stones=13):
        self.stones = stones

    def initial(self):
        return (self.stones, self.stones - 1, 0)  # stones, the most that may be taken, whose turn it is

    def player(self, s):
        return s[2]

    def actions(self, s):
        stones, most, _ = s
        return range(1, min(stones, most) + 1)

    def result(self, s, a):
        stones, _, turn = s
        return stones - a, 2 * a, 1 - turn

    def terminal(self, s):
        return s[0] == 0

    def utility(self, s):
        return 1 if s[2] == 1 else -1
