"""Ladders in Go: known ones, and lines of random positions against every reply of the owner's."""

from __future__ import annotations

import random

import pytest

from gametree import GameError, load
from gametree.bits import has_bit, ones
from gametree.game import MAX
from gametree.games.go.ladders import ladder

BOARD = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . {} . . .
    . . . . . . . . .
    . . . . . . . . .
    . . O X . . . . .
    . . . O O . . . .
    . . . . . . . . .   {} to move"""
STONE = 2 * 10 + 3


def line(game, s):
    return " ".join(game.name(s, a) for a in ladder(game, s, STONE))


def test_a_ladder_runs_to_the_edge():
    game = load("go:9")
    assert line(game, game.parse(BOARD.format(".", "O"))) == "D4 E3 F3 E4 E5 F4 G4 F5 F6 G5 H5 G6 G7 H6 J6 H7 H8 J7 J8"


def test_a_stone_in_its_way_breaks_it():
    game = load("go:9")
    assert line(game, game.parse(BOARD.format("X", "O"))) == ""
    assert line(game, game.parse(BOARD.format(".", "X"))) == "", "with two liberties the owner is not in danger"


def test_the_owner_may_take_a_stone_instead():
    game = load("go:5")
    s = game.parse("""
        . . . . .
        . . . . .
        . O X O .
        X X O X X
        . . . . .   X to move""")
    assert ladder(game, s, 14) == [], "he takes C2"
    assert ladder(game, s._replace(turn=1), 14) == [20], "White takes first"


def test_no_stone():
    with pytest.raises(GameError, match="there is no stone on A1"):
        ladder(load("go:5"), load("go:5").initial(), 0)


def test_nothing_that_the_owner_plays_saves_the_group():
    game, dice, found = load("go:5"), random.Random(1), 0
    while found < 60:
        s = game.initial()
        for _ in range(dice.randrange(6, 22)):
            s = game.result(s, game.playout_action(s, dice.getrandbits(32)))
        theirs = s.white if s.turn == MAX else s.black
        for point in ones(theirs):
            moves = ladder(game, s, point)
            if s.passes or not moves:
                continue
            found += 1
            here = s
            for i, a in enumerate(moves):
                if i % 2 == 1:
                    for reply in game.actions(here):
                        assert ladder(game, game.result(here, reply), point), game.text(here)
                here = game.result(here, a)
            assert not has_bit(here.black | here.white, point)
