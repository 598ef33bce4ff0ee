"""Solving tier by tier on disk: the same labels as in memory, whatever happens on the way."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

from array_games import ArrayGame, Node
from gametree import Game, GameError, load
from gametree.solving.database import Database
from gametree.solving.strong.solve import solve_plain
from gametree.solving.task import StoppedError, Task
from gametree.solving.tiers import tasks as tier_tasks
from gametree.solving.tiers.children import PlainChildren, children_of
from gametree.solving.tiers.rows import Heap, in_order
from gametree.solving.tiers.solve import next_down, ready_up, solve_tiers
from gametree.solving.tiers.tasks import Place

NODES, WIDTH = 48, 3


class Levels(ArrayGame):
    """A random graph with four tiers, in arrays of one shape, so that one compilation serves all: moves lead down, or
    stay, also in circles."""

    shape = (NODES, WIDTH)
    bounds = (-2, 2)

    def __init__(self, seed=0):
        dice = random.Random(seed)
        used = dice.randrange(5, NODES)
        tiers = sorted((dice.randrange(4) for _ in range(used)), reverse=True)
        self.tiers = np.array(tiers + [0] * (NODES - used))
        movers = [dice.randrange(2) for _ in range(NODES)]
        values = [dice.randrange(-2, 3) for _ in range(NODES)]
        edges: list[list[int]] = []
        for n in range(used):
            lower = [m for m in range(used) if tiers[m] <= tiers[n]]
            edges.append([dice.choice(lower) for _ in range(dice.randrange(WIDTH + 1) if n else WIDTH)])
        super().__init__(edges, movers, values)

    def tier(self, s):
        return int(self.tiers[s.node])


def solved(game, out, **conditions):
    return solve_tiers(game, game.initial(), Task(out=out, **conditions))


def same(game, found, expected):
    """Are all labels and counts those of the solve in plain Python?"""
    for s in expected.labels.graph.states:
        assert found[s] == expected[s], s
    for fact in ("value", "remoteness", "positions", "wins", "losses", "draws", "classes", "tiers", "loops"):
        assert getattr(found, fact) == getattr(expected, fact), fact


@pytest.mark.thorough
@pytest.mark.parametrize("spec", ["tictactoe", "kalah:3,2"])
def test_the_labels_are_those_of_a_solve_in_memory(spec, tmp_path):
    game = load(spec)
    found = solved(game, tmp_path / "database")
    same(game, found, solve_plain(game, game.initial(), Task()))
    assert os.listdir(tmp_path) == ["database"]
    Database(tmp_path / "database", game).verify()


@pytest.mark.parametrize("seed", range(40))
def test_extra_turns_and_circles_within_a_tier(seed, tmp_path):
    game = Levels(seed)
    same(game, solved(game, tmp_path / "database"), solve_plain(game, game.initial(), Task()))


def test_circles_are_found():
    assert {solve_plain(Levels(seed), Node(0), Task()).loops for seed in range(40)} == {True, False}


def test_a_game_that_does_not_compile(tmp_path, monkeypatch):
    game = load("kalah:2,2")
    compiled = solved(game, tmp_path / "compiled")
    monkeypatch.setattr(tier_tasks, "children_of", PlainChildren)
    plain = solved(game, tmp_path / "plain")
    assert plain.positions == compiled.positions
    assert Database(tmp_path / "plain", game).checksum == Database(tmp_path / "compiled", game).checksum


def test_children_in_plain_python_are_the_compiled_ones():
    game = load("kalah:2,2")
    start = np.array([(2, 2, 0, 2, 2, 0, 0)])
    forms = [children_of(game, game.initial(), divided=False), PlainChildren(game, game.initial(), divided=False)]
    chunks = [next(form.of(start)) for form in forms]
    for field in ("kinds", "weights"):
        assert getattr(chunks[0], field).tolist() == getattr(chunks[1], field).tolist()
    rows = [sorted(zip(c.words.tolist(), c.tags.tolist(), c.tiers.tolist(), strict=True)) for c in chunks]
    assert rows[0] == rows[1]


@pytest.mark.thorough
def test_little_memory_takes_more_files_and_gives_the_same(tmp_path):
    game = load("kalah:3,2")
    runs = []
    save = Place.save
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Place, "save", lambda self, name, array: runs.append(name) or save(self, name, array))
        solved(game, tmp_path / "little", memory=16 * Heap(9, 1 << 30).bytes)
    assert any(name.endswith(".1.npy") for name in runs)  # more than one file from one tier to another
    solved(game, tmp_path / "much")
    assert Database(tmp_path / "little", game).checksum == Database(tmp_path / "much", game).checksum


def test_too_little_memory_is_told(tmp_path):
    with pytest.raises(GameError, match=r"tier \d+ do not fit into the .* bytes of memory"):
        solved(load("kalah:3,2"), tmp_path / "database", memory=1 << 16)


# --- stopped, killed, and gone on with -------------------------------------------------------------------------------

SOLVE = """
import os, resource, signal, sys
from pathlib import Path
from gametree import GameError, load
from gametree import files
from gametree.solving.tiers import tasks as tier_tasks
from gametree.solving.task import Task
from gametree.solving.tiers.solve import solve_tiers

out, after, where = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
count = 0

def dying(function):
    def wrapped(*args, **names):
        global count
        count += 1
        if count == after:
            if where == "inside":                       # half of the file is written
                Path(args[0]).write_bytes(b"half")
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **names)
    return wrapped

if where == "inside":
    tier_tasks.write_array = dying(tier_tasks.write_array)
elif where == "between":                                # a task is done; the next one has not begun
    tier_tasks.Place.write_record = dying(tier_tasks.Place.write_record)
elif where == "removing":                               # the manifest is there, and the rest is being cleared away
    import gametree.solving.tiers.solve as tiers
    tiers.remove = dying(tiers.remove)
elif where == "limited":
    resource.setrlimit(resource.RLIMIT_FSIZE, (after, after))
game = load("kalah:2,2")
try:
    print(solve_tiers(game, game.initial(), Task(out=out)).positions)
except GameError as error:
    print(error, file=sys.stderr)
    sys.exit(2)
"""


def run(out, after=0, where="nowhere"):
    """Solve in a separate process, which dies at a given point."""
    return subprocess.run(
        [sys.executable, "-c", SOLVE, str(out), str(after), where], capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The checksum of a solve that nothing happened to."""
    folder = tmp_path_factory.mktemp("whole") / "database"
    game = load("kalah:2,2")
    solved(game, folder)
    return Database(folder, game).checksum


@pytest.mark.parametrize(
    ("where", "after"), [("between", 3), ("between", 9), ("inside", 4), ("inside", 20), ("removing", 5)]
)
def test_killed_and_gone_on_with(where, after, tmp_path, whole):
    out = tmp_path / "database"
    killed = run(out, after, where)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not out.exists()
    before = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "database.work").glob("*.json")}
    if where != "removing":
        with pytest.raises(GameError, match="is not a database"):
            Database(tmp_path / "database.work", "kalah:2,2")
    game = load("kalah:2,2")
    written = []
    save = Place.save
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Place, "save", lambda self, name, array: written.append(name) or save(self, name, array))
        solved(game, out)
    database = Database(out, game)
    database.verify()
    assert database.checksum == whole
    assert os.listdir(tmp_path) == ["database"]
    # what was finished was not done again
    done = {name.split("-")[1].removesuffix(".json") for name in before if name.startswith("down")}
    assert not {f"tier-{tier}.keys.npy" for tier in done} & set(written)


def test_told_to_stop_and_gone_on_with(tmp_path, whole):
    game, out, halt = load("kalah:2,2"), tmp_path / "database", threading.Event()
    reports = []

    def progress(report):
        reports.append(report)
        if len(reports) == 7:
            halt.set()

    with pytest.raises(StoppedError):
        solved(game, out, progress=progress, halt=halt)
    assert not out.exists()
    solved(game, out)
    assert Database(out, game).checksum == whole
    assert {report.what.split(" tier")[0] for report in reports} <= {"exploring", "labelling"}


def test_a_solve_that_is_done_is_not_done_again(tmp_path, monkeypatch):
    game = load("kalah:2,2")
    first = solved(game, tmp_path / "database")
    monkeypatch.setattr(tier_tasks, "children_of", None)
    assert solved(game, tmp_path / "database") == first


def test_a_file_limit_is_told_in_one_line_and_the_work_goes_on_without_it(tmp_path, whole):
    out = tmp_path / "database"
    failed = run(out, 700, "limited")
    assert failed.returncode == 2
    assert failed.stderr.count("file too large; finished work is kept") == 1
    assert len([line for line in failed.stderr.splitlines() if "compiling" not in line]) == 1
    assert not out.exists()
    assert not list((tmp_path / "database.work").glob("*.aside"))
    solved(load("kalah:2,2"), out)
    assert Database(out, "kalah:2,2").checksum == whole


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 64 KiB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small disk can only be mounted by root")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.thorough
def test_a_full_disk(small_disk, tmp_path, whole):
    out = small_disk / "database"
    failed = run(out)
    assert failed.returncode == 2
    assert "no space left on device; finished work is kept: free some space" in failed.stderr
    assert not out.exists()
    subprocess.run(["mount", "-o", "remount,size=10m", str(small_disk)], check=True)
    again = run(out)
    assert again.returncode == 0, again.stderr
    assert Database(out, "kalah:2,2").checksum == whole


# --- tasks and mistakes ----------------------------------------------------------------------------------------------


def test_the_tasks_may_be_done_by_anybody_in_any_order_that_is_ready(tmp_path, whole):
    """What a cluster would do: each task by itself, knowing nothing but the folder."""
    game = load("kalah:2,2")
    start = game.initial()
    folder = tmp_path / "database.work"
    while (tier := next_down(Place(folder, game, start))) is not None:
        tier_tasks.explore_tier(Place(folder, game, start), tier, Task())
    from gametree.solving.tiers.solve import coding_of

    while ready := ready_up(Place(folder, game, start)):
        place = Place(folder, game, start)
        tier_tasks.label_tier(place, ready[-1], coding_of(place), Task())
    solved(game, tmp_path / "database")
    assert Database(tmp_path / "database", game).checksum == whole


class Rising(Levels):
    def tier(self, s):
        return -int(self.tiers[s.node])


class Untiered(Game):
    def initial(self):
        return Node(0)

    def player(self, s):
        return 0


class NoRepeats(Levels):
    repetition = "illegal"


def test_what_cannot_be_solved_by_tiers_is_told(tmp_path):
    out = tmp_path / "database"
    game = load("nim:1,2")
    with pytest.raises(GameError, match="needs a folder for the database"):
        solve_tiers(game, game.initial(), Task())
    with pytest.raises(GameError, match="has no tiers"):
        solved(Untiered(), out)
    with pytest.raises(GameError, match=r"a move leads from tier .* up to tier"):
        solved(Rising(1), out)
    with pytest.raises(GameError, match="no position may be repeated"):
        solved(NoRepeats(1), tmp_path / "other")


def test_the_work_on_another_game_is_left_alone(tmp_path):
    out = tmp_path / "database"
    assert run(out, 3, "between").returncode == -signal.SIGKILL
    with pytest.raises(GameError, match="holds the work on another game"):
        solved(load("nim:2,3,4"), out)
    (tmp_path / "nim").write_text("a file")
    with pytest.raises(GameError, match="exists already"):
        solved(load("nim:2,3,4"), tmp_path / "nim")


def test_two_processes_do_not_work_in_one_folder(tmp_path):
    game, out = load("kalah:2,2"), tmp_path / "database"

    def meanwhile(_):
        with pytest.raises(GameError, match="another process is working there"):
            solved(game, out)

    solved(game, out, progress=meanwhile)


# --- rows ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spans", [(3, 3), (1 << 40, 5), (1 << 62, 1 << 62), (1 << 40, 1 << 40), (2, 1 << 63)])
def test_rows_are_put_in_order(spans):
    dice = random.Random(str(spans))
    keys = np.array([[dice.randrange(-(span // 2), span - span // 2) for span in spans] for _ in range(500)], np.int64)
    assert keys[in_order(keys)].tolist() == sorted(keys.tolist())


def test_a_heap_keeps_each_row_once():
    heap = Heap(2, 1 << 24)
    dice = np.random.default_rng(3)
    rows = dice.integers(-40, 40, (30000, 2))
    heap.put(rows[:20000])
    first = heap.fresh()
    heap.put(rows)
    assert len(heap) == len(np.unique(rows, axis=0))
    together = np.concatenate([first, heap.fresh()])
    assert sorted(together.tolist()) == sorted(heap.rows().tolist()) == np.unique(rows, axis=0).tolist()
    assert len(heap.fresh()) == 0


TWICE = """
import sys
from pathlib import Path
from gametree import best, load
from gametree.engine.search import search
from gametree.solving.strong import choose, slots, unfold
from gametree.solving.tiers import children, inner, rows
from gametree.solving.task import Task
from gametree.solving.tiers.solve import solve_tiers

game = load("kalah:2,1")
solve_tiers(game, game.initial(), Task(out=Path(sys.argv[1])))
best(game, depth=3, database=sys.argv[1])
kernels = [
    search, unfold.unfold, children.gather, rows.seek, rows.deal, slots.add, choose.choose, inner.link, inner.force,
    inner.count_unlabelled, inner.acyclic,
]
print(*(f"{k.py_func.__name__}:{sum(k.stats.cache_hits.values())}" for k in kernels))
"""


@pytest.mark.thorough
def test_every_kernel_runs_twice_in_fresh_processes(tmp_path):
    """The second start must find every kernel in the cache, and leave cleanly."""
    outputs = []
    for number in range(2):
        done = subprocess.run(
            [sys.executable, "-c", TWICE, str(tmp_path / f"database{number}")], capture_output=True, text=True,
            check=False, env=os.environ | {"GAMETREE_CACHE": str(tmp_path / "cache")},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        outputs.append(dict(word.split(":") for word in done.stdout.split()))
    assert set(outputs[0].values()) == {"0"}
    assert "0" not in outputs[1].values()
