"""A user's file beside the catalogue: read again when it is edited, bounded when it goes wrong."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import httpx
import numpy as np
import pytest
import websockets
from web_server import RACE, serving, wait_for

from gametree import load
from gametree.cli import main
from gametree.solving.database import write_database
from gametree.solving.label import Coding
from gametree.solving.solution import Solution

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def file(tmp_path) -> Path:
    path = tmp_path / "race.py"
    path.write_text(RACE)
    return path


@pytest.mark.thorough
@pytest.mark.slow
def test_a_file_appears_and_is_read_again_when_edited(file):
    with serving(str(file), "--patience", "8") as served:
        found = wait_for(served, lambda g: g["version"] == 1)
        assert found["games"][0]["name"] == "race.py"
        assert found["games"][0]["line"] == "Add one, two or three; who reaches the goal wins."
        assert [m["name"] for m in served.ask("position", game="race.py")["moves"]] == ["1", "2", "3"]
        assert served.ask("position", game="race.py:goal=2")["moves"][-1]["name"] == "2"

        file.write_text(RACE.replace("(1, 2, 3)", "(1, 2)"))
        wait_for(served, lambda g: g["version"] == 2)
        assert [m["name"] for m in served.ask("position", game="race.py")["moves"]] == ["1", "2"]

        file.write_text(RACE.replace("yield n", "yield n +"))
        found = wait_for(served, lambda g: g["errors"])
        assert "SyntaxError" in found["errors"]["race.py"]
        assert "line 17" in found["errors"]["race.py"]
        assert [m["name"] for m in served.ask("position", game="race.py")["moves"]] == ["1", "2"]  # the old one is kept

        file.write_text(RACE)
        found = wait_for(served, lambda g: not g["errors"])
        assert [m["name"] for m in served.ask("position", game="race.py")["moves"]] == ["1", "2", "3"]


@pytest.mark.thorough
def test_a_file_that_never_ends_is_stopped(file):
    with serving(str(file), "--patience", "3") as served:
        wait_for(served, lambda g: g["version"] == 1)
        file.write_text("while True:\n    pass\n")
        found = wait_for(served, lambda g: g["errors"])
        assert "did not answer in time and was stopped" in found["errors"]["race.py"]
        assert served.ask("position", game="race.py")["moves"]  # the old one is kept


FIRST = "        for n in (1, 2, 3):"
LOOPS = RACE.replace(FIRST, f"        while -5 < s.total < 0:\n            pass\n{FIRST}")
RAISES = RACE.replace(FIRST, f"        if s.total < 0:\n            raise KeyError(s.total)\n{FIRST}")
BEYOND = "-1 0"
"""A position that play never reaches: the trial of new rules does not see it."""
BEFORE = "-5 0"
"""A position whose own actions are found, and only its children loop: the search reaches them in machine code."""


@pytest.mark.thorough
def test_rules_that_loop_or_raise_disturb_nobody_else(file):
    file.write_text(LOOPS)
    with serving(str(file), "--patience", "3") as served:
        wait_for(served, lambda g: g["version"] == 1)
        assert served.ask("position", game="race.py", actions=[2])["moves"]
        with httpx.Client(timeout=60) as client:
            stuck = client.post(f"{served.address}api/position", json={"game": "race.py", "position": BEYOND})
        assert stuck.status_code == 400
        assert "does a loop in its rules never end?" in stuck.json()["error"]
        assert served.ask("position", game="nim")["moves"]  # others were never asked to wait
        assert served.ask("position", game="race.py", actions=[2])["moves"]  # a new worker took over

        file.write_text(RAISES)
        wait_for(served, lambda g: g["version"] == 2)
        answer = served.post("position", game="race.py", position=BEYOND)
        assert answer.status_code == 400
        assert "race.py: line 16, in actions: KeyError: -1" in answer.json()["error"]


@pytest.mark.slow  # it compiles
def test_a_compiled_search_that_never_ends_is_stopped(file):
    """Rules that loop for ever in machine code hear of no stop: their worker is killed."""
    file.write_text(LOOPS)

    async def search(served) -> str:
        async with websockets.connect(f"ws://127.0.0.1:{served.port}/ws") as link:
            await link.send(json.dumps({"id": 1, "type": "analyse", "game": "race.py", "position": BEFORE}))
            while json.loads(await link.recv()).get("tell", {}).get("state") != "searching":
                pass
            await link.send(json.dumps({"id": 1, "type": "stop"}))
            while "tell" in (message := json.loads(await asyncio.wait_for(link.recv(), 600))):
                pass
            return message["error"]

    with serving(str(file)) as served:
        wait_for(served, lambda g: g["version"] == 1)
        assert "does a loop in its rules never end?" in asyncio.run(search(served))
        assert served.ask("position", game="race.py", actions=[2])["moves"]


def test_a_file_that_is_not_there(capsys):
    assert main(["serve", "nowhere.py", "--no-open"]) == 2
    assert capsys.readouterr().err == "gametree: no such file: nowhere.py\n"


def test_the_address_of_others_is_told():
    with serving("--host", "0.0.0.0") as served:
        assert served.process.stdout
        assert "Everyone who can reach 0.0.0.0 can use this page" in served.process.stdout.readline()


@pytest.mark.thorough
def test_a_database_is_explored(tmp_path):
    game, folder = load("nim:1,1"), tmp_path / "nim.db"
    keys = np.array([(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)])
    answer = Solution("nim:1,1", "strong", -1.0, 2, 4, 0.0, "by hand", wins=2, losses=2, draws=0)
    write_database(folder, game, answer, Coding((-1.0, 1.0), 0.0), [(0, keys, [1, 4, 4, 5])])
    with serving("--database", str(folder)) as served:
        (name,) = served.games()["databases"]
        assert name == "nim:heaps=1,1"
        known = served.ask("explore", game=name)
        assert known["solved"]
        assert known["label"] == {"value": -1.0, "outcome": "loss", "remoteness": 2}
        assert served.ask("solve", game=name)["method"] == "by hand"
        assert served.ask("statistics", game=name)["stored"] == 4
