"""Games as people write them on tuples of cells: they compile as written, and their positions are kept in few words."""

from __future__ import annotations

from typing import NamedTuple

from gametree import Game
from gametree.bits import put


class Pawns(NamedTuple):
    cells: tuple[int, ...]
    turn: int


class Hexapawn(Game[Pawns]):
    """Hexapawn on a tuple of cells."""

    repetition = "ignore"

    def __init__(self, width=5, height=5):
        self.width, self.height = width, height

    def initial(self):
        empty = (0,) * self.width * (self.height - 2)
        return Pawns((2,) * self.width + empty + (1,) * self.width, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        own = s.turn + 1
        ahead = -self.width if s.turn == 0 else self.width
        for i in range(self.width * self.height):
            to = i + ahead
            if s.cells[i] == own and 0 <= to < self.width * self.height:
                if s.cells[to] == 0:
                    yield i * 100 + to
                if i % self.width > 0 and s.cells[to - 1] == 3 - own:
                    yield i * 100 + to - 1
                if i % self.width < self.width - 1 and s.cells[to + 1] == 3 - own:
                    yield i * 100 + to + 1

    def result(self, s, a):
        return Pawns(put(put(s.cells, a // 100, 0), a % 100, s.turn + 1), 1 - s.turn)

    def reached(self, s):
        for i in range(self.width):
            if s.cells[i] == 1:
                return 1
            if s.cells[self.width * (self.height - 1) + i] == 2:
                return -1
        return 0

    def terminal(self, s):
        if self.reached(s) != 0:
            return True
        for _ in self.actions(s):
            return False
        return True

    def utility(self, s):
        reached = self.reached(s)
        if reached != 0:
            return reached
        return 1 if s.turn == 1 else -1

    def tier(self, s):
        rows = 0
        for i in range(self.width * self.height):
            row = i // self.width
            rows += self.height - 1 - row if s.cells[i] == 2 else row if s.cells[i] == 1 else 0
        return rows


class Grid(NamedTuple):
    rows: tuple[tuple[int, ...], ...]
    turn: int


class Rows(Game[Grid]):
    """Three in a row on a tuple of rows."""

    repetition = "ignore"

    def __init__(self, width=3, height=3):
        self.width, self.height = width, height

    def initial(self):
        return Grid(((0,) * self.width,) * self.height, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for i in range(self.width * self.height):
            if s.rows[i // self.width][i % self.width] == 0:
                yield i

    def result(self, s, a):
        row = put(s.rows[a // self.width], a % self.width, s.turn + 1)
        return Grid(put(s.rows, a // self.width, row), 1 - s.turn)

    def winner(self, s):
        for r in range(self.height):
            for c in range(self.width):
                stone = s.rows[r][c]
                if stone == 0:
                    continue
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if 0 <= c + 2 * dc < self.width and r + 2 * dr < self.height:
                        one, two = s.rows[r + dr][c + dc], s.rows[r + 2 * dr][c + 2 * dc]
                        if stone == one and one == two:
                            return stone
        return 0

    def terminal(self, s):
        if self.winner(s) != 0:
            return True
        for _ in self.actions(s):
            return False
        return True

    def utility(self, s):
        winner = self.winner(s)
        return 1 if winner == 1 else -1 if winner == 2 else 0


class Heaps(NamedTuple):
    heaps: tuple[int, int, int]
    moves: int
    turn: int


class Late(Game[Heaps]):
    """A number grows large only where action 5 is chosen again and again, which random games do not show."""

    repetition = "ignore"

    def initial(self):
        return Heaps((0, 0, 0), 0, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for a in range(12):
            yield a

    def result(self, s, a):
        last = s.heaps[0] * 9 + 1 if a == 5 else 0
        return Heaps((last, a if a < 3 else s.heaps[1], 0), s.moves + 1, 1 - s.turn)

    def terminal(self, s):
        return s.moves >= 9

    def utility(self, s):
        return 1 if s.heaps[0] > 700 else -1
