"""Connect Four of small sizes: positions (Böck 2025, agreeing with Tromp) and values (Tromp)."""

from __future__ import annotations

import random
from itertools import product

import pytest
from brute_force import alphabeta, reachable

from gametree import best
from gametree.bits import popcount
from gametree.games.connect4 import ConnectFour, State

# height: positions for widths 1, 2, 3, …
POSITIONS = {
    1: [2, 5, 13, 35, 96, 267, 750],
    2: [3, 18, 116, 741, 4688, 29737],
    3: [4, 58, 869, 12031],
    4: [5, 179, 6000],
    5: [6, 537, 38310],
    6: [7, 1571],
}


@pytest.mark.parametrize(
    ("width", "height", "positions"),
    [(width, height, n) for height, counts in POSITIONS.items() for width, n in enumerate(counts, 1)],
)
def test_positions_by_size(width: int, height: int, positions: int):
    assert len(reachable(ConnectFour(width, height))) == positions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "positions"),
    [(7, 2, 189_648), (5, 3, 158_911), (4, 4, 161_029), (3, 6, 235_781), (4, 5, 1_706_255)],
)
def test_positions_of_larger_boards(width: int, height: int, positions: int):
    assert len(reachable(ConnectFour(width, height))) == positions


@pytest.mark.parametrize(("width", "height"), [(3, 4), (3, 5), (4, 3), (4, 4)])
def test_small_boards_are_drawn(width: int, height: int):
    assert alphabeta(ConnectFour(width, height)) == 0


def test_narrow_and_tall_boards_have_upright_lines_only():
    """A step of another direction would shift by more than the 64 bits of a compiled integer."""
    game = ConnectFour(2, 30)
    assert game.steps == (1,)
    assert game.terminal(game.parse("1 2 1 2 1 2 1"))
    assert not game.terminal(game.parse("1 2 1 2 1 2 2"))


def counts(game: ConnectFour, moves: str) -> list[float]:
    """The features of a position, in the order of the weights."""
    found = dict(game.features(game.parse(moves)))
    return [found[i] for i in range(4)]


def test_evaluation_counts_open_lines_and_pairs():
    game = ConnectFour()
    assert game.fours(game.full) == 69
    assert counts(game, "4") == [7, 0, 0, 0]  # through the middle of the bottom row: 4 level, 1 upright, 2 slanting
    assert counts(game, "4 1") == [7 - 3, 0, 0, 0]
    assert counts(game, "4 1 5")[1] == 3  # both stones are in 2 to 5, 3 to 6 and 4 to 7, but not in 1 to 4


def test_evaluation_tells_the_first_moves_apart():
    game = ConnectFour()
    first = [game.evaluate(game.parse(str(column))) for column in range(1, 8)]
    assert first == first[::-1]
    assert first[0] < first[1] < first[2] < first[3]


@pytest.mark.parametrize("row", range(6))
def test_threats_are_told_by_their_rows(row: int):
    """Three in a row threaten two cells: these last in odd rows for X, in even rows for O (rows count from 1)."""
    game = ConnectFour()
    three = sum(1 << column * 7 + row for column in (3, 4, 5))
    for s, sign, lasts in ((State(three, 0), 1, row % 2 == 0), (State(0, three), -1, row % 2 == 1)):
        found = dict(game.features(s))
        assert (found[2], found[3]) == ((2 * sign, 0) if lasts else (0, 2 * sign))


def test_the_middle_column_from_the_start():
    """It is the only first move that wins (Allen 1988, Allis 1988). Wherever a search is stopped, it is the answer; a
    limit of nodes is the same on every machine."""
    game = ConnectFour()
    for nodes in range(25_000, 525_000, 25_000):
        found = best(game, nodes=nodes)
        assert (found.move, found.proven) == ("4", False), nodes


# Kirlin, cs.rhodes.edu/~kirlinp, project 2: width, height, states, value
CONNECT_THREE = [(3, 3, 694, 0), (4, 3, 7157, 1), (3, 4, 2715, 0), (4, 4, 41750, 1), (5, 3, 70914, 1)]


@pytest.mark.parametrize(("width", "height", "positions", "value"), CONNECT_THREE)
def test_connect_three(width: int, height: int, positions: int, value: int):
    game = ConnectFour(width, height, connect=3)
    assert alphabeta(game) == value
    assert len(reachable(game)) == positions


@pytest.mark.parametrize("connect", [1, 2, 3, 4, 5, 7])
def test_lines_and_threats_by_the_definition(connect: int):
    """The cells of every line, listed one by one, say the same as shifts of the whole board."""
    game = ConnectFour(6, 5, connect)
    lines = {
        sum(1 << (c + i * right) * 6 + r + i * up for i in range(connect))
        for c, r, right, up in product(range(6), range(5), (0, 1), (-1, 0, 1))
        if (right, up) > (0, 0) and 0 <= c + right * (connect - 1) < 6 and 0 <= r + up * (connect - 1) < 5
    }
    assert game.fours(game.full) == len(lines)
    for seed in range(50):
        stones = random.Random(seed).getrandbits(64) & game.full
        assert game.four(stones) == any(line & stones == line for line in lines)
        missing = [line & ~stones for line in lines]
        assert game.threats(stones) & ~stones == sum({cell for cell in missing if popcount(cell) == 1})
        empty = random.Random(-1 - seed).getrandbits(64) & game.full & ~stones
        open_lines = [line for line in lines if line & (stones | empty) == line]
        assert game.pairs(stones, empty) == sum(popcount(line & stones) >= 2 for line in open_lines)


def test_the_mirror_keeps_what_a_position_is_worth():
    game = ConnectFour(4, 3)
    for s in reachable(game):
        (image,) = game.symmetries(s)
        assert list(game.symmetries(image)) == [s]
        assert game.text(image).splitlines()[1] == game.text(s).splitlines()[1][::-1]
        assert game.evaluate(image) == game.evaluate(s)
        assert game.tier(image) == game.tier(s)


@pytest.mark.thorough
@pytest.mark.parametrize("nodes", [round(300 * 1.5**k) for k in range(20)])
def test_the_first_move_is_the_middle_however_long_it_thinks(nodes: int):
    """The only one that wins (Allis 1988). A second is worth 600 nodes in plain Python, and millions compiled."""
    assert best("connect4", nodes=nodes).move == "4"
