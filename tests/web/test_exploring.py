"""Solving for the page: how long it may take."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from gametree import load
from gametree.errors import GameError
from gametree.solving.task import SolveProgress, StoppedError
from gametree.verbs import solve as verbs
from gametree.web import exploring


@pytest.mark.parametrize(
    ("clocks", "why"),
    [
        ([(0.1, 0.1), (3.9, 12.0)], None),  # a busy machine gave it a third of its time
        ([(0.1, 0.1), (4.2, 4.3)], "nim is not solved: it takes more than 4 seconds"),
        ([(0.1, 0.1), (0.5, 20.5)], "nim is not solved: it takes more than 4 seconds"),
    ],
)
def test_the_time_is_the_processors_and_on_the_wall_it_is_bounded(monkeypatch, clocks, why):
    told: list[dict[str, Any]] = []
    call: Any = SimpleNamespace(tell=told.append, halt=threading.Event())
    now = {"used": 0.0}

    def solved(game: Any, progress: Any, stop: threading.Event, **_: Any) -> str:
        for used, wall in clocks:
            now["used"] = used
            progress(SolveProgress("states", 1, None, wall))
            if stop.is_set():
                raise StoppedError
        return "solved"

    monkeypatch.setattr(verbs, "solve", solved)
    monkeypatch.setattr(exploring.time, "process_time", lambda: now["used"])
    if why is None:
        assert exploring._solve(load("nim"), 4, call) == "solved"
    else:
        with pytest.raises(GameError) as said:
            exploring._solve(load("nim"), 4, call)
        assert str(said.value) == why
    assert [known["state"] for known in told] == ["compiling", "solving", "solving"]


def test_who_waits_for_a_compiler_is_answered_in_time(monkeypatch):
    """It reports once, and then compiles the next kernel, deaf to everything."""
    call: Any = SimpleNamespace(tell=lambda _: None, halt=threading.Event())
    compiled = threading.Event()
    now = iter([0.1, 0.1, 0.1])

    def solved(game: Any, progress: Any, stop: threading.Event, **_: Any) -> str:
        progress(SolveProgress("states", 1, None, 0.1))
        compiled.wait(300)
        raise StoppedError

    monkeypatch.setattr(verbs, "solve", solved)
    monkeypatch.setattr(exploring, "GRACE", 0.2)
    monkeypatch.setattr(exploring.time, "process_time", lambda: next(now, 9.0))
    with pytest.raises(GameError) as said:
        exploring._solve(load("nim"), 4, call)
    assert not compiled.is_set()
    compiled.set()
    assert str(said.value).startswith("nim is not solved: it takes more than 4 seconds; compiling continues")
