"""Games that number their positions, for tests of dense solving."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import popcount
from gametree.game import Game
from gametree.games.connect4 import ConnectFour
from gametree.games.connect4 import State as Stones
from gametree.games.nim import Nim

if TYPE_CHECKING:
    from collections.abc import Iterator


class Node(NamedTuple):
    """A place in a graph."""

    place: int


class Graph(Game[Node]):
    """A random graph with circles, scores, extra turns, ends and holes: all of it data, so that one compilation does
    for every seed."""

    bounds = (-3, 3)
    ways = 3

    def __init__(self, seed: int, places: int = 60, ends: float = 0.25):
        rng = np.random.default_rng(seed)
        self.index_size = places
        self.hole = rng.random(places) < 0.05
        self.hole[0] = False
        usable = np.flatnonzero(~self.hole)
        self.moves = np.full((places, self.ways), -1, np.int64)
        self.mover = rng.integers(0, 2, places)
        self.pays = np.where(rng.random(places) < 0.5, rng.integers(-3, 4, places), 0)
        for place in usable:
            if rng.random() > ends:
                many = rng.integers(1, self.ways + 1)
                self.moves[place, :many] = rng.choice(usable, many)
        self.before = np.full((places, places), -1, np.int64)
        self.turn_round()
        self.over = self.moves[:, 0] < 0

    def turn_round(self) -> None:
        """Write down from where each place can be reached."""
        self.before[:] = -1
        for place in range(self.index_size):
            found = [p for p in range(self.index_size) if place in self.moves[p]]
            self.before[place, : len(found)] = found

    def initial(self) -> Node:
        return Node(0)

    def player(self, s: Node) -> int:
        return int(self.mover[s.place])

    def actions(self, s: Node) -> Iterator[int]:
        for k in range(self.ways):
            if self.moves[s.place, k] >= 0:
                yield k

    def result(self, s: Node, a: int) -> Node:
        return Node(int(self.moves[s.place, a]))

    def terminal(self, s: Node) -> bool:
        return bool(self.over[s.place])

    def utility(self, s: Node) -> int:
        return int(self.pays[s.place])

    def index(self, s: Node) -> int:
        return 0 if self.hole[s.place] else s.place

    def state(self, i: int) -> Node:
        return Node(i)


class WithParents(Graph):
    """The same graph, which knows its moves backwards."""

    def parents(self, s: Node) -> Iterator[Node]:
        for k in range(self.before.shape[1]):
            if self.before[s.place, k] < 0:
                break
            yield Node(int(self.before[s.place, k]))


class NumberedConnectFour(ConnectFour):
    """Connect Four by numbers: how many stones there are, how high the columns stand, and which stones are X's."""

    def __init__(self, width: int = 4, height: int = 4, connect: int = 4):
        super().__init__(width, height, connect)
        cells = width * height
        self.ways = np.array([[comb(n, k) for k in range(cells + 1)] for n in range(cells + 1)], np.int64)
        heights = sorted(product(range(height + 1), repeat=width), key=lambda h: (sum(h), h))
        self.heights = np.array(heights, np.int8)
        place = {h: i for i, h in enumerate(heights)}
        self.place_of = np.array([place[h] for h in product(range(height + 1), repeat=width)], np.int64)
        sizes = [comb(sum(h), sum(h) // 2) for h in heights]
        self.begins = np.cumsum([0, *sizes]).astype(np.int64)
        self.index_size = int(self.begins[-1])

    def index(self, s: Stones) -> int:
        code, rank, place, second = 0, 0, 0, 0
        for c in range(self.width):
            for r in range(self.height):
                bit = 1 << c * (self.height + 1) + r
                if s.second & bit:
                    second += 1
                    rank += int(self.ways[place, second])
                if (s.first | s.second) & bit:
                    place += 1
            code = code * (self.height + 1) + popcount(
                (s.first | s.second) >> c * (self.height + 1) & (1 << self.height) - 1
            )
        return int(self.begins[self.place_of[code]]) + rank

    def state(self, i: int) -> Stones:
        low, high = 0, len(self.begins) - 1
        while high - low > 1:
            middle = (low + high) // 2
            if self.begins[middle] <= i:
                low = middle
            else:
                high = middle
        place = 0
        for c in range(self.width):
            place += int(self.heights[low, c])
        rank, left = i - int(self.begins[low]), place // 2
        first, second = 0, 0
        for c in range(self.width - 1, -1, -1):
            for r in range(int(self.heights[low, c]) - 1, -1, -1):
                place -= 1
                bit = 1 << c * (self.height + 1) + r
                if left > 0 and self.ways[place, left] <= rank:
                    rank -= int(self.ways[place, left])
                    left -= 1
                    second |= bit
                else:
                    first |= bit
        return Stones(first, second)


class OneWay(Nim):
    """Two heaps: every move leads to a lower number."""

    def __init__(self, seed: int):
        super().__init__((7, 4 + seed), limit=2)
