"""Misère Nim with sorted heaps and a Counter: whoever takes the last stone loses."""

from collections import Counter

from gametree import Game


class MisereNim(Game):
    repetition = "ignore"

    def __init__(self, heaps=(1, 2, 3)):
        self.heaps = heaps

    def initial(self):
        return tuple(sorted(self.heaps)), 0

    def player(self, s):
        _, turn = s
        return turn

    def actions(self, s):
        heaps, _ = s
        for size in Counter(heaps):
            for left in range(size):
                yield 100 * size + left

    def result(self, s, a):
        heaps, turn = s
        size, left = divmod(a, 100)
        rest = list(heaps)
        rest.remove(size)
        return tuple(sorted([*rest, left])) if left else tuple(rest), 1 - turn

    def terminal(self, s):
        heaps, _ = s
        return not heaps

    def utility(self, s):
        _, turn = s
        return 1 if turn == 0 else -1
