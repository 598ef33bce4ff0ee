"""Win, draw or loss by slices: the packing, the solver, resuming, damage, and what a search reads."""

from __future__ import annotations

import json
import random
import re
import shutil
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gametree import best, load, solve
from gametree.engine.driver import Limits
from gametree.engine.engine import Engine
from gametree.engine.packed import BLOCK, DRAW, HOLE, LOSS, WIN, outcome_at
from gametree.errors import GameError
from gametree.files import write_array
from gametree.game import legal, over
from gametree.solving.database import Database
from gametree.solving.manifest import manifest_checksum
from gametree.solving.sharing import pack as share
from gametree.solving.sharing import unpack as unshare
from gametree.solving.slices.checking import check_moves
from gametree.solving.slices.forecast import disk_for
from gametree.solving.slices.packing import pack, unpack
from gametree.solving.slices.solve import largest_group
from gametree.solving.strong import plain
from gametree.solving.task import StoppedError, Task
from gametree.verbs.explore import explore

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.solving.solution import Solution

SMALL = "checkers:size=4,endgame=4"
"""Solved in a moment, by slices and in plain Python."""


# --- packing ---------------------------------------------------------------------------------------------------------


def texts() -> list[Any]:
    rng = np.random.default_rng(7)
    runs = np.repeat(rng.choice(4, 900, p=[0.2, 0.2, 0.5, 0.1]), rng.integers(1, 60, 900))
    edge = [np.full(n, WIN) for n in (1, BLOCK - 1, BLOCK, BLOCK + 1)]
    chess = np.tile([LOSS, WIN, WIN, LOSS, DRAW], 1000)
    return [rng.choice(4, 5000), runs, np.full(3 * BLOCK, HOLE), chess, *edge, np.zeros(40 * BLOCK + 1)]


@pytest.mark.parametrize("text", texts(), ids=lambda text: f"{len(text)}")
def test_what_is_packed_is_read_again(text: Any):
    text = text.astype(np.uint8)
    packed = pack(text.copy())
    found = np.full(len(text), 9, np.uint8)
    assert unpack(packed, found) == len(text)
    assert (found == text).all()
    rng = random.Random(1)
    places = {0, len(text) - 1, *(rng.randrange(len(text)) for _ in range(200))}
    places |= {i for i in (BLOCK - 1, BLOCK, 2 * BLOCK) if i < len(text)}
    assert all(outcome_at(packed, i) == text[i] for i in places)


def test_what_is_alike_takes_little_room():
    assert len(pack(np.full(1 << 20, WIN, np.uint8))) < (1 << 20) // 200


# --- solving ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    return solve(SMALL, outcomes=True, out=tmp_path_factory.mktemp("slices") / "small", threads=1)


def test_the_outcomes_are_those_of_the_plain_solver(small: Solution):
    """All that two men against two lead to on 4×4, each position from both sides."""
    game = load(SMALL)
    graph = plain.explore(game, game.initial(), Task())
    labels = dict(zip(graph.states, plain.label(game, graph), strict=True))
    assert len(labels) > 100
    assert {label.value for label in labels.values()} == {-1, 0, 1}
    assert all(small[s].value == label.value for s, label in labels.items())
    assert small.value == labels[game.initial()].value


def test_every_outcome_follows_from_those_of_its_moves(small: Solution):
    """With wins that come to an end, which ``plain`` shows above. The counts are those of the labels."""
    game = load(SMALL)
    for i in range(0, game.index_size, 11):
        s = game.state(i)
        after = [small[game.result(s, a)].value for a in legal(game, s)]
        assert small[s].value == (game.utility(s) if over(game, s) else max(after))
    values = np.concatenate([Database(str(small.path)).codes_in(part) for part in small.labels.parts.values()])
    assert np.bincount(values).tolist() == [0, small.losses, small.draws, small.wins]
    assert sum(tier.positions for tier in small.tiers) == small.positions == game.index_size


@pytest.mark.thorough
def test_threads_make_no_difference(small: Solution, tmp_path: Path):
    solve(SMALL, outcomes=True, out=tmp_path / "again", threads=3)
    assert Database(tmp_path / "again").checksum == Database(str(small.path)).checksum


class Halting(threading.Event):
    """Set after so many looks."""

    def __init__(self, looks: int):
        super().__init__()
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize("looks", [77, *(pytest.param(n, marks=pytest.mark.thorough) for n in (1, 40, 160))])
def test_a_stopped_solve_goes_on(small: Solution, tmp_path: Path, looks: int):
    """Stopped at some moment, and a slice damaged meanwhile: the second run ends with the same checksum, and keeps what
    was whole."""
    out, work = tmp_path / "db", tmp_path / "db.work"
    with pytest.raises(StoppedError):
        solve(SMALL, outcomes=True, out=out, threads=1, stop=Halting(looks))
    assert not out.exists()
    slices = sorted(work.glob("slice-*.npy"))
    assert bool(slices) == (looks > 1)
    for n, file in enumerate(slices):
        if n == 0:
            file.write_bytes(file.read_bytes()[:-1] + b"\x07")
    kept = {file: file.stat().st_mtime_ns for file in slices[1:]}
    solve(SMALL, outcomes=True, out=out, threads=1)
    assert Database(out).checksum == Database(str(small.path)).checksum
    made_again = [file for file, when in kept.items() if (out / file.name).stat().st_mtime_ns != when]
    assert len(made_again) <= 1  # the one that is solved together with the damaged one
    assert not work.exists()


def test_what_is_foreseen_is_compared(small: Solution, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """It is said before the first slice is solved, kept in the folder, said again by the run that goes on, and
    compared. What the size of the slices says is exact; the bytes on the disk are within a tenth."""
    with pytest.raises(StoppedError):
        solve(SMALL, outcomes=True, out=tmp_path / "db", threads=1, stop=Halting(0))
    assert not list((tmp_path / "db.work").glob("slice-*.npy"))
    first = next(line for line in capsys.readouterr().err.splitlines() if line.startswith("foreseen: "))
    assert re.fullmatch(
        r"foreseen: 13,071 positions in 69 slices: about [\d.]+ (?:s|min); \d+\.\d MB of memory, 0\.0 MB of it for "
        r"the largest group; 0\.1 MB on the disk",
        first,
    )
    solve(SMALL, outcomes=True, out=tmp_path / "db", threads=1)
    told = capsys.readouterr().err.splitlines()
    assert first in told
    number, unit = r"(\d+\.\d)", r"[\d.]+ (?:s|min)"
    last = rf"taken: {unit}, {unit} of it computing \(foreseen {unit}\); {number} MB of memory \({number}\); "
    match = re.fullmatch(rf"{last}0\.1 MB on the disk \(0\.1\)", told[-1])
    assert match is not None
    assert 0 < float(match[2]) <= 1.5 * float(match[1])
    slices = load(SMALL).slices
    both = [sum(last - first for first, last, group in slices.tolist() if group == g) for g in set(slices[:, 2])]
    assert largest_group(slices) == max(both)
    taken = sum(len(content) for content in Database(str(small.path)).table.shelf.contents.values())
    assert abs(disk_for(small.positions, len(slices)) / taken - 1) < 0.1


def test_a_finished_database_is_kept(small: Solution):
    before = {file: file.stat().st_mtime_ns for file in Database(str(small.path)).folder.iterdir()}
    again = solve(SMALL, outcomes=True, out=small.path)
    assert again.positions == small.positions
    assert before == {file: file.stat().st_mtime_ns for file in Database(str(small.path)).folder.iterdir()}


@pytest.mark.thorough
def test_a_packed_file_of_it(small: Solution, tmp_path: Path):
    file, folder = tmp_path / "small.xz", tmp_path / "small"
    share(Database(str(small.path)).folder, file)
    unshare(file, folder)
    assert Database(folder).checksum == Database(str(small.path)).checksum


@pytest.mark.parametrize(
    ("words", "options", "why"),
    [
        ("connect4:4,3", {}, "has no index"),
        ("checkers", {}, "has no slices"),
        (SMALL, {"level": "weak"}, "level strong"),
        (SMALL, {"memory": 100}, "over 100 bytes"),
        (SMALL, {"out": None}, "need a folder"),
    ],
)
def test_what_cannot_be_solved_so(tmp_path: Path, words: str, options: dict[str, Any], why: str):
    with pytest.raises(GameError, match=why):
        solve(words, outcomes=True, **{"out": tmp_path / "db", **options})


def test_it_is_shown_without_distances(small: Solution):
    told: list[str] = []
    words = iter(["stats", "quit"])
    explore(Database(str(small.path)).solution(), ask=lambda: next(words), tell=told.append)
    text = "\n".join(told)
    assert "the distance is not kept" in text
    assert "never ends" not in text
    assert f"{small.positions:,} of them stored" in text
    assert "endless" not in text


# --- opening ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda m: m["tiers"].pop(), "does not have the slices of the game"),
        (lambda m: m.update(payoffs=[-1, 1]), "payoffs of a sliced database"),
        (lambda m: m["tiers"][0].update(dtype="uint16"), "packed bytes"),
        (lambda m: m["tiers"][1].update(rows=m["tiers"][1]["rows"] + 1), "is damaged"),
    ],
)
def test_a_wrong_manifest_is_refused(small: Solution, tmp_path: Path, change: Any, why: str):
    folder = tmp_path / "db"
    shutil.copytree(str(small.path), folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    change(manifest)
    manifest["checksum"] = manifest_checksum(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(GameError, match=why):
        Database(folder)


def test_a_damaged_slice_is_found(small: Solution, tmp_path: Path):
    folder = tmp_path / "db"
    shutil.copytree(str(small.path), folder)
    file = sorted(folder.glob("slice-*.npy"))[-1]
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    with pytest.raises(GameError, match="its checksum is not that of the manifest"):
        Database(folder).verify()


def replaced(small: Solution, tmp_path: Path, k: int, outcomes: Any) -> Database:
    """The database with other outcomes in a slice, and with the checksums of the lie."""
    folder = tmp_path / "lie"
    tmp_path.mkdir()
    shutil.copytree(str(small.path), folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    packed = pack(outcomes)
    file = folder / f"slice-{k}.npy"
    digest = write_array(file, [packed], len(packed), packed[:0])
    manifest["tiers"][k] |= {"rows": len(packed), "codes": {"file": file.name, "sha256": digest}}
    manifest["checksum"] = manifest_checksum(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return Database(folder)


@pytest.mark.thorough
def test_every_wrong_outcome_is_found_by_its_moves(small: Solution, tmp_path: Path):
    """One outcome changed, wherever it is: it does not follow from its moves, or another one does not from it."""
    whole = Database(str(small.path))
    assert check_moves(whole) == whole.game.index_size
    table, rng = whole.table, random.Random(2)
    for n in range(8):
        k = rng.randrange(len(table.shelf.slices))
        outcomes = table.shelf.outcomes(k)
        i = rng.randrange(len(outcomes))
        outcomes[i] = (outcomes[i] + rng.randrange(1, 3)) % 3
        lie = replaced(small, tmp_path / str(n), k, outcomes)
        lie.verify()
        with pytest.raises(GameError, match="does not follow from those of its moves"):
            check_moves(lie)


# --- searching -------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_what_is_won_is_won(small: Solution):
    """The search plays on until the other side cannot move, though the database tells no distances: without the rule
    that only lower slices count it would turn round in won positions."""
    game, rng = load(SMALL), random.Random(5)
    won = [s for s in map(game.state, range(game.index_size)) if small[s].value == 1]
    for start in rng.sample(won, 12):
        s = start
        for _ in range(60):
            if over(game, s):
                break
            if game.player(s) == 0:
                answer = best(game, s, depth=4, database=small.path)
                assert (answer.value, answer.proven) == (1, True)
                s = game.result(s, answer.action)
            else:
                s = game.result(s, rng.choice(legal(game, s)))
        assert over(game, s)
        assert game.utility(s) == 1


@pytest.mark.parametrize("compiled", [True, False])
def test_values_in_a_search_are_those_of_the_database(small: Solution, compiled: bool):
    game, rng = load(SMALL), random.Random(3)
    database = Database(str(small.path), game)
    with Engine(game, database=database) as engine:
        engine.compiled = compiled
        for _ in range(40):
            s = game.state(rng.randrange(game.index_size))
            if not over(game, s):
                answer = engine.best(s, Limits(depth=2))
                assert answer is not None
                assert (answer.value, answer.proven) == (small[s].value, True)
                assert small[game.result(s, answer.action)].value == small[s].value
