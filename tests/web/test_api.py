"""The API: the same JSON as the commands, and a clear line for every mistake."""

from __future__ import annotations

import json
import re

import httpx
import pytest

from gametree.catalogue import CATALOGUE
from gametree.cli import main
from gametree.web.pages import heading, names, navigation


def command(capsys, *words: str) -> dict:
    capsys.readouterr()
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def without_time(answer: dict) -> dict:
    return {key: value for key, value in answer.items() if key not in ("seconds", "table")}


def test_the_catalogue(served):
    found = {game["name"]: game for game in served.games()["games"]}
    assert set(found) == set(CATALOGUE)
    assert found["pig"]["parameters"]["target"] == 100
    assert found["tictactoe"]["provides"] == ["rule_of_thumb", "evaluate"]
    assert "chances" in found["pig"]["provides"]


def test_a_position(served):
    shown = served.ask("position", game="connect4", moves="4 4")
    assert shown["actions"] == [3, 3]
    assert shown["played"] == ["4", "4"]
    assert (shown["player"], shown["over"]) == (0, False)
    assert [move["path"] for move in shown["moves"]] == [["4"], ["3"], ["5"], ["2"], ["6"], ["1"], ["7"]]
    assert shown["board"]["svg"].startswith("<svg")
    assert set(shown["board"]["spots"]) == set("1234567")
    assert shown["board"]["svg"].count('class="fresh"') == 1  # the second disc
    assert "X to move" in shown["text"]


def test_a_position_has_its_evaluation_by_features(served):
    found = served.ask("position", game="connect4", moves="4 4 4")["evaluation"]
    assert found == {"value": 18, "terms": [{"term": "open lines", "times": 9, "weight": 2}], "more": 0}
    assert served.ask("position", game="tree")["evaluation"] is None
    assert served.ask("position", game="nim:1", moves="a1")["evaluation"] is None  # the game is over


def test_the_end_of_a_game(served):
    shown = served.ask("position", game="tictactoe", actions=[0, 3, 1, 4, 2])
    assert shown["over"]
    assert shown["moves"] == []
    assert shown["verdict"] == "X wins"


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_every_game_can_be_shown_and_begun(served, name):
    shown = served.ask("position", game=name)
    assert shown["text"]
    assert shown["board"]["width"] > 0
    assert shown["moves"]
    after = served.ask("position", game=name, actions=[shown["moves"][0]["action"]])
    assert after["played"] == [shown["moves"][0]["name"]]


def test_best_and_perft_are_the_commands(served, capsys):
    asked = {"game": "tictactoe", "moves": "1 5", "depth": 7}
    assert without_time(served.ask("best", **asked)) == without_time(
        command(capsys, "best", "tictactoe", "--moves", "1 5", "--depth", "7")
    )
    counted = served.ask("perft", game="tictactoe", depth=4, divide=True)
    assert without_time(counted) == without_time(command(capsys, "perft", "tictactoe", "--depth", "4", "--divide"))


def test_trace_is_the_command(served, capsys):
    words = "tree:[[3,12,8],[2,4,6],[14,5,2]]"
    found = served.ask("trace", game=words, algorithm="alphabeta", options={"equality": False})
    assert without_time(found) == without_time(command(capsys, "trace", words, "--option", "equality=off"))


def test_solve_is_the_command(served, capsys):
    answer = served.ask("solve", game="nim:3,4,5")
    assert without_time(answer) == without_time(command(capsys, "solve", "nim:3,4,5", "--level", "strong"))


@pytest.mark.slow  # it compiles, twice
def test_check_and_measure(served):
    assert served.ask("check", game="nim:1,2")["ok"]
    assert served.ask("measure", game="nim:1,2")["game"] == "nim:heaps=1,2"


def test_a_solved_game(served):
    assert served.ask("explore", game="nim:1,2")["solved"] is False
    served.ask("solve", game="nim:1,2")
    known = served.ask("explore", game="nim:1,2", moves="b1")
    assert known["solved"]
    assert known["label"] == {"value": 1.0, "outcome": "win", "remoteness": 2}
    assert [label["remoteness"] for label in known["history"]] == [3, 2]
    assert {move["outcome"] for move in known["moves"]} == {"win"}
    assert known["best"] == ["a1", "b1"]
    # a1 b2 with Max to move: only b1 wins; the others lose (Bouton 1901: the nim-sum must become 0)
    first = served.ask("explore", game="nim:1,2")["moves"]
    assert [(m["name"], m["outcome"], m["remoteness"]) for m in first] == [
        ("b1", "win", 3), ("a1", "loss", 2), ("b2", "loss", 2),
    ]  # fmt: skip
    assert served.ask("statistics", game="nim:1,2")["positions"] == 8


MISTAKES = [
    ("position", {}, "which game? Give its name as game, e.g. connect4"),
    ("position", {"game": 7}, "which game? Give its name as game, e.g. connect4"),
    ("position", {"game": "nogame"}, "no game 'nogame' here"),
    ("position", {"game": "/tmp/evil.py"}, "no game '/tmp/evil.py' here"),
    ("position", {"game": "../../evil.py:Evil"}, "no game '../../evil.py' here"),
    ("position", {"game": "connect4:width=100000"}, "connect4: here parameters are at most 200"),
    ("position", {"game": "nim:" + "1," * 500}, "nim: a game and its parameters may have at most 200 letters"),
    ("position", {"game": "tree:file=/etc/passwd"}, "tree: files cannot be read from the page"),
    ("position", {"game": "tree:bounds=1,file=/etc/passwd"}, "tree: files cannot be read from the page"),
    ("position", {"game": "tree:(None,'/etc/passwd')"}, "tree: files cannot be read from the page"),
    ("position", {"game": "chess:chess960=960"}, "chess: here parameters are at most 959"),
    ("position", {"game": "mnk:3,3,201"}, "mnk: here parameters are at most 200"),
    ("position", {"game": "tree:" + "[" * 1000}, "tree"),
    ("position", {"game": "connect4:width=x"}, "connect4: width must be a whole number"),
    ("position", {"game": "connect4", "actions": [3, 33]}, "action 2: 33 is not legal"),
    ("position", {"game": "connect4", "actions": "3"}, "actions must be a list"),
    ("position", {"game": "connect4", "actions": [True]}, "action 1: True is not legal"),
    ("position", {"game": "connect4", "moves": "4 9"}, "move 2: '9' is not a legal move here"),
    ("position", {"game": "connect4", "position": "nonsense"}, "not a position"),
    ("position", {"game": "connect4", "position": "x" * 20_000}, "position must be a text of at most"),
    ("best", {"game": "connect4", "depth": "deep"}, "depth must be a whole number from 1 to 1000, not deep"),
    ("best", {"game": "connect4", "time": 1e9}, "time must be a number from 0.01 to 60"),
    ("best", {"game": "connect4", "threads": 1000}, "threads must be a whole number"),
    ("best", {"game": "connect4", "algorithm": "magic"}, "unknown algorithm 'magic'"),
    ("perft", {"game": "connect4"}, "perft needs a depth"),
    ("perft", {"game": "connect4", "depth": 3, "ends": "yes"}, "ends must be true or false"),
    ("trace", {"game": "nim", "algorithm": "magic"}, "magic"),
    ("trace", {"game": "nim", "options": {"deep": [1]}}, "options must be an object whose values are numbers"),
    ("trace", {"game": "nim", "options": {"magic": 1}}, "magic"),
    ("statistics", {"game": "kalah"}, "kalah is not solved yet"),
]


@pytest.mark.parametrize(("name", "asked", "told"), MISTAKES)
def test_mistakes_are_told_in_one_line(served, name, asked, told):
    answer = served.post(name, **asked)
    assert answer.status_code == 400
    line = answer.json()["error"]
    assert told in line
    assert "\n" not in line
    assert "Traceback" not in line


@pytest.mark.parametrize("body", [b"", b"{", b"[1, 2]", b"\xff\xfe", b"NaN", b'{"a": NaN}', b"[" * 100_000])
def test_what_is_not_a_json_object(served, body):
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"{served.address}api/position", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("the message ")


def test_the_help_has_the_pages_of_the_site_in_their_order():
    listed = [name for group in navigation().values() for name in group]
    assert sorted([*listed, "index"]) == names()
    assert heading("grading") == "Grading"


def test_every_page_of_the_docs_is_served_without_marks_of_its_source(served):
    for name in names():
        page = httpx.get(f"{served.address}docs/{name}")
        assert page.status_code == 200, name
        shown = re.sub(r"<(pre|code)\b.*?</\1>", "", page.text, flags=re.DOTALL)
        assert "**" not in shown, name
        assert "](" not in shown, name
        assert "```" not in shown, name


def test_the_docs_are_served(served):
    page = httpx.get(f"{served.address}docs/page")
    assert page.status_code == 200
    assert '<h2 id="choosing-a-game">' in page.text
    assert httpx.get(f"{served.address}docs/nopage").status_code == 404
    assert "--gt-ink" in httpx.get(f"{served.address}palette.css").text
