"""Values of the mover's side, and dice that the rules roll themselves, are noticed; right games raise no alarm."""

from __future__ import annotations

import random
from random import randint
from typing import NamedTuple

import numpy as np
import pytest

from gametree import Game, GameError, check, load
from gametree.catalogue import CATALOGUE


class Pile(NamedTuple):
    stones: int
    turn: int


class Take(Game[Pile]):
    """Take one to three stones; who takes the last one wins."""

    repetition = "ignore"

    def initial(self):
        return Pile(21, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return range(1, min(3, s.stones) + 1)

    def result(self, s, a):
        return Pile(s.stones - a, 1 - s.turn)

    def terminal(self, s):
        return s.stones == 0

    def utility(self, s):
        return 1 if s.turn == 1 else -1


class MoversLoss(Take):
    def utility(self, s):
        return -1  # who is to move has lost: but who is that?


class MoversWin(Take):
    def utility(self, s):
        return 1


class Race(Game[tuple[int, int, int]]):
    """Each takes one to three steps in turn, ten times; who came further wins."""

    repetition = "ignore"

    def initial(self):
        return 0, 0, 0

    def player(self, s):
        return s[2] % 2

    def actions(self, s):
        return (1, 2, 9)

    def result(self, s, a):
        return (s[0] + a, s[1], s[2] + 1) if s[2] % 2 == 0 else (s[0], s[1] + a, s[2] + 1)

    def terminal(self, s):
        return s[2] == 40

    def utility(self, s):
        return (s[0] > s[1]) - (s[0] < s[1])

    def evaluate(self, s):
        return s[0] - s[1]


class RaceOfTheMover(Race):
    def evaluate(self, s):
        lead = s[0] - s[1]
        return lead if s[2] % 2 == 0 else -lead


def told(game, method: str) -> list[str]:
    return [p.what for p in check(game, compile=False, time=2).problems if p.method == method]


@pytest.mark.parametrize(("game", "word"), [(MoversLoss, "loss"), (MoversWin, "win")])
def test_a_utility_of_the_movers_side_is_suspected(game: type[Take], word: str):
    (what,) = told(game(), "utility")
    assert what.startswith(f"says a {word} at every decided end, whoever would be to move there")
    assert "Return Max's: v if self.player(s) == 0 else -v" in what


def test_an_estimate_of_the_movers_side_is_suspected():
    (what,) = told(RaceOfTheMover(), "evaluate")
    assert what.startswith("changes its sign with every move")


@pytest.mark.parametrize("game", [Take(), Race()], ids=["Take", "Race"])
def test_right_values_raise_no_alarm(game: Game):
    assert told(game, "utility") == told(game, "evaluate") == []


WIDE = ("connect6", "pente")
"""Boards of 361 points, slow in plain Python."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.thorough) if name in WIDE else name for name in CATALOGUE]
)
def test_no_game_of_the_catalogue_is_suspected(name: str):
    report = check(name, compile=False, games=30, time=0.4)
    assert not [p for p in report.problems if "mover's" in p.what]


# --- dice in the rules -----------------------------------------------------------------------------------------------


class ByModule(Take):
    def result(self, s, a):
        return Pile(max(0, s.stones - random.randint(1, 3)), 1 - s.turn)


class ByName(Take):
    def result(self, s, a):
        return Pile(max(0, s.stones - self.roll()), 1 - s.turn)

    def roll(self):
        return randint(1, 3)


class ByAttribute(Take):
    dice = random.Random(1)

    def result(self, s, a):
        return Pile(max(0, s.stones - self.dice.randint(1, 3)), 1 - s.turn)


class ByNumpy(Take):
    def __init__(self):
        self.generator = np.random.default_rng(1)

    def result(self, s, a):
        return Pile(max(0, s.stones - int(self.generator.integers(1, 4))), 1 - s.turn)


@pytest.mark.parametrize(
    ("game", "name"), [(ByModule, "random"), (ByName, "randint"), (ByAttribute, "dice"), (ByNumpy, "generator")]
)
def test_dice_in_result_are_told_with_what_to_write(game: type[Take], name: str):
    with pytest.raises(GameError) as refused:
        load(game())
    assert f"result uses {name}: the same action must always lead to the same state" in str(refused.value)
    for line in ("player returns CHANCE", "chances(s) returns [(n, 1 / 6) for n in range(1, 7)]", "result(s, n)"):
        assert line in str(refused.value)
    (what,) = [w for w in told(game(), "result") if "when called twice" in w]
    assert "Give chance a turn of its own" in what


def test_dice_that_always_fall_alike_are_allowed():
    class Seeded(Take):
        def result(self, s, a):
            return Pile(max(0, s.stones - random.Random(s.stones).randint(1, 3)), 1 - s.turn)

    assert load(Seeded())
