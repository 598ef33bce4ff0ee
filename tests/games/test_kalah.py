"""Kalah against Irving, Donkers and Uiterwijk, *Solving Kalah* (ICGA Journal 23(3), 2000)."""

from __future__ import annotations

import pytest
from brute_force import alphabeta, game_of_chance, reachable, value

from gametree.features import shares
from gametree.games.kalah import Kalah, State

# Table 10 has who wins on 1 to 3 pits, and the difference from 4 pits on; the differences of the small ones were
# computed independently. Key: pits, stones.
VALUES = {
    **{(1, n): v for n, v in enumerate((0, -2, 6, -2, 2, 0), 1)},
    **{(2, n): v for n, v in enumerate((2, -2, -2, -12, 6, 8), 1)},
    **{(3, n): v for n, v in enumerate((0, 4, 2), 1)},
    (4, 1): 2,
    (5, 1): 0,
}
LARGER_VALUES = {(3, 4): 2, (6, 1): 2, (3, 5): 6, (3, 6): -10, (4, 2): 6, (4, 3): 8, (5, 2): 0, (6, 2): 10}

# Table 3, the sizes of the game graphs. Two entries are left out, because the convention below, which gives all the
# others, does not give them: (2,5), 58 in the table and 48 here, and (3,6), 1,255,339 in the table and 1,522,350 here.
GRAPHS = {
    **{(1, n): size for n, size in enumerate((2, 2, 2, 3, 4, 6), 1)},
    **{(2, n): size for n, size in ((1, 8), (2, 24), (3, 138), (4, 168), (6, 2482))},
    **{(3, n): size for n, size in enumerate((73, 2941, 24936, 190_579), 1)},
    (4, 1): 880,
    (5, 1): 11465,
}
LARGER_GRAPHS = {(3, 5): 755_748, (4, 2): 226_774, (6, 1): 178_708, (4, 3): 4_604_996}

# Table 9: games of best play by both sides; pits from 0, a dash where the turn goes over.
PERFECT_GAMES = [
    (4, 1, 2, "32-32-1"),
    (4, 2, 6, "3-3-230-231-1323"),
    (4, 3, 8, "13-1-032-2-3-0-1320-3-0-2"),
    (4, 4, 2, "02-2-3-0-2-21-303231-0-32-1-0"),
    (4, 5, 2, "0-2-1-3-0-2-1-0-32-3-021-2-0-02-2-1-3-3-313032-13031-1-2-2-3"),
    (5, 1, 0, "43-43-2-2"),
    (5, 2, 0, "31-32-24-0-0-31-3"),
    (5, 3, 8, "24-3-3-03-41-1-04342-3-3-2-2-4-414342-3"),
    (5, 4, 12, "12-04-03-2-20-41-1-42-32-3-2-40-0-1"),
    (5, 5, 2, "03-2-2-1-1-23-24-2-0-34414340-4240-2-14342"),
    (5, 6, 2, "2-0-0-3-3-0-2-1-440-4-42-2-121-12-3-1-4-20-0-34-24-324-1-3-3-1-41-43-2-2-3"),
    (6, 1, 2, "54-54-3-3-2"),
    (6, 2, 10, "42-42-30-0-1-1-4-5"),
    (6, 3, 2, "4-5-35-250-2-154-451535452-53-3-54-2"),
    (6, 4, 10, "25-10-3-3-5153-1-4-5-045-4-535452-53-4-1-3-2-0-54-1-3"),
    (6, 5, 12, "12-02-05-2-4-51-53-3-45-20-3-2-2-345-5-4-351-0-54-1-52-354-4-254-3-3"),
]


class AsCounted(Kalah):
    """The paper's game graph: the game stops as soon as a side has more than half of the stones, and what is left in
    the pits at the end stays there, so that such ends are told apart."""

    def gathered(self, board: tuple[int, ...]) -> tuple[int, ...]:
        return board

    def terminal(self, s: State) -> bool:
        empty = self.stones(s.board, 0) == 0 or self.stones(s.board, 1) == 0
        return empty or 2 * max(s.board[self.m], s.board[-1]) > self.supply


@pytest.mark.parametrize(("m", "n"), VALUES)
def test_values(m: int, n: int):
    assert value(Kalah(m, n)) == VALUES[m, n]


@pytest.mark.thorough
@pytest.mark.parametrize(("m", "n"), LARGER_VALUES)
def test_values_of_larger_boards(m: int, n: int):
    assert alphabeta(Kalah(m, n)) == LARGER_VALUES[m, n]


@pytest.mark.thorough
@pytest.mark.parametrize(("m", "n"), GRAPHS)
def test_sizes_of_the_game_graph(m: int, n: int):
    assert len(reachable(AsCounted(m, n))) == GRAPHS[m, n]


@pytest.mark.slow
@pytest.mark.parametrize(("m", "n"), LARGER_GRAPHS)
def test_sizes_of_larger_game_graphs(m: int, n: int):
    assert len(reachable(AsCounted(m, n))) == LARGER_GRAPHS[m, n]


def test_without_empty_capture():
    """The rule matters first at (2,4), −10 instead of −12, and decides (5,2), +2 instead of 0 (computed
    independently)."""
    assert value(Kalah(2, 3, empty_capture=False)) == -2
    assert value(Kalah(2, 4, empty_capture=False)) == -10
    assert alphabeta(Kalah(5, 2, empty_capture=False)) == 2


@pytest.mark.parametrize(("m", "n", "worth", "moves"), PERFECT_GAMES)
def test_perfect_games(m: int, n: int, worth: int, moves: str):
    """Every move of the published games is legal, the turn goes over just where they say, the end is as promised."""
    game = Kalah(m, n)
    s = game.initial()
    for side, turn in enumerate(moves.split("-")):
        for pit in turn:
            assert not game.terminal(s)
            assert game.player(s) == side % 2
            assert int(pit) in game.actions(s)
            s = game.result(s, int(pit))
            assert sum(s.board) == game.supply
    assert game.terminal(s)
    assert game.utility(s) == worth


def test_sowing_leaves_out_the_other_store_and_not_the_pit_it_began_in():
    game = Kalah(3, 6)
    s = game.parse("2 4 5   9   2   0 1 13")
    after = game.result(s, 2)  # thirteen stones: seven places, the last the pit itself, and six of them again
    assert after == game.parse("4 6 7   9   4   2 3 1 Min to move")


def test_capture():
    game = Kalah(3, 2)
    s = game.parse("2 3 1   0   1   1 0 4")
    assert game.result(s, 0) == game.parse("2 0 1   0   5   0 0 4 Min to move")
    nothing_there = game.parse("2 0 3   0   2   1 0 4")
    assert game.result(nothing_there, 0).board == (0, 0, 4, 3, 3, 0, 2, 0)
    stays = Kalah(3, 2, empty_capture=False)
    assert stays.result(nothing_there, 0).board == (0, 1, 4, 2, 3, 0, 2, 0)


def test_no_capture_on_the_other_side():
    """A last stone in an empty pit of the opponent's takes nothing."""
    game = Kalah(3, 2)
    s = game.parse("3 3 0   0   1   2 1 2")
    assert game.result(s, 2).board == (2, 1, 0, 2, 1, 3, 3, 0)


def test_the_end_leaves_the_rest_to_the_side_that_has_it():
    game = Kalah(3, 2)
    s = game.parse("1 2 2   1   5   0 0 1")
    after = game.result(s, 2)  # Max's last stone: the extra turn comes to nothing
    assert after.board == (0, 0, 0, 6, 0, 0, 0, 6)
    assert game.terminal(after)
    assert game.utility(after) == 0


@pytest.mark.parametrize(("m", "n"), [(6, 4), (2, 15)])
def test_order_prefers_the_extra_turn(m: int, n: int):
    """Also where a hand of stones goes round the board before it ends in the store."""
    game, round_the_board = Kalah(m, n), 0
    for seed in range(20):
        for s, a in game_of_chance(game, seed):
            if a >= 0:
                assert game.order(s, a) == (game.result(s, a).turn == s.turn)
                round_the_board += game.order(s, a) and s.board[s.turn * (m + 1) + a] > 2 * m
    assert round_the_board > 0 or m == 6


def test_features_by_hand():
    game = Kalah(6, 4)
    s = game.parse("4 4 4 4 4 4  0 1  4 4 0 5 5 5")  # Max has moved pit 3, and moves again
    assert {share.term: share.times for share in shares(game, s)} == {
        "stores": 1,
        "stones in the pits": 23 - 24,
        "to move again, later": -1,  # Min's pit 3
    }
    s = game.result(s, 5)  # the last pit: one stone into the store, four for Min
    assert {share.term: share.times for share in shares(game, s)} == {
        "stores": 2,
        "stones in the pits": 18 - 28,
        "to move again, now": -1,  # Min's pit 2, with five stones by now
        "to capture, later": 5,  # Max's pit 2 ends in pit 6, which is empty
    }


def test_the_other_side_sees_the_opposite():
    game = Kalah(4, 3)
    for seed in range(20):
        for s, _ in game_of_chance(game, seed):
            other = State(s.board[5:] + s.board[:5], 1 - s.turn)
            assert game.evaluate(other) == -game.evaluate(s)
