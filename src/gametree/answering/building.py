"""Compile games beforehand: what ``best``, ``play``, the page, matches and the protocols will need."""

from __future__ import annotations

import os
import time as clock
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gametree.answering.algorithms import choose
from gametree.errors import GameError
from gametree.titles import title

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Sequence

    from gametree.compile.ahead import Coming
    from gametree.game import AnyGame

LOOK = 0.05
"""Seconds between two looks at the other processes."""
COMPILED, THERE, INTERPRETED, STOPPED = "compiled", "there", "interpreted", "stopped"


@dataclass
class Built:
    """A game, and what became of it: ``compiled``, ``there`` before, ``interpreted`` for a reason, or ``stopped``."""

    game: str
    result: str = STOPPED
    seconds: float = 0.0
    reason: str = ""
    began: float = field(default=0.0, repr=False)

    def __str__(self) -> str:
        told = {
            COMPILED: f"compiled in {self.seconds:.1f} s",
            THERE: "compiled already",
            INTERPRETED: f"runs interpreted: {self.reason}",
        }
        return f"{self.game}: {told.get(self.result, 'not compiled')}"

    def to_json(self) -> dict[str, Any]:
        """The fields, for programs."""
        return {"game": self.game, "result": self.result, "seconds": round(self.seconds, 2), "reason": self.reason}


def build(
    games: Sequence[AnyGame],
    *,
    processes: int | None = None,
    progress: Callable[[Built, int], None] | None = None,
    stop: threading.Event | None = None,
) -> list[Built]:
    """Compile games, each in a process of its own, at most ``processes`` at a time (by default one for each core).
    ``progress`` is called with each finished game and how many are finished. ``stop`` ends the processes."""
    from gametree.compile import cache

    if cache.place() is None:
        raise GameError(f"compiled games cannot be kept: there is no cache in {cache.folder()}")
    most = processes or os.cpu_count() or 1
    answers = [Built(title(game)) for game in games]
    waiting = list(zip(games, answers, strict=True))
    running: dict[int, tuple[Coming, AnyGame, Built]] = {}
    done = 0

    def finish(built: Built) -> None:
        nonlocal done
        done += 1
        if progress:
            progress(built, done)

    try:
        while (waiting or running) and not (stop is not None and stop.is_set()):
            while waiting and len(running) < most:
                game, built = waiting.pop(0)
                built.began = clock.monotonic()
                kernel = _begun(game)
                if kernel is None:
                    _judge(game, built, THERE)
                    finish(built)
                else:
                    running[id(built)] = kernel, game, built
            for number, (kernel, game, built) in list(running.items()):
                if kernel.ready.is_set():
                    del running[number]
                    _judge(game, built, COMPILED)
                    finish(built)
            if running:
                clock.sleep(LOOK)
    finally:
        for kernel, _, _ in running.values():
            kernel.stop()
    return answers


def _engine_of(game: AnyGame) -> Any:
    """The engine that searches this game; None for one that only textbook forms search."""
    from gametree.engine.making import make_engine

    algorithm = choose(game)
    return None if algorithm.startswith("textbook.") else make_engine(game, algorithm, table=0)


def _begun(game: AnyGame) -> Coming | None:
    """The game's kernel, if it is not there; another process compiles it."""
    from gametree.compile import NotCompiledError
    from gametree.compile.ahead import missing

    engine = _engine_of(game)
    try:
        kernel = None if engine is None else missing(*engine.call())
    except NotCompiledError:
        return None
    if kernel is not None:
        kernel.begin(load=False)
    return kernel


def _judge(game: AnyGame, built: Built, result: str) -> None:
    """What became of a game. Where no other process could compile it, this one does."""
    from gametree.compile import NotCompiledError, prepare
    from gametree.compile.kernels import is_settled

    built.result = result
    engine = _engine_of(game)
    try:
        if engine is None:
            raise NotCompiledError(f"{choose(game)} is a textbook form")
        if not is_settled(*engine.call()):
            built.result = COMPILED
            prepare(*engine.call(), quiet=True)
    except NotCompiledError as error:
        built.result, built.reason = INTERPRETED, str(error)
    built.seconds = clock.monotonic() - built.began
