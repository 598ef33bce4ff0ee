"""Gomoku: the rules against a plain referee, lines at the edges, overlines, and what the search is told."""

from __future__ import annotations

import random

import plain_gomoku as plain
import pytest
from brute_force import game_of_chance

from gametree import GameError, best, load, perft
from gametree.bits import has_bit, ones
from gametree.games.gomoku import Gomoku
from gametree.verbs.perft import count_plain


@pytest.mark.parametrize("rule", ["freestyle", "exact"])
def test_perft_of_the_plain_referee(rule: str):
    game = Gomoku(5, rule)
    assert count_plain(game, game.initial(), 3, ends=False) == plain.perft(5, rule == "exact", 3) == 25 * 24 * 23
    # one stone short of fives in both directions: the games that end early must be missing
    s = game.parse("a1 b1 a2 b2 a3 b3 a4 b4 c1 d1")
    board = plain.grid(game, s)
    assert count_plain(game, s, 3, ends=False) == plain.perft(5, rule == "exact", 3, board) < 15 * 14 * 13


@pytest.mark.thorough
def test_perft_compiled():
    """At depth 5 nobody can have made five; 15 × 15 points in a line of several words."""
    assert perft("gomoku:size=6", depth=4).nodes == 36 * 35 * 34 * 33
    assert perft("gomoku", depth=2).nodes == 225 * 224


@pytest.mark.parametrize("rule", ["freestyle", "exact"])
@pytest.mark.parametrize("size", [6, 9])
def test_ends_of_random_games(size: int, rule: str):
    """Small boards are full of lines, of six too."""
    game = Gomoku(size, rule)
    for seed in range(25):
        for s, a in game_of_chance(game, seed):
            board = plain.grid(game, s)
            won = [plain.wins(board, mark, rule == "exact") for mark in "XO"]
            assert game.terminal(s) == (any(won) or "." not in board.values()) == (a < 0)
            assert game.utility(s) == won[0] - won[1]


@pytest.mark.parametrize("rule", ["freestyle", "exact"])
def test_prospects_by_their_definitions(rule: str):
    """Where a stone makes five, a four, a straight four, a three: looked up line by line on random boards."""
    game, dice = Gomoku(8, rule), random.Random(1)
    exact = rule == "exact"
    for _ in range(60):
        points = dice.sample(list(game.actions(game.initial())), dice.randrange(4, 34))
        s = game.initial()
        for a in points:  # fives may be on the board: the prospects of others do not mind
            s = game.result(s, a)
        board = plain.grid(game, s)
        for mark, mine, theirs in (("X", s.black, s.white), ("O", s.white, s.black)):
            found = game.prospects(mine, theirs, exact)
            told = [{plain.cell(game, a) for a in ones(points)} for points in found]
            five, four = (plain.lacking(plain.lines(board, mark, exact), board, n) for n in (1, 2))
            straight, three = (plain.lacking(plain.straight(board, mark, exact), board, n) for n in (1, 2))
            assert told == [five, four, straight, three]
            counted = [sum(board[p] == mark for p in line) for line in plain.lines(board, mark, exact)]
            assert game.counts(mine, theirs, exact) == tuple(counted.count(n) for n in (1, 2, 3, 4))


@pytest.mark.parametrize(
    ("moves", "rule", "winner"),
    [
        ("a1 a3 b1 b3 c1 c3 d1 d3 e1", "freestyle", 1),
        ("a1 a3 b1 b3 c1 c3 d1 d3 e1", "exact", 1),
        ("a1 a3 b1 b3 c1 c3 d1 e3 f1 f3 e1", "freestyle", 1),  # six in a line
        ("a1 a3 b1 b3 c1 c3 d1 e3 f1 f3 e1", "exact", 0),
        ("a1 a3 b1 b3 c1 c3 e1 e3 f1 h3 g1 h4 d1", "exact", 0),  # seven
        ("a5 a1 b4 b1 c3 c1 d2 d1 e1", "exact", 1),  # down to the edge, where White stood too
        ("i9 a1 h9 b1 g9 c1 f9 e1 a3 f1 b3 d1", "freestyle", -1),  # White's six
        ("i9 a1 h9 b1 g9 c1 f9 e1 a3 f1 b3 d1", "exact", 0),
        ("g1 a1 h1 b1 i1 c1 a2 f1 b2", "freestyle", 0),  # from one edge to the other is no line
        ("h1 a9 i2 b9 a4 c9 b5 d9 c6", "freestyle", 0),
    ],
)
def test_lines(moves: str, rule: str, winner: int):
    game = Gomoku(9, rule)
    s = game.parse(moves)
    assert (game.terminal(s), game.utility(s)) == (winner != 0, winner)


def test_a_full_board_without_a_five_is_a_draw():
    game = Gomoku(5)
    s = game.parse("X X O X O\nO O X O X\nX X O X X\nO O X O O\nX O X O X")
    assert game.terminal(s)
    assert game.utility(s) == 0


@pytest.mark.parametrize("rule", ["freestyle", "exact", "renju"])
def test_what_is_foreseen_is_true(rule: str):
    """An end in one, two or three actions, by plain minimax to that depth; and no end within two is overlooked."""
    game, dice, seen = Gomoku(6, rule), random.Random(2), set[int]()
    for _ in range(200):
        s = game.initial()
        for _ in range(dice.randrange(8, 26)):
            if game.terminal(s):
                break
            s = game.result(s, dice.choice(list(game.actions(s))))
        if game.terminal(s):
            continue
        payoff, distance = game.foresee(s)
        ends = [minimax(game, s, depth) for depth in (1, 2)]
        if distance in (1, 2):
            assert ends[distance - 1] == payoff != 0
        else:
            assert ends == [0, 0]
        if distance == 3:
            assert minimax(game, s, 3) == payoff
        if ends[1] == 0:  # candidates leave out only what loses to the next action
            kept = set(game.candidates(s))
            assert all(minimax(game, game.result(s, a), 1) for a in game.actions(s) if a not in kept)
        seen.add(distance)
    assert seen == {0, 1, 2, 3}


def minimax(game: Gomoku, s, depth: int) -> int:
    """The payoff if the game is decided within a depth, else 0."""
    if game.terminal(s) or depth == 0:
        return game.utility(s) if game.terminal(s) else 0
    side = 1 if game.player(s) == 0 else -1
    best = -1
    for a in game.actions(s):
        best = max(best, side * minimax(game, game.result(s, a), depth - 1))
        if best == 1:
            break
    return side * best


def test_texts():
    game = Gomoku(15)
    s = game.parse("H8i9, h10 A1o15")
    assert [game.name(s, a) for a in ones(s.black)] == ["h8", "h10", "o15"]
    assert [game.name(s, a) for a in ones(s.white)] == ["a1", "i9"]
    assert game.parse(game.text(s)) == s
    assert game.transcript(s, "a2b2") == [16, 17]
    assert has_bit(s.white, 0)


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("gomoku", "h8 h8", "stone 2: 'h8' cannot be played: a stone is there already"),
        ("gomoku", "p1", "stone 1: 'p1' is no point of this board; points are called a1 to o15"),
        ("gomoku", "h0", "stone 1: 'h0' is no point"),
        ("gomoku", "hello", "stone 1: 'hello' is no point"),
        ("gomoku", "a1 b1 a2 b2 a3 b3 a4 b4 a5 b5", "stone 10: the game is over already"),
        ("gomoku:5", "X . .", "expected 5 rows of 5"),
        ("gomoku:5", "X X . . ." + " . . . . ." * 4, "X moves first"),
        ("gomoku:5", "X X X X X O O O O O" + " . . . . ." * 3, "X has five in a line already"),
    ],
)
def test_texts_that_are_no_positions(spec: str, text: str, message: str):
    with pytest.raises(GameError, match=f"^[^\n]*{message}[^\n]*$"):
        load(spec).parse(text)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gomoku:4", "gomoku: a board of 4×4 is not possible: size is 5 to 22"),
        ("gomoku:23", "gomoku: a board of 23×23"),
        ("gomoku:rule=swap", "gomoku: rule is one of freestyle, exact, renju"),
    ],
)
def test_parameters_out_of_range(spec: str, message: str):
    with pytest.raises(GameError, match=f"^{message}[^\n]*$"):
        load(spec)


@pytest.mark.thorough
def test_the_search_finds_a_straight_four_and_stops_one():
    game = load("gomoku:9")
    found = best(game, moves="e5 a1 e6 a3 e7 a5", depth=3)
    assert (found.move in ("e4", "e8"), found.value, found.proven) == (True, 1, True)
    assert best(game, moves="a1 e5 a3 e6 b7 e7", depth=4).move in ("e3", "e4", "e8", "e9")
