"""Connect Four of small sizes: positions (Böck 2025, agreeing with Tromp) and values (Tromp)."""

from __future__ import annotations

import pytest
from brute_force import alphabeta, reachable

from gametree.games.connect4 import ConnectFour

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


def test_evaluation_counts_open_lines():
    game = ConnectFour()
    assert game.fours(game.full) == 69
    assert game.evaluate(game.parse("4")) == 7  # through the middle of the bottom row: 4 level, 1 upright, 2 slanting
    assert game.evaluate(game.parse("4 1")) == 7 - 3
