"""The ends of games: the exact end, stable discs, and searches that agree with minimax."""

from __future__ import annotations

import random
from functools import cache

import pytest

from gametree import best, load
from gametree.bits import ones
from gametree.game import MAX, legal


def late_states(game, left, count, seed):
    """States of random games with this many empty squares in which a side can move."""
    dice, found = random.Random(seed), []
    while len(found) < count:
        s = game.initial()
        while not game.terminal(s) and game.tier(s) > left:
            s = game.result(s, dice.choice(legal(game, s)))
        if not game.terminal(s) and game.tier(s) == left:
            found.append(s)
    return found


def minimax(game, s):
    if game.terminal(s):
        return game.utility(s)
    choose = max if game.player(s) == MAX else min
    return choose(minimax(game, game.result(s, a)) for a in game.actions(s))


@pytest.mark.parametrize("spec", ["othello", "othello:empties=none", "othello:6", "othello:size=4,empties=none"])
@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_the_last_squares(spec, left):
    """Within any window, the exact end is the value or on the right side of it."""
    game = load(spec)
    for s in late_states(game, left, 12, left):
        value = minimax(game, s)
        assert game.exact_end(s, -game.squares, game.squares) == (value, 2 * left)
        for low in (value - 3, value - 1, value, value + 2):
            found, _ = game.exact_end(s, low, low + 1)
            assert (found > low) == (value > low)


def test_more_squares_are_left_to_the_search():
    game = load("othello")
    assert game.exact_end(game.initial(), -64, 64) == (0, -56)


@pytest.mark.parametrize("spec", ["othello:4", "othello:6", "othello"])
def test_stable_discs_are_never_turned(spec):
    """In random games on from a position, nobody turns what is said to stay, and scores stay within reach."""
    game, dice = load(spec), random.Random(8)
    met = 0
    for s in late_states(game, game.squares // 4, 60, 4):
        black, white = (s.mine, s.theirs) if s.turn == MAX else (s.theirs, s.mine)
        kept = game.stable(black, white), game.stable(white, black)
        met += len(list(ones(kept[0] | kept[1])))
        least, most = game.reach(s)
        for _ in range(10):
            t = s
            while not game.terminal(t):
                t = game.result(t, dice.choice(legal(game, t)))
            end = (t.mine, t.theirs) if t.turn == MAX else (t.theirs, t.mine)
            assert kept[0] & ~end[0] == 0
            assert kept[1] & ~end[1] == 0
            assert least <= game.utility(t) <= most
    assert met > 100


def test_discs_that_stay():
    game = load("othello")
    s = game.parse("XXX-----" + "XX------" + "X-------" + "-" * 39 + "O X")
    assert [game.names[i] for i in ones(game.stable(s.mine, s.theirs))] == ["a1", "b1", "c1", "a2", "b2", "a3"]
    assert [game.names[i] for i in ones(game.stable(s.theirs, s.mine))] == ["h8"]
    assert game.reach(s) == (12 - 64, 64 - 2)


@pytest.mark.thorough
def test_searches_agree():
    """Late positions: exact, solve, alpha-beta and MTD(f), and minimax by the definition."""
    game = load("othello:6")

    @cache
    def value(s):
        if game.terminal(s):
            return game.utility(s)
        choose = max if game.player(s) == MAX else min
        return choose(value(game.result(s, a)) for a in game.actions(s))

    for s in late_states(game, 8, 6, 1):
        answer = best(game, s, algorithm="exact", table=1)
        assert (answer.value, answer.proven) == (value(s), True)
        assert value(game.result(s, answer.action)) == value(s)
        assert best(game, s, depth=30, algorithm="alphabeta", table=1).value == value(s)
        assert best(game, s, depth=30, algorithm="mtdf", table=1).value == value(s)
        sign = best(game, s, algorithm="solve", table=1).value
        assert (sign > 0) - (sign < 0) == (value(s) > 0) - (value(s) < 0)


@pytest.mark.slow
def test_the_middle_board_is_lost_by_four():
    """6×6: White wins by 20 to 16 (Feinstein 1993), here from the position after his first eleven moves."""
    game = load("othello:6")
    s = game.parse("c2b4c5d2e4e3d1c1b1d5d6")
    answer = best(game, s, algorithm="exact", table=1024)
    assert (answer.value, answer.proven) == (-4, True)
