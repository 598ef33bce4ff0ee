"""Strong solving: the label of every position that can be reached, with no help from the game.

The work is compiled (``compiled.py``) where the rules compile, and in plain Python (``plain.py``) where they do not.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from gametree.catalogue import title
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, provides
from gametree.solving import plain
from gametree.solving.solution import Solution, Tier, outcome
from gametree.solving.worths import canonical, images, refuse_loops, refuse_unsound

if TYPE_CHECKING:
    from gametree.solving.label import Label
    from gametree.solving.task import Task


def solve_strong(game: AnyGame, start: Any, task: Task) -> Solution:
    """Label every position that can be reached from ``start``.

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("tictactoe")
    >>> found = solve_strong(game, game.initial(), Task())
    >>> found.value, found.positions, found.longest
    (0.0, 5478, 9)
    """
    if game.players != 2 or game.player(start) == CHANCE:
        raise GameError(f"{title(game)}: labels are for two players without chance")
    refuse_unsound(game)
    return solve_plain(game, start, task)


def solve_plain(game: AnyGame, start: Any, task: Task) -> Solution:
    """The same in plain Python."""
    graph = plain.explore(game, start, task)
    level = plain.levels(graph)
    if level is None:
        refuse_loops(game)
    task.tell("labelling", 0, len(graph.states))
    labels = plain.label(game, graph)
    longest = None if level is None else max(level)
    weights = [images(game, s) if graph.divided else 1 for s in graph.states]
    if provides(game, "tier"):
        numbers = [int(game.tier(s)) for s in graph.states]
    else:
        numbers = [] if longest is None or level is None else [longest - n for n in level]
    tally: Counter[tuple[int, str]] = Counter()
    for n, known in enumerate(labels):
        tally[numbers[n] if numbers else 0, outcome(game, known.value)] += weights[n]
    tiers = tuple(
        Tier(number, sum(parts), *parts)
        for number in sorted({number for number, _ in tally})
        for parts in [tuple(tally[number, word] for word in ("win", "loss", "draw"))]
    )
    return Solution(
        game=title(game), level="strong", value=labels[0].value, remoteness=labels[0].remoteness,
        positions=sum(weights), seconds=task.seconds, method="plain Python",
        wins=sum(tier.wins for tier in tiers), losses=sum(tier.losses for tier in tiers),
        draws=sum(tier.draws for tier in tiers), classes=len(labels) if graph.divided else None,
        tiers=tiers if numbers else (), longest=longest, loops=level is None, rules=game,
        labels=PlainLabels(game, graph, labels),
    )  # fmt: skip


class PlainLabels:
    """The labels of a graph in memory."""

    def __init__(self, game: AnyGame, graph: plain.Graph, labels: list[Label]):
        self.game, self.graph, self.labels = game, graph, labels

    def label(self, state: Any) -> Label | None:
        """The label of a position; None where it cannot be reached."""
        s = canonical(self.game, state) if self.graph.divided else state
        n = self.graph.number.get(s)
        return None if n is None else self.labels[n]
