"""Go: unconditional life against its definition and in known shapes; eyes and random games; the estimate."""

from __future__ import annotations

import random

import pytest

from gametree.bits import ones, popcount
from gametree.games.go import Go
from gametree.games.go.life import alive, parts
from gametree.games.go.playouts import SELDOM, USUAL
from gametree.games.go.rules import State


def lives_by_definition(game: Go, s: State, group: object) -> bool:
    """Can White never take this group of Black's, however long Black passes?"""
    seen, waiting = set[State](), [s._replace(turn=1, ko=-1)]
    while waiting:
        here = waiting.pop()
        for a in list(game.actions(here))[:-1]:
            after = game.result(here, a)._replace(turn=1, ko=-1)
            if after.black & group != group:
                return False
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return True


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize(("columns", "rows", "boards"), [(3, 3, 150), (4, 3, 60), (5, 2, 100)])
def test_unconditional_life_is_what_its_definition_says(columns: int, rows: int, boards: int, suicide: bool):
    """Benson's theorem is exact without suicide, and sound with it. On boards with few empty points life is common."""
    game, chance, found = Go(columns, rows=rows, suicide=suicide), random.Random(columns), [0, 0]
    while boards:
        points = list(ones(game.full))
        marks = chance.choices(".XO", [3, 6, 1], k=len(points))
        black, white = (sum(1 << p for p, m in zip(points, marks, strict=True) if m == side) for side in "XO")
        s = State(black, white, -1, 0, 0, 1)
        free = game.full & ~(black | white)
        if not black or game.smothered(black, black, free) or game.smothered(white, white, free):
            continue
        boards -= 1
        living, _ = alive(game, s)
        for group in parts(game, black):
            lives = lives_by_definition(game, s, group)
            told = group & living == group
            assert lives == told or (suicide and lives), game.text(s)
            found[lives] += 1
    assert min(found) > 5


@pytest.mark.parametrize(
    ("board", "black", "white"),
    [
        # two eyes of one point each; the other side's wall has none
        (". X . X O\nX X X X O\nO O O O O\n. . . . .\n. . . . .", 6, 0),
        # one large eye is not enough, however large
        (". . . X O\nX X X X O\nO O O O O\n. . . . .\n. . . . .", 0, 0),
        # two groups without an eye to themselves live by two that they share
        (". X X . .\nX . X . .\nX X . . .\n. . . . .\n. . . . .", 6, 0),
        # a false eye: B5 can be taken
        (". X O O O\nX O O O O\nX O . O O\nX X O O O\n. X O O O", 0, 0),
        # an eye with a stone of the other side's in it counts if its empty points are liberties
        (". O X . X\nX X X X X\n. . . . .\n. . . . .\n. . . . .", 7, 0),
        # both sides live
        (". X . X X\nX X X X X\nO O O O O\nO . O . O\nO O O O O", 8, 13),
    ],
)
def test_shapes(board: str, black: int, white: int):
    game = Go(5)
    s = game.parse(board)
    assert [popcount(stones) for stones in alive(game, s)] == [black, white]


@pytest.mark.parametrize(
    ("board", "eye"),
    [
        (". X .\nX X .\n. . .", True),
        (". X .\nX O .\n. . .", False),  # a corner: its one diagonal point
        (". X .\nX . .\n. . .", True),
        (". . X\n. X .\n. . X", False),
    ],
)
def test_eyes_in_the_corner(board: str, eye: bool):
    game = Go(3)
    s = game.parse(board)
    assert game.is_eye(s.black, s.white, 8) == eye


def test_eyes_in_the_middle_and_at_the_edge():
    game = Go(5)
    for enemies, middle in ((0, True), (1, True), (2, False)):
        rows = [". . . . .", ". . X . .", ". X . X .", ". . X . .", ". . . . ."]
        if enemies > 0:
            rows[1] = ". O X . ."
        if enemies > 1:
            rows[3] = ". . X O ."
        s = game.parse("\n".join(rows))
        assert game.is_eye(s.black, s.white, 14) == middle
        assert game.playout_weight(s, 14) == (0 if middle else USUAL)
    s = game.parse(". . . . .\n. . . . .\nX . . . .\n. X . . .\nX O . . .")
    assert not game.is_eye(s.black, s.white, 6), "one of two diagonal points at the edge is enough to spoil it"
    assert game.playout_weight(s, game.passing) == SELDOM


@pytest.mark.parametrize("words", [(5, 0), (9, 0), (7, 3)])
def test_random_games_by_the_policy_end(words: tuple[int, int]):
    """No eye is filled, so both sides run out of moves and pass; the board is then full but for eyes."""
    game, chance = Go(words[0], rows=words[1]), random.Random(5)
    for _ in range(2):
        s, moves = game.initial(), 0
        while not game.terminal(s):
            actions = list(game.actions(s))
            s = game.result(s, chance.choices(actions, [game.playout_weight(s, a) for a in actions])[0])
            moves += 1
            assert moves < 8 * game.points
        assert popcount(s.black | s.white) > game.points / 2


def test_the_estimate_counts_points_by_nearness():
    game = Go(5, komi=0, payoff="margin")
    assert game.evaluate(game.initial()) == 0
    assert game.evaluate(game.parse("A1 E5")) == 0
    assert game.evaluate(game.parse("C3 A1")) > 10
    assert game.evaluate(game.parse("pass C3")) < -10
    assert Go(5, komi=7.5).evaluate(game.initial()) == -7.5
    for s in (game.parse("C3 A1 B2"), game.parse("B1 A1 A2")):
        assert abs(game.evaluate(s)) <= game.bounds[1]
