"""Strong solving: the label of every position that can be reached, with no help from the game.

The work is compiled if the rules compile (``explore.py``, and ``graded.py`` or ``linked.py``), otherwise in plain
Python (``plain.py``).

If the game has no ``tier`` and must end, the tier of a position is the length of the longest possible game minus the
most actions that can lead to the position: 0 at the end of the longest game. It falls along every move.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.ahead import compiles_first
from gametree.compile.interpreted import tell_interpreted
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, provides, smallest
from gametree.solving.label import Coding
from gametree.solving.solution import Solution, Tier, outcome
from gametree.solving.strong import plain
from gametree.solving.task import GIB
from gametree.solving.worths import images, middle, refuse_loops, refuse_unsound
from gametree.titles import title

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.compile import RowForm
    from gametree.solving.label import Label
    from gametree.solving.strong.space import Array, Space
    from gametree.solving.task import Task

SMALL, TINY = 5000, 500
"""A game of at most the first number of positions is solved in plain Python, without compiling; one of at most the
second number even if it is compiled already: the compiler would take longer to load."""


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
    from gametree.compile import NotCompiledError

    try:
        answer = _solve_quickly(game, start, task) or solve_compiled(game, start, task)
    except NotCompiledError as error:
        tell_interpreted(game, error)
        answer = solve_plain(game, start, task)
    return answer if task.out is None else _write(game, start, answer, task.out)


def _solve_quickly(game: AnyGame, start: Any, task: Task) -> Solution | None:
    """Solve a small game in plain Python, without compiling; None if it is not small, or compiled already."""
    if not compiles_first():
        with suppress(plain.ManyError):
            return solve_plain(game, start, task, min(SMALL, TINY))
    from gametree.compile import cached, known_form
    from gametree.solving.strong.unfold import unfold

    form = known_form(game)
    if form is not None and cached(unfold, game, form, 0):
        return None
    try:
        return solve_plain(game, start, task, SMALL)
    except plain.ManyError:
        return None


def _write(game: AnyGame, start: Any, answer: Solution, out: Path) -> Solution:
    """Write the database, in one piece; games with tiers are better solved by tiers (``tiers/``)."""
    from gametree.solving.database import write_database

    labels = answer.labels
    assert isinstance(labels, SpaceLabels | PlainLabels)
    keys, codes = labels.table()
    part = [(0, keys, codes)]
    whole = replace(answer, tiers=())
    write_database(out, game, whole, labels.coding, part, start=start, symmetric=labels.divided, form=labels.form)
    return replace(answer, path=str(out))


def solve_compiled(game: AnyGame, start: Any, task: Task) -> Solution:
    """The compiled form; raises NotCompiledError if the rules do not compile."""
    from gametree.solving.crew import Crew
    from gametree.solving.strong.explore import explore
    from gametree.solving.strong.graded import label_levels
    from gametree.solving.strong.linked import label_graph
    from gametree.solving.strong.space import FullError

    try:
        with Crew(task) as crew:
            found = explore(game, start, task, crew)
            if found.graded:
                coding = Coding(found.payoffs, middle(game))
                tally, longest = label_levels(found, coding, task, crew), len(found.levels) - 2
            else:
                coding, tally, longest = label_graph(found, task, crew)
    except FullError as error:
        raise too_large(game, task, error.needed, error.states) from None
    found.buffers.clear()
    labels = SpaceLabels(game, found.form, found.space, coding, divided=found.divided)
    known = labels.label(start)
    assert known is not None
    tiers = tally.tiers
    return Solution(
        game=title(game), level="strong", value=known.value, remoteness=known.remoteness,
        positions=sum(tier.positions for tier in tiers), seconds=task.seconds,
        method="levels" if found.graded else "retrograde" if longest is None else "backward",
        wins=sum(tier.wins for tier in tiers), losses=sum(tier.losses for tier in tiers),
        draws=sum(tier.draws for tier in tiers), classes=len(found.space) if found.divided else None,
        tiers=() if longest is None and not provides(game, "tier") else tiers,
        longest=longest, loops=longest is None, rules=game, labels=labels,
    )  # fmt: skip


class MemoryLimitError(GameError):
    """The game does not fit into the memory that may be used."""


def too_large(game: AnyGame, task: Task, needed: int | None, states: int) -> MemoryLimitError:
    """The error for too little memory: how much is needed, if known, and what else to do."""
    more = f"it needs about {_size(needed)}" if needed else f"{states:,} positions were found so far"
    return MemoryLimitError(
        f"{title(game)} does not fit into {_size(task.memory)}: {more}; give it more (--memory), "
        "or define tier and give --out: then it is solved tier by tier on disk"
    )


def _size(number: int) -> str:
    return f"{number / GIB:.1f} GiB" if number >= GIB else f"{number / (1 << 20):.1f} MiB"


class SpaceLabels:
    """The labels of a space of states in memory."""

    def __init__(self, game: AnyGame, form: RowForm, space: Space, coding: Coding, *, divided: bool):
        self.game, self.form, self.space, self.coding, self.divided = game, form, space, coding, divided

    def label(self, state: Any) -> Label | None:
        """The label of a position; None if it cannot be reached."""
        from gametree.compile import words_of

        row = self.form.row(words_of(smallest(self.game, state) if self.divided else state))
        code = None if row is None else self.space.code(row)
        return None if code is None else self.coding.decode(code)

    def table(self) -> tuple[Array, Array]:
        """All states as rows of words, and their codes."""
        return self.space.states(), np.concatenate(self.space.codes)


def solve_plain(game: AnyGame, start: Any, task: Task, most: int | None = None) -> Solution:
    """The same in plain Python; raises ManyError if there are more than ``most`` positions."""
    graph = plain.explore(game, start, task, most)
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
        self.divided = graph.divided
        endless = {label.value for label in labels if label.remoteness is None} or {middle(game)}
        self.coding = Coding(tuple(sorted(set(graph.ends.values()))), endless.pop())

    @cached_property
    def form(self) -> RowForm:
        """How its rows hold the states."""
        from gametree.solving.database import form_of

        return form_of(self.game)

    def label(self, state: Any) -> Label | None:
        """The label of a position; None if it cannot be reached."""
        s = smallest(self.game, state) if self.graph.divided else state
        n = self.graph.number.get(s)
        return None if n is None else self.labels[n]

    def table(self) -> tuple[Array, Array]:
        """All states as rows of words, and their codes."""
        from gametree.solving.database import key_of

        form = self.form
        keys = np.array([key_of(self.game, form, s) for s in self.graph.states], np.int64)
        return keys, np.array([self.coding.encode(label) for label in self.labels])
