"""Games that were written for these tests. Their weights are poor on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import popcount, put
from gametree.features import Scored, Weighted
from gametree.game import CHANCE, MAX, Game
from gametree.games.chess import Chess

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.chess.rules import State

SIZE = 5
LEFT = sum(1 << SIZE * r for r in range(SIZE))
RIGHT = LEFT << SIZE - 1
FULL = (1 << SIZE * SIZE) - 1
ROW = (1 << SIZE) - 1


class Men(NamedTuple):
    up: int
    down: int
    turn: int


class Breakthrough(Weighted[Men]):
    """Men go one step ahead, straight or slanting, and take slanting; who reaches the far side wins."""

    repetition = "ignore"
    terms = ("men", "steps", "front man", "guarded men")

    def __init__(self) -> None:
        self.weights = np.array([-1.0, -2.0, 0.0, 5.0])

    def initial(self) -> Men:
        return Men(1 << 2 * SIZE, 0, 0)._replace(up=(1 << 2 * SIZE) - 1, down=FULL & ~((1 << 3 * SIZE) - 1))

    def player(self, s: Men) -> int:
        return s.turn

    def actions(self, s: Men) -> Iterator[int]:
        mine, theirs = (s.up, s.down) if s.turn == 0 else (s.down, s.up)
        for cell in range(SIZE * SIZE):
            if mine >> cell & 1:
                for side in range(-1, 2):
                    to = cell + (SIZE if s.turn == 0 else -SIZE) + side
                    if (
                        0 <= to < SIZE * SIZE
                        and 0 <= cell % SIZE + side < SIZE
                        and not mine >> to & 1
                        and (side or not theirs >> to & 1)
                    ):
                        yield cell * 32 + to

    def result(self, s: Men, a: int) -> Men:
        start, to = 1 << a // 32, 1 << a % 32
        if s.turn == 0:
            return Men(s.up & ~start | to, s.down & ~to, 1)
        return Men(s.up & ~to, s.down & ~start | to, 0)

    def terminal(self, s: Men) -> bool:
        return s.up >> (SIZE - 1) * SIZE != 0 or s.down & ROW != 0 or s.up == 0 or s.down == 0

    def utility(self, s: Men) -> int:
        return 1 if s.up >> (SIZE - 1) * SIZE or s.down == 0 else -1

    def features(self, s: Men) -> Iterator[tuple[int, int]]:
        yield 0, popcount(s.up) - popcount(s.down)
        steps = front = 0
        for r in range(SIZE):
            mine, theirs = popcount(s.up >> r * SIZE & ROW), popcount(s.down >> (SIZE - 1 - r) * SIZE & ROW)
            steps += r * (mine - theirs)
            if mine:
                front = r
        back = 0
        for r in range(SIZE):
            if s.down >> (SIZE - 1 - r) * SIZE & ROW:
                back = r
        yield 1, steps
        yield 2, front - back
        guards = (s.up & ~LEFT) << SIZE - 1 | (s.up & ~RIGHT) << SIZE + 1
        others = (s.down & ~LEFT) >> SIZE + 1 | (s.down & ~RIGHT) >> SIZE - 1
        yield 3, popcount(s.up & guards) - popcount(s.down & others)


class Walkers(NamedTuple):
    first: int
    second: int
    gone: int
    turn: int


STEPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


class Isolation(Weighted[Walkers]):
    """Two knights on a board of 8×7; a cell that was stood on is gone; who cannot move loses."""

    repetition = "ignore"
    terms = ("my moves", "their moves", "middle")
    width, height = 8, 7

    def __init__(self) -> None:
        self.weights = np.array([-3.0, 1.0, -2.0])

    def initial(self) -> Walkers:
        return Walkers(0, 55, 1 | 1 << 55, 0)

    def player(self, s: Walkers) -> int:
        return s.turn

    def steps(self, cell: int, gone: int) -> int:
        found = 0
        for dx, dy in STEPS:
            x, y = cell % self.width + dx, cell // self.width + dy
            if 0 <= x < self.width and 0 <= y < self.height and not gone >> x + self.width * y & 1:
                found |= 1 << x + self.width * y
        return found

    def actions(self, s: Walkers) -> Iterator[int]:
        cells = self.steps(s.first if s.turn == 0 else s.second, s.gone)
        for cell in range(self.width * self.height):
            if cells >> cell & 1:
                yield cell

    def result(self, s: Walkers, a: int) -> Walkers:
        if s.turn == 0:
            return Walkers(a, s.second, s.gone | 1 << a, 1)
        return Walkers(s.first, a, s.gone | 1 << a, 0)

    def terminal(self, s: Walkers) -> bool:
        return self.steps(s.first if s.turn == 0 else s.second, s.gone) == 0

    def utility(self, s: Walkers) -> int:
        return -1 if s.turn == 0 else 1

    def features(self, s: Walkers) -> Iterator[tuple[int, int]]:
        yield 0, popcount(self.steps(s.first, s.gone))
        yield 1, popcount(self.steps(s.second, s.gone))
        x, y, u, v = s.first % 8, s.first // 8, s.second % 8, s.second // 8
        yield 2, abs(2 * u - 7) + abs(2 * v - 6) - abs(2 * x - 7) - abs(2 * y - 6)


class Field(NamedTuple):
    cells: tuple[int, ...]
    lead: int
    turn: int


class Harvest(Scored[Field]):
    """A row of fields that grow; a move harvests one, and its neighbours lose a half. The most grain wins."""

    repetition = "ignore"
    terms = ("grain ahead", "best field", "sum of fields")
    bounds = (-200, 200)
    fields, rounds = 9, 14

    def __init__(self) -> None:
        self.weights = np.array([-0.2, -1.0, 0.5])

    def initial(self) -> Field:
        return Field((3, 8, 5, 9, 2, 7, 6, 4, 8), 0, 0)

    def player(self, s: Field) -> int:
        return s.turn % 2

    def actions(self, s: Field) -> Iterator[int]:
        for i in range(self.fields):
            if s.cells[i] > 0:
                yield i
        yield self.fields

    def result(self, s: Field, a: int) -> Field:
        cells, got = s.cells, 0
        if a < self.fields:
            got = cells[a]
            cells = put(cells, a, 0)
            if a > 0:
                cells = put(cells, a - 1, cells[a - 1] // 2)
            if a < self.fields - 1:
                cells = put(cells, a + 1, cells[a + 1] // 2)
        for i in range(self.fields):
            if i % 3 == s.turn % 3:
                cells = put(cells, i, min(cells[i] + 1, 9))
        return Field(cells, s.lead + (got if s.turn % 2 == MAX else -got), s.turn + 1)

    def terminal(self, s: Field) -> bool:
        return s.turn >= self.rounds

    def utility(self, s: Field) -> int:
        return s.lead

    def features(self, s: Field) -> Iterator[tuple[int, int]]:
        mover = 1 if s.turn % 2 == MAX else -1
        best = total = 0
        for i in range(self.fields):
            best = max(best, s.cells[i])
            total += s.cells[i]
        yield 0, s.lead
        yield 1, mover * best
        yield 2, mover * total


class Place(NamedTuple):
    at: int


class Walk(Weighted[Place]):
    """The random walk of Sutton and Barto (example 6.2): five places in a row, from the middle; right wins."""

    evaluation = "utility"
    bounds = (0, 1)
    terms = ("A", "B", "C", "D", "E")

    def __init__(self) -> None:
        self.weights = np.full(5, 0.5)

    def initial(self) -> Place:
        return Place(3)

    def player(self, s: Place) -> int:
        return CHANCE

    def actions(self, s: Place) -> Iterator[int]:
        yield from ()

    def chances(self, s: Place) -> Iterator[tuple[int, float]]:
        yield -1, 0.5
        yield 1, 0.5

    def result(self, s: Place, a: int) -> Place:
        return Place(s.at + a)

    def terminal(self, s: Place) -> bool:
        return s.at in (0, 6)

    def utility(self, s: Place) -> int:
        return 1 if s.at == 6 else 0

    def features(self, s: Place) -> Iterator[tuple[int, int]]:
        yield s.at - 1, 1


class Chain(Game[Men]):
    """Four in a row or in a column of a board of 5×5. No evaluation at all, but a picture."""

    repetition = "ignore"
    size = 5

    def initial(self) -> Men:
        return Men(0, 0, 0)

    def player(self, s: Men) -> int:
        return s.turn

    def actions(self, s: Men) -> Iterator[int]:
        for cell in range(self.size * self.size):
            if not (s.up | s.down) >> cell & 1:
                yield cell

    def result(self, s: Men, a: int) -> Men:
        return Men(s.up | 1 << a, s.down, 1) if s.turn == 0 else Men(s.up, s.down | 1 << a, 0)

    def line(self, stones: int) -> bool:
        """Four in a row or in a column."""
        flat = stones & stones >> 1 & (stones >> 2) & (stones >> 3) & (LEFT | LEFT << 1)
        upright = stones & stones >> 5 & (stones >> 10) & (stones >> 15)
        return flat != 0 or upright != 0

    def terminal(self, s: Men) -> bool:
        return self.line(s.up) or self.line(s.down) or s.up | s.down == FULL

    def utility(self, s: Men) -> int:
        return 1 if self.line(s.up) else -1 if self.line(s.down) else 0

    def symmetries(self, s: Men) -> Iterator[Men]:
        yield Men(self.mirrored(s.up), self.mirrored(s.down), s.turn)

    def mirrored(self, stones: int) -> int:
        found = 0
        for c in range(self.size):
            found |= (stones >> c & LEFT) << self.size - 1 - c
        return found

    def picture(self, s: Men) -> dict[str, object]:
        rows = [
            "".join("X" if s.up >> r * 5 + c & 1 else "O" if s.down >> r * 5 + c & 1 else "." for c in range(5))
            for r in reversed(range(5))
        ]
        return {"rows": rows, "moves": {a: f"{'abcde'[a % 5]}{a // 5 + 1}" for a in self.actions(s)}}


class Material(Chess):
    """Chess that knows nothing but which men there are."""

    terms = ("pawn", "knight", "bishop", "rook", "queen")

    def __init__(self) -> None:
        super().__init__()
        self.weights = np.zeros(5)

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        yield 0, popcount(s.pawns & s.white) - popcount(s.pawns & s.black)
        yield 1, popcount(s.knights & s.white) - popcount(s.knights & s.black)
        yield 2, popcount(s.bishops & s.white) - popcount(s.bishops & s.black)
        yield 3, popcount(s.rooks & s.white) - popcount(s.rooks & s.black)
        yield 4, popcount(s.queens & s.white) - popcount(s.queens & s.black)

    def evaluate(self, s: State) -> float:
        total = 0.0
        for i, times in self.features(s):
            total += float(self.weights[i]) * times
        return total
