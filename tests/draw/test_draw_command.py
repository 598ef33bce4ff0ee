"""``gametree draw`` and ``gametree trace --svg``."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from gametree import load, trace
from gametree.cli import main


@pytest.fixture
def run(capsys):
    def command(*words):
        status = main(list(words))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


def test_a_position_to_a_file(run, tmp_path):
    path = tmp_path / "board.svg"
    status, out, _ = run("draw", "connect4", "--moves", "4 4", "--svg", str(path))
    assert (status, out) == (0, f"{path}: connect4: Max to move\n")
    game = load("connect4")
    assert path.read_text(encoding="utf-8") == game.svg(game.parse("4 4"))
    assert [p.name for p in path.parent.iterdir()] == ["board.svg"]


def test_a_position_to_the_screen_and_as_json(run):
    _, out, _ = run("draw", "tictactoe", "--position", "1 5")
    assert ElementTree.fromstring(out).get("role") == "img"
    _, out, _ = run("draw", "tictactoe", "--position", "1 5", "--json")
    assert len(json.loads(out)["moves"]) == 7


def test_a_graph(run, tmp_path):
    path = tmp_path / "graph.svg"
    status, out, _ = run("draw", "nim:heaps=5,limit=2", "--graph", "--svg", str(path))
    assert status == 0
    assert "10 states" in out
    assert path.read_text(encoding="utf-8").startswith("<svg")
    _, out, _ = run("draw", "nim:heaps=5,limit=2", "--graph", "--json")
    assert len(json.loads(out)["nodes"]) == 10


def test_a_graph_does_not_flood_the_screen(run):
    """Without a file a line tells of it, and another what to write; ``-`` asks for the drawing itself."""
    status, out, _ = run("draw", "nim:heaps=5,limit=2", "--graph")
    assert status == 0
    about, advice = out.splitlines()
    assert about.startswith("nim:heaps=5,limit=2: 10 states, ")
    assert advice == "To see it, write --svg graph.svg, or --svg - for standard output."
    _, out, _ = run("draw", "nim:heaps=5,limit=2", "--graph", "--svg", "-")
    assert ElementTree.fromstring(out).get("role") == "img"


def test_a_folder_that_is_missing_is_not_created(run, tmp_path):
    path = tmp_path / "a" / "board.svg"
    status, out, err = run("draw", "tictactoe", "--svg", str(path))
    assert (status, out) == (2, "")
    assert err == f"gametree: {path}: the folder {path.parent} does not exist: create it first\n"
    assert not path.parent.exists()


def test_a_trace(run, tmp_path):
    path = tmp_path / "tree.svg"
    status, out, _ = run("trace", "tree", "--svg", str(path), "--step", "16")
    assert status == 0
    assert out.startswith(f"{path}: tree, alphabeta: value 3")
    assert path.read_text(encoding="utf-8") == trace("tree").svg(16)
    _, out, _ = run("trace", "tree", "--svg", str(path), "--json")
    assert json.loads(out)["value"] == 3
    assert path.read_text(encoding="utf-8") == trace("tree").svg()


def test_growth(run, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    path = tmp_path / "growth.svg"
    status, out, _ = run("draw", "tictactoe", "--growth", "--depth", "2", "--svg", str(path))
    assert status == 0
    assert "81 (8.51)" in out
    plot = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert plot.find("{http://www.w3.org/2000/svg}title").text == "tictactoe: nodes by depth"
    assert plot.find("{http://www.w3.org/2000/svg}desc").text == out.rstrip("\n")
    _, out, _ = run("draw", "tictactoe", "--growth", "--depth", "2", "--json")
    assert json.loads(out)["algorithms"]["textbook.minimax"]["nodes"] == [9, 81]


def ids(path):
    """The names of things in a drawing; each name that it uses must be one of them."""
    text = path.read_text(encoding="utf-8")
    found = [e.get("id") for e in ElementTree.fromstring(text).iter() if e.get("id")]
    assert set(re.findall(r"(?:url\(|href=\")#([^)\"]+)", text)) <= set(found)
    return found


def test_the_result_of_a_match(run, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    paths = [tmp_path / name for name in ("first.svg", "second.svg", "third.png")]
    for path in paths:
        status, out, _ = run("match", "tictactoe", "random", "greedy", "--games", "4", "--plot", str(path))
        assert status == 0
        assert "Games: 4" in out
    plot = ElementTree.fromstring(paths[0].read_text(encoding="utf-8"))
    assert plot.find("{http://www.w3.org/2000/svg}desc").text.rstrip("\n") == out.rstrip("\n")
    assert ids(paths[0])
    assert not set(ids(paths[0])) & set(ids(paths[1]))  # both may stand in one document
    assert paths[2].read_bytes().startswith(b"\x89PNG")


def test_a_plot_that_will_not_be_is_told_before_the_match(run, tmp_path, monkeypatch):
    from gametree.verbs import match

    monkeypatch.setattr(match, "match", None)
    status, out, told = run("match", "tictactoe", "random", "greedy", "--plot", str(tmp_path / "plot.doc"))
    assert (status, out) == (2, "")
    assert "a plot is something.svg, something.png or something.pdf" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("trace", "tree", "--step", "3"), "--step needs a drawing"),
        (("trace", "tree", "--svg", "x.svg", "--step", "99"), "there is no step 99: the steps are 1 to 29"),
        (("trace", "tree", "--svg", "x.png"), "call the file something.svg"),
        (("trace", "tree", "--events", "0", "--svg", "x.svg"), "kept no steps"),
        (("draw", "tictactoe", "--graph", "--growth"), "give one of them"),
        (("draw", "chess", "--graph"), "too many to draw"),
        (("draw", "tictactoe", "--svg", "/proc/x.svg"), "the drawing is not written"),
    ],
)
def test_mistakes_are_told_in_one_line(run, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
