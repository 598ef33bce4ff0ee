"""A game as a graph: all the states that can be reached, each once, for the methods that work from the ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gametree.game import over

if TYPE_CHECKING:
    from gametree.textbook.support.walk import State, Walk


@dataclass(frozen=True)
class Graph:
    """The states reachable from a root, in the order found, with their children and their parents."""

    children: dict[State, dict[int, State]]
    parents: dict[State, list[State]]
    number: dict[State, int]
    """The number of each state in the record."""
    depth: dict[State, int]

    @property
    def ends(self) -> list[State]:
        """The states at which the game is over."""
        return [s for s, children in self.children.items() if not children]

    def upwards(self) -> list[State]:
        """The states from the ends up, each after all of its children; without those from which play can be endless."""
        left = {s: len(set(children.values())) for s, children in self.children.items()}
        taken = self.ends
        for s in taken:
            for parent in self.parents[s]:
                left[parent] -= 1
                if left[parent] == 0:
                    taken.append(parent)
        return taken

    def endless(self) -> set[State]:
        """The states from which the game can go on for ever."""
        return self.children.keys() - self.upwards()

    def loop(self, endless: set[State]) -> tuple[list[State], list[int]]:
        """One of the loops: its states and its actions."""
        s = next(s for s in self.children if s in endless)
        states: list[State] = []
        actions: list[int] = []
        while s not in states:
            states.append(s)
            a, s = next((a, child) for a, child in self.children[s].items() if child in endless)
            actions.append(a)
        first = states.index(s)
        return states[first:], actions[first:]


def explore(walk: Walk) -> Graph:
    """Find everything that can be reached from the walk's root, breadth first.

    >>> from gametree import load
    >>> from gametree.textbook.support.walk import Walk
    >>> graph = explore(Walk("label", load("tree:example=loop"), None, None, None))
    >>> len(graph.children), len(graph.ends), graph.loop(graph.endless())[1]
    (4, 2, [1, 1])
    """
    game, tracer = walk.game, walk.tracer
    root = walk.root
    tracer.generated += 1
    graph = Graph({}, {root: []}, {root: tracer.visit(game, root, game.player(root), None, None, 0)}, {root: 0})
    tracer.record("enter", 0)
    queue = [root]
    for s in queue:
        graph.children[s] = {}
        if over(game, s):
            continue
        tracer.expanded += 1
        for a in walk.actions(s):
            child = game.result(s, a)
            graph.children[s][a] = child
            if child not in graph.number:
                tracer.generated += 1
                graph.depth[child] = ply = graph.depth[s] + 1
                graph.number[child] = tracer.visit(game, child, game.player(child), graph.number[s], a, ply)
                graph.parents[child] = []
                tracer.record("enter", graph.number[child])
                queue.append(child)
            if s not in graph.parents[child]:
                graph.parents[child].append(s)
    return graph
