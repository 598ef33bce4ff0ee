"""Databases that were made, or edited, to break the reader."""

from __future__ import annotations

import contextlib
import copy
import json
import lzma
import random
import shutil
import subprocess
import sys

import numpy as np
import pytest

from gametree import GameError, load
from gametree.cli import main
from gametree.files import HEAD
from gametree.solving import sharing
from gametree.solving.database import Database, write_database, write_dense
from gametree.solving.label import Coding
from gametree.solving.manifest import MANIFEST, manifest_checksum
from gametree.solving.sharing import unpack
from gametree.solving.strong.solve import solve_plain
from gametree.solving.task import Task

ODD = [
    None, True, False, 0, -1, 1, 2, 3, 7, 255, 2**31, 2**62, 2**63, 2**64, 10**400, 0.5, 1e308, float("nan"),
    float("inf"), "", "x", "dense", "keyed", "values", "labels", "uint8", "uint16", "int8", "object", "float64", "<u1",
    "../x.npy", "/etc/passwd", "tier-0.codes.npy", "tier-0.keys.npy", "codes.npy", [], [[]], [0], [None] * 5, [0] * 5,
    {}, {"file": "x.npy"}, [{}],
]  # fmt: skip


def keyed(folder):
    game = load("nim:1,2")
    solution = solve_plain(game, game.initial(), Task())
    keys, codes = solution.labels.table()
    divided = solution.labels.divided
    write_database(folder, game, solution, solution.labels.coding, [(0, keys, codes)], symmetric=divided)


def dense(folder):
    game = load("nim:2,3")
    solution = solve_plain(game, game.initial(), Task())
    coding = Coding((-1.0, 1.0), 0.0)
    codes = np.zeros(game.index_size, int)
    for s in solution.labels.graph.states:
        codes[game.index(s)] = coding.encode(solution[s])
    write_dense(folder, game, solution, coding, codes)


@pytest.fixture(params=[keyed, dense])
def database(request, tmp_path):
    request.param(tmp_path / "database")
    return tmp_path / "database"


def seal(folder, manifest):
    """Write a manifest with a checksum that fits."""
    if isinstance(manifest, dict):
        manifest["checksum"] = manifest_checksum(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def places(found, path=()):
    yield path
    if isinstance(found, dict | list):
        for key in found if isinstance(found, dict) else range(len(found)):
            yield from places(found[key], (*path, key))


def put(found, path, value):
    """Change a place; ``put`` itself in place of a value leaves it out."""
    for key in path[:-1]:
        found = found[key]
    if value is put:
        del found[path[-1]]
    else:
        found[path[-1]] = value


def use(folder):
    """Everything that is done with a database. A GameError of one line may come, and nothing else."""
    try:
        opened = Database(folder)
        for s, label in opened.states():
            assert opened.label(s) is not None or label is not None
        opened.solution().line()
        repr(opened)
        opened.verify()
    except GameError as error:
        words = str(error)
        assert "\n" not in words
        assert len(words) < 1000 + 3 * len(str(folder))


def test_every_field_of_other_kinds(database):
    good, dice = json.loads((database / MANIFEST).read_bytes()), random.Random(2)
    for path in places(good):
        for value in [*dice.sample(ODD, 8), put] if path else [[], None, 3]:
            new = copy.deepcopy(good) if path else value
            if path:
                put(new, path, value)
            seal(database, new)
            use(database)


def test_manifests_edited_at_random(database):
    good = json.loads((database / MANIFEST).read_bytes())
    everywhere, dice = [path for path in places(good) if path], random.Random(3)
    for _ in range(250):
        new = copy.deepcopy(good)
        for path in dice.sample(everywhere, dice.choice([1, 2, 3])):
            with contextlib.suppress(KeyError, IndexError, TypeError):  # it is no longer there
                put(new, path, dice.choice(ODD))
        if dice.random() < 0.2:
            new["tiers"] = good["tiers"] * 2
        seal(database, new)
        use(database)


def test_positions_of_fewer_words_than_the_game_has(tmp_path):
    """Whole by its checksums; a compiled search read beyond the end of its rows, and crashed."""
    keyed(tmp_path / "database")
    good, game = Database(tmp_path / "database"), load("nim:1,2")
    narrow = np.unique(good.parts[0].keys[:, :1], axis=0)
    folder = tmp_path / "narrow"
    with contextlib.suppress(GameError):  # the writer opens it too
        write_database(folder, game, good.solution(), good.coding, [(0, narrow, np.ones(len(narrow), int))])
    seal(folder, json.loads((folder / MANIFEST).read_bytes()) | {"words": 1, "start": [0]})
    with pytest.raises(GameError, match="positions have 1 words, but those of the game have 3"):
        Database(folder, game)


ARRAYS = {
    "a zip file": b"PK\x03\x04" + bytes(200),
    "a pickle": b"\x80\x04\x95" + bytes(200),
    "nothing": b"",
    "half a head": HEAD[:5],
    "no header": HEAD,
    "a header without end": HEAD + b"\xff\xff" + b"{" * 100,
    "nested": HEAD + b"\xff\xff" + b"(" * 65535,
    "odd": HEAD + b"\x10\x00" + b"{'descr': '|O'}\n" + bytes(100),
}


@pytest.mark.parametrize("what", ARRAYS)
def test_files_that_are_no_arrays(what, database):
    file = next(database.glob("*codes.npy"))
    file.write_bytes(ARRAYS[what])
    with pytest.raises(GameError, match=r"codes.npy is damaged: it holds") as caught:
        Database(database)
    assert "\n" not in str(caught.value)


def test_an_array_in_another_order(database):
    if (file := database / "tier-0.keys.npy").exists():
        keys = np.load(file)
        np.save(file, np.asfortranarray(keys))
        with pytest.raises(GameError, match="'fortran_order': True"):
            Database(database)


def test_a_manifest_nested_deeply(database, capsys):
    for text in ("[" * 100_000, '{"format": "gametree database 1", "complete": ' + "[" * 900 + "]" * 900 + "}"):
        (database / MANIFEST).write_text(text)
        assert main(["database", "show", str(database)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


# --- packed ----------------------------------------------------------------------------------------------------------


def repacked(file, manifest, pieces):
    """A packed database by hand, whole by its own checksum."""
    import hashlib

    content = sharing.MAGIC
    for piece in (json.dumps(manifest).encode(), *pieces):
        content += len(piece).to_bytes(8, "little") + piece
    file.write_bytes(content + hashlib.sha256(content).digest())


def test_a_bomb_is_not_unpacked(database, tmp_path, monkeypatch):
    """No more is ever unpacked than the rows that the manifest states."""
    manifest, asked = json.loads((database / MANIFEST).read_bytes()), []
    real = sharing.inflated
    monkeypatch.setattr(sharing, "inflated", lambda content, size: asked.append(size) or real(content, size))
    repacked(tmp_path / "bomb", manifest, [lzma.compress(bytes(1 << 24), preset=0)] * 2)
    with pytest.raises(GameError, match="what is packed is not"):
        unpack(tmp_path / "bomb", tmp_path / "out")
    assert asked
    assert max(asked) < 1000
    assert not (tmp_path / "out").exists()


def test_packed_manifests_edited_at_random(database, tmp_path):
    good, dice = json.loads((database / MANIFEST).read_bytes()), random.Random(4)
    everywhere = [path for path in places(good) if path]
    pieces = [lzma.compress(bytes(48), preset=0), lzma.compress(bytes(6), preset=0)]
    for _ in range(200):
        new = copy.deepcopy(good)
        put(new, dice.choice(everywhere), dice.choice(ODD))
        new["checksum"] = manifest_checksum(new)
        repacked(tmp_path / "bad", new, pieces[: dice.choice([0, 1, 2])])
        with contextlib.suppress(GameError):
            unpack(tmp_path / "bad", tmp_path / "out")
            shutil.rmtree(tmp_path / "out")
        assert not (tmp_path / "out").exists()


# --- many tiers ------------------------------------------------------------------------------------------------------

MANY = """
import resource, sys
from pathlib import Path
from gametree import Game
from gametree.solving.database import Database, write_database
from gametree.solving.label import Coding
from gametree.solving.solution import Solution

class Count(Game):
    def initial(self): return (100, 0)
    def player(self, s): return s[1]
    def actions(self, s): yield 1
    def result(self, s, a): return (s[0] - 1, 1 - s[1])
    def terminal(self, s): return s[0] == 0
    def utility(self, s): return 1
    def tier(self, s): return s[0]

parts = [(n, [(n, n % 2)], [1 + n]) for n in range(101)]
answer = Solution("Count", "strong", 1.0, 100, 101, 0.0, "by hand", wins=101, losses=0, draws=0)
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
write_database(Path(sys.argv[1]), Count(), answer, Coding((1.0,), 0.0), parts)
opened = Database(Path(sys.argv[1]), Count())
print(sum(opened.label((n, n % 2)).remoteness for n in range(101)))
"""


def test_more_tiers_than_files_may_be_open(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", MANY, str(tmp_path / "many")], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("5050\n", 0), done.stderr


def test_a_file_that_cannot_be_opened_is_not_called_damaged(database, monkeypatch):
    from pathlib import Path

    def refuse(self, *_args, real=Path.open, **_kwargs):
        if self.suffix == ".npy":
            raise OSError(24, "Too many open files")
        return real(self, *_args, **_kwargs)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(GameError, match="npy cannot be opened: too many open files"):
        Database(database)
