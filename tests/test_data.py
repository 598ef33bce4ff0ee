"""Data files are read, never run: a game that they name comes from the catalogue, or from where the user says."""

from __future__ import annotations

import json
import lzma

import pytest

from gametree import GameError, load
from gametree.books.book import Book, Entry, Move
from gametree.cli import main
from gametree.data import game_named, json_of
from gametree.files import inflated
from gametree.game import legal
from gametree.solving.database import write_database
from gametree.solving.label import Coding
from gametree.solving.manifest import MANIFEST, manifest_checksum
from gametree.solving.proof.reading import MAGIC
from gametree.solving.solution import Solution

RULES = """
from pathlib import Path
from gametree.games.nim import Nim

with Path({marker!r}).open("a") as file:
    file.write("ran\\n")

class Mine(Nim):
    def __init__(self, heaps=(1, 1)):
        super().__init__(heaps)
"""


@pytest.fixture
def rules(tmp_path):
    """A file of rules that leaves a mark when it is run."""
    file = tmp_path / "elsewhere" / "mine.py"
    file.parent.mkdir()
    file.write_text(RULES.format(marker=str(tmp_path / "marker")))
    return file


def ran(tmp_path):
    return (tmp_path / "marker").exists()


def database(tmp_path, name):
    folder = tmp_path / "database"
    rows = [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    answer = Solution("nim:1,1", "strong", -1.0, 2, 4, 0.0, "by hand", wins=2, losses=2, draws=0)
    write_database(folder, load("nim:1,1"), answer, Coding((-1.0, 1.0), 0.0), [(0, rows, [1, 4, 4, 5])])
    manifest = json.loads((folder / MANIFEST).read_bytes()) | {"game": name}
    manifest["checksum"] = manifest_checksum(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))
    return ["database", "show", str(folder)], ["--game"]


def certificate(tmp_path, name):
    head = {"game": name, "rules": "0", "start": [1, 1, 0], "value": -1, "strategies": []}
    head["sha256"] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"  # of nothing
    (tmp_path / "some.cert").write_bytes(MAGIC + json.dumps(head).encode() + b"\n")
    return ["verify", str(tmp_path / "some.cert")], []


def book(tmp_path, name):
    game = load("nim:1,1")
    Book(game, [Entry((), (Move(legal(game, game.initial())[0], 1),))]).save(tmp_path / "some.book")
    first, rest = (tmp_path / "some.book").read_text().split("\n", 1)
    (tmp_path / "some.book").write_text(json.dumps(json.loads(first) | {"game": name}) + "\n" + rest)
    return ["book", "show", str(tmp_path / "some.book")], ["--game"]


def pgn(tmp_path, name):
    (tmp_path / "some.pgn").write_text(f'[Game "{name}"]\n\n1. a1 b1 0-1\n')
    return ["replay", str(tmp_path / "some.pgn")], ["--rules"]


def games(tmp_path, name):
    tags = {"Game": name, "First": "a", "Second": "b", "Result": "0-1", "Reason": "rules"}
    head = "".join(f'[{key} "{value}"]\n' for key, value in tags.items())
    (tmp_path / "some.games").write_text(f"{head}\na1 b1 0-1\n")
    return ["replay", str(tmp_path / "some.games")], ["--rules"]


READERS = [database, certificate, book, pgn, games]


@pytest.mark.parametrize("make", READERS)
def test_rules_that_a_data_file_names_are_not_run(make, rules, tmp_path, capsys):
    command, option = make(tmp_path, f"{rules}:Mine")
    assert main(command) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "run only where you name them yourself" in error
    assert not ran(tmp_path)
    # and where the user names them they are
    main([*command, *option, str(rules)])
    assert ran(tmp_path)


@pytest.mark.parametrize("make", [pgn, games])
def test_games_by_rules_that_the_user_names(make, rules, tmp_path, capsys):
    command, option = make(tmp_path, "/where/it/was/mine.py:Mine:heaps=1,1")
    assert main([*command, *option, str(rules)]) == 0
    assert "b1" in capsys.readouterr().out
    other = rules.with_name("other.py")
    other.write_text(rules.read_text())
    assert main([*command, *option, str(other)]) == 2  # another file is not what the games name
    assert "mine.py" in capsys.readouterr().err


def test_a_file_that_a_game_of_the_catalogue_would_read_is_no_better(tmp_path):
    (tmp_path / "tree.json").write_text("[1, [2, 3]]")
    spec = f"tree:file={tmp_path / 'tree.json'}"
    with pytest.raises(GameError, match="name them yourself"):
        game_named(spec, "a.book", "--game GAME")
    mine = load(spec)
    assert game_named(spec, "a.book", "--game GAME", mine) is mine


@pytest.mark.parametrize("name", [None, 3, ["nim"], {}, "nim" * 1000, "conect4", "", ":", "x.py", "../x.py:Y"])
def test_names_that_are_none(name):
    with pytest.raises(GameError) as caught:
        game_named(name, "a.book", "--game GAME")
    assert "\n" not in str(caught.value)


def test_deep_json_is_a_mistake_of_its_writer():
    for text in ("[" * 200_000, '{"a":' * 200_000, "[" * 900 + "]" * 899):
        with pytest.raises(ValueError, match=r"deeply|delimiter"):
            json_of(text)


def test_nothing_more_is_unpacked_than_was_said():
    bomb = lzma.compress(bytes(1 << 22), preset=0)
    for size in (0, 1, 1 << 10, (1 << 22) - 1, (1 << 22) + 1):
        with pytest.raises(ValueError, match="bytes long"):
            inflated(bomb, size)
    assert len(inflated(bomb, 1 << 22)) == 1 << 22
    with pytest.raises(ValueError, match="bytes long"):
        inflated(bomb[:-7], 1 << 22)
    with pytest.raises(ValueError, match="cannot be unpacked"):
        inflated(b"no xz", 5)
