"""EinStein würfelt nicht!: its moves, written down once more in another way."""

from __future__ import annotations

import random

import pytest

from gametree import best, check
from gametree.errors import GameError
from gametree.game import CHANCE, legal
from gametree.games.einstein import Einstein


def moves_by_hand(game: Einstein, drawing: str, player: int, die: int) -> set[tuple[str, int]]:
    """The stones that may move and the cells they may go to, from a drawing."""
    cells = "".join(c for c in drawing.partition("M")[0] if c in "·ABCDEFabcdef")
    marks = "ABCDEF" if player == 0 else "abcdef"
    left = [k for k in range(6) if marks[k] in cells]
    if die - 1 in left:
        chosen = [die - 1]
    else:
        higher, lower = [k for k in left if k > die - 1], [k for k in left if k < die - 1]
        chosen = higher[:1] + lower[-1:]
    found = set()
    for stone in chosen:
        at = cells.index(marks[stone])
        y, x = divmod(at, game.side)
        for dx, dy in ((1, 0), (0, 1), (1, 1)):
            x2, y2 = (x + dx, y + dy) if player == 0 else (x - dx, y - dy)
            if 0 <= x2 < game.side and 0 <= y2 < game.side:
                found.add((marks[stone], y2 * game.side + x2))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_the_moves_of_random_games(seed: int):
    game = Einstein(first="314256", second="625413")
    dice = random.Random(seed)
    s = game.initial()
    while not game.terminal(s):
        if game.player(s) != CHANCE:
            mine = (s.first, s.second)[s.turn]
            marks = "ABCDEF" if s.turn == 0 else "abcdef"
            targets = [(marks[a // 3], game.target(s.turn, mine >> 5 * (a // 3) & 31, a % 3)) for a in game.actions(s)]
            assert len(set(targets)) == len(targets)
            assert set(targets) == moves_by_hand(game, game.text(s), s.turn, s.die)
        assert game.parse(game.text(s)) == s
        s = game.result(s, dice.choice(legal(game, s)))
    assert (game.utility(s) == 1) == (s.turn == 1)  # who has just moved has won, unless he took his own last stone
    assert abs(game.utility(s)) == 1


@pytest.mark.thorough
def test_a_stone_before_the_corner_wins():
    game = Einstein()
    s = game.parse("· · · · ·\n· · · · ·\n· · a · ·\n· · · A ·\n· · · · ·   Max to roll")
    found = best(game, s, depth=4)
    assert (found.value, found.proven) == (1, True)
    s = game.parse("· · · · ·\n· a · · ·\n· · A · ·\n· · · · ·\n· · · · ·   Max to move with 6")
    assert best(game, s, depth=8, algorithm="expectiminimax").value == pytest.approx(best(game, s, depth=8).value)


@pytest.mark.thorough
def test_it_is_well_defined():
    assert check("einstein").ok


def test_bad_set_ups():
    with pytest.raises(GameError, match="each of the stones"):
        Einstein(first="112345")
    with pytest.raises(GameError, match="size is 3 to 5"):
        Einstein(size=9)
    with pytest.raises(GameError, match="not a position"):
        Einstein().parse("hello")
