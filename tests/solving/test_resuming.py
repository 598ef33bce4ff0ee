"""Killed solves can be continued from whole work; damaged work is made again."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from numbered import Graph, OneWay, WithParents

from gametree import GameError, load
from gametree.cli import main
from gametree.compile import NotCompiledError
from gametree.files import _host, aside
from gametree.solving import work
from gametree.solving.database import Database
from gametree.solving.dense import keeping
from gametree.solving.dense import solve as dense_solve
from gametree.solving.dense import work as dense_work
from gametree.solving.dense.keeping import RECORD, Keeper
from gametree.solving.dense.solve import solve_dense
from gametree.solving.proof import prover
from gametree.solving.task import Task
from gametree.solving.tiers import children as tier_children
from gametree.solving.tiers.solve import solve_tiers
from gametree.solving.tiers.tasks import Place


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """These games are small: compiling takes longer. And the table is kept after every round."""

    def refuse(*_args, **_names):
        raise NotCompiledError("not here")

    monkeypatch.setattr(dense_work, "prepare", refuse)
    monkeypatch.setattr(keeping, "EVERY", 0.0)
    monkeypatch.setattr(dense_solve, "PIECE", 32)


WAYS = {
    "parents": (WithParents, {}, "counting back from the ends"),
    "ahead": (Graph, {}, "looking ahead depth by depth"),
    "values": (WithParents, {"remoteness": False}, "values alone"),
    "one way": (OneWay, {}, "looking ahead"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_dense_solve_killed_after_any_round_goes_on(way, tmp_path, monkeypatch):
    kind, options, method = WAYS[way]
    game, rounds = kind(3), []
    keep = Keeper.keep

    def counting(self, at, most=None):
        self.written, self.cost = -1e9, 0.0  # long ago
        keep(self, at)
        rounds.append(dict(at))
        if most is not None and len(rounds) == most:
            raise Killed

    monkeypatch.setattr(Keeper, "keep", counting)
    straight = solve_dense(game, game.initial(), Task(out=tmp_path / "straight", threads=1), **options)
    assert straight.method == f"dense, {method}"
    total = len(rounds)
    assert total >= 3
    for most in sorted({1, 2, total // 2, total - 1, total}):
        rounds.clear()
        out = tmp_path / f"killed-{most}"
        monkeypatch.setattr(Keeper, "keep", lambda self, at, most=most: counting(self, at, most))
        with pytest.raises(Killed):
            solve_dense(game, game.initial(), Task(out=out, threads=1), **options)
        assert not out.exists()
        rounds.clear()
        monkeypatch.setattr(Keeper, "keep", counting)
        again = solve_dense(game, game.initial(), Task(out=out, threads=1), **options)
        assert len(rounds) == total - most  # nothing was done twice
        assert (again.value, again.wins, again.losses) == (straight.value, straight.wins, straight.losses)
        assert Database(out, game).checksum == Database(tmp_path / "straight", game).checksum
        assert not work.work_of(out).exists()


def killed_after(game, out, rounds, monkeypatch):
    """A dense solve that ends after a number of rounds; returns the folder of its work."""
    left = [rounds]
    keep = Keeper.keep

    def dying(self, at):
        keep(self, at)
        left[0] -= 1
        if not left[0]:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Keeper, "keep", dying)
        with pytest.raises(Killed):
            solve_dense(game, game.initial(), Task(out=out, threads=1))
    return work.work_of(out)


def flip(file, at):
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)


SPOILERS = {
    "a code": lambda folder: flip(next(folder.glob("codes-*.npy")), -3),
    "a code gone": lambda folder: next(folder.glob("codes-*.npy")).unlink(),
    "the record": lambda folder: flip(folder / RECORD, 12),
    "half a record": lambda folder: (folder / RECORD).write_bytes((folder / RECORD).read_bytes()[:40]),
    "another record": lambda folder: (folder / RECORD).write_text("[]"),
    "deep": lambda folder: (folder / RECORD).write_text("[" * 100_000),
}


@pytest.mark.parametrize("what", SPOILERS)
def test_damaged_work_is_noticed_and_the_solve_begins_again(what, tmp_path, monkeypatch, capsys):
    game = Graph(3)
    solve_dense(game, game.initial(), Task(out=tmp_path / "straight", threads=1))
    folder = killed_after(game, tmp_path / "out", 3, monkeypatch)
    SPOILERS[what](folder)
    capsys.readouterr()
    solve_dense(game, game.initial(), Task(out=tmp_path / "out", threads=1))
    assert "is damaged: the solve begins again" in capsys.readouterr().err
    opened = Database(tmp_path / "out", game)
    opened.verify()
    assert opened.checksum == Database(tmp_path / "straight", game).checksum


def test_other_work_is_left_alone(tmp_path, monkeypatch):
    folder = killed_after(Graph(3), tmp_path / "out", 3, monkeypatch)
    with pytest.raises(GameError, match="holds the work on another game"):
        solve_dense(Graph(4), Graph(4).initial(), Task(out=tmp_path / "out"))
    (folder / work.ABOUT).write_text("{")
    with pytest.raises(GameError, match="is damaged; remove"):
        solve_dense(Graph(3), Graph(3).initial(), Task(out=tmp_path / "out"))


def test_a_solve_that_kept_nothing_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "EVERY", 1e9)
    monkeypatch.setattr(Keeper, "resume", lambda self, at: (_ for _ in ()).throw(Killed))
    with pytest.raises(Killed):
        solve_dense(Graph(3), Graph(3).initial(), Task(out=tmp_path / "out"))
    assert os.listdir(tmp_path) == []


SLOW = """
import sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[2])
import numbered
from gametree.compile import NotCompiledError
from gametree.solving.dense import keeping, solve, work
from gametree.solving.dense.solve import solve_dense
from gametree.solving.task import Task

solve.PIECE = 32
def refuse(*args, **names):
    raise NotCompiledError("not here")

work.prepare, keeping.EVERY = refuse, 0.0
keep = keeping.Keeper.keep
def slowly(self, at):
    self.cost = 0.0
    keep(self, at)
    print(at, flush=True)
    time.sleep(0.01)
keeping.Keeper.keep = slowly
game = getattr(numbered, sys.argv[3])(3)
solve_dense(game, game.initial(), Task(out=Path(sys.argv[1]), threads=1), remoteness=sys.argv[4] == "labels")
"""


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
def test_killed_at_random_moments(way, tmp_path):
    """With SIGKILL, wherever it happens to be; each start goes on, and the end is that of a solve left in peace."""
    kind, options, _ = WAYS[way]
    game, dice, out = kind(3), random.Random(7), tmp_path / "out"
    form = "labels" if options.get("remoteness", True) else "values"
    command = [sys.executable, "-c", SLOW, str(out), os.path.dirname(__file__), kind.__name__, form]
    for _ in range(3):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for _ in range(dice.randrange(1, 6)):
            process.stdout.readline()
        time.sleep(dice.random() * 0.02)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if out.exists():
            break
    solve_dense(game, game.initial(), Task(out=out, threads=1), **options)
    solve_dense(game, game.initial(), Task(out=tmp_path / "straight", threads=1), **options)
    Database(out, game).verify()
    assert Database(out, game).checksum == Database(tmp_path / "straight", game).checksum
    assert sorted(os.listdir(tmp_path)) == ["out", "straight"]


# --- tiers -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def tiers(monkeypatch):
    """Kalah 2,2 by tiers, interpreted."""

    def refuse(*_args, **_names):
        raise NotCompiledError("not here")

    monkeypatch.setattr(tier_children, "prepare", refuse)
    return load("kalah:2,2")


def stopped_tiers(game, out, monkeypatch, after):
    """Solve until this many records are written."""
    left, real = [after], Place.write_record

    def dying(self, way, tier, record):
        real(self, way, tier, record)
        left[0] -= 1
        if not left[0]:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Place, "write_record", dying)
        with pytest.raises(Killed):
            solve_tiers(game, game.initial(), Task(out=out, threads=1))
    return work.work_of(out)


def test_damaged_files_of_tiers_are_made_anew(tiers, tmp_path, monkeypatch):
    """Any file of the work, one bit of it changed or half of it gone: the same database, and it is whole."""
    solve_tiers(tiers, tiers.initial(), Task(out=tmp_path / "straight", threads=1))
    right, dice = Database(tmp_path / "straight", tiers).checksum, random.Random(5)
    for after in (4, 12):
        folder = stopped_tiers(tiers, tmp_path / "out", monkeypatch, after)
        names = sorted(file.name for file in folder.iterdir() if file.suffix in (".npy", ".json"))
        for name in dice.sample([name for name in names if name != work.ABOUT], 3):
            file = folder / name
            if dice.random() < 0.5:
                flip(file, dice.randrange(file.stat().st_size))
            else:
                file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
        solve_tiers(tiers, tiers.initial(), Task(out=tmp_path / "out", threads=1))
        found = Database(tmp_path / "out", tiers)
        found.verify()
        assert found.checksum == right
        for file in (tmp_path / "out").iterdir():
            file.unlink()
        (tmp_path / "out").rmdir()


def test_a_finished_database_that_was_damaged_is_made_anew(tiers, tmp_path):
    solve_tiers(tiers, tiers.initial(), Task(out=tmp_path / "out", threads=1))
    right = Database(tmp_path / "out", tiers).checksum
    flip(max((tmp_path / "out").glob("*.codes.npy"), key=lambda file: file.stat().st_size), -1)
    solve_tiers(tiers, tiers.initial(), Task(out=tmp_path / "out", threads=1))
    found = Database(tmp_path / "out", tiers)
    found.verify()
    assert found.checksum == right


def test_a_manifest_of_work_that_does_not_hold(tiers, tmp_path, monkeypatch):
    """Killed when all was done but the name; then a file was damaged."""
    import gametree.solving.tiers.solve as module

    with monkeypatch.context() as patch:
        patch.setattr(module, "_publish", lambda *_: (_ for _ in ()).throw(Killed))
        with pytest.raises(Killed):
            solve_tiers(tiers, tiers.initial(), Task(out=tmp_path / "out", threads=1))
    folder = work.work_of(tmp_path / "out")
    assert (folder / "manifest.json").exists()
    flip(max(folder.glob("*.codes.npy"), key=lambda file: file.stat().st_size), -1)
    solve_tiers(tiers, tiers.initial(), Task(out=tmp_path / "out", threads=1))
    Database(tmp_path / "out", tiers).verify()


# --- what killed writes leave ----------------------------------------------------------------------------------------


def dead_process():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_orphans_of_killed_writes_are_swept(tmp_path):
    out, dead = tmp_path / "data[1]", dead_process()
    orphans = [f".{out.name}.{_host()}-{dead}.aside", f".{out.name}.{_host()}-{dead}.old.aside"]
    out.write_text("before")
    for name in orphans:
        (tmp_path / name).mkdir()
        (tmp_path / name / "something").write_text("half")
    alive = tmp_path / f".{out.name}.{_host()}-{os.getppid()}.aside"
    alive.write_text("somebody is at it")
    with aside(out) as place:
        place.write_text("whole")
    assert sorted(os.listdir(tmp_path)) == sorted([alive.name, out.name])
    assert out.read_text() == "whole"


def test_what_was_there_comes_back_after_a_kill_while_renaming(tmp_path):
    old = tmp_path / f".out.{_host()}-{dead_process()}.old.aside"
    old.mkdir()
    (old / "manifest.json").write_text("the old one")
    with pytest.raises(Killed), aside(tmp_path / "out"):
        raise Killed
    assert (tmp_path / "out" / "manifest.json").read_text() == "the old one"


def test_orphans_in_the_work_go_too(tmp_path, monkeypatch):
    folder = killed_after(Graph(3), tmp_path / "out", 2, monkeypatch)
    orphan = folder / f".codes-0.npy.{_host()}-{dead_process()}.aside"
    orphan.write_bytes(b"half")
    killed_after(Graph(3), tmp_path / "out", 1, monkeypatch)
    assert not orphan.exists()


# --- what is said ----------------------------------------------------------------------------------------------------


def test_a_solve_that_cannot_go_on_says_so_before_it_begins(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(prover, "prepare", dense_work.prepare)  # not compiled either
    assert main(["solve", "nim:1,2", "--level", "weak", "--out", str(tmp_path / "a.cert"), "--json"]) == 0
    shown = capsys.readouterr()
    assert "nothing is written before the end; a stopped solve begins again" in shown.err
    assert json.loads(shown.out)["path"] == str(tmp_path / "a.cert")


@pytest.mark.parametrize(("spec", "more"), [("pig:target=2", []), ("nim:3,4", ["--level", "ultra-weak"])])
def test_nothing_to_write_is_told(spec, more, tmp_path, capsys):
    assert main(["solve", spec, "--out", str(tmp_path / "x"), *more]) == 2
    assert "cannot be written to a file" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


def test_no_more_memory_is_one_line(monkeypatch, capsys):
    from gametree.solving.strong import solve as strong

    def full(*_args):
        raise MemoryError

    monkeypatch.setattr(strong, "_solve_quickly", full)
    assert main(["solve", "tictactoe"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_table_that_cannot_grow_stays_as_it_is(monkeypatch):
    from gametree.solving.proof import table

    memory = table.Memory(1 << 30)
    zeros = np.zeros

    def full(shape, *args):
        if np.prod(shape) > 100_000:
            raise MemoryError
        return zeros(shape, *args)

    monkeypatch.setattr(table.np, "zeros", full)
    grown = 0
    while memory.grow():
        grown += 1
    assert grown < 12
    assert not memory.grow()
