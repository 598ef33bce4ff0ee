"""The command: what it prints, what it writes, how it goes on, and what a mistake gets."""

from __future__ import annotations

import json

import pytest

from gametree.cli import main
from gametree.learning import positions as describing
from gametree.learning import selfplay
from gametree.weights import read_weights

QUICK = ["--rounds", "1", "--games", "40", "--depth", "1", "--opening", "3"]


@pytest.fixture(autouse=True)
def in_python(monkeypatch, tmp_path):
    from gametree.compile import NotCompiledError

    def refused(*_args, **_options):
        raise NotCompiledError("not in this test")

    monkeypatch.setattr(selfplay, "prepare", refused)
    monkeypatch.setattr(describing, "prepare", refused)
    monkeypatch.chdir(tmp_path)


def test_it_prints_what_was_learned_and_writes_the_weights(capsys, tmp_path):
    command = ["learn", "tictactoe", *QUICK, "--player", "greedy", "--proof-games", "10"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "feature" in told.splitlines()[0]
    assert "round 1: " in told
    assert "Results of learned vs old (tictactoe, 4 random plies)" in told
    assert "tictactoe.weights: undecided after 10 games" in told
    held = read_weights(tmp_path / "tictactoe.weights")
    assert held.made.startswith("gametree ")
    assert held.proof["games"] == 10
    assert main([*command, "--json"]) == 0  # everything is there already
    again = json.loads(capsys.readouterr().out)
    assert again["new"] == list(held.weights)
    assert again["match"]["games"] == 10
    assert again["ended"] == "finished"


def test_the_weights_are_used(capsys):
    assert main(["learn", "tictactoe", *QUICK, "--proof-games", "0", "--zero", "--out", "t.weights"]) == 0
    assert "not compared" in capsys.readouterr().out
    for words in (["tictactoe:weights=t.weights"], ["tictactoe", "--weights", "t.weights"]):
        assert main(["best", *words, "--algorithm", "greedy", "--moves", "5 1", "--explain", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        first, *shares = found["evaluation"].splitlines()
        weight = read_weights("t.weights").weights[0]
        assert first.startswith("evaluation of this position: ")
        assert any(f"{weight:g}" in share for share in shares)
    assert (
        main(["best", "tictactoe:weights=t.weights", "--algorithm", "greedy", "--moves", "1 4 2 5 3", "--explain"]) == 0
    )
    assert "evaluation of" not in capsys.readouterr().out  # the game is over


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["hex"], "has no weighted features: inherit from Weighted"),
        (["tictactoe", "--rounds", "0"], "the number of rounds must be 1 or more"),
        (["tictactoe", "--method", "magic"], "magic"),
        (["tictactoe", "--out", "no/such.weights"], "does not exist"),
        (["tictactoe", "--games-file", "none.txt"], "cannot be read"),
        (["tictactoe", "--proof-games", "3"], "must be even"),
        (["tictactoe", "--plot", "x.doc"], "a plot is"),
    ],
)
def test_a_mistake_gets_one_line_and_writes_nothing(words, message, capsys, tmp_path):
    assert main(["learn", *words]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_plot(tmp_path):
    pytest.importorskip("matplotlib")
    assert main(["learn", "tictactoe", *QUICK, "--proof-games", "0", "--plot", "curve.svg"]) == 0
    assert "learning curve" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
