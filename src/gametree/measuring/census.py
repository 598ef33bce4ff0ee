"""Every position that can be reached, visited once: their number, the number of games, the longest one, or a cycle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from gametree.game import CHANCE, Game, provides, smallest
from gametree.solving.reachable import Reachable, from_the_start

if TYPE_CHECKING:
    from collections.abc import Callable

S = TypeVar("S")


@dataclass(frozen=True)
class Cycle:
    """Actions that lead from the start to a position, and actions that lead from there back to it."""

    before: tuple[int, ...]
    loop: tuple[int, ...]


@dataclass(frozen=True)
class Census:
    """The result of a visit. A visit that was stopped has a lower bound of ``positions``, and a ``cycle`` if it met
    one. If positions can come back, the number and the lengths of games are None: they depend on the rule of
    repetition, or are infinite."""

    complete: bool
    positions: int
    cycle: Cycle | None
    classes: int | None = None
    """Positions up to symmetry, if the game has ``symmetries``."""
    ends: int | None = None
    branching: tuple[int, float, int] | None = None
    """The fewest actions, their mean over all positions in which a player decides, and the most."""
    games: int | None = None
    nodes: int | None = None
    """Nodes of the tree of moves."""
    shortest: int | None = None
    """Actions of the shortest game."""
    longest: int | None = None
    mean_length: float | None = None
    """The mean over all games."""


class Graph(Reachable[S]):
    """The positions found so far."""

    def expand(self, limit: int, late: Callable[[int], bool]) -> bool:
        """Visit everything; False when there were more than ``limit`` or it got ``late``."""
        complete = True
        for n in self.visit():
            if len(self.states) > limit or (n % 256 == 0 and late(len(self.states))):
                complete = False
                break
        left = len(self.states) - len(self.children)
        self.children += [[] for _ in range(left)]
        self.actions += [[] for _ in range(left)]
        return complete

    def cycle(self, order: list[int]) -> Cycle | None:
        """A cycle among the positions that are not in the order; None if all are."""
        inside = set(range(len(self.states))) - set(order)
        if not inside:
            return None
        parent = {child: n for n in inside for child in self.children[n]}  # each of them has a parent among them
        n, seen = min(inside), set[int]()
        while n not in seen:
            seen.add(n)
            n = parent[n]
        return Cycle(self.path(n), self.shortest_loop(n))

    def shortest_loop(self, home: int) -> tuple[int, ...]:
        """The fewest actions that lead from a position on a cycle back to it."""
        reached: dict[int, tuple[int, ...]] = {home: ()}
        for n in (queue := [home]):
            for child, a in zip(self.children[n], self.actions[n], strict=True):
                if child == home:
                    return (*reached[n], a)
                if child not in reached:
                    reached[child] = (*reached[n], a)
                    queue.append(child)
        raise ValueError("the position is not on a cycle")


def census(game: Game[S], start: S, limit: int, late: Callable[[int], bool] = lambda _: False) -> Census:
    """Visit every position, unless there are more than ``limit`` or ``late``, given the number so far, says to stop.

    >>> from gametree import load
    >>> game = load("connect4:width=3,height=2")
    >>> found = census(game, game.initial(), limit=1000)
    >>> found.positions, found.games, found.longest
    (116, 90, 6)
    """
    graph = Graph(game, start)
    complete = graph.expand(limit, late)
    order = from_the_start(graph.children)
    cycle = graph.cycle(order)
    if not complete:
        return Census(complete=False, positions=len(graph.states), cycle=cycle)
    games, nodes, longest, total = _count(graph, order) if cycle is None else (None, None, None, None)
    ends = [n for n, actions in enumerate(graph.actions) if not actions]
    return Census(
        complete=True,
        positions=len(graph.states),
        cycle=cycle,
        classes=_classes(graph) if provides(game, "symmetries") else None,
        ends=len(ends),
        branching=_branching(graph),
        games=games,
        nodes=nodes,
        shortest=len(graph.path(ends[0])) if ends else None,  # breadth first: the first end is the nearest
        longest=longest,
        mean_length=total / games if games and total is not None else None,
    )


def _branching(graph: Graph[S]) -> tuple[int, float, int]:
    choices = [
        len(actions)
        for s, actions in zip(graph.states, graph.actions, strict=True)
        if actions and graph.game.player(s) != CHANCE
    ] or [0]
    return min(choices), sum(choices) / len(choices), max(choices)


def _count(graph: Graph[S], order: list[int]) -> tuple[int, int, int, int]:
    """Games, nodes of the tree, the longest game, and the lengths of all games together."""
    size = len(graph.states)
    games, nodes, longest, total = [0] * size, [1] * size, [0] * size, [0] * size
    for n in reversed(order):
        if not graph.children[n]:
            games[n] = 1
        for child in graph.children[n]:
            games[n] += games[child]
            nodes[n] += nodes[child]
            longest[n] = max(longest[n], longest[child] + 1)
            total[n] += total[child] + games[child]
    return games[0], nodes[0], longest[0], total[0]


def _classes(graph: Graph[S]) -> int:
    """Positions up to symmetry: the smallest image stands for all."""
    return len({smallest(graph.game, s) for s in graph.states})
