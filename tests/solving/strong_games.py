"""Graphs as games for the strong solver, all of one shape of arrays, so that one compilation serves thousands; and what
their labels are by definition, worked out the slow way."""

from __future__ import annotations

import math
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from gametree import MAX, Game
from gametree.game import even, over, payoff, provides, worth
from gametree.solving.label import Label

NODES, WIDTH = 32, 4


class Place(NamedTuple):
    node: int
    copy: int


class Scores(Game[Place]):
    """``edges[n]`` are the children of node n (−1: none); a node without is an end, and pays ``values[n]``.

    Copies: the start may lead to either of two copies of the graph, which are symmetric to each other, when
    ``copies[0]`` is set.
    """

    repetition = "ignore"
    bounds = (-9, 9)

    def __init__(self, edges, movers, values, copies=0, cycle=0):
        self.edges = np.full((NODES, WIDTH), -1)
        for n, children in enumerate(edges):
            self.edges[n, : len(children)] = children
        self.movers = np.array(movers + [0] * (NODES - len(movers)))
        self.values = np.array(values + [0] * (NODES - len(values)))
        self.copies, self.cycle = np.array([copies]), np.array([cycle])

    def initial(self):
        return Place(0, 0)

    def player(self, s):
        return int(self.movers[s.node])

    def actions(self, s):
        for a in range(WIDTH):
            if self.edges[s.node, a] >= 0:
                yield a
                if s.copy == 0 and self.copies[0]:
                    yield a + WIDTH

    def result(self, s, a):
        copy = s.copy
        if copy == 0 and self.copies[0]:
            copy = 1 + a // WIDTH
        return Place(int(self.edges[s.node, a % WIDTH]), copy)

    def terminal(self, s):
        return bool(self.edges[s.node, 0] < 0)

    def utility(self, s):
        return int(self.values[s.node])

    def symmetries(self, s):
        if s.copy:
            yield Place(s.node, 3 - s.copy)


class Wins(Scores):
    """Win, loss, draw, and a draw by rule."""

    repetition = "draw"
    bounds = (-1, 1)

    def utility(self, s):
        value = int(self.values[s.node])
        return (value > 2) - (value < -2)

    def drawn(self, s):
        return bool(self.values[s.node] == 9)


class Paid(Scores):
    """A cycle pays something of its own; payoffs come as pairs."""

    def utility(self, s):
        return int(self.values[s.node]), -int(self.values[s.node])

    def repeated(self, s):
        return int(self.cycle[0])


@st.composite
def graphs(draw, loops=True):
    """Edges, movers and values of a small random graph; without loops, moves lead to larger numbers only."""
    size = draw(st.integers(2, 14))
    movers = [draw(st.integers(0, 1)) for _ in range(size)]
    values = [draw(st.integers(-9, 9)) for _ in range(size)]
    edges = []
    for n in range(size):
        first = 0 if loops else n + 1
        nodes = st.integers(first, size - 1) if first < size else st.nothing()
        edges.append(sorted(draw(st.sets(nodes, max_size=3 if loops else WIDTH) if first < size else st.just(set()))))
    edges[0] = edges[0] or [1]
    return edges, movers, values


def by_definition(game: Game) -> dict[Place, Label]:
    """The labels of all positions that can be reached, from nothing but what a label means."""
    children: dict[Place, list[Place]] = {}
    todo = [game.initial()]
    while todo:
        s = todo.pop()
        if s not in children:
            children[s] = [] if over(game, s) else [game.result(s, a) for a in game.actions(s)]
            todo += children[s]
    paid = {s: float(worth(payoff(game, s))) for s in children if over(game, s)}
    cycles = provides(game, "repeated") and has_cycle(children)  # what no cycle can pay says nothing about who hurries
    endless = float(worth(game.repeated(game.initial()))) if cycles else even(game)
    value = dict.fromkeys(children, -math.inf)
    for least in sorted({*paid.values(), endless}):
        for s in at_least(game, children, paid, least, endless >= least):
            value[s] = least
    remoteness = lengths(game, children, paid, value, endless)
    return {s: Label(value[s], None if math.isinf(remoteness[s]) else int(remoteness[s])) for s in children}


def has_cycle(children):
    """Can a position come back?"""
    try:
        TopologicalSorter(children).prepare()
    except CycleError:
        return True
    return False


def at_least(game, children, paid, least, endless_is_enough):
    """Where Max can get this much. Endless play being enough, a position has it until it is refuted, and else it has it
    not until it is proven."""
    has = {s: paid[s] >= least if s in paid else endless_is_enough for s in children}
    while True:
        then = {
            s: has[s] if s in paid else (any if game.player(s) == MAX else all)(has[c] for c in children[s])
            for s in children
        }
        if then == has:
            return [s for s in children if has[s]]
        has = then


def lengths(game, children, paid, value, endless):
    """Actions to the end when both keep the value: who must force an end hurries, and the other one stalls."""
    away = {s: 0 if s in paid else math.inf for s in children}
    for _ in range(2 * len(children) + 2):
        for s in children:
            if s not in paid:
                keeping = [away[c] for c in children[s] if value[c] == value[s]]
                good = value[s] - (endless if value[s] != endless else even(game))
                hurries = good > 0 if game.player(s) == MAX else good < 0
                away[s] = 1 + (min(keeping) if hurries else max(keeping))
    return away
