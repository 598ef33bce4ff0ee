"""Tasks on workers: joining, what travels, what is kept, and what a death costs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gametree import GameError, load, perft
from gametree.cluster import crowd, jobs
from gametree.cluster.carrying import carry, spot
from gametree.cluster.jobs import Job, perform, stamp
from gametree.cluster.joining import joined
from gametree.cluster.ledger import Ledger
from gametree.games.nim import Nim

# --- mistakes: one clear line ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["nowhere", "local:", "local:two", "tcp://host", "host:port"])
def test_words_that_are_no_address(address):
    with pytest.raises(GameError, match=r"is no address: write tcp://HOST:8786, or local:4"), joined(address):
        pass


@pytest.mark.parametrize("many", [0, 1000])
def test_a_number_of_processes_that_cannot_be(many):
    with pytest.raises(GameError, match="must be from 1 to 256"), joined(f"local:{many}"):
        pass


def test_nobody_at_the_address(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("gametree.cluster.joining.PATIENCE", 1)
    with (
        pytest.raises(GameError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"),
        joined("tcp://127.0.0.1:9"),
    ):
        pass


def test_without_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(GameError, match=r"needs Dask: pip install 'gametree\[cluster\]'"):
        perft("tictactoe", depth=3, cluster="local:2")


def test_another_program_on_the_worker():
    ours = dict(stamp())
    other = tuple((name, "0.0" if name == "Numba" else version) for name, version in stamp())
    with pytest.raises(GameError, match=f"the client has Numba 0.0, a worker has {ours['Numba']}: install the same"):
        perform(other, max, (1, 2))
    assert perform(stamp(), max, (1, 2)) == 2


def test_what_does_not_go_together():
    with pytest.raises(GameError, match="leave out threads and gpu"):
        perft("tictactoe", depth=3, cluster="local:2", threads=2)
    with pytest.raises(GameError, match="only on a cluster"):
        perft("tictactoe", depth=3, save="results")


# --- what travels ----------------------------------------------------------------------------------------------------

RULES = """
from gametree import Game

class Pile(Game):
    def __init__(self, stones=5):
        self.stones = stones
    def initial(self):
        return (self.stones, 0)
    def player(self, s):
        return s[1]
    def actions(self, s):
        return range(1, min(TAKE, s[0]) + 1)
    def result(self, s, a):
        return (s[0] - a, 1 - s[1])
    def terminal(self, s):
        return s[0] == 0
    def utility(self, s):
        return 1 if s[1] else -1
"""


def test_a_game_travels_as_words(tmp_path, monkeypatch):
    file = tmp_path / "pile.py"
    file.write_text(RULES.replace("TAKE", "2"))
    monkeypatch.chdir(tmp_path)
    carried = carry(load("pile.py:stones=7"))
    assert carried.head == str(file)
    monkeypatch.chdir("/")
    game = load(str(file), stones=7)
    assert carried.game().initial() == game.initial() != load(str(file)).initial()
    after = game.result(game.initial(), 1)
    assert spot(game, after).then(2).state(carried.game()) == game.result(after, 2)


def test_other_rules_on_the_worker_are_refused(tmp_path):
    file = tmp_path / "pile.py"
    file.write_text(RULES.replace("TAKE", "2"))
    carried = carry(load(str(file)))
    file.write_text(RULES.replace("TAKE", "3"))
    with pytest.raises(GameError, match=r"the rules of .*pile\.py are others here"):
        carried.game()


def test_a_game_without_words_cannot_travel():
    with pytest.raises(GameError, match="was not loaded by words"):
        carry(Nim((1, 2)))


# --- what is kept ----------------------------------------------------------------------------------------------------


def test_a_ledger_that_was_cut_short_keeps_its_whole_lines(tmp_path):
    path, made = tmp_path / "results", [Job(max, (n, 0)) for n in range(5)]
    with Ledger(path, {"of": 1}) as ledger:
        for job in made:
            ledger.add(job, job.arguments[0])
    content = path.read_bytes()
    for cut in range(content.index(b"\n") + 1, len(content)):
        path.write_bytes(content[:cut])
        with Ledger(path, {"of": 1}) as ledger:
            whole = content[:cut].count(b"\n") - 1
            assert [ledger.known(job) for job in made] == [*range(whole), *[None] * (5 - whole)]
            ledger.add(made[4], 4)
        with Ledger(path, {"of": 1}) as ledger:
            assert ledger.known(made[4]) == 4
    changed = content.replace(b'"result": 1', b'"result": 7')
    path.write_bytes(changed)
    with Ledger(path, {"of": 1}) as ledger:
        assert ledger.known(made[1]) is None


def test_a_ledger_of_something_else(tmp_path):
    path = tmp_path / "results"
    with Ledger(path, {"of": 1}):
        pass
    with pytest.raises(GameError, match="holds the results of something else"):
        Ledger(path, {"of": 2})
    path.write_text("a text\n")
    with pytest.raises(GameError, match="holds no results of gametree"):
        Ledger(path, {"of": 1})
    with pytest.raises(GameError, match="does not exist"):
        Ledger(tmp_path / "none" / "results", {})


# --- two processes ---------------------------------------------------------------------------------------------------


def processes(cluster):
    return cluster.client.run(os.getpid)


def slow_square(n, seconds):
    time.sleep(seconds)
    return n * n


def failing(n):
    raise GameError(f"no {n} here")


@pytest.mark.thorough
@pytest.mark.parametrize(("spec", "depth"), [("connect4", 7), ("kalah:3,2", 7), ("pig:20", 4), ("tictactoe", 9)])
def test_perft_counts_as_on_one_machine(cluster, spec, depth, tmp_path):
    alone = perft(spec, depth=depth, divide=True, ends=True)
    spread = perft(spec, depth=depth, divide=True, ends=True, cluster=cluster, save=tmp_path / "counted")
    assert (spread.nodes, spread.divide) == (alone.nodes, alone.divide)
    before = cluster.jobs
    assert (
        perft(spec, depth=depth, divide=True, ends=True, cluster=cluster, save=tmp_path / "counted").nodes
        == alone.nodes
    )
    assert cluster.jobs == before  # nothing was counted again


@pytest.mark.thorough
def test_a_worker_that_is_killed_loses_only_its_tasks(cluster):
    tasks = [Job(slow_square, (n, 0.05)) for n in range(60)]
    found, killed = {}, False
    for job, result in cluster.run(tasks):
        found[job.arguments[0]] = result
        if len(found) == 10 and not killed:
            killed = True
            os.kill(next(iter(processes(cluster).values())), signal.SIGKILL)
    assert found == {n: n * n for n in range(60)}


@pytest.mark.thorough
def test_an_error_of_a_task_is_told(cluster):
    with pytest.raises(GameError, match="no 3 here"):
        list(cluster.run([Job(failing, (3,))]))
    assert [r for _, r in cluster.run([Job(slow_square, (3, 0))])] == [9]


@pytest.mark.thorough
def test_a_worker_with_another_program_is_told(cluster, monkeypatch):
    monkeypatch.setattr(crowd, "stamp", lambda: tuple((name, "0.0") for name, _ in jobs.stamp()))
    with pytest.raises(GameError, match=r"the client has gametree 0\.0, a worker has .*: install the same on both"):
        perft("tictactoe", depth=5, cluster=cluster)


def keep_until_killed(run, ledger, scheduler):
    for job, result in run:
        ledger.add(job, result)
        if len(ledger.results) == 10:
            scheduler.kill()


@pytest.mark.thorough
def test_the_scheduler_is_killed_and_the_same_command_goes_on(tmp_path):
    """A scheduler and a worker of their own; the client says in one line what happened, and goes on with others."""
    file, env = tmp_path / "scheduler.json", os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    dask = str(Path(sys.executable).parent / "dask")
    told = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": env}
    scheduler = subprocess.Popen([dask, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", file], **told)
    while not file.exists():
        assert scheduler.poll() is None
        time.sleep(0.05)
    address = json.loads(file.read_text())["address"]
    worker = subprocess.Popen([dask, "worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"], **told)
    tasks, ledger = [Job(slow_square, (n, 0.05)) for n in range(40)], Ledger(tmp_path / "results", {})
    try:
        with joined(address) as there, pytest.raises(GameError, match="is gone; finished work that has a file is kept"):
            keep_until_killed(there.run(tasks), ledger, scheduler)
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.wait()
    assert 10 <= len(ledger.results) < 40


@pytest.mark.thorough
def test_the_client_is_killed_and_the_same_command_goes_on(tmp_path):
    words = ["perft", "connect4", "--depth", "9", "--cluster", "local:2", "--save", str(tmp_path / "counted"), "--json"]
    client = subprocess.Popen(
        [sys.executable, "-m", "gametree", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    counted = tmp_path / "counted"
    while not counted.exists() or counted.read_bytes().count(b"\n") < 20:
        assert client.poll() is None
        time.sleep(0.02)
    client.kill()
    client.wait()
    lines = counted.read_bytes()
    again = subprocess.run([sys.executable, "-m", "gametree", *words], capture_output=True, text=True, check=True)
    assert '"nodes": 39394572' in again.stdout
    assert counted.read_bytes().startswith(lines[: lines.rindex(b"\n") + 1])
