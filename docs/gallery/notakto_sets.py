"""Notakto on a set of crosses: both play crosses, and whoever makes three in a row loses."""

from itertools import combinations, product

from gametree import Game

CELLS = set(product(range(3), repeat=2))
LINES = {
    frozenset(three)
    for three in combinations(CELLS, 3)
    if len({r for r, _ in three}) == 1
    or len({c for _, c in three}) == 1
    or all(r == c for r, c in three)
    or all(r + c == 2 for r, c in three)
}


class Notakto(Game):
    repetition = "ignore"

    def initial(self):
        return frozenset()

    def player(self, s):
        return len(s) % 2

    def actions(self, s):
        return sorted(3 * r + c for r, c in CELLS - s)

    def result(self, s, a):
        return s | {divmod(a, 3)}

    def terminal(self, s):
        return any(line <= s for line in LINES)

    def utility(self, s):
        return 1 if self.player(s) == 0 else -1  # who moved last has lost
