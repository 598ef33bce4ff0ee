"""Patterns: what a cell holds is what the picture shows; symmetric positions are worth the same."""

from __future__ import annotations

import random

import pytest

from gametree import GameError, best, learn, load
from gametree.features import shares
from gametree.game import Game, over
from gametree.patterns import patterned
from learning.small_games import Breakthrough, Chain


def states(game, games=6):
    dice, found = random.Random(99), []
    for _ in range(games):
        s = game.initial()
        while not over(game, s):
            found.append(s)
            s = game.result(s, dice.choice(list(game.actions(s))))
    return found


def test_every_pattern_is_what_the_picture_shows():
    """On states of other games than those by which the cells were found."""
    game = patterned(Chain())
    for s in states(game):
        rows = game.picture(s)["rows"][::-1]
        seen = {share.term for share in shares(weighted_ones(game), s)} - {"to move"}
        for term in seen:
            cells, content = term.split(": ")
            assert content == "".join(rows[int(c[1:]) - 1]["abcde".index(c[0])] for c in cells.split()) or any(
                mirrored(content, cells, rows)
            )
        assert len(seen) > 10


def weighted_ones(game):
    from gametree.features import weighted

    return weighted(game, [1.0] * len(game.weights))


def mirrored(content, cells, rows):
    """The same region on the mirrored board."""
    yield content == "".join(rows[int(c[1:]) - 1][4 - "abcde".index(c[0])] for c in cells.split())


def test_mirrored_positions_have_the_same_patterns():
    game = patterned(Chain())
    for s in states(game, 2):
        [image] = game.symmetries(s)
        assert sorted(game.features(image)) == sorted(game.features(s))
    assert len(set(game.tables.tolist())) < len(game.regions)  # type: ignore


def test_different_boards_have_different_patterns():
    game = patterned(Chain())
    some = states(game, 3)
    by_patterns = {tuple(game.features(s)) for s in some}
    assert len(by_patterns) == len(set(some))


def test_without_a_picture_the_bits_of_the_state_are_the_cells():
    game = patterned(Breakthrough())
    assert game.terms[0].startswith("number 3 bit 1 bit 2 bit 3: ")  # the third is whose turn it is
    assert game.evaluate(game.initial()) == 0


def test_a_twin_of_rules_in_another_style():
    game = patterned(load("docs/gallery/kayles_string.py"))
    assert len({tuple(game.features(s)) for s in states(game)}) > 5


class Wordy(Game):
    def initial(self):
        return "start"

    def player(self, s):
        return 0

    def actions(self, s):
        yield 0

    def result(self, s, a):
        return "end"

    def terminal(self, s):
        return s == "end"

    def utility(self, s):
        return 1


def test_a_game_that_has_no_cells():
    with pytest.raises(GameError, match="its states are not made of 64-bit integers"):
        patterned(Wordy())


@pytest.mark.slow
def test_a_game_without_an_evaluation_learns_one(tmp_path):
    found = learn(Chain(), out=tmp_path / "x.weights", rounds=1, games=500, player="auto:nodes=100,table=1", threads=2)
    assert found.match is not None
    assert found.match.ended == "H1"
    answer = best(load(Chain, weights=str(tmp_path / "x.weights")), depth=2)
    assert answer.value != 0
    assert found.terms[0].startswith("a1 b1 c1 d1: ")
