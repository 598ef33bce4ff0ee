"""Strong solving in plain Python: for games that do not compile, and to test the compiled form.

Everything reachable is visited, and the ends send their labels back along the moves. Payoffs above the value of endless
play are assigned from the best one down. A position gets a payoff if Max moves there and one child has it, or if Min
moves and all children have it or a better one; the round is the remoteness. Payoffs below are assigned for Min in the
same way. In the remaining positions nobody can force anything: they have the value of endless play, and end only if
every move that keeps this value leads to an end.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, MIN, AnyGame, over, payoff, worth
from gametree.solving.label import Label
from gametree.solving.reachable import Reachable, from_the_start
from gametree.solving.worths import cycle_worth, divides, middle
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.solving.task import Task

REPORTS = 1 << 12
"""Positions between two reports."""


class Graph(Reachable[Any]):
    """The positions that can be reached, with who moves there and what the ends are worth."""

    def __init__(self, game: AnyGame, start: Any):
        """One position stands for all that are symmetric to it, where that can be."""
        super().__init__(game, start, divided=divides(game, start))
        self.ends: dict[int, float] = {}
        """The payoff of each position in which the game is over."""
        self.movers: list[int] = []


class ManyError(Exception):
    """There are more positions than allowed."""


def explore(game: AnyGame, start: Any, task: Task, most: int | None = None) -> Graph:
    """Visit everything that can be reached from a position, breadth first; ManyError if that is more than ``most``.

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("nim:2,2")
    >>> len(explore(game, game.initial(), Task()).states)      # up to symmetry
    9
    """
    graph = Graph(game, start)
    for n in graph.visit():
        if n % REPORTS == 0:
            task.tell("exploring", n, None)
        if most is not None and len(graph.states) > most:
            raise ManyError
        s = graph.states[n]
        graph.movers.append(game.player(s))
        if over(game, s):
            graph.ends[n] = float(worth(payoff(game, s)))
        elif graph.movers[n] not in (MAX, MIN):
            raise GameError(f"{title(game)}: player({s}) is {graph.movers[n]}, neither Max (0) nor Min (1)")
    return graph


def levels(graph: Graph) -> list[int] | None:
    """The most actions from the start to each position; None if one can come back."""
    order = from_the_start(graph.children)
    level = [0] * len(graph.states)
    for n in order:
        for child in graph.children[n]:
            level[child] = max(level[child], level[n] + 1)
    return level if len(order) == len(graph.states) else None


def label(game: AnyGame, graph: Graph) -> list[Label]:
    """The labels of all positions of the graph, in the order of their numbers."""
    endless = middle(game)  # nobody can play without end if no position comes back, whatever that would pay
    if levels(graph) is None:
        endless = cycle_worth(game, [s for n, s in enumerate(graph.states) if n not in graph.ends])
    parents: list[list[int]] = [[] for _ in graph.states]
    for n, children in enumerate(graph.children):
        for child in children:
            parents[child].append(n)
    labels: list[Label | None] = [None] * len(graph.states)
    payoffs = sorted(set(graph.ends.values()))
    for player, sizes in ((MAX, reversed(payoffs)), (MIN, iter(payoffs))):
        waiting = [len(children) for children in graph.children]
        for size in sizes:
            if (size > endless) if player == MAX else (size < endless):
                _force(graph, parents, labels, waiting, size, (player,))
    # the rest has the same value whether it ends or not: players who are better off than even hurry to an end
    waiting = [sum(labels[child] is None for child in children) for children in graph.children]
    even = middle(game)
    hurry = (MAX,) if endless > even else (MIN,) if endless < even else ()
    _force(graph, parents, labels, waiting, endless, hurry)
    return [found or Label(endless, None) for found in labels]


def _force(
    graph: Graph, parents: list[list[int]], labels: list[Label | None], waiting: list[int], size: float, hurry: Any
) -> None:
    """Label the positions in which this payoff can be forced. ``waiting`` counts the children of each position without
    a label: a mover who hurries needs one child with the payoff, another one has it when all children do."""
    queue = deque(n for n, paid in graph.ends.items() if paid == size)
    for n in queue:
        labels[n] = Label(size, 0)
    while queue:
        n = queue.popleft()
        known = labels[n]
        assert known is not None
        assert known.remoteness is not None
        for parent in parents[n]:
            if labels[parent] is not None:
                continue
            waiting[parent] -= 1
            if graph.movers[parent] in hurry or waiting[parent] == 0:
                labels[parent] = Label(size, known.remoteness + 1)
                queue.append(parent)
