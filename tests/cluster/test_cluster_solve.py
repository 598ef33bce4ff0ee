"""Solving by tiers over workers: the files of one machine, whoever dies."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from gametree import GameError, load, solve
from gametree.solving.database import Database
from gametree.solving.task import Task
from gametree.solving.tiers import ranges, spread
from gametree.solving.tiers.solve import solve_tiers

RING = f"{Path(__file__).parent / 'ring.py'}"


def files(folder, game="nim:3,4,5"):
    """The checksums of all arrays."""
    manifest = Database(folder, game).manifest
    return {entry[kind]["file"]: entry[kind]["sha256"] for entry in manifest["tiers"] for kind in ("keys", "codes")}


def alone(spec, out):
    """Solved on this machine, in whole tiers."""
    game = load(spec)
    return solve_tiers(game, game.initial(), Task(out=out, threads=1))


class Here:
    """A cluster that does every job at once, in this process."""

    threads = 2

    def __init__(self, memory=0, after=None):
        self.limit, self.after = memory, after
        self.done = []

    def memory(self):
        return self.limit

    def run(self, jobs, stop=None, waiting=None):
        for job in jobs:
            if self.after is not None and len(self.done) >= self.after:
                raise KeyboardInterrupt
            self.done.append(job)
            yield job, job.work(*job.arguments)


@pytest.mark.parametrize("block", [25, 1 << 20])
def test_ranges_give_the_files_of_whole_tiers(block, tmp_path, monkeypatch):
    monkeypatch.setattr(spread, "BLOCK", block)
    one, here = alone("nim:3,4,5", tmp_path / "one"), Here()
    game = load("nim:3,4,5")
    two = solve_tiers(game, game.initial(), Task(out=tmp_path / "two", cluster=here))
    assert files(tmp_path / "one") == files(tmp_path / "two")
    assert (two.value, two.positions, two.tiers) == (one.value, one.positions, one.tiers)
    assert sorted(os.listdir(tmp_path)) == ["one", "two"]
    works = {job.work.__name__ for job in here.done}
    assert ("explore_part" in works) == ("label_part" in works) == (block == 25)


def test_moves_that_stay_in_a_tier_make_it_one_task(tmp_path, monkeypatch):
    monkeypatch.setattr(spread, "BLOCK", 5)
    alone(RING, tmp_path / "one")
    game, here = load(RING), Here()
    solve_tiers(game, game.initial(), Task(out=tmp_path / "two", cluster=here))
    assert files(tmp_path / "one", RING) == files(tmp_path / "two", RING)
    assert {job.work.__name__ for job in here.done} >= {"explore_whole", "label_whole"}


@pytest.mark.parametrize("seed", range(2))
def test_a_client_that_dies_repeats_no_finished_task(seed, tmp_path, monkeypatch):
    monkeypatch.setattr(spread, "BLOCK", 25)
    dice, game, done, keys = random.Random(seed), load("nim:3,4,5"), 0, set()
    whole = Here()
    solve_tiers(game, game.initial(), Task(out=tmp_path / "whole", cluster=whole))
    while not (tmp_path / "out").exists():
        here = Here(after=dice.randrange(5, 30))
        try:
            solve_tiers(game, game.initial(), Task(out=tmp_path / "out", cluster=here))
        except KeyboardInterrupt:
            assert not (tmp_path / "out").exists()
        done += len(here.done)
        keys |= {job.key.rpartition("-")[0] + repr(job.arguments[1:3]) for job in here.done}
    assert files(tmp_path / "out") == files(tmp_path / "whole")
    assert done == len(whole.done)


def test_a_damaged_range_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(spread, "BLOCK", 25)
    game = load("nim:3,4,5")
    alone("nim:3,4,5", tmp_path / "one")
    damaged = 0
    for after in (10, 40):
        with pytest.raises(KeyboardInterrupt):
            solve_tiers(game, game.initial(), Task(out=tmp_path / "out", cluster=Here(after=after)))
        for file in (tmp_path / "out.work").glob("tier-*.*.*.npy"):
            content = bytearray(file.read_bytes())
            content[-1] ^= 1
            file.write_bytes(bytes(content))
            damaged += 1
    solve_tiers(game, game.initial(), Task(out=tmp_path / "out", cluster=Here()))
    assert damaged
    assert files(tmp_path / "out") == files(tmp_path / "one")


def test_bounds_cover_every_row_once():
    dice = np.random.default_rng(1)
    arrays = [dice.integers(-9, 9, (200, 2)) for _ in range(3)]
    bounds = ranges.bounds_of(arrays, 5)
    found = [ranges.within(rows, bound, ordered=False) for bound in bounds for rows in arrays]
    assert sorted(np.concatenate(found).tolist()) == sorted(np.concatenate(arrays).tolist())
    assert max(sum(len(found[3 * i + k]) for k in range(3)) for i in range(len(bounds))) < 300


def test_what_a_cluster_cannot_solve_is_told(tmp_path):
    with pytest.raises(GameError, match="it needs the hook tier, and --out"):
        solve("connect4:4,3", cluster="local:2")
    with pytest.raises(GameError, match="it needs the hook tier, and --out"):
        solve("hex:3", cluster="local:2", out=tmp_path / "out")
    with pytest.raises(GameError, match="leave out level, outcomes and gpu"):
        solve("connect4:4,3", level="weak", cluster="local:2", out=tmp_path / "out")


# --- two processes ---------------------------------------------------------------------------------------------------

FOUR = "connect4:4,3"
FEW = ["nim:3,4,5", "kalah:2,2", RING, FOUR]
MORE = ["tictactoe", "mnk:4,3,3", "dots:2,2", "othello:4", "awari:stones=3", "kalah:3,2", f"{RING}:rings=4,places=11"]


def same_on(cluster, spec, folder, monkeypatch):
    monkeypatch.setattr(spread, "BLOCK", 500)
    one = alone(spec, folder / "one")
    two = solve(spec, out=folder / "two", cluster=cluster)
    assert files(folder / "one", spec) == files(folder / "two", spec)
    assert (two.value, two.remoteness, two.positions, two.tiers, two.loops) == (
        one.value, one.remoteness, one.positions, one.tiers, one.loops,
    )  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("spec", FEW)
def test_workers_give_the_checksums_of_one_machine(cluster, spec, tmp_path, monkeypatch):
    same_on(cluster, spec, tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("spec", MORE)
def test_workers_give_the_checksums_of_one_machine_in_more_games(cluster, spec, tmp_path, monkeypatch):
    same_on(cluster, spec, tmp_path, monkeypatch)


def killing(cluster, seed, out, monkeypatch):
    """Solve, and kill a worker at a random moment; return the moment and the tasks that finished."""
    monkeypatch.setattr(spread, "BLOCK", 200)
    workers, dice = list(cluster.client.run(os.getpid).values()), random.Random(seed)
    moment, run, seen = dice.randrange(1, 60), type(cluster).run, []

    def deadly(self, jobs, stop=None, waiting=None):
        for job, result in run(self, jobs, stop, waiting):
            seen.append(job)
            if len(seen) == moment:
                os.kill(dice.choice(workers), signal.SIGKILL)
            yield job, result

    with monkeypatch.context() as patch:
        patch.setattr(type(cluster), "run", deadly)
        solve(FOUR, out=out, cluster=cluster)
    assert len(seen) > moment
    cluster.client.wait_for_workers(2)
    return seen


@pytest.mark.thorough
def test_a_killed_worker_changes_nothing(cluster, tmp_path, monkeypatch):
    alone(FOUR, tmp_path / "one")
    killing(cluster, 1, tmp_path / "two", monkeypatch)
    assert files(tmp_path / "one", FOUR) == files(tmp_path / "two", FOUR)


@pytest.mark.slow
def test_twenty_killed_workers_change_nothing(cluster, tmp_path, monkeypatch):
    alone(FOUR, tmp_path / "one")
    counts = set()
    for seed in range(20):
        counts.add(len(killing(cluster, seed, tmp_path / f"{seed}", monkeypatch)))
        assert files(tmp_path / "one", FOUR) == files(tmp_path / f"{seed}", FOUR)
    assert len(counts) == 1  # the client saw every task once


@pytest.mark.thorough
def test_a_killed_client_changes_nothing(cluster, tmp_path):
    alone("connect4:4,4", tmp_path / "one")
    words = ["solve", "connect4:4,4", "--out", str(tmp_path / "two"), "--cluster", "local:2"]
    client = subprocess.Popen(
        [sys.executable, "-m", "gametree", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    work = tmp_path / "two.work"
    while len(list(work.glob("down-*.json"))) < 8:
        assert client.poll() is None
        time.sleep(0.02)
    client.kill()
    client.wait()
    kept = {file.name: file.stat().st_mtime_ns for file in work.glob("down-*.json")}
    held = []
    solve("connect4:4,4", out=tmp_path / "two", cluster=cluster, progress=lambda report: held.append(report.what))
    assert files(tmp_path / "one", "connect4:4,4") == files(tmp_path / "two", "connect4:4,4")
    done = {int(name[5:-5]) for name in kept}
    assert not {f"exploring tier {tier}" for tier in done} & set(held)
