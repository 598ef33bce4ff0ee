"""Patterns of men in checkers and draughts: every way to stand has its number, and the sides are treated alike."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from brute_force import game_of_chance
from compiled_twin import Twin

from gametree import load
from gametree.errors import GameError
from gametree.features import weighted
from gametree.game import legal
from gametree.games.blocks import PATTERNS


def turned(game: Any, s: Any) -> Any:
    """The board turned round, the sides exchanged."""
    opposite = dict(zip(game.board.bits, reversed(game.board.bits), strict=True))

    def pieces(bits: int) -> int:
        return sum(1 << there for here, there in opposite.items() if bits >> here & 1)

    return type(s)(pieces(s[1]), pieces(s[0]), pieces(s.kings), 1 - s.turn, *s[4:])


@pytest.mark.parametrize(
    "words",
    ["checkers:patterns=1", "checkers", "draughts", "draughts:patterns=1", "draughts:variant=spanish,patterns=1"],
)
def test_both_sides_are_treated_alike(words: str):
    """With any weights, a position is worth to one side what it is worth to the other when the board is turned."""
    game: Any = load(words)
    weights = np.random.default_rng(1).normal(size=len(game.weights))
    game, dice, s = weighted(game, weights), random.Random(2), game.initial()
    for _ in range(80):
        if game.terminal(s):
            break
        assert game.evaluate(s) == pytest.approx(-game.evaluate(turned(game, s)))
        s = game.result(s, dice.choice(legal(game, s)))


def test_each_way_to_stand_has_its_own_number():
    """On the first block of checkers, all 3⁸ of them; men elsewhere do not change it."""
    game: Any = load("checkers:patterns=1")
    squares = [int(at) + i for at in game.shifts[0] for i in range(2)]
    rest = game.full & ~sum(1 << bit for bit in squares)
    numbers: set[int] = set()
    for pattern in range(PATTERNS):
        digits = [pattern // 3**i % 3 for i in range(8)]
        men, others = (sum(1 << bit for bit, d in zip(squares, digits, strict=True) if d == side) for side in (1, 2))
        number, times = next(iter(game.patterns_of(men, others)))
        assert times == 1
        assert next(iter(game.patterns_of(men | rest, others))) == (number, times)
        numbers.add(number)
    assert numbers == set(range(8, 8 + PATTERNS))  # after the eight other features


def test_every_square_is_in_a_block():
    for words in ("checkers:patterns=1", "draughts:patterns=1"):
        game: Any = load(words)
        assert {int(at) + i for block in game.shifts for at in block for i in range(2)} == set(game.board.bits)
        assert len(game.weights) == len(game.terms)
        assert (game.by_max + game.by_min > 0).all()


def test_wide_boards_have_no_patterns():
    with pytest.raises(GameError, match="up to 62 squares"):
        load("draughts:variant=canadian,patterns=1")


@pytest.mark.thorough
@pytest.mark.parametrize("words", ["checkers:patterns=1", "draughts:patterns=1"])
def test_compiled_code_sees_the_same_patterns(words: str):
    game: Any = load(words)
    game = weighted(game, np.random.default_rng(3).normal(size=len(game.weights)))
    twin = Twin(game)
    for s, _ in game_of_chance(game, 4):
        if not game.terminal(s):
            ((_, value),) = twin.compiled("evaluate", s, 0)
            assert value == pytest.approx(game.evaluate(s))
