"""The README's own game, saved as it says, through every command that it names. (Its doctests run by themselves.)"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    (source,) = re.findall(r"```python\n(from typing.*?)```", README, re.DOTALL)
    place = tmp_path_factory.mktemp("user")
    (place / "kayles.py").write_text(source)
    return place


def gametree(folder, *words, typed=""):
    done = subprocess.run(
        [sys.executable, "-m", "gametree", *words],
        cwd=folder, capture_output=True, text=True, input=typed, env=os.environ | {"COLUMNS": "100"}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_ci_runs_its_test_command_and_then_all_that_this_leaves_out_but_the_slow_tests():
    (command,) = re.findall(r"^.*pytest.*$", README.split("## A game of your own")[0], re.MULTILINE)
    thorough = ".venv/bin/python -m pytest -q -m 'thorough and not slow'"
    assert f"\n{command}\n{thorough}\n" in (ROOT / ".ci" / "run").read_text()
    assert "-m 'not slow and not thorough'" in (ROOT / "pyproject.toml").read_text()


def test_its_commands_are_tried_here():
    named = set(re.findall(r"^gametree (\w+) kayles", README, re.MULTILINE))
    assert named == {"check", "best", "trace", "play", "serve", "measure", "solve"}


def test_the_game_is_about_twenty_lines(folder):
    assert len([line for line in (folder / "kayles.py").read_text().splitlines() if line.strip()]) <= 25


def test_check(folder):
    assert "kayles.py is well defined and compiles" in gametree(folder, "check", "kayles.py")


def test_best(folder):
    """The first player always wins Kayles: he takes from the middle, and then mirrors."""
    answer = json.loads(gametree(folder, "best", "kayles.py:coins=12", "--depth", "12", "--json"))
    assert (answer["value"], answer["proven"], answer["compiled"]) == (1, True, True)


def test_trace(folder):
    assert "value 1, proven" in gametree(folder, "trace", "kayles.py:coins=3", "--algorithm", "alphabeta")


def test_measure(folder):
    assert json.loads(gametree(folder, "measure", "kayles.py", "--json"))["game"] == "kayles.py"


def test_solve_and_verify(folder):
    """What is proven weakly by one command is checked by another, and the first player wins."""
    strong = json.loads(gametree(folder, "solve", "kayles.py", "--json"))
    assert (strong["outcome"], strong["level"]) == ("win", "strong")
    gametree(folder, "solve", "kayles.py:coins=9", "--level", "weak", "--out", "kayles.cert")
    assert "value 1 is proven" in gametree(folder, "verify", "kayles.cert", "kayles.py:coins=9")


def test_play(folder):
    """Alone against oneself: an illegal move is explained, and the game played to its end."""
    screen = gametree(folder, "play", "kayles.py:coins=3", "--human", "both", typed="9\n2\n1\n3\n")
    assert "'9' is not a legal move here" in screen
    assert "wins" in screen
