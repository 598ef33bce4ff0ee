"""``check`` on evaluations in games with dice."""

from typing import NamedTuple

import pytest

from gametree import CHANCE, Game, check


class Sum(NamedTuple):
    left: int
    rolls: int
    rolled: int
    turn: int


class Dice(Game[Sum]):
    """Players add the die or leave it, in turn; Max wants a high sum."""

    bounds = (-20, 20)
    evaluation = "utility"
    repetition = "ignore"

    def initial(self):
        return Sum(0, 4, 0, 0)

    def player(self, s):
        return s.turn if s.rolled else CHANCE

    def chances(self, s):
        yield 1, 0.5
        yield 5, 0.5

    def actions(self, s):
        yield 1
        yield 0

    def result(self, s, a):
        if not s.rolled:
            return Sum(s.left, s.rolls, a, s.turn)
        change = a * s.rolled * (1 if s.turn == 0 else -1)
        return Sum(s.left + change, s.rolls - 1, 0, 1 - s.turn)

    def terminal(self, s):
        return s.rolls == 0

    def utility(self, s):
        return s.left

    def evaluate(self, s):
        return s.left


class Curved(Dice):
    """The same order, on a scale that bends far away."""

    def evaluate(self, s):
        return 19.0 * (2.0 ** (s.left - 10))


class Turned(Dice):
    def evaluate(self, s):
        return -s.left


class Relative(Dice):
    evaluation = "relative"


def told(game):
    return [p.what for p in check(game, time=0.5).problems if p.method == "evaluate"]


def test_a_straight_evaluation_is_let_pass():
    assert told(Dice()) == []


@pytest.mark.parametrize(
    ("game", "words"),
    [(Curved, "keeps the order"), (Turned, "is it Min's"), (Relative, "units of the payoff")],
)
def test_what_averages_do_not_bear_is_told(game, words):
    found = told(game())
    assert len(found) == 1
    assert words in found[0]


class Short(Dice):
    """Says that less can still be won than can."""

    def reach(self, s):
        return (s.left - 1, s.left + 1)


class Long(Dice):
    def reach(self, s):
        return (s.left - 5 * s.rolls, s.left + 5 * s.rolls)


def test_what_is_still_in_reach_is_tested():
    assert [p.method for p in check(Short(), time=0.5).problems if p.severity == "error"] == ["reach"]
    assert check(Long(), time=0.5).ok
