"""``gametree solve``: for people, as JSON, and where it is stopped or mistaken."""

from __future__ import annotations

import json
import signal

import pytest

from gametree.cli import main
from gametree.cli import solve as command
from marking import thorough

FIELDS = {"game", "level", "value", "outcome", "positions", "remoteness", "seconds", "wins", "losses", "draws"}


def run(capsys, *words):
    status = main(["solve", *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_json_has_the_fields_of_the_design(capsys):
    status, out, _ = run(capsys, "tictactoe", "--json")
    found = json.loads(out)
    assert status == 0
    assert set(found) >= FIELDS
    assert (found["outcome"], found["positions"], found["level"]) == ("draw", 5478, "strong")
    assert found["wins"] + found["losses"] + found["draws"] == 5478
    assert sum(tier["positions"] for tier in found["tiers"]) == 5478


def test_a_draw_by_cycling_has_no_remoteness(capsys):
    found = json.loads(run(capsys, "ponghauki", "--json")[1])
    assert found["remoteness"] is None
    assert (found["outcome"], found["loops"]) == ("draw", True)


def test_for_people(capsys):
    status, out, err = run(capsys, "connect4:width=4,height=2", "--tiers")
    assert status == 0
    assert out.startswith(
        "connect4:width=4,height=2: a draw, value 0, end in 8 at the latest   (strong, 741 positions, "
    )
    assert "end after 8 actions at most" in out
    assert out.splitlines()[-1].split()[:2] == ["8", "1"]  # the start is the only position of its tier
    assert "\x1b" not in err


def test_from_a_position(capsys):
    found = json.loads(run(capsys, "tictactoe", "--moves", "1 2", "--json")[1])
    assert (found["value"], found["outcome"]) == (1, "win")
    again = json.loads(run(capsys, "tictactoe", "--position", "XO. ... ...", "--json")[1])
    assert (again["value"], again["positions"]) == (found["value"], found["positions"])


def test_estimate_does_not_solve(capsys):
    found = json.loads(run(capsys, "tictactoe", "--estimate", "--json")[1])
    assert found["positions"] == pytest.approx(5478, rel=0.1)  # exact where there was time for all of them
    assert "value" not in found


def test_walking_through_the_solution(capsys, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda *_: "quit")
    status, out, _ = run(capsys, "tictactoe", "--explore")
    assert status == 0
    assert "X to move" in out


def test_a_database(capsys, tmp_path):
    found = json.loads(run(capsys, "ponghauki", "--out", str(tmp_path / "db"), "--json")[1])
    assert found["path"] == str(tmp_path / "db")
    assert (tmp_path / "db" / "manifest.json").exists()


@pytest.mark.thorough
@pytest.mark.parametrize("level", ["weak", "ultra-weak"])
def test_other_levels(capsys, level):
    found = json.loads(run(capsys, "mnk:3,3,3", "--level", level, "--json")[1])
    assert (found["level"], found["value"]) == (level, 0)


def test_ctrl_c_says_what_remains(capsys, monkeypatch):
    monkeypatch.setattr(command.Live, "__call__", interrupt)
    status, out, err = run(capsys, "connect4:width=5,height=3")
    assert (status, out) == (130, "")
    assert err.splitlines()[-1].startswith("gametree: stopped; exploring: ")
    assert err.splitlines()[-1].endswith("nothing was kept")


def interrupt(live, report):
    live.last = report
    if not live.began:
        live.began["once"] = 0.0
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tictactoe", "--level", "total"], "unknown level 'total'; there are auto, strong, weak, ultra-weak"),
        (["tictactoe", "--memory", "lots"], "not a size of memory: 'lots'; write it as 8GiB or 500MiB"),
        (["tictactoe", "--threads", "0"], "the number of threads must be a whole number from 1 to 256, not 0"),
        (["tictactoe", "--moves", "99"], "'99' is not a legal move here"),
        *thorough((["connect4", "--memory", "1M", "--level", "strong"], "connect4 does not fit into 1.0 MiB: it")),
    ],
)
def test_mistakes_get_one_line(capsys, words, told):
    status, out, err = run(capsys, *words)
    lines = [line for line in err.splitlines() if not line.startswith("compiling")]
    assert (status, out, len(lines)) == (2, "", 1)
    assert told in lines[0]


@pytest.mark.thorough
def test_weak_where_strong_does_not_fit(capsys):
    found = json.loads(run(capsys, "connect4:width=4,height=4", "--memory", "1M", "--json")[1])
    assert (found["level"], found["outcome"]) == ("weak", "draw")
    assert "not solved strongly" in found["notes"][-1]
