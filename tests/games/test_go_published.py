"""Go against published numbers: legal positions, games on tiny boards, and values under each ko rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gametree import best, load, solve
from gametree.compile import kernel, prepare
from gametree.games.go import Go

if TYPE_CHECKING:
    from gametree.games.go.rules import State

LEGAL = {
    (1, 1): 1, (2, 1): 5, (3, 1): 15, (4, 1): 41, (5, 1): 113, (6, 1): 313, (9, 1): 6649,
    (2, 2): 57, (3, 2): 489, (4, 2): 4125, (5, 2): 35117, (3, 3): 12675, (4, 3): 321689, (4, 4): 24318165,
}  # fmt: skip
"""Boards on which every group has a liberty, by columns and rows (Tromp and Farnebäck, Combinatorics of Go, 2007;
OEIS A094777 for squares)."""
PATHS = {(1, 1): 1, (2, 1): 9, (3, 1): 907}
"""Games of stones only, by either player, in which no board comes back and more than one stone may be given up; a game
may stop anywhere (the same paper)."""


@kernel
def count_legal(game, digits):
    """How many boards of all 3^points have no group without a liberty. ``digits``: points as digits of base 3."""
    found = 0
    for number in range(3**digits):
        black, white, rest = game.empty, game.empty, number
        for i in range(digits):
            point = (i // game.columns) * (game.columns + 1) + i % game.columns
            if rest % 3 == 1:
                black |= 1 << point
            elif rest % 3 == 2:
                white |= 1 << point
            rest //= 3
        free = game.full & ~(black | white)
        if game.smothered(black, black, free) == game.empty and game.smothered(white, white, free) == game.empty:
            found += 1
    return found


@pytest.mark.parametrize("shape", [shape for shape in LEGAL if shape[0] * shape[1] <= 9])
def test_legal_positions(shape: tuple[int, int]):
    game = Go(shape[0], rows=shape[1])
    assert count_legal.py_func(game, shape[0] * shape[1]) == LEGAL[shape]


@pytest.mark.thorough
@pytest.mark.parametrize("shape", [(5, 2), (4, 3), pytest.param((4, 4), marks=pytest.mark.slow)])
def test_legal_positions_compiled(shape: tuple[int, int]):
    game, points = Go(shape[0], rows=shape[1]), shape[0] * shape[1]
    assert prepare(count_legal, game, points)(game, points) == LEGAL[shape]


@pytest.mark.parametrize("shape", PATHS)
def test_games_on_tiny_boards(shape: tuple[int, int]):
    """A path goes on with a stone of either player, as passes change nothing; superko forbids what was there."""
    game = Go(shape[0], rows=shape[1], suicide=True)

    def paths(s: State, seen: frozenset[State]) -> int:
        total = 1
        for turn in (0, 1):
            here = s._replace(turn=turn, ko=-1)
            for a in list(game.actions(here))[:-1]:
                after = game.result(here, a)
                if game.position(after) not in seen:
                    total += paths(after, seen | {game.position(after)})
        return total

    assert paths(game.initial(), frozenset({game.position(game.initial())})) == PATHS[shape]


VALUES = {
    # van den Herik, Uiterwijk, van Rijswijck, Games solved: now and in the future (2002), table 5: one row
    ("go:1,rows=1", "simple"): 0, ("go:2,rows=1", "simple"): 0, ("go:3,rows=1", "simple"): 3,
    ("go:4,rows=1", "simple"): 4, ("go:5,rows=1", "simple"): 0,
    # van der Werf and Winands, Solving Go for rectangular boards (2009)
    ("go:2", "simple"): 0, ("go:2,rows=3", "simple"): 0,
    # the same tables; 1×6 is Black's by one point where cycles are forbidden
    ("go:3", "simple"): 9, ("go:6,rows=1", "positional"): 1,
    # Tromp, by his own rules; with situational superko these boards are worth the same
    ("go:1", "positional"): 0, ("go:2", "positional"): 1, ("go:3", "positional"): 9,
    ("go:2", "situational"): 1, ("go:3", "situational"): 9,
}  # fmt: skip
"""Black's margin without komi. The ko rule decides: 2×2 is a draw by repetition, or Black's by one point."""


@pytest.mark.thorough
@pytest.mark.parametrize(("words", "ko"), VALUES)
def test_values_of_small_boards(words: str, ko: str):
    game = load(words, komi=0, payoff="margin", ko=ko)
    found = best(game, depth=99)
    assert found.proven
    assert found.value == VALUES[words, ko]


@pytest.mark.parametrize(
    ("words", "value", "positions"),
    [
        # van der Werf and Winands (2009); 2×5: van den Herik, Uiterwijk and van Rijswijck (2002). Positions: our own
        pytest.param("go:4,rows=2", 8, 23_455, marks=pytest.mark.thorough),
        pytest.param("go:5,rows=2", 10, 206_627, marks=pytest.mark.slow),
        pytest.param("go:4,rows=3", 4, 1_929_035, marks=pytest.mark.slow),
    ],
)
def test_values_by_labelling_every_position(words: str, value: int, positions: int):
    """The image of a position counts as one with it, and all images are counted: as many as without symmetries."""
    found = solve(load(words, komi=0, payoff="margin", ko="simple"))
    assert (found.value, found.positions) == (value, positions)


@pytest.mark.thorough
def test_values_of_the_openings_on_three_by_three():
    """Black wins everything from the centre, three points from a side, and loses everything from a corner."""
    game = load("go:3", komi=0, payoff="margin")
    for opening, value in (("B2", 9), ("A2", 3), ("B1", 3), ("C3", -9)):
        found = best(game, moves=opening, depth=99)
        assert found.proven
        assert found.value == value
