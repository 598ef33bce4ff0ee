"""A kernel that is not in the cache is compiled in another process, while plain Python searches."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gametree import best, load
from gametree.compile import ahead
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine

PATIENCE = 120
"""Seconds after which a test gives up; nothing is decided by how long things take."""


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """An empty cache, and no order to compile first."""
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("GAMETREE_COMPILE", raising=False)
    monkeypatch.setattr(ahead, "_all", {})
    return tmp_path / "cache"


@pytest.fixture
def forked(monkeypatch):
    """The kernels for which a process would be started; none is."""
    asked = []

    def fork(entry, args):
        asked.append(args[0])
        raise OSError("no process left")

    monkeypatch.setattr(ahead, "_forked", fork)
    return asked


def test_a_small_game_is_never_compiled(cold, forked, monkeypatch):
    monkeypatch.setattr(ahead, "WAIT", PATIENCE)
    answer = best(load("nim:1,2,3"), depth=20)
    assert (answer.value, answer.proven, answer.compiled) == (-1, True, False)
    assert forked == []
    assert not list(cold.glob("search-*"))


def test_a_tiny_game_is_solved_without_the_compiler(cold):
    """Not even loading it: that takes longer."""
    program = "import sys; from gametree import solve; print(solve('nim:3,4,5').value, 'numba' in sys.modules)"
    assert run("-c", program).stdout == "1.0 False\n"


@pytest.mark.thorough
def test_a_larger_one_is_worth_it_after_a_while(cold, forked, monkeypatch):
    """Without another process, this one compiles."""
    monkeypatch.setattr(ahead, "WAIT", 0.0)
    game = load("nim:3,4,5,6")
    with make_engine(game, "pvs", table=1) as engine:
        answer = engine.best(None, Limits(depth=12))
    assert forked == [game]
    assert answer is not None


@pytest.mark.parametrize("why", ["first", "unsafe", "missing"])
def test_where_nothing_can_be_handed_over_this_process_compiles(cold, tmp_path, monkeypatch, why):
    game = load("nim:1,2")
    with make_engine(game, "pvs", table=1) as engine:
        assert engine.coming() is not None
        if why == "first":
            monkeypatch.setenv("GAMETREE_COMPILE", "first")
        elif why == "unsafe":
            cold.chmod(0o777)
        else:
            (tmp_path / "file").write_text("not a folder")
            monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "file" / "cache"))
        assert engine.coming() is None


TAKE = """
from typing import NamedTuple
from gametree import Game
class Pile(NamedTuple):
    stones: int
    turn: int
class Take(Game):
    repetition = "ignore"
    def initial(self): return Pile(40, 0)
    def player(self, s): return s.turn
    def actions(self, s):
        for n in (1, 2, 3):
            if n <= s.stones: yield n
    def result(self, s, a): return Pile(s.stones - a, 1 - s.turn)
    def terminal(self, s): return s.stones == 0
    def utility(self, s): return LAST
"""
PROGRAM = """
import json, sys
from gametree import load
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine
game = load(sys.argv[1])
with make_engine(game, "pvs", table=1) as engine:
    kernel = engine.coming()
    if kernel is not None:
        kernel.begin()
        kernel.begin()
        kernel.ready.wait()
        kernel.thread.join()
    found = engine.best(None, Limits(depth=6))
    from gametree.engine.search import search
    print(json.dumps([kernel is not None, found.compiled, found.nodes, sum(search.stats.cache_hits.values())]))
"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=1800, check=False)


def test_the_other_process_compiles_and_this_one_loads(cold, tmp_path):
    file = tmp_path / "take.py"
    file.write_text(TAKE.replace("LAST", "1 if s.turn == 1 else -1"))
    first = run("-c", PROGRAM, str(file))
    second = run("-c", PROGRAM, str(file))
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert [line.split(";")[0] for line in first.stderr.splitlines()] == [f"compiling {file} in another process"]
    assert second.stderr == ""
    one, other = json.loads(first.stdout), json.loads(second.stdout)
    assert one == [True, True, other[2], 1]
    assert other == [False, True, other[2], 1]


@pytest.mark.thorough
def test_rules_that_do_not_compile_are_told_once(cold, tmp_path):
    file = tmp_path / "take.py"
    file.write_text(TAKE.replace("LAST", "eval('1 if turn == 1 else -1', {'turn': s.turn})"))
    first = run("-c", PROGRAM, str(file))
    second = run("-c", PROGRAM, str(file))
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert [line for line in first.stderr.splitlines() if "runs interpreted" in line] == second.stderr.splitlines()
    assert json.loads(first.stdout)[:3] == [True, *json.loads(second.stdout)[1:3]]
    assert json.loads(second.stdout)[:2] == [False, False]


HELD = """
import sys, time
import gametree.compile.kernels as kernels
from gametree.compile import ahead
ahead.STUCK = 1.0
from gametree import load
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine
kernels.prepare = lambda *_, **__: time.sleep(1000)
game = load("connect4")
engine = make_engine(game, "pvs", table=1)
kernel = engine.coming()
kernel.begin()
print(kernel.process, flush=True)
if sys.argv[1] == "best":
    found = engine.best(None, Limits(depth=3))
    print(found.depth, found.compiled, flush=True)
elif sys.argv[1] == "wait":
    time.sleep(1000)
"""


@pytest.mark.parametrize("ending", ["exit", "best", "interrupt", "kill"])
def test_nothing_runs_on_for_ever_when_the_first_process_is_over(cold, ending):
    """The compiler is held up for good. An answer comes from plain Python, and the other process ends after a while, or
    with this one."""
    words = [sys.executable, "-c", HELD, ending if ending in ("exit", "best") else "wait"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        other = int(process.stdout.readline())
        if ending in ("interrupt", "kill"):
            process.send_signal(signal.SIGINT if ending == "interrupt" else signal.SIGKILL)
        rest, _ = process.communicate(timeout=PATIENCE)
    assert rest == ("3 False\n" if ending == "best" else "")
    late = time.monotonic() + PATIENCE
    while is_alive(other) and time.monotonic() < late:
        time.sleep(0.05)
    assert not is_alive(other)


LEFT = """
import sys
from gametree import load
from gametree.engine.making import make_engine
engine = make_engine(load(sys.argv[1]), "pvs", table=1)
kernel = engine.coming()
print(kernel and kernel.begin() or kernel and kernel.process, flush=True)
"""


def test_what_is_compiled_when_the_first_process_ends_is_there_for_the_next(cold, tmp_path):
    file = tmp_path / "take.py"
    file.write_text(TAKE.replace("LAST", "1 if s.turn == 1 else -1"))
    other = int(run("-c", LEFT, str(file)).stdout)
    while is_alive(other):
        time.sleep(0.05)
    assert run("-c", LEFT, str(file)).stdout == "None\n"


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_two_searches_wait_for_one_process(cold, monkeypatch):
    begun = []
    monkeypatch.setattr(ahead, "_forked", lambda entry, args: begun.append(args) or _sleeper())
    one, two = (make_engine(load("nim:1,2,3"), "pvs", table=1) for _ in range(2))
    first, second = one.coming(), two.coming()
    assert first is second
    for thread in (threads := [threading.Thread(target=first.begin) for _ in range(4)]):
        thread.start()
    for thread in threads:
        thread.join()
    assert len(begun) == 1
    ahead.stop_all()
    assert not first.thread.is_alive()
    assert not is_alive(first.process)


def _sleeper() -> int:
    """Another process that does nothing."""
    child = os.fork()
    if child == 0:
        time.sleep(1000)
        os._exit(0)
    return child
