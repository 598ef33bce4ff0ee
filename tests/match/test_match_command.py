"""``gametree match`` and ``gametree replay``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from gametree.cli import main
from gametree.tournament.record import read_games

if TYPE_CHECKING:
    from collections.abc import Callable

GAMETREE = [sys.executable, "-m", "gametree"]


@pytest.fixture
def gametree(capsys) -> Callable[..., tuple[int, str, str]]:
    def run(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main(words)
        return status, *capsys.readouterr()

    return run


def test_a_match(gametree):
    status, out, err = gametree("match", "tictactoe", "rules", "random", "--games", "10", "--plies", "1")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[1] == "Results of rules vs random (tictactoe, 1 random ply):"
    assert [line.split(":")[0] for line in lines[2:6]] == ["Elo", "LOS", "Games", "Ptnml(0-2)"]


def test_as_json(gametree):
    _, out, _ = gametree("match", "tictactoe", "rules", "random", "--games", "10", "--sprt", "-50", "50", "--json")
    found = json.loads(out)
    assert (found["game"], found["games"]) == ("tictactoe", 10)
    assert found["sprt"]["elo0"] == -50
    assert found["ended"] in ("finished", "H1")


def test_verbose_tells_of_each_game(gametree):
    _, _, err = gametree("match", "tictactoe", "greedy", "random", "--games", "4", "--verbose")
    assert err.count("Finished game ") == 4
    assert "Finished game 2.2 (random vs greedy): " in err


def test_a_round_robin(gametree):
    _, out, _ = gametree("match", "tictactoe", "random", "greedy", "rules", "--games", "4")
    assert "Results of 3 players (tictactoe, 4 random plies):" in out
    assert out.count("Score of ") == 3
    _, out, _ = gametree("match", "tictactoe", "random", "greedy", "rules", "--games", "4", "--gauntlet")
    assert out.count("Score of ") == 2


def test_openings_and_games_in_files(gametree, tmp_path):
    openings, games = tmp_path / "openings.txt", tmp_path / "games.txt"
    openings.write_text("5 1\n5 2\n")
    words = ["match", "tictactoe", "random", "greedy", "--games", "4", "--openings", str(openings)]
    _, out, _ = gametree(*words, "--games-file", str(games))
    assert "(tictactoe, openings.txt)" in out
    assert [record.played.actions[:2] for record in read_games(games)] == [(4, 0), (4, 0), (4, 1), (4, 1)]


def test_replay(gametree, tmp_path):
    games = str(tmp_path / "games.txt")
    gametree("match", "tictactoe", "random", "greedy", "--games", "2", "--plies", "2", "--games-file", games)
    _, out, _ = gametree("replay", games)
    assert [line.split()[:2] for line in out.splitlines()] == [["1", "1.1"], ["2", "1.2"]]
    record = read_games(games)[1]
    _, out, _ = gametree("replay", games, "--game", "2")
    assert out.startswith("greedy vs random\n")
    assert out.count("to move") == len(record.played.actions) + 1
    assert out.count("(opening)") == 2
    assert out.rstrip().endswith(f"{record.result} (rules)")
    found = json.loads(gametree("replay", games, "--game", "2", "--json")[1])
    assert len(found["moves"]) == len(found["positions"]) - 1 == found["plies"]
    assert len(json.loads(gametree("replay", games, "--json")[1])["games"]) == 2
    for number in ("0", "3"):
        status, _, err = gametree("replay", games, "--game", number)
        assert (status, err) == (2, f"gametree: {games} holds games 1 to 2, and no game {number}\n")


@pytest.mark.parametrize(
    "words",
    [
        ["tictactoe", "random", "greedy", "--games", "3"],
        ["tictactoe", "random", "greedy", "--games", "1.5"],
        ["tictactoe", "random", "greedy", "--sprt", "5", "0"],
        ["tictactoe", "random", "greedy", "--model", "logistic"],
        ["tictactoe", "random", "greedy", "--save", "/nowhere/results.db"],
        ["tictactoe", "random", "greedy:depht=3"],
        ["tictactoe", "random"],
        ["tictoe", "random", "greedy"],
    ],
)
def test_a_mistake_is_one_line(gametree, words):
    status, out, err = gametree("match", *words)
    assert (status, out) == (2, "")
    assert err.startswith("gametree: ")
    assert err.count("\n") == 1


def test_ctrl_c_prints_the_standing_and_loses_nothing(tmp_path):
    games = tmp_path / "games.txt"
    words = ["match", "tictactoe", "random", "alphabeta:time=0.05", "--games", "1000", "--save", str(tmp_path / "r.db")]
    command = [*GAMETREE, *words, "--games-file", str(games), "--json", "--verbose"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        told = 0
        for line in process.stderr:
            told += line.startswith("Finished game")
            if told == 3:
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    found = json.loads(out)
    assert found["ended"] == "interrupted"
    played = len(read_games(games))
    assert played >= 3
    assert found["games"] == played - played % 2
    games_in_all = found["games"] + 4
    again = subprocess.run(
        [*GAMETREE, *words[:4], "--games", str(games_in_all), *words[6:], "--json", "--verbose"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(again.stdout)["games"] == games_in_all
    assert again.stderr.count("Finished game") == games_in_all - played


def test_a_match_that_is_killed_ends_the_programs_that_it_has_started(tmp_path):
    number = tmp_path / "number"
    program = f"{sys.executable} -m gametree ugi tictactoe"
    script = tmp_path / "deaf.sh"  # as some programs do, it goes on when nobody talks to it any more
    script.write_text(f"echo $$ > {number}\n{program}\nsleep 1000\n")
    words = ["match", "tictactoe", f"ugi:sh {script},depth=1", "random", "--games", "100000", "--json", "--verbose"]
    with subprocess.Popen([*GAMETREE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert process.stderr.readline().startswith("Finished game")
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=60)
    assert json.loads(out)["ended"] == "interrupted"
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)


def test_on_a_terminal_the_standing_is_one_line_rewritten(gametree, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    _, _, err = gametree("match", "tictactoe", "rules", "random", "--games", "6", "--sprt", "0", "50")
    assert err.startswith("\r\x1b[2Krules: +")
    assert "LLR: " in err
    assert err.endswith("\r\x1b[2K")
    assert "\n" not in err
