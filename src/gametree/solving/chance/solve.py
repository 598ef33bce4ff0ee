# pyright: basic
"""Games of chance: the expected payoff of every position, with best play of both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import prepare
from gametree.errors import GameError
from gametree.game import provides
from gametree.solving.attend import STATUS, attend
from gametree.solving.chance.graph import END, ChanceGraph, graph_of
from gametree.solving.chance.interval import CHANCE_LOOPS, LOOPS, WORDS, approach, components
from gametree.solving.ends import middle
from gametree.solving.label import Label
from gametree.solving.solution import Solution
from gametree.solving.worths import refuse_unsound
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.solving.task import Task

TOLERANCE = 1e-12
"""How far apart the bounds may stay, as a part of the range of the payoffs."""
EPSILON = 2.0**-52
"""The relative error of one operation on floats."""


class Expectations:
    """The values of all positions; ``bounds(state)`` are the proven bounds of a value."""

    def __init__(self, graph: ChanceGraph, lows: np.ndarray, highs: np.ndarray):
        self.graph, self.lows, self.highs = graph, lows, highs

    def label(self, state: Any) -> Label | None:
        """The expected payoff; there is no remoteness, as chance decides how long it takes."""
        bounds = self.bounds(state)
        return None if bounds is None else Label((bounds[0] + bounds[1]) / 2, None)

    def bounds(self, state: Any) -> tuple[float, float] | None:
        """A lower and an upper bound of the value."""
        n = self.graph.find(state)
        return None if n is None else (float(self.lows[n]), float(self.highs[n]))


def solve_chance(game: AnyGame, start: Any, task: Task, tolerance: float = TOLERANCE) -> Solution:
    """The expected payoff of every position that can be reached, with best play. If every game ends, it is exact up to
    rounding, by backward induction. Otherwise it lies between bounds, whose distance is in ``error``, by interval
    iteration.

    Two coins are tossed, and two heads win; Max may toss both again as often as wanted:

    >>> from typing import NamedTuple
    >>> from gametree import Game
    >>> from gametree.solving.task import Task
    >>> class Coins(NamedTuple):
    ...     heads: int
    ...     tossed: int
    >>> class Again(Game):
    ...     repetition = "ignore"
    ...     def initial(self): return Coins(0, 0)
    ...     def player(self, s): return 0 if s.tossed else -1
    ...     def chances(self, s):
    ...         yield 0, 0.25
    ...         yield 1, 0.5
    ...         yield 2, 0.25
    ...     def actions(self, s): yield 9
    ...     def result(self, s, a): return Coins(0, 0) if a == 9 else Coins(a, 1)
    ...     def terminal(self, s): return s.heads == 2
    ...     def utility(self, s): return 1
    >>> solution = solve_chance(Again(), Coins(0, 0), Task())
    >>> round(solution.value, 9), solution.positions, solution.error < 1e-9
    (1.0, 4, True)
    """
    if game.players > 2:
        raise GameError(f"{title(game)} has {game.players} players; solving is for two")
    refuse_unsound(game)
    graph = graph_of(game, start, task)
    count = len(graph)
    component, members = np.full(count, -1, np.int32), np.zeros(count, np.int32)
    shared = np.zeros(WORDS, np.int64)
    room = (np.zeros(count, np.int32), np.zeros(count, np.int64), np.zeros(count, np.int32), np.zeros(count, np.int32))
    steps = (graph.heads, graph.children, component, members, *room, shared)
    run = prepare(components, *steps, quiet=True)
    attend(task, "looking for cycles", lambda: run(*steps), shared, total=count)

    even = middle(game)
    ends = graph.worths[graph.movers == END]
    least, most = ends.min(initial=even), ends.max(initial=even)
    loops = bool(shared[LOOPS])
    rounding = float(max(abs(least), abs(most))) * EPSILON if loops else 0.0
    lows, highs, safe = np.zeros(count), np.zeros(count), np.zeros(count)
    lengths, staying = np.zeros(count, np.int32), np.zeros(count, np.int8)
    fair = game.repetition == "ignore" and not provides(game, "repeated")
    shared[:] = 0
    rows = (graph.heads, graph.children, graph.odds, graph.movers, graph.worths, component, members)
    numbers = (even, float(least), float(most), tolerance * float(most - least), rounding, fair, shared)
    work = prepare(approach, *rows, lows, highs, lengths, safe, staying, *numbers, quiet=True)
    attend(task, "labelling", lambda: work(*rows, lows, highs, lengths, safe, staying, *numbers), shared, total=count)
    if shared[STATUS] == CHANCE_LOOPS:
        raise GameError(
            f"{title(game)}: chance leads back to positions, and the rule of repetition ({game.repetition!r}) would "
            "apply; if it should not, set repetition = 'ignore': endless play is then even"
        )
    return Solution(
        game=title(game), level="strong", value=float(lows[0] + highs[0]) / 2, remoteness=None, positions=count,
        seconds=task.seconds, method="interval iteration" if loops else "backward induction",
        longest=None if loops else int(lengths[0]), loops=loops, chance=True,
        error=float((highs - lows).max()) / 2, rules=game, labels=Expectations(graph, lows, highs),
    )  # fmt: skip
