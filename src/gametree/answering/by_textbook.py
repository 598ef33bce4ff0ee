"""``best`` by a textbook algorithm: with iterative deepening if no depth is given, under the same limits."""

from __future__ import annotations

import time as clock
from typing import TYPE_CHECKING, Any

from gametree.analysis import Analysis
from gametree.answering.simple import unsearched
from gametree.claims import Evidence, claim
from gametree.engine.telling import length_to_end
from gametree.game import provides
from gametree.notation.names import move_names
from gametree.textbook import search
from gametree.textbook.support.tracing import Stopped, Tracer
from gametree.titles import title

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from gametree.game import AnyGame, Line
    from gametree.textbook.support.walk import Result

DEEPEST = 1000
ONCE = (
    "dynamic", "label", "pn", "pn2", "mcpn", "iterative", "repeated", "rules", "bestfirst", "bstar", "conspiracy",
    "montecarlo", "uct",
)  # fmt: skip
"""Algorithms without a depth, or with a way of their own to go deeper."""


def best_by_textbook(
    game: AnyGame,
    line: Line[Any],
    algorithm: str,
    depth: int | None,
    time: float | None,
    nodes: int | None,
    progress: Callable[[Analysis], None] | None,
    stop: threading.Event | None,
    options: dict[str, Any],
) -> Analysis:
    """The answer of ``textbook.NAME``; with a limit of time or nodes, the answer of the deepest finished search."""
    start = clock.monotonic()
    deadline = None if time is None else start + time
    tracer = Tracer(deadline=deadline, nodes=nodes, stop=None if stop is None else stop.is_set)
    name = algorithm.removeprefix("textbook.")
    s = line.states(game)[-1]
    answer: Analysis | None = None
    try:
        for d in _depths(name, depth):
            result = search(game, line, name, d, tracer, **options)
            answer = _analysis(game, s, result, algorithm, tracer.visited, clock.monotonic() - start)
            if result.proven:
                break
            if progress:
                progress(answer)
    except (Stopped, KeyboardInterrupt):
        pass  # answer with the best so far
    spent = tracer.visited, clock.monotonic() - start
    return answer or unsearched(game, line, algorithm, compiled=False, spent=spent)


def _depths(name: str, depth: int | None) -> list[int | None] | range:
    """The depths to search one after another: the given one, or all."""
    return [depth] if depth is not None or name in ONCE else range(1, DEEPEST)


def _analysis(game: AnyGame, s: Any, result: Result, algorithm: str, nodes: int, seconds: float) -> Analysis:
    names = tuple(move_names(game, s, result.line))
    luck = provides(game, "chances")  # a line then ends at the dice
    length = None if luck or not result.proven else length_to_end(game, s, result.line)
    claimed = claim(game, Evidence(result.value, side=result.bound, whole=result.certain, length=length))
    return Analysis(
        game=title(game), move=names[0] if names else None, action=result.action, **claimed.fields(),
        depth=result.depth or len(names), nodes=nodes, seconds=seconds, line=names, algorithm=algorithm, compiled=False,
    )  # fmt: skip
