# pyright: basic
"""Iterative deepening under limits: the same for a compiled and for an interpreted search.

The search runs in a thread of its own; this one waits, reports, keeps the time, and passes on Ctrl-C.
"""

from __future__ import annotations

import threading
import time as clock
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from gametree.engine.block import MAX_PLY
from gametree.engine.score import distance_of, is_win, value_of
from gametree.errors import GameError
from gametree.game import even

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

REPORTS = 0.1
"""Seconds between two reports."""


@dataclass(frozen=True)
class Limits:
    """When to stop: each is a number, or None for no such limit."""

    depth: int | None = None
    time: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Finding:
    """What is known after an iteration. ``partial`` tells that the iteration was cut short."""

    depth: int
    score: int
    line: tuple[int, ...]
    whole: bool
    partial: bool = False
    nodes: int = 0
    seconds: float = 0.0


class Searcher(Protocol):
    """One search of one position, to be called for one depth after another."""

    @property
    def nodes(self) -> int:
        """How many nodes were entered so far."""
        ...

    @property
    def stopped(self) -> bool:
        """Was the search stopped, or did it stop itself?"""
        ...

    def search(self, depth: int) -> Finding | None:
        """Search to a depth; what was found, or None where the search was stopped before it found anything."""
        ...

    def complete(self, finding: Finding) -> Finding:
        """The finding with its line played out, as far as that can be done, where the end is settled."""
        ...

    def stop(self) -> None:
        """Stop as soon as possible; from any thread."""
        ...

    def close(self) -> None:
        """Give back what the search has used; it must not be used after that."""
        ...

    def mistake(self) -> str | None:
        """What is wrong with the game, if the search met that."""
        ...


def deepen_iteratively(
    game: AnyGame,
    searcher: Searcher,
    limits: Limits,
    report: Callable[[Finding], None] | None = None,
    halt: threading.Event | None = None,
) -> Finding | None:
    """Search depth after depth until the value is known or a limit is met; None when nothing was found in time."""
    state: dict[str, Any] = {"found": None, "error": None}
    done = threading.Event()

    def work() -> None:
        try:
            for depth in range(1, min(limits.depth or MAX_PLY, MAX_PLY) + 1):
                finding = searcher.search(depth)
                if finding is not None:
                    state["found"] = finding
                if searcher.stopped or finding is None:
                    break
                if is_settled(game, finding):
                    state["found"] = searcher.complete(finding)
                    break
        except BaseException as error:  # handed to the thread that waits
            state["error"] = error
        finally:
            done.set()

    start = clock.perf_counter()
    thread = _start_deep(work)

    def snapshot() -> Finding | None:
        found: Finding | None = state["found"]
        seconds = clock.perf_counter() - start
        return replace(found, nodes=searcher.nodes, seconds=seconds) if found else None

    try:
        while True:
            passed = clock.perf_counter() - start
            left = limits.time - passed if limits.time is not None else REPORTS
            if done.wait(max(0.0, min(left, REPORTS))):
                break
            if (limits.time is not None and clock.perf_counter() - start >= limits.time) or (halt and halt.is_set()):
                break
            if report and (now := snapshot()):
                report(now)
    except KeyboardInterrupt:
        pass  # the best so far is the answer
    searcher.stop()
    thread.join()
    if state["error"] is not None:
        raise state["error"]
    if mistake := searcher.mistake():
        raise GameError(f"{type(game).__name__}: {mistake}")
    return snapshot()


_starting = threading.Lock()


def _start_deep(work: Callable[[], None]) -> threading.Thread:
    """Start a thread with a deep stack: a deep line needs it, compiled or not. The size is a setting of the process."""
    with _starting:
        before = threading.stack_size(256 << 20)
        try:
            thread = threading.Thread(target=work, daemon=True)
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


def is_settled(game: AnyGame, finding: Finding) -> bool:
    """Would a deeper search find nothing else? So it is when no horizon was met, or when the best of all payoffs, or
    the worst, is certain: a search to that depth has seen the quickest win and the slowest loss."""
    return finding.whole or (is_win(game, finding.score) and _value(game, finding) in game.bounds)


def answer(game: AnyGame, finding: Finding) -> dict[str, Any]:
    """Value, bound, proven and distance, as an Analysis has them."""
    proven = (is_settled(game, finding) or is_win(game, finding.score)) and not finding.partial
    exact = is_settled(game, finding) or not proven
    value = _value(game, finding)
    side = "lower" if value > even(game) else "upper"
    distance = distance_of(game, finding.score) if proven else None
    return {"value": value, "bound": "exact" if exact else side, "proven": proven, "distance": distance}


def _value(game: AnyGame, finding: Finding) -> float:
    return value_of(game, finding.score, proven=finding.whole)
