"""Dots and Boxes: values of the smallest boards by the definition, and its hooks.

That the first player wins on 2×2 boxes is in Berlekamp, Conway and Guy, *Winning Ways*, chapter 16.
"""

from __future__ import annotations

import pytest
from brute_force import game_of_chance, reachable, value

from gametree import GameError, best, load
from gametree.bits import ones, popcount
from gametree.features import shares
from gametree.games.dots import Dots, State


@pytest.mark.parametrize(
    ("rows", "columns", "margin"), [(1, 1, -1), (1, 2, 0), (2, 1, 0), (1, 3, -1), (1, 4, 0), (2, 2, 2)]
)
def test_values_by_the_definition(rows: int, columns: int, margin: int):
    assert value(Dots(rows, columns)) == margin


@pytest.mark.thorough
def test_the_engine_agrees():
    found = best("dots", depth=12, algorithm="alphabeta")
    assert (found.value, found.proven) == (2, True)


def test_whoever_closes_a_box_moves_again():
    game = Dots(1, 2)
    s = game.parse("a1b1 a2b2 b1c1 b2c2 a1a2 c1c2")  # both boxes lack the line between them
    assert (s.margin, s.turn) == (0, 0)
    s = game.result(s, next(iter(game.actions(s))))
    assert (s.margin, s.turn) == (2, 0)
    assert game.terminal(s)
    assert game.utility(s) == 2


def test_boxes_are_shared_out():
    """At the end every box has an owner: the margin has the parity of the number of boxes."""
    for rows, columns in ((1, 3), (2, 2), (3, 2)):
        game = Dots(rows, columns)
        for seed in range(20):
            *_, (end, _) = game_of_chance(game, seed)
            assert game.terminal(end)
            assert abs(end.margin) <= rows * columns
            assert (end.margin - rows * columns) % 2 == 0


@pytest.mark.parametrize(("rows", "columns", "images"), [(2, 2, 8), (1, 2, 4), (2, 1, 4)])
def test_symmetries(rows: int, columns: int, images: int):
    game = Dots(rows, columns)
    some = list(reachable(game))[:300]
    assert max(len({s, *game.symmetries(s)}) for s in some) == images
    assert {game.initial(), *game.symmetries(game.initial())} == {game.initial()}
    for s in some:
        for image in game.symmetries(s):
            assert s in game.symmetries(image)
            assert game.tier(image) == game.tier(s)
            assert popcount(game.open(image.lines)) == popcount(game.open(s.lines))


def test_symmetric_positions_are_worth_the_same():
    game = Dots(1, 2)
    for s in reachable(game):
        assert {value(game, image) for image in game.symmetries(s)} == {value(game, s)}


def threes(game: Dots, s: State) -> int:
    """How many boxes have three sides."""
    return [popcount(int(box) & s.lines) for box in game.boxes].count(3)


def test_open_and_safe_lines_by_the_definition():
    game = Dots(2, 3)
    for seed in range(20):
        for s, _ in game_of_chance(game, seed):
            for a in game.actions(s):
                after = game.result(s, a)
                takes = after.margin != s.margin
                gives = threes(game, after) > threes(game, s)
                assert takes == bool(game.open(s.lines) >> a & 1)
                assert (not takes and not gives) == bool(game.safe(s.lines) >> a & 1)
            assert game.quiet(s) == (not list(game.tactics(s)))


def test_a_chain_is_taken_in_one_turn():
    game = Dots(1, 4)
    tunnel = sum(1 << line for line in range(8))  # all the level lines: one chain of four boxes
    assert (game.open(tunnel), game.safe(tunnel), game.chain(tunnel)) == (0, 0, 0)
    opened = game.result(State(tunnel, 0, 0), 10)  # the line in the middle
    assert (popcount(game.open(opened.lines)), game.chain(opened.lines)) == (2, 4)
    assert {share.term: share.times for share in shares(game, opened)} == {
        "boxes to take": -4,
        "an odd number of safe lines": 1,
    }


def test_rules_take_then_play_safe_then_give_little():
    game = Dots(1, 4)
    tunnel = sum(1 << line for line in range(8))
    assert game.rule_of_thumb(game.initial()) in ones(game.safe(0))
    s = State(tunnel | 1 << 9 | 1 << 10, 0, 0)  # a box to take between lines 9 and 10 is closed; chains of 1 and 2
    taken = State(tunnel | 1 << 10, 0, 0)
    assert game.open(taken.lines) >> game.rule_of_thumb(taken) & 1
    assert game.rule_of_thumb(State(s.lines | 1 << 8 | 1 << 12, 0, 0)) == 11


@pytest.mark.parametrize("parameters", ["rows=0", "6,5", "1,26"])
def test_boards_that_are_not_possible(parameters: str):
    with pytest.raises(GameError, match=r"^dots: [^\n]* boxes are not possible[^\n]*$"):
        load(f"dots:{parameters}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a1b1 a1b1", "line 2: 'a1b1' is drawn already"),
        ("a1c1", "line 1: 'a1c1'"),
        ("+--+", "expected 3 rows"),
        ("2 +--+\n  |  |\n1 +--+\n  a  b   Max 0, Min 0, Max to move", "1 boxes are closed"),
    ],
)
def test_positions_that_are_none(text: str, message: str):
    with pytest.raises(GameError, match=message):
        Dots(1, 1).parse(text)
