"""Connect6: two stones a turn and six in a row, against a plain referee; what the search is told."""

from __future__ import annotations

import random

import plain_gomoku as plain
import pytest
from brute_force import game_of_chance

from gametree import GameError, load, perft
from gametree.games.connect6 import Connect6
from gametree.verbs.perft import count_plain


def wins(board, mark: str) -> bool:
    return any(plain.run(board, p, way) >= 6 for p, m in board.items() if m == mark for way in plain.WAYS)


def mover(stones: int) -> int:
    """Who puts the next stone: one of Black, two of White, two of Black, …"""
    turns = [0]
    while len(turns) <= stones:
        turns += [1 - turns[-1]] * 2
    return turns[stones]


def plain_perft(board, depth: int) -> int:
    if depth == 0:
        return 1
    if wins(board, "X") or wins(board, "O"):
        return 0
    free = [p for p, mark in board.items() if mark == "."]
    mark = "XO"[mover(len(board) - len(free))]
    return sum(plain_perft({**board, p: mark}, depth - 1) for p in free)


def test_two_stones_a_turn():
    game = Connect6(6)
    s, who, left = game.initial(), "", []
    for a in game.transcript(s, "a1 b1 c1 d1 e1 f1 a2 b2 c2"):
        who += "Mm"[game.player(s)]
        left.append(game.left(s))
        s = game.result(s, a)
    assert who == "MmmMMmmMM"
    assert left == [1, 2, 1, 2, 1, 2, 1, 2, 1]


@pytest.mark.parametrize("size", [6, 7, 9])
def test_random_games_end_as_the_referee_says(size: int):
    game, ends = Connect6(size), set[int]()
    for seed in range(25):
        for s, a in game_of_chance(game, seed):
            board = plain.grid(game, s)
            assert game.player(s) == mover(sum(mark != "." for mark in board.values()))
            won = [wins(board, mark) for mark in "XO"]
            assert game.terminal(s) == (any(won) or "." not in board.values()) == (a < 0)
            assert game.utility(s) == won[0] - won[1]
        ends.add(game.utility(s))
    assert size < 9 or ends >= {-1, 1}


def test_perft_of_the_plain_referee():
    game = Connect6(6)
    s = game.parse("a1 a3 b3 b1 c1 c3 d3 d1 e1 e3 a6")  # White has a stone left; both lack one for six
    nodes = count_plain(game, s, 3, ends=False)
    assert nodes == plain_perft(plain.grid(game, s), 3) < 25 * 24 * 23


@pytest.mark.thorough
def test_perft_compiled():
    game = load("connect6:6")
    s = game.parse("a1 a3 b3 b1 c1 c3 d3 d1 e1 e3 a6")
    assert perft(game, s, depth=3).nodes == plain_perft(plain.grid(game, s), 3)
    assert perft("connect6", depth=2).nodes == 361 * 360


def test_rows_and_what_is_foreseen():
    """Rows of six points counted one by one; and a win in one or two actions of this turn, by trying all."""
    game, dice, seen = Connect6(7), random.Random(4), set[int]()
    for _ in range(80):
        s = game.initial()
        for _ in range(dice.randrange(10, 40)):
            if not game.terminal(s):
                s = game.result(s, dice.choice(list(game.actions(s))))
        if game.terminal(s):
            continue
        board = plain.grid(game, s)
        for mark, counts in (("X", game.counts(s.black, s.white)), ("O", game.counts(s.white, s.black))):
            rows = [[board.get(plain.along(p, way, n)) for n in range(6)] for p in board for way in plain.WAYS]
            own = [row.count(mark) for row in rows if all(m in (mark, ".") for m in row)]
            assert counts == tuple(own.count(n) for n in (1, 2, 3, 4, 5))
        payoff, distance = game.foresee(s)
        me, sign = game.player(s), 1 if game.player(s) == 0 else -1
        once = any(game.utility(game.result(s, a)) for a in game.actions(s))
        twice = False
        if not once and game.left(s) == 2:
            after = [game.result(s, a) for a in game.actions(s)]
            assert all(game.player(t) == me for t in after)
            twice = any(game.utility(game.result(t, a)) for t in after for a in game.actions(t))
        expected = 1 if once else 2 if twice else 0
        assert (payoff, distance) == (sign if expected else 0, expected)
        seen.add(distance)
    assert seen >= {0, 2}


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("connect6", "k10 k10", "stone 2: 'k10' cannot be played: a stone is there already"),
        ("connect6:6", "g1", "stone 1: 'g1' is no point of this board; points are called a1 to f6"),
        ("connect6:6", "X O" + " ." * 34 + "\nO O", "expected 6 rows"),
        ("connect6:6", "X X O" + " ." * 33, "of 3 stones 1 are X's"),
    ],
)
def test_texts_that_are_no_positions(spec: str, text: str, message: str):
    with pytest.raises(GameError, match=f"^[^\n]*{message}[^\n]*$"):
        load(spec).parse(text)


@pytest.mark.parametrize("size", [5, 23])
def test_parameters_out_of_range(size: int):
    with pytest.raises(GameError, match=f"a board of {size}×{size} is not possible: size is 6 to 22"):
        load(f"connect6:{size}")
