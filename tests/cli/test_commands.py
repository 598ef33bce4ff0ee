"""Each command does what it says, for people and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gametree import __version__, load
from gametree.answering.algorithms import choice
from gametree.catalogue import CATALOGUE
from gametree.cli import COMMANDS


def test_help_lists_every_command_without_importing_it(gametree):
    ran = gametree("--help")
    assert ran.status == 0
    for name, line in COMMANDS.items():
        assert name in ran.out
        assert line.split(":")[0] in " ".join(ran.out.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_page(gametree, name):
    ran = gametree(name, "--help")
    assert ran.status == 0
    assert f"gametree {name}" in ran.out
    assert COMMANDS[name].rstrip(".?").split(":")[0].split(",")[0] in " ".join(ran.out.split())


def test_version(gametree):
    assert gametree("--version").out == f"{__version__}\n"


def test_games(gametree):
    out = gametree("games").out
    assert {line.split()[0] for line in out.splitlines() if not line.startswith(" ")} == set(CATALOGUE)
    assert "width=7" in out


def test_games_as_json(gametree):
    found = {game["name"]: game for game in json.loads(gametree("games", "--json").out)["games"]}
    assert set(found) == set(CATALOGUE)
    assert found["connect4"]["parameters"] == {"width": 7, "height": 6, "connect": 4}


def test_one_game_in_detail(gametree, take):
    out = gametree("games", "tictactoe").out
    assert "Tic-Tac-Toe" in out
    assert "symmetries" in out.splitlines()[-1]
    facts = json.loads(gametree("games", take, "--json").out)
    assert facts["parameters"] == {"stones": 10}
    assert facts["about"] == "Take one to three stones; the last one wins."
    assert facts["provides"] == []


def test_best(gametree):
    ran = gametree("best", "tictactoe", "--moves", "1 5 9 3 7", "--depth", "9")
    assert ran.status == 0
    assert ran.out[0] in "2468"  # X threatens 4 and 8; O can stop one of them, so all moves lose alike
    assert "value 1, proven, end in 2 " in ran.out
    assert ran.out.count("\n") == 1


def test_best_as_json(gametree):
    found = json.loads(gametree("best", "tictactoe", "--depth", "9", "--json").out)
    assert found["game"] == "tictactoe"
    assert found["value"] == 0
    assert found["proven"] is True
    assert set(found) >= {
        "move", "action", "bound", "distance", "depth", "nodes", "seconds", "line", "algorithm", "compiled",
    }  # fmt: skip


@pytest.mark.thorough
def test_position_and_moves_together(gametree):
    whole = json.loads(gametree("best", "connect4", "--moves", "4 4 4", "--depth", "3", "--json").out)
    parts = json.loads(gametree("best", "connect4", "--position", "44", "--moves", "4", "--depth", "3", "--json").out)
    for key in ("move", "value", "line", "nodes"):
        assert whole[key] == parts[key]


@pytest.mark.thorough
def test_best_shows_its_progress_only_when_asked(gametree):
    gametree("best", "connect4", "--depth", "2")  # compiles, which is told too
    assert gametree("best", "connect4", "--time", "0.35").err == ""
    lines = gametree("best", "connect4", "--time", "0.35", "--verbose").err.splitlines()
    assert lines
    for line in lines:
        assert line.startswith("depth ")
        assert "  estimate " in line  # nothing is proven of Connect Four in so short a time
        assert "nodes" in line


def test_perft(gametree):
    # Tic-Tac-Toe: 9, 72, 504, 3024, 15120 positions after 1 to 5 moves, before any game can end: 9!/(9-n)!
    assert "15,120" in gametree("perft", "tictactoe", "--depth", "5").out
    found = json.loads(gametree("perft", "tictactoe", "--depth", "9", "--ends", "--json").out)
    assert (found["nodes"], found["depth"], found["game"]) == (255_168, 9, "tictactoe")


def test_perft_divided(gametree):
    found = json.loads(gametree("perft", "tictactoe", "--depth", "3", "--divide", "--json").out)
    assert found["divide"] == dict.fromkeys("123456789", 56)


def test_trace(gametree):
    # Russell & Norvig: the root is worth 3, and the leaves 4 and 6 are cut
    out = gametree("trace", "tree").out
    assert "value 3" in out
    assert re.search(r"^ +16  cut .*2 ≤ α 3", out, re.MULTILINE)
    found = json.loads(gametree("trace", "tree", "--algorithm", "minimax", "--json").out)
    assert (found["value"], found["evaluated"], found["cut"]) == (3, 9, 0)


def test_trace_of_too_large_a_tree(gametree):
    ran = gametree("trace", "connect4", "--nodes", "2000", "--events", "10")
    assert "without an answer" in ran.out
    assert "--depth 3 looks three actions ahead" in ran.err
    assert gametree("trace", "connect4", "--depth", "2", "--events", "10").err == ""


def test_trace_of_a_position(gametree):
    found = json.loads(gametree("trace", "tictactoe", "--moves", "1 4 2 5", "--depth", "1", "--json").out)
    assert found["move"] == "3"


def test_trace_with_options(gametree):
    listed = gametree("trace", "tree", "--option", "help").out
    assert "fail" in listed
    assert "equality" in listed
    found = json.loads(gametree("trace", "tree", "--option", "fail=hard", "--option", "equality=false", "--json").out)
    assert found["options"] == {"fail": "hard", "equality": False}


def test_trace_keeps_so_many_events(gametree):
    assert len(json.loads(gametree("trace", "tree", "--events", "3", "--json").out)["events"]) == 3


@pytest.mark.thorough
def test_check(gametree, take, tmp_path):
    good = gametree("check", take)
    assert good.status == 0
    assert "well defined" in good.out
    bad = tmp_path / "bad.py"
    bad.write_text(Path(take).read_text().replace("return s.stones == 0", "return s.stones == -1"))
    ran = gametree("check", str(bad), "--json")
    assert ran.status == 1
    assert json.loads(ran.out)["ok"] is False


def test_measure(gametree):
    found = json.loads(gametree("measure", "tictactoe", "--json").out)
    assert found["positions"] == {"value": 5478, "kind": "exact", "error": None}
    assert found["must_end"] is True
    assert "5,478" in gametree("measure", "tictactoe").out


def test_cache(gametree, tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path))
    assert json.loads(gametree("cache", "--json").out)["files"] == 0
    assert str(tmp_path) in gametree("cache").out
    assert json.loads(gametree("cache", "clear", "--json").out)["cleared"] is True


def test_bench_says_where_it_lives(gametree, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gametree.cli.bench.__file__", str(tmp_path / "lib" / "gametree" / "cli" / "bench.py"))
    assert "source tree" in gametree("bench").told()


def test_bench_passes_its_options_on(gametree, tmp_path, monkeypatch):
    (tmp_path / "benchmarks").mkdir()
    script = "import sys, pathlib; pathlib.Path('words').write_text(' '.join(sys.argv[1:])); sys.exit(7)"
    (tmp_path / "benchmarks" / "__main__.py").write_text(script)
    monkeypatch.chdir(tmp_path)
    assert gametree("bench", "--quick", "--json").status == 7
    assert (tmp_path / "words").read_text() == "--quick --json"


@pytest.mark.thorough
def test_a_users_file_goes_through_everything(gametree, take):
    assert gametree("best", take, "--depth", "12").out.startswith("2 ")  # leaves 8, a multiple of 4
    assert gametree("best", f"{take}:Take:stones=11", "--depth", "12").out.startswith("3 ")
    assert gametree("perft", take, "--depth", "2").out.startswith("perft(2) = 9")
    assert gametree("measure", take).status == 0


def test_several_lines_and_threads(gametree):
    ran = gametree("best", "tictactoe", "--lines", "3", "--threads", "2", "--depth", "2", "--json")
    assert len(json.loads(ran.out)["lines"]) == 3


def test_best_explains_its_algorithm(gametree):
    found = gametree("best", "nim:2,3", "--depth", "3", "--explain")
    why, evaluation, *shares = found.out.partition("evaluation after")[0].splitlines()[1:]
    assert why == f"pvs, because {choice(load('nim:2,3')).why}"
    assert evaluation.startswith("evaluation of this position: ")
    assert len(shares) == 2
    after = found.out.partition("evaluation after ")[2].splitlines()  # the end of the line, where the estimate is made
    assert after[0].startswith("b1 ")
    found = gametree("best", "nim:2,3", "--depth", "3", "--algorithm", "greedy", "--explain", "--json")
    assert json.loads(found.out)["why"] == "greedy, because it was asked for"
    assert "why" not in json.loads(gametree("best", "nim:2,3", "--depth", "3", "--json").out)
