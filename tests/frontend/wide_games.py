"""Games on large boards, each board one Python integer, as people write them."""

from __future__ import annotations

from typing import NamedTuple

from gametree import Game


class Position(NamedTuple):
    black: int
    white: int
    turn: int
    passes: int


class Go(Game[Position]):
    """Go with area scoring: captures, no suicide, no position may come back. A row has one bit more than the board, so
    that nothing runs over the edge."""

    repetition = "illegal"

    def __init__(self, size=19, komi=7):
        self.size, self.komi = size, komi
        self.row = size + 1
        self.full = sum(1 << r * self.row + c for r in range(size) for c in range(size))
        self.bounds = (-size * size - komi, size * size)

    def initial(self):
        return Position(0, 0, 0, 0)

    def position(self, s):
        return s.black, s.white

    def player(self, s):
        return s.turn

    def around(self, stones):
        return (stones << 1 | stones >> 1 | stones << self.row | stones >> self.row) & self.full

    def group(self, seed, stones):
        while True:
            grown = (seed | self.around(seed)) & stones
            if grown == seed:
                return seed
            seed = grown

    def placed(self, own, other, a):
        """The stones of both sides after a stone is placed."""
        own |= 1 << a
        beside = self.around(1 << a) & other
        while beside:
            chain = self.group(beside & -beside, other)
            if self.around(chain) & ~own & ~other == 0:
                other &= ~chain
            beside &= ~chain
        return own, other

    def legal(self, own, other, a):
        """A stone may not be placed where it has no liberty."""
        if self.around(1 << a) & ~own & ~other:
            return True
        own, other = self.placed(own, other, a)
        return self.around(self.group(1 << a, own)) & ~own & ~other != 0

    def actions(self, s):
        own, other = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        free = self.full & ~own & ~other
        while free:
            low = free & -free
            a = low.bit_length() - 1
            if self.legal(own, other, a):
                yield a
            free ^= low
        yield self.size * self.row  # pass

    def result(self, s, a):
        if a == self.size * self.row:
            return Position(s.black, s.white, 1 - s.turn, s.passes + 1)
        if s.turn == 0:
            black, white = self.placed(s.black, s.white, a)
        else:
            white, black = self.placed(s.white, s.black, a)
        return Position(black, white, 1 - s.turn, 0)

    def terminal(self, s):
        return s.passes == 2

    def owned(self, mine, theirs):
        """Stones, and the empty points from which only these are reached."""
        empty = self.full & ~mine & ~theirs
        seen = self.around(theirs) & empty
        return mine.bit_count() + (empty & ~(self.group(seen, empty) if seen else 0)).bit_count() * (mine != 0)

    def utility(self, s):
        return self.owned(s.black, s.white) - self.owned(s.white, s.black) - self.komi
