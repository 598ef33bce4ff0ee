"""Strong solving in plain Python: for games that do not compile, and to test the compiled form.

Everything reachable is visited, and the ends send their labels back along the moves. Payoffs above the value of endless
play are assigned from the best one down. A position gets a payoff if Max moves there and one child has it, or if Min
moves and all children have it or a better one; the round is the remoteness. Payoffs below are assigned for Min in the
same way. In the remaining positions nobody can force anything: they have the value of endless play, and end only if
every move that keeps this value leads to an end.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, MIN, AnyGame, legal, over, payoff, worth
from gametree.solving.label import Label
from gametree.solving.worths import canonical, cycle_worth, divides, middle
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.solving.task import Task

REPORTS = 1 << 12
"""Positions between two reports."""


@dataclass
class Graph:
    """The positions that can be reached, numbered as they were found, with their successors."""

    states: list[Any]
    number: dict[Any, int]
    children: list[list[int]] = field(default_factory=list[list[int]])
    ends: dict[int, float] = field(default_factory=dict[int, float])
    """The payoff of each position in which the game is over."""
    movers: list[int] = field(default_factory=list[int])
    divided: bool = False
    """Is one position stored for all its symmetric images?"""


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
    try:
        hash(start)
    except TypeError:
        raise GameError(f"states must be hashable, but {type(start).__name__} is not: use tuples") from None
    graph = Graph([start], {start: 0}, divided=divides(game, start))
    for n, s in enumerate(graph.states):  # the list grows meanwhile
        if n % REPORTS == 0:
            task.tell("exploring", n, None)
        if most is not None and len(graph.states) > most:
            raise ManyError
        graph.movers.append(game.player(s))
        graph.children.append([])
        if over(game, s):
            graph.ends[n] = float(worth(payoff(game, s)))
            continue
        if graph.movers[n] not in (MAX, MIN):
            raise GameError(f"{title(game)}: player({s}) is {graph.movers[n]}, neither Max (0) nor Min (1)")
        for a in legal(game, s):
            child = game.result(s, a)
            if graph.divided:
                child = canonical(game, child)
            if child not in graph.number:
                graph.number[child] = len(graph.states)
                graph.states.append(child)
            graph.children[n].append(graph.number[child])
        if not graph.children[n]:
            raise GameError(f"{title(game)} has no actions in a state that is not terminal: {s}")
    return graph


def levels(graph: Graph) -> list[int] | None:
    """The most actions from the start to each position; None if one can come back (Kahn 1962)."""
    waiting = [0] * len(graph.states)
    for children in graph.children:
        for child in children:
            waiting[child] += 1
    level = [0] * len(graph.states)
    order = deque([0] if waiting[0] == 0 else [])
    done = 0
    while order:
        n = order.popleft()
        done += 1
        for child in graph.children[n]:
            level[child] = max(level[child], level[n] + 1)
            waiting[child] -= 1
            if waiting[child] == 0:
                order.append(child)
    return level if done == len(graph.states) else None


def label(game: AnyGame, graph: Graph) -> list[Label]:
    """The labels of all positions of the graph, in the order of their numbers."""
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
