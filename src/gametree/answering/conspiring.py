"""``best`` by conspiracy numbers: a tree in Python, with a compiled search at each leaf.

The tree and the numbers are those of ``textbook/conspiracy.py``. A leaf gets its value from a compiled alpha-beta
search of a few plies, which sees the positions before it, too. The search goes on at a leaf that, with fewer than
``conspirators`` others, could change the value of the root by ``delta`` or more. It ends when there is none: then the
value is *stable*. What a leaf's search has proven bounds the values above; nothing else is called proven.
"""

from __future__ import annotations

import time as clock
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.analysis import Analysis
from gametree.claims import between, estimated
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine
from gametree.errors import GameError
from gametree.game import even, line_of, provides
from gametree.notation.names import move_names
from gametree.options import check_options
from gametree.textbook.bstar import usual
from gametree.textbook.conspiracy import Conspirator
from gametree.textbook.support.deep import deep
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.tracing import Stopped
from gametree.textbook.support.walk import Walk
from gametree.titles import title

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from gametree.engine.engine import Engine
    from gametree.game import AnyGame, Line

REPORTS = 0.5
"""Seconds between two reports."""


@dataclass(frozen=True)
class ConspiracyOptions:
    """The options of ``best --algorithm conspiracy``."""

    conspirators: int = 3
    """The value is stable if fewer leaves than this cannot change it."""
    plies: int = 2
    """How deep the search at a leaf looks."""
    delta: float = 0.0
    """How much counts as a change of the value; 0: as much as one move usually changes the estimate."""

    def check(self) -> None:
        """Raise where an option makes no sense."""
        if self.conspirators < 2:
            raise GameError(f"conspirators must be 2 or more, not {self.conspirators}")
        if self.plies < 1:
            raise GameError(f"plies must be 1 or more, not {self.plies}")
        if not self.delta >= 0:
            raise GameError(f"delta must be 0 or more, not {self.delta}")


class Searches:
    """The searches at the leaves, and when they end."""

    def __init__(self, engine: Engine, line: Line[Any], plies: int, nodes: int | None, late: Callable[[], bool]):
        self.engine, self.line, self.plies, self.most, self.late = engine, line, plies, nodes, late
        self.nodes = 0

    def look(self, actions: tuple[int, ...]) -> Analysis:
        """The answer of the search after these actions."""
        if self.late() or (self.most is not None and self.nodes >= self.most):
            raise Stopped
        line = self.line
        for a in actions:
            line = line.then(a)
        left = None if self.most is None else max(1, self.most - self.nodes)
        found = self.engine.best(line, Limits(self.plies, None, left))
        self.nodes += found.nodes if found else 1
        if found is None:
            raise Stopped
        return found


class Searched(Conspirator):
    """A node whose value, as long as it is a leaf, comes from a search."""

    searches: Searches

    def evaluate(self) -> None:
        """Give a new leaf the value that its search finds, and the bounds that it has proven."""
        ended = self.end()
        if ended is not None:
            self.settle(ended)
            return
        scale, game = self.walk.scale, self.walk.game
        actions = tuple(node.action for node in self.path() if node.action is not None)
        found = self.searches.look(actions)
        low, high = game.bounds
        least, most = (low if found.least is None else found.least), (high if found.most is None else found.most)
        self.least, self.most = scale.payoff(tidy(least)), scale.payoff(tidy(most))
        self.open = self.ply < self.walk.depth and self.least < self.most
        decided = least > even(game) or most < even(game) or least == most
        value = tidy(found.value)
        self.value = scale.payoff(value) if decided else scale.estimate(value)
        self.value = min(max(self.value, self.least), self.most)


@deep
def best_by_conspiracy(
    game: AnyGame,
    position: Any,
    *,
    depth: int | None,
    time: float | None,
    nodes: int | None,
    table: int,
    progress: Callable[[Analysis], None] | None,
    stop: threading.Event | None,
    **options: Any,
) -> Analysis | None:
    """The best move of a position that is not over; None if the limits left no time for anything.

    >>> from gametree import load
    >>> answer = best_by_conspiracy(
    ...     load("nim:3,4,5"), None, depth=None, time=None, nodes=20_000, table=1, progress=None, stop=None)
    >>> answer.move, answer.value, answer.proven
    ('a2', 1.0, True)
    """
    check_options("conspiracy", vars(ConspiracyOptions()), options)
    chosen = ConspiracyOptions(**options)
    chosen.check()
    if game.players > 2 or provides(game, "chances"):
        raise GameError(f"conspiracy is for two players without chance, which {title(game)} is not")
    begun = clock.perf_counter()

    def late() -> bool:
        return (stop is not None and stop.is_set()) or (time is not None and clock.perf_counter() - begun >= time)

    walk = Walk("conspiracy", game, position, depth, None, endless=True, limited=True)
    with make_engine(game, "alphabeta", table=table) as engine:
        searches = Searches(engine, line_of(game, position), chosen.plies, nodes, late)
        node: type[Searched] = type("Searched", (Searched,), {"searches": searches})
        root = node(walk, walk.root)
        delta = chosen.delta or usual(walk) or 1
        try:
            root.evaluate()
            begun = told = clock.perf_counter()  # the rules are compiled now
            root.open = True
            root.develop()
            while doubt := in_doubt(root, delta, chosen.conspirators):
                root.conspirator(*doubt).develop()
                if progress and clock.perf_counter() - told >= REPORTS:
                    told = clock.perf_counter()
                    progress(answer(root, searches, begun))
        except (Stopped, KeyboardInterrupt):
            if not root.children:
                return None
        return answer(root, searches, begun)


def in_doubt(root: Searched, delta: float, conspirators: int) -> tuple[float, int] | None:
    """The change, up (1) or down (−1), that the fewest leaves could bring about; None if too many would be needed."""
    few = [
        (root.needed(target, sign), target, sign)
        for sign in (1, -1)
        if (target := min(max(root.value + sign * delta, root.least), root.most)) != root.value
    ]
    few = [doubt for doubt in few if doubt[0] < conspirators]
    return min(few)[1:] if few else None


def answer(root: Searched, searches: Searches, begun: float) -> Analysis:
    """What the tree knows."""
    walk, line = root.walk, root.line()
    value = tidy(walk.scale.value(root.value))
    least, most = (tidy(walk.scale.value(bound)) for bound in (root.least, root.most))
    claimed = estimated(value) if (least, most) == walk.game.bounds else between(walk.game, least, most, guess=value)
    names = tuple(move_names(walk.game, walk.root, line))
    return Analysis(
        game=title(walk.game), move=names[0] if names else None, action=line[0] if line else None, **claimed.fields(),
        depth=len(names), nodes=searches.nodes, seconds=clock.perf_counter() - begun, line=names,
        algorithm="conspiracy", compiled=searches.engine.compiled,
    )  # fmt: skip
