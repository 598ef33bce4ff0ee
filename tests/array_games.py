"""A game whose nodes are rows of arrays: the base of the random trees and graphs of several tests.

The arrays of a kind of game all have one shape, so that one compiled kernel serves thousands of games.
"""

from typing import NamedTuple

import numpy as np

from gametree import Game


class Node(NamedTuple):
    node: int


class ArrayGame(Game[Node]):
    """``edges[n]`` are the children of node n (−1: none); a node without children is an end."""

    shape = (64, 4)
    """The most nodes, and the most children of a node."""

    def __init__(self, edges, movers, values):
        self.edges = np.full(self.shape, -1)
        self.movers = np.zeros(self.shape[0], np.int64)
        self.values = np.zeros(self.shape[0], np.int64)
        self.movers[: len(movers)] = movers
        self.values[: len(values)] = values
        for n, children in enumerate(edges):
            self.edges[n, : len(children)] = children

    def initial(self):
        return Node(0)

    def player(self, s):
        return int(self.movers[s.node])

    def actions(self, s):
        for a in range(self.edges.shape[1]):
            if self.edges[s.node, a] >= 0:
                yield a

    def result(self, s, a):
        return Node(int(self.edges[s.node, a]))

    def terminal(self, s):
        return bool(self.edges[s.node, 0] < 0)

    def utility(self, s):
        return int(self.values[s.node])
