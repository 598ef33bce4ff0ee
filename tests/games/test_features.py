"""Weighted features: what every game with them promises; weights are data; players may have their own."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest
from brute_force import game_of_chance

from gametree import GameError, load, match
from gametree.compile import game_type
from gametree.engine.driver import Limits
from gametree.engine.engine import Engine
from gametree.features import Scored, Weighted, shares, weighted
from gametree.game import Line, even
from gametree.tournament.spec import Spec

GAMES = [
    "tictactoe", "mnk:4,5,4", "mnk:3,3,3,misere=true", "connect4:5,4", "nim:5,5,7,3", "kalah", "kalah:3,5", "sharks",
    "sharks:5,3", "ponghauki", "dots", "dots:3,2",
]  # fmt: skip


def made(spec: str) -> Weighted[Any]:
    game = load(spec)
    assert isinstance(game, Weighted)
    return game


@pytest.mark.parametrize("spec", GAMES)
def test_evaluation_is_the_weighted_sum(spec: str):
    game = made(spec)
    assert len(game.terms) == len(set(game.terms)) == len(game.weights)
    low, high = game.bounds
    for seed in range(10):
        for s, _ in game_of_chance(game, seed):
            total = sum(share.times * share.weight for share in shares(game, s))
            if isinstance(game, Scored):
                total = min(max(total, low), high)
            assert game.evaluate(s) == pytest.approx(total)


@pytest.mark.parametrize("spec", GAMES)
def test_symmetries_keep_the_features(spec: str):
    game = made(spec)
    for seed in range(5):
        for s, _ in game_of_chance(game, seed):
            for image in game.symmetries(s):
                assert shares(game, image) == shares(game, s)


@pytest.mark.parametrize("spec", GAMES)
def test_every_feature_occurs(spec: str):
    game = made(spec)
    states = [s for seed in range(20) for s, _ in game_of_chance(game, seed)]
    assert {share.term for s in states for share in shares(game, s)} == set(game.terms)


@pytest.mark.parametrize("spec", GAMES)
def test_without_weights_all_is_even(spec: str):
    game = weighted(made(spec), [0] * len(made(spec).weights))
    assert all(game.evaluate(s) == even(game) == 0 for s, _ in game_of_chance(game, 1))


@pytest.mark.thorough
def test_other_weights_are_another_player_of_the_same_rules():
    game = made("sharks")
    other = cast("Weighted[Any]", weighted(game, [1, 2, 3]))
    assert list(other.weights) == [1, 2, 3] != list(game.weights)
    assert game_type(other) is game_type(game), "the compiled search is the same"
    with Engine(other, "alphabeta") as one, Engine(game, "alphabeta") as two:
        line = Line(game.initial())
        before = one.best(line, Limits(3)), two.best(line, Limits(3))
        assert before[0] is not None
        assert before[1] is not None
        assert before[0].value != before[1].value
    other.weights[:] = game.weights
    with Engine(other, "alphabeta") as one:
        after = one.best(Line(game.initial()), Limits(3))
    assert after is not None
    assert after.value == before[1].value, "changed in place, seen at once"


@pytest.mark.parametrize("weights", [[1, 2], [1, 2, 3, 4], [1, 2, np.nan], [1, 2, np.inf], []])
def test_weights_that_do_not_fit(weights: list[float]):
    with pytest.raises(GameError, match="Sharks takes 3 weights, finite numbers: cells ahead, ways out, to the middle"):
        weighted(load("sharks"), weights)


def test_a_game_without_features():
    with pytest.raises(GameError, match="tree has no weighted features"):
        weighted(load("tree"), [1])
    with pytest.raises(GameError, match="Weighted does not define features"):
        Weighted[Any]().evaluate(0)


@pytest.mark.thorough
def test_players_with_weights_of_their_own():
    result = match("sharks:5,5", "alphabeta:depth=3", 'alphabeta:depth=3,weights="0,0,-9"', games=20, plies=6)
    assert result.tally.wins > result.tally.losses
    assert Spec.read('greedy:weights="1,-0.5"').weights == (1, -0.5)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ('alphabeta:weights="1,2"', "Sharks takes 3 weights"),
        ('alphabeta:weights="1,x"', "weights are numbers in quotes"),
        ("alphabeta:weights=1,2", "'2' is not an option"),
    ],
)
def test_players_with_weights_that_do_not_fit(spec: str, message: str):
    with pytest.raises(GameError, match=message):
        match("sharks", spec, "random", games=2)
