"""Backgammon's plays against those that GNU Backgammon lists, position by position."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from gametree.game import CHANCE
from gametree.games.backgammon import Backgammon
from gametree.games.backgammon.men import BAR, OFF, count
from gametree.games.backgammon.notation import position_id
from gametree.games.backgammon.rules import State

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
SETTINGS = """
set automatic roll off
set automatic game off
set automatic move off
set automatic bearoff off
set display off
set confirm new off
set player 0 human
set player 1 human
set evaluation chequerplay evaluation plies 0
new game
set cube use off
""".strip().splitlines()
SCRIPT = """
import gnubg, json
for line in {settings!r}:
    gnubg.command(line)
answers = []
for line in open({questions!r}):
    board, high, low = line.split()
    gnubg.command("set board " + board)
    gnubg.command("set turn 1")
    gnubg.command("set dice " + high + " " + low)
    answers.append([play["move"] for play in gnubg.hint(5000)["hint"]])
json.dump(answers, open({answers!r}, "w"))
"""

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="GNU Backgammon is not installed (Debian: gnubg)")


def listed(states: list[State], folder: Path) -> list[list[str]]:
    """The plays of GNU Backgammon in each of these states, in its own words."""
    assert PROGRAM
    questions, answers, script = folder / "questions", folder / "answers.json", folder / "script.py"
    questions.write_text("".join(f"{position_id(s)} {s.dice >> 3} {s.dice & 7}\n" for s in states))
    script.write_text(SCRIPT.format(settings=SETTINGS, questions=str(questions), answers=str(answers)))
    subprocess.run([PROGRAM, "-t", "-q", "-r", "-p", str(script)], cwd=folder, capture_output=True, check=True)
    return json.loads(answers.read_text())


def played(game: Backgammon, s: State, words: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The men of the mover and of the other after a play, read from its words."""
    sides = [
        [0, *(count(*men, p) for p in range(1, BAR + 1))] for men in ((s.near, s.far), (s.other_near, s.other_far))
    ]
    mine, theirs = sides if s.turn == 0 else sides[::-1]
    for word in words.split():
        path, times = re.fullmatch(r"([^(]+)(?:\((\d)\))?", word).groups()
        stops = [
            (BAR if p == "bar" else OFF if p == "off" else int(p), star) for p, star in re.findall(r"(\w+)(\*?)", path)
        ]
        for _ in range(int(times or 1)):
            for (start, _), (end, star) in pairwise(stops):
                mine[start] -= 1
                mine[end] += end != OFF
                if star and theirs[25 - end]:
                    theirs[25 - end] -= 1
                    theirs[BAR] += 1
    return tuple(mine), tuple(theirs)


def ours(game: Backgammon, s: State) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    found = set()
    for a in game.actions(s):
        after = game.result(s, a)
        men = ((after.near, after.far), (after.other_near, after.other_far))
        sides = [tuple(0 if p == OFF else count(*side, p) for p in range(BAR + 1)) for side in men]
        found.add((sides[0], sides[1]) if s.turn == 0 else (sides[1], sides[0]))
    return found


def decisions(amount: int, seed: int) -> list[State]:
    """States of random games in which a player has a play to make."""
    game, dice, found = Backgammon(), random.Random(seed), list[State]()
    s = game.initial()
    while len(found) < amount:
        if game.terminal(s):
            s = game.initial()
        if game.player(s) == CHANCE:
            rolls = list(game.chances(s))
            s = game.result(s, dice.choices([r for r, _ in rolls], [p for _, p in rolls])[0])
        else:
            found.append(s)
            s = game.result(s, dice.choice(list(game.actions(s))))
    return found


@pytest.mark.parametrize("amount", [400, pytest.param(10_000, marks=pytest.mark.slow)])
def test_the_plays_are_those_of_gnu_backgammon(amount: int, tmp_path: Path):
    game = Backgammon()
    states = decisions(amount, seed=amount)
    for s, plays in zip(states, listed(states, tmp_path), strict=True):
        expected = {played(game, s, words) for words in plays}
        if plays:
            assert ours(game, s) == expected, (game.text(s), plays)
            assert len(plays) == len(expected)
        else:
            assert [game.name(s, a) for a in game.actions(s)] == ["pass"], game.text(s)
