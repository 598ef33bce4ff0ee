"""What goes to standard output: JSON alone, the options in words. And folders that nobody asked for are not created."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

TALKING = '''
from typing import NamedTuple
from gametree import Game

print("loading")

class Pile(NamedTuple):
    stones: int
    turn: int

class Talking(Game):
    """Rules that print."""
    def initial(self):
        print("initial")
        return Pile(4, 0)
    def player(self, s):
        return s.turn
    def actions(self, s):
        print("actions")
        return [n for n in (1, 2) if n <= s.stones]
    def result(self, s, a):
        print("result")
        return Pile(s.stones - a, 1 - s.turn)
    def terminal(self, s):
        return s.stones == 0
    def utility(self, s):
        return 1 if s.turn == 1 else -1
'''


@pytest.fixture
def talking(tmp_path):
    path = tmp_path / "talking.py"
    path.write_text(TALKING)
    return str(path)


@pytest.mark.parametrize(
    "words",
    [
        ("best", "--algorithm", "textbook.minimax"),
        ("trace", "--algorithm", "minimax"),
        ("draw",),
        ("draw", "--graph"),
        ("games",),
    ],
)
def test_what_rules_print_does_not_break_json(gametree, talking, words):
    ran = gametree(words[0], talking, *words[1:], "--json")
    assert ran.status == 0
    assert isinstance(json.loads(ran.out), dict)
    assert ran.out.count("\n") == 1
    assert "loading" in ran.err


def test_what_compiled_rules_print_does_not_break_json(talking):
    """Compiled code prints by another way than Python's."""
    done = subprocess.run(
        [sys.executable, "-m", "gametree", "perft", talking, "--depth", "3", "--json"],
        capture_output=True, text=True, env=os.environ, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["nodes"] == 4
    assert "result" in done.stderr


def test_without_json_rules_may_print(gametree, talking):
    assert "loading" in gametree("best", talking, "--algorithm", "textbook.minimax").out


def test_help_is_printed_with_json_too(gametree):
    assert "Usage" in gametree("best", "--json", "--help").out


# --- the options of algorithms ---------------------------------------------------------------------------------------


def test_the_options_of_best(gametree):
    ran = gametree("best", "connect4", "--option", "help")
    lines = ran.out.splitlines()
    assert lines[0].startswith("pvs ")
    assert any(line.split()[0] == "nullmove=on" and "passing" in line for line in lines)
    assert any(line.split()[0] == "beam=0" for line in lines)
    plain = gametree("best", "connect4", "--algorithm", "alphabeta", "--option", "help").out
    assert "nullmove=off" in plain


@pytest.mark.parametrize(
    ("words", "name", "option"),
    [
        (("best", "pig"), "star2", "sample=0"),
        (("best", "crowdnim"), "maxn", "ties=first"),
        (("best", "tictactoe", "--algorithm", "textbook.beam"), "textbook.beam", "width=3"),
        (("trace", "tictactoe", "--algorithm", "beam"), "textbook.beam", "width=3"),
    ],
)
def test_the_options_of_other_algorithms(gametree, words, name, option):
    lines = gametree(*words, "--option", "help").out.splitlines()
    assert lines[0].split()[0] == name
    assert option in [line.split()[0] for line in lines[1:]]


def test_algorithms_without_options_say_so(gametree):
    assert "(no options)" in gametree("best", "tictactoe", "--algorithm", "random", "--option", "help").out


def test_the_options_of_a_player(gametree):
    ran = gametree("match", "connect4", "pvs:help", "random")
    assert ran.status == 0
    assert "nullmove=on" in ran.out


@pytest.mark.parametrize("words", [("best", "tictactoe"), ("trace", "tictactoe")])
def test_an_unknown_algorithm_has_no_options(gametree, words):
    assert "unknown" in gametree(*words, "--algorithm", "nonsense", "--option", "help").told()


# --- folders that are not there --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "tictactoe", "--out"),
        ("solve", "tictactoe", "--level", "weak", "--out"),
        ("book", "build", "tictactoe", "--out"),
        ("trace", "tree", "--svg"),
        ("match", "tictactoe", "random", "random", "--save"),
        ("match", "tictactoe", "random", "random", "--games-file"),
    ],
)
def test_missing_folders_are_not_created(gametree, tmp_path, words):
    path = tmp_path / "no" / "such" / "thing.svg"
    told = gametree(*words, str(path)).told()
    assert told == f"{path}: the folder {path.parent} does not exist: create it first"
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_working_folder_needs_no_folder(gametree, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert gametree("trace", "tree", "--svg", "tree.svg").status == 0
    assert gametree("solve", "nim:2,2", "--out", "nim").status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"tree.svg", "nim"}
