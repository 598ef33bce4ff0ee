"""The first plays of backgammon against what rollouts have found, and the evaluation behind them.

The plays that are accepted for each roll are those of the tests of gnubg-nn, by the rollouts at bkgm.com. The costs are
by GNU Backgammon two plies deep, without a cube: how much less the play brings than the best one of those.
"""

from __future__ import annotations

import random

import pytest

from gametree import best, load
from gametree.game import CHANCE
from gametree.games.backgammon.rules import State

ACCEPTED = {
    "21": ("13/11 6/5", "24/23 13/11"),
    "31": ("8/5 6/5",),
    "41": ("24/23 13/9", "13/9 6/5"),
    "51": ("24/23 13/8", "13/8 6/5"),
    "61": ("13/7 8/7",),
    "32": ("24/21 13/11", "13/11 13/10", "24/22 13/10"),
    "42": ("8/4 6/4",),
    "52": ("24/22 13/8", "13/11 13/8"),
    "62": ("24/18 13/11",),
    "43": ("13/10 13/9", "24/21 13/9", "24/20 13/10"),
    "53": ("8/3 6/3",),
    "63": ("24/18 13/10", "24/15"),
    "54": ("24/20 13/8", "13/9 13/8"),
    "64": ("24/18 13/9", "8/2 6/2", "24/14"),
    "65": ("24/13",),
}
FLOOR = {1: 7, 3: 5}  # depth: how many of the fifteen rolls are played in an accepted way
DIFFERENCES = {  # roll: our play, and what it costs
    "21": ("24/21", 0.0191),
    "41": ("24/23 24/20", 0.0200),
    "51": ("24/18", 0.0278),
    "32": ("24/22 24/21", 0.0302),
    "62": ("24/16", 0.0244),
    "43": ("24/21 24/20", 0.0145),
    "53": ("24/16", 0.0722),
    "54": ("24/15", 0.0328),
    "63": ("24/21 24/18", 0.0459),
    "64": ("24/20 24/18", 0.0599),
}
"""It is fond of moving its last men; no play costs a tenth of a point."""


def same(one: str, two: str) -> bool:
    return sorted(one.split()) == sorted(two.split())


@pytest.mark.thorough
@pytest.mark.parametrize("depth", FLOOR)
def test_opening_plays_are_those_of_rollouts_but_for_these(depth):
    game = load("backgammon")
    others = {}
    for roll, accepted in ACCEPTED.items():
        s = game.roll(game.initial(), int(roll[0]), int(roll[1]), player=0)
        played = best(game, s, depth=depth, algorithm="star2", table=1).move
        if not any(same(played, play) for play in accepted):
            others[roll] = played
    assert len(ACCEPTED) - len(others) >= FLOOR[depth], others
    assert all(roll in DIFFERENCES and same(played, DIFFERENCES[roll][0]) for roll, played in others.items()), others


def test_the_evaluation_is_the_same_for_both_sides():
    game, dice = load("backgammon"), random.Random(4)
    for _ in range(8):
        s = game.initial()
        while not game.terminal(s):
            if game.player(s) == CHANCE:
                outcomes = list(game.chances(s))
                s = game.result(s, dice.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
            else:
                s = game.result(s, dice.choice(list(game.actions(s))))
            if s.turn < 2 and not game.terminal(s):
                other = State(s.other_near, s.other_far, s.near, s.far, s.dice, 1 - s.turn)
                assert game.evaluate(other) == pytest.approx(-game.evaluate(s), abs=1e-12)
                assert abs(game.evaluate(s)) <= 3
