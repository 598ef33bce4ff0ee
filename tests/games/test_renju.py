"""Renju: the forbidden points by their published definitions, drawn, and against a plain referee."""

from __future__ import annotations

import random

import plain_gomoku as plain
import plain_renju
import pytest
from brute_force import game_of_chance

from gametree import GameError, load, perft
from gametree.bits import filled, ones, with_bit
from gametree.engine.forcing import Forcing
from gametree.games.gomoku import Gomoku
from gametree.games.gomoku.rules import State
from gametree.verbs.perft import count_plain

DRAWN = [
    ("overline", "XXX?XX"),
    ("overline", "XXX?XXX"),
    ("four four", "OXXX?...", "....X", "....X", "....X"),
    ("four four", "..X.....", "...X....", "OXXX?...", ".....X..", "........"),
    ("four four", "X.X?X.X"),  # on one line
    ("four four", "XX.X?.XX"),
    ("four four", "XXX.?.XXX"),
    ("allowed", "..XX?X.."),  # a straight four is one four
    ("allowed", "O.XX?X.."),
    ("allowed", "X.XX?.XX"),  # six would come of the second
    ("three three", "..XX?...", "....X...", "....X..."),
    ("three three", ".X.X?...", "........", "....X...", "....X..."),
    ("three three", "....X...", "..X.?...", "...X....", "..X.X..."),
    ("three three", "OXXX?...", "...XX...", "..X.X..."),  # and a four: forbidden all the same
    ("three three", "OXX?X...", "..XX....", ".X.X...."),
    ("allowed", "OXXX?...", "....X...", "....X..."),  # a four and a three
    ("allowed", "O.XX?.O.", "....X...", "....X..."),  # fake threes: no room for a straight four,
    ("allowed", ".OXX?...", "....X...", "....X..."),  # closed at one end,
    ("allowed", "X..XX?..X", ".....X...", ".....X..."),  # only an overline would come of it
    ("five", "XXXX?...", "....X...", "....X...", "....X...", "....X...", "....X..."),  # and an overline
    ("five", "XXXX?...", "...XX...", "..X.X..."),  # and two threes
    ("five", "XXXX?...", "...XX...", "..X.X...", ".X..X..."),  # and two more fours
    # Of the three in the row only a makes a straight four. If a is forbidden, there is just one three.
    ("three three", "O.XX?a..", "....X...", "....X..."),
    ("allowed", "O.XX?a..", "....XX..", "....XX..", ".....X..", ".....X..", ".....X.."),  # a: an overline
    ("allowed", "O.XX?a..", "....XX..", "....XX..", ".....X.."),  # a: two fours
    ("three three", "O.XX?a..", "....XX..", "....XX.."),  # a: a four and a three, which is allowed
    ("allowed", "O.XX?a...", "....XXX..", "....XX.X."),  # a: two threes
    ("allowed", "....X....", "....X....", "O.XX?a...", ".....X...", ".....X...", ".....X...", ".....X..."),  # a: five
    # a has two threes; but of the slanted one only b makes a straight four, and there it is an overline: a is allowed
    (
        "three three",
        "...O.....",
        ".........",
        "O.XX?a...",
        "....XXX..",
        "....XX.XX",
        "........b",
        "........X",
        "........X",
        "........X",
        "........X",
    ),
]
"""What a stone of Black's is at the point ``?``; around the drawing everything is empty. Letters are for the reader."""


def drawn(rows: tuple[str, ...]) -> tuple[State, int]:
    """The stones of a drawing, in the middle of the board, and the point that is asked for."""
    marks = {GAME.bits - 1 - 16 * (i + 4) + j - 12: mark for i, row in enumerate(rows) for j, mark in enumerate(row)}
    black, white = (filled(GAME.bits, sum(1 << p for p, mark in marks.items() if mark == side)) for side in "XO")
    return State(black, white), next(p for p, mark in marks.items() if mark == "?")


GAME = Gomoku(rule="renju")


@pytest.mark.parametrize("drawing", DRAWN, ids="/".join)
def test_drawn_positions(drawing: tuple[str, ...]):
    """Also on their side and from behind: the four directions are treated alike."""
    kind, *rows = drawing
    width = max(len(row) for row in rows)
    rows = [row.ljust(width, ".") for row in rows]
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    for picture in (rows, rows[::-1], turned, turned[::-1], [row[::-1] for row in rows]):
        s, point = drawn(tuple(picture))
        board = plain.grid(GAME, s)
        assert plain_renju.kind(board, plain.cell(GAME, point)) == kind
        assert (point in ones(GAME.forbidden(s.black, s.white))) == (kind not in ("five", "allowed"))


def test_forbidden_points_of_random_boards():
    """Boards of chance, from few stones to many: every empty point by the referee."""
    dice, seen = random.Random(1), set[str]()
    for size in [7, 9, 11, 15] * 25:
        game = Gomoku(size, "renju")
        points = list(ones(game.full))
        black, white = int(len(points) * dice.uniform(0.08, 0.33)), int(len(points) * dice.uniform(0, 0.2))
        chosen = dice.sample(points, black + white)
        stones = [filled(game.bits, sum(1 << p for p in part)) for part in (chosen[:black], chosen[black:])]
        board = plain.grid(game, State(*stones))
        kinds = {p: plain_renju.kind(board, p) for p, mark in board.items() if mark == "."}
        found = {plain.cell(game, a) for a in ones(game.forbidden(*stones))}
        assert found == {p for p, kind in kinds.items() if kind not in ("five", "allowed")}
        seen |= set(kinds.values())
    assert seen == {"allowed", "five", "overline", "four four", "three three"}


def test_perft_of_the_plain_referee():
    """d4 is a double three at once, and other points are forbidden after a stone more."""
    game = Gomoku(6, "renju")
    s = game.parse("d2 a1 d3 a6 b4 f1 c4 f6")
    board = plain.grid(game, s)
    nodes = plain_renju.perft(board, 3, 0)
    assert count_plain(game, s, 3, ends=False) == nodes
    assert nodes < 27 * 27 * 26
    assert len(list(game.actions(s))) == 27


@pytest.mark.thorough
def test_perft_compiled():
    game = load("gomoku:size=7,rule=renju")
    s = game.parse("d2 a1 d3 a7 b4 g1 c4 g7")
    assert perft(game, s, depth=3).nodes == plain_renju.perft(plain.grid(game, s), 3, 0)


def test_random_games_end_as_the_referee_says():
    game = Gomoku(7, "renju")
    for seed in range(20):
        for s, a in game_of_chance(game, seed):
            board, mover = plain.grid(game, s), game.player(s)
            won = [plain.wins(board, "X", exact=True), plain.wins(board, "O", exact=False)]
            barred = plain_renju.forbidden(board) if mover == 0 else set[tuple[int, int]]()
            free = {p for p, mark in board.items() if mark == "."} - barred
            assert game.terminal(s) == (any(won) or not free) == (a < 0)
            if not game.terminal(s):
                assert {plain.cell(game, a) for a in game.actions(s)} == free
            elif any(won):
                assert game.utility(s) == won[0] - won[1]


@pytest.mark.parametrize(("last", "payoff"), [("O O O X O O", 0), ("O X O O O O", -1)])
def test_nothing_but_forbidden_points(last: str, payoff: int):
    """Black may put no stone. That is a draw, unless White's next stone makes five."""
    game = Gomoku(6, "renju")
    middle = ["X O O O X O", "O O X O X O", "X O O O O X"]
    s = game.parse("\n".join(["X X X . X X", *middle, last, "X X X . X X"]))
    assert (game.terminal(s), game.utility(s), list(game.actions(s))) == (True, payoff, [])


def test_white_has_no_forbidden_points_and_wins_with_six():
    game = Gomoku(9, "renju")
    s = game.parse("a1 c3 b1 d3 a9 e3 b9 g3 i1 h3 i9 f3")
    assert (game.terminal(s), game.utility(s)) == (True, -1)
    s = game.parse("a1 c3 c1 d3 a9 e4 c9 e5 i5")
    assert game.transcript(s, "e3")


@pytest.mark.parametrize(
    ("stones", "why"),
    [
        (
            "h8 a1 h9 a3 i7 a5 j7 a7 h7",
            "stone 9: 'h7' cannot be played: the point is forbidden for Black .a double three.",
        ),
        ("c3 a1 d3 a3 e3 a5 g3 a7 h3 a9 f3", "'f3' cannot be played: the point is forbidden for Black .an overline or"),
        ("h8 h8", "stone 2: 'h8' cannot be played: a stone is there already"),
    ],
)
def test_a_forbidden_point_is_refused(stones: str, why: str):
    with pytest.raises(GameError, match=why):
        GAME.parse(stones)


def test_white_wins_where_black_may_not_stop_the_four():
    """White's fours on the d-file can be stopped at d5 or d9 only, and at d5 Black would make six."""
    stones = "a5 d6 b5 d7 c5 d8 e5 i1 f5 i3 d4"
    game = Gomoku(9, "renju")
    found = Forcing(game, game.parse(stones), compiled=False).run(nodes=200)
    assert found is not None
    assert ([game.name(game.initial(), a) for a in found.line[::2]], found.within) == (["d9", "d5"], 3)
    game = Gomoku(9, "exact")  # here Black may
    assert Forcing(game, game.parse(stones), compiled=False).run(nodes=200) is None


def test_black_does_not_win_by_a_double_three():
    stones = "c3 a1 d3 i9 e4 a9 e5 i1"  # e3 would make two threes
    for rule, within in (("exact", 5), ("renju", None)):
        game = Gomoku(9, rule)
        found = Forcing(game, game.parse(stones), compiled=False).run(nodes=200)
        assert (found.within if found else None) == within


def test_a_stone_of_whites_can_make_a_point_forbidden():
    """Two fours at a make it forbidden, so ? has one three. White's stone at b leaves a allowed, and ? has two."""
    s, point = drawn((".....O..", "O.XX?a..", "....XX..", "....XX..", ".....X..", ".....b.."))
    b = next(p for p in ones(GAME.full) if GAME.name(s, p) == "i7")
    after = State(s.black, with_bit(s.white, b))
    assert [point in ones(GAME.forbidden(*t)) for t in (s, after)] == [False, True]
    assert GAME.player(s) == 1
    assert point not in ones(GAME.lasting(s))  # so it is no threat that a proof may count on
