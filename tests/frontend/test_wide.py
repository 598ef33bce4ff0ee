"""Boards of up to 361 points on one Python integer: compiled with wide integers, and right."""

from __future__ import annotations

import random

import pytest
from wide_games import Go

from gametree import load, perft
from gametree.compile.frontend.front import front_of
from gametree.verbs.perft import count_plain


def _after(game, moves, seed=3):
    """A position in which stones have been captured, after random moves."""
    dice, s = random.Random(seed), game.initial()
    for _ in range(moves):
        s = game.result(s, dice.choice([a for a in game.actions(s) if a != game.size * game.row]))
    return s


@pytest.mark.parametrize(
    ("size", "moves", "depth"),
    [
        (9, 70, 2),
        pytest.param(19, 340, 2, marks=pytest.mark.thorough),
    ],
)
def test_go_on_one_integer_counts_what_python_counts(size, moves, depth):
    """Red if a shift, a sum or a comparison of wide integers differs from Python's, or if the game is interpreted."""
    game = Go(size)
    s = _after(game, moves)
    seen = front_of(load(game))
    assert seen is not None
    assert not seen.reason
    if moves:
        assert s.black.bit_count() + s.white.bit_count() < moves  # some were captured
    assert perft(game, s, depth=depth).nodes == count_plain(game, s, depth, False)
