"""Small games for proofs: random graphs with cycles, and their values by a method too simple to be wrong."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametree import Game

NODES, MOVES = 12, 3


class Node(NamedTuple):
    number: int


class Graph(Game[Node]):
    """A token on a graph. Each node belongs to a player, who moves the token along one of its arrows; a node without
    arrows is an end. The graph is data: all graphs share one compiled form."""

    bounds = (-2, 2)

    def __init__(self, arrows: list[list[int]], owners: list[int], payoffs: list[int]):
        self.arrows = np.full((NODES, MOVES), -1, np.int64)
        for n, targets in enumerate(arrows):
            self.arrows[n, : len(targets)] = targets
        self.owners = np.array(owners, np.int64)
        self.payoffs = np.array(payoffs, np.int64)

    def initial(self) -> Node:
        return Node(0)

    def player(self, s: Node) -> int:
        return int(self.owners[s.number])

    def actions(self, s: Node):
        for i in range(MOVES):
            if self.arrows[s.number, i] >= 0:
                yield i

    def result(self, s: Node, a: int) -> Node:
        return Node(int(self.arrows[s.number, a]))

    def terminal(self, s: Node) -> bool:
        return bool(self.arrows[s.number, 0] < 0)

    def utility(self, s: Node) -> int:
        return int(self.payoffs[s.number])


def value_of(game: Graph) -> int:
    """The value of the first node: the greatest payoff that Max can force, endless play being worth 0."""
    return max(t for t in range(-2, 3) if _forced(game, t))


def _forced(game: Graph, least: int) -> bool:
    """Can Max force at least this much? One side must come to an end; from where can it?"""
    attacker = 0 if least > 0 else 1
    won = {
        n
        for n in range(NODES)
        if game.terminal(Node(n)) and (game.payoffs[n] >= least) == (attacker == 0)
    }  # fmt: skip
    while True:
        more = set()
        for n in set(range(NODES)) - won:
            targets = [int(t) for t in game.arrows[n] if t >= 0]
            if targets and (any if game.owners[n] == attacker else all)(t in won for t in targets):
                more.add(n)
        if not more:
            return (0 in won) == (attacker == 0)
        won |= more


class Track(NamedTuple):
    cell: int
    turn: int


class Race(Game[Track]):
    """A token on a line. Max moves it one cell to the left or two to the right, Min one to either side; the right end
    wins for Max, the left one for Min. Positions come back, and yet Max can force his way."""

    def __init__(self, cells: int = 9):
        self.cells = cells

    def initial(self) -> Track:
        return Track(self.cells // 2, 0)

    def player(self, s: Track) -> int:
        return s.turn

    def actions(self, s: Track):
        yield -1
        yield 2 - s.turn

    def result(self, s: Track, a: int) -> Track:
        return Track(min(s.cell + a, self.cells - 1), 1 - s.turn)

    def terminal(self, s: Track) -> bool:
        return s.cell in (0, self.cells - 1)

    def utility(self, s: Track) -> int:
        return 1 if s.cell == self.cells - 1 else -1
