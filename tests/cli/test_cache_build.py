"""``gametree cache build``: games compiled beforehand, several at a time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from typing import Any

import pytest

from gametree import load
from gametree.answering import building
from gametree.compile import ahead

GAMETREE = (sys.executable, "-m", "gametree")


@dataclass
class Kernel:
    """A kernel that another process would compile; it is ready when the test says so."""

    ready: threading.Event = field(default_factory=threading.Event)
    stopped: bool = False

    def begin(self, *, load: bool) -> None:
        assert not load  # only the cache gets it

    def stop(self) -> None:
        self.stopped = True


@pytest.fixture
def kernels(monkeypatch, tmp_path):
    """The kernels that were begun; none is compiled."""
    begun: list[Kernel] = []

    def missing(*_: Any) -> Kernel:
        begun.append(Kernel())
        return begun[-1]

    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path))
    monkeypatch.setattr(ahead, "missing", missing)
    monkeypatch.setattr("gametree.compile.kernels.is_settled", lambda *_: True)
    return begun


def test_so_many_at_a_time(kernels, monkeypatch):
    seen: list[int] = []

    def look(_: float) -> None:
        running = [kernel for kernel in kernels if not kernel.ready.is_set()]
        seen.append(len(running))
        running[0].ready.set()

    monkeypatch.setattr(building.clock, "sleep", look)
    told: list[tuple[str, int]] = []
    games = [load(f"nim:{n}") for n in range(1, 6)]
    found = building.build(games, processes=2, progress=lambda built, done: told.append((built.game, done)))
    assert [built.result for built in found] == ["compiled"] * 5
    assert [done for _, done in told] == [1, 2, 3, 4, 5]
    assert len(kernels) == 5
    assert max(seen) == 2


def test_it_can_be_stopped(kernels, monkeypatch):
    stop = threading.Event()

    def look(_: float) -> None:
        kernels[0].ready.set()
        stop.set()

    monkeypatch.setattr(building.clock, "sleep", look)
    found = building.build([load("nim:1"), load("nim:2"), load("nim:3")], processes=2, stop=stop)
    assert [built.result for built in found] == ["stopped"] * 3
    assert [kernel.stopped for kernel in kernels] == [True, True]


def test_what_is_said_of_a_game(gametree, monkeypatch, tmp_path):
    """Games of more than six players have only a textbook form; rules that do not compile say why."""
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "many.py").write_text(MANY)
    ran = gametree("cache", "build", str(tmp_path / "many.py"))
    assert ran.status == 0
    assert ran.out == f"[1/1] {tmp_path / 'many.py'}: runs interpreted: textbook.maxn is a textbook form\n"


MANY = """
from gametree import Game
class Many(Game):
    players = 7
    def initial(self): return 0
    def player(self, s): return s % 7
    def actions(self, s): return [1, 2]
    def result(self, s, a): return s + a
    def terminal(self, s): return s >= 14
    def utility(self, s): return tuple(1 if s % 7 == n else 0 for n in range(7))
"""


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["build"], "which games? write gametree cache build GAME …, or --all"),
        (["build", "nim", "--processes", "0"], "the number of processes must be 1 or more, not 0"),
        (["clear", "chess"], "games are given to gametree cache build only"),
        (["build", "checkerz"], "checkerz"),
    ],
)
def test_mistakes(gametree, words, line):
    assert line in gametree("cache", *words).told()


@pytest.mark.thorough
def test_built_games_are_found_by_a_search(tmp_path):
    """Two games in two processes; the search that follows compiles nothing."""
    env = os.environ | {"GAMETREE_CACHE": str(tmp_path)}
    words = ["nim:1,2", "tree", "--processes", "2", "--json"]
    first, second = (
        json.loads(
            subprocess.run([*GAMETREE, "cache", "build", *words], env=env, capture_output=True, check=True).stdout
        )
        for _ in range(2)
    )
    assert [built["result"] for built in first["games"]] == ["compiled", "compiled"]
    assert [built["result"] for built in second["games"]] == ["there", "there"]
    found = subprocess.run([*GAMETREE, "best", "nim:1,2", "--json"], env=env, capture_output=True, check=True)
    assert (json.loads(found.stdout)["compiled"], found.stderr) == (True, b"")


@pytest.mark.thorough
def test_an_interrupt_ends_the_other_processes(tmp_path):
    env = os.environ | {"GAMETREE_CACHE": str(tmp_path)}
    words = [*GAMETREE, "cache", "build", "nim:1,2,3", "chess", "--processes", "1"]
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("[1/2] nim:heaps=1,2,3: compiled in ")
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=120)
    assert rest == "stopped; not compiled: chess\n"
    assert process.returncode == 130
