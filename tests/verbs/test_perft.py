"""perft: the numbers that others count, and the same numbers by the definition."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from gametree import CHANCE, Game, GameError, Line, best, load, measure, perft, solve, trace
from gametree.games.connect4 import ConnectFour

# Connect Four, 7×6. Nothing stops a game before ply 7, and seven stones do not fit into a column: 7**7 − 7.
CONNECT_FOUR = (1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234)

# Tic-Tac-Toe: the positions after n plies, counted as often as they are reached, and the games that end there. They
# sum to 255,168 games (Bottomley 2001, Schaeffer 2002).
TIC_TAC_TOE = (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)
TIC_TAC_TOE_ENDS = (0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872)


def leaves(game, s, depth, *, ends=False):
    """The definition."""
    if depth == 0:
        return 1
    if game.terminal(s):
        return int(ends)
    moves = [o for o, _ in game.chances(s)] if game.player(s) == CHANCE else game.actions(s)
    return sum(leaves(game, game.result(s, a), depth - 1, ends=ends) for a in moves)


@pytest.mark.parametrize(("depth", "nodes"), list(enumerate(CONNECT_FOUR)))
def test_connect_four(depth, nodes):
    assert perft("connect4", depth=depth).nodes == nodes


@pytest.mark.parametrize(("depth", "nodes"), list(enumerate(TIC_TAC_TOE)))
def test_tic_tac_toe(depth, nodes):
    assert perft("tictactoe", depth=depth).nodes == nodes
    assert perft("tictactoe", depth=depth, ends=True).nodes == nodes + sum(TIC_TAC_TOE_ENDS[:depth])


@pytest.mark.parametrize("spec", ["tictactoe", "kalah:2,3", "tree:example=chance", "pig:target=12"])
def test_bulk_threads_and_both_count_the_same(spec):
    game = load(spec)
    for depth in range(7):
        for ends in (False, True):
            nodes = leaves(game, game.initial(), depth, ends=ends)
            for bulk, threads in ((True, 1), (False, 3), (True, 2)):
                assert perft(game, depth=depth, ends=ends, bulk=bulk, threads=threads).nodes == nodes
                divided = perft(game, depth=depth, ends=ends, bulk=bulk, threads=threads, divide=True)
                assert divided.nodes == nodes


def test_bulk_does_not_make_the_last_moves(monkeypatch):
    monkeypatch.setattr("gametree.catalogue._tried", lambda game: game)  # which would make them
    monkeypatch.setattr("gametree.compile.kernels.too_wide", lambda game: "")

    class Fragile(ConnectFour):
        def result(self, s, a):
            return super().result(s, a) if s.first == 0 else s._replace(first=1 // 0)

    assert perft(Fragile(4, 4), depth=1, bulk=True).nodes == 4


def test_progress_counts_leaves():
    told = []
    assert perft("connect4", depth=9, progress=told.append).nodes == 39_394_572
    assert told == sorted(told)
    assert told[-1] == 39_394_572


def test_no_threads():
    with pytest.raises(GameError, match=r"^there must be at least one thread, not 0$"):
        perft("connect4", depth=3, threads=0)


def test_games_of_tic_tac_toe():
    assert sum(TIC_TAC_TOE_ENDS) == perft("tictactoe", depth=9, ends=True).nodes == 255_168
    assert perft("tictactoe", depth=12, ends=True).nodes == 255_168
    assert perft("tictactoe", depth=10).nodes == 0


@pytest.mark.parametrize("ends", [False, True])
def test_divide_sums(ends):
    whole, divided = (perft("tictactoe", depth=7, ends=ends, divide=divide) for divide in (False, True))
    assert whole.divide is None
    assert divided.divide is not None
    assert list(divided.divide) == list("123456789")
    assert sum(divided.divide.values()) == divided.nodes == whole.nodes
    assert len(set(divided.divide.values())) == 3  # centre, corners, edges
    assert str(divided).splitlines()[0] == f"1: {divided.divide['1']:,}"


def test_divide_without_moves_to_divide_by():
    game = load("tictactoe")
    assert perft(game, depth=0, divide=True).nodes == 1
    assert perft(game, game.parse("1 4 2 5 3"), depth=2, divide=True).nodes == 0


def test_from_a_position():
    game = load("tictactoe")
    s = game.parse("5 1")
    assert perft(game, s, 3).nodes == 7 * 6 * 5
    assert perft(game, Line(game.initial(), (4, 0)), 3).nodes == 7 * 6 * 5
    for depth in range(8):
        for ends in (False, True):
            assert perft(game, s, depth, ends=ends).nodes == leaves(game, s, depth, ends=ends)


def test_from_the_end():
    game = load("tictactoe")
    end = game.parse("1 4 2 5 3")
    assert [perft(game, end, depth).nodes for depth in range(3)] == [1, 0, 0]
    assert [perft(game, end, depth, ends=True).nodes for depth in range(3)] == [1, 1, 1]


class Interpreted(ConnectFour):
    """Rules that do not compile."""

    def actions(self, s):
        yield from json.loads(json.dumps(list(super().actions(s))))


def test_interpreted_like_compiled(capsys):
    slow, fast = Interpreted(4, 4), ConnectFour(4, 4)
    for depth in range(7):
        assert perft(slow, depth=depth).nodes == perft(fast, depth=depth).nodes
    assert "Interpreted runs interpreted: test_perft.py, line " in capsys.readouterr().err


@pytest.mark.parametrize("spec", ["kalah:2,3", "tree:example=maxn"])
def test_other_games_by_the_definition(spec):
    game = load(spec)
    for depth in range(7):
        for ends in (False, True):
            assert perft(game, depth=depth, ends=ends).nodes == leaves(game, game.initial(), depth, ends=ends)


class Pig(NamedTuple):
    points: int
    turn: int
    rolling: int


class Rolls(Game[Pig]):
    """Roll a die or leave it; nine points end the game."""

    repetition = "ignore"

    def initial(self):
        return Pig(0, 0, 0)

    def player(self, s):
        return CHANCE if s.rolling else s.turn

    def actions(self, s):
        yield 0
        yield 1

    def chances(self, s):
        for face in range(1, 7):
            yield face, 1 / 6

    def result(self, s, a):
        if s.rolling:
            return Pig(s.points + a, 1 - s.turn, 0)
        return Pig(s.points, s.turn, 1) if a else Pig(s.points, 1 - s.turn, 0)

    def terminal(self, s):
        return s.points >= 9

    def utility(self, s):
        return 1 if s.turn == 1 else -1

    def drawn(self, s):
        return s.points == 4


def test_chance_nodes_branch_into_their_outcomes_and_draws_by_rule_are_ignored():
    game = Rolls()
    assert [perft(game, depth=depth).nodes for depth in range(3)] == [1, 2, 2 + 6]
    for depth in range(8):
        for ends in (False, True):
            assert perft(game, depth=depth, ends=ends).nodes == leaves(game, game.initial(), depth, ends=ends)
    assert perft(game, Pig(0, 0, 1), depth=2, divide=True).divide == {str(face): 2 for face in range(1, 7)}


def test_a_tree_with_chance():
    game = load("tree:example=chance")
    for depth in range(4):
        assert perft(game, depth=depth, ends=True).nodes == leaves(game, game.initial(), depth, ends=True)


def test_json():
    told = perft("connect4", depth=2).to_json()
    assert set(told) == {"game", "depth", "nodes", "seconds"}
    assert (told["game"], told["depth"], told["nodes"]) == ("connect4", 2, 49)
    assert perft("connect4", depth=2, divide=True).to_json()["divide"]["1"] == 7


def test_a_negative_depth():
    with pytest.raises(GameError, match=r"^the depth must be a whole number from 0 to 10000, not -1$"):
        perft("connect4", depth=-1)


@pytest.mark.parametrize("verb", [perft, best, solve, trace, measure])
def test_a_number_is_no_position(verb):
    """The depth in the place of the position: it ended in an AttributeError."""
    with pytest.raises(GameError, match=r"^3 is no position of tictactoe: .* write depth=3 for a depth$"):
        verb("tictactoe", 3)


def test_a_tuple_without_the_fields_is_no_position():
    with pytest.raises(GameError, match=r"^\(1, 2\) is no position of tictactoe: that is a state \(State\), a Line"):
        perft("tictactoe", (1, 2), depth=1)


class Countdown(Game[int]):
    """States may be numbers."""

    def initial(self):
        return 5

    def player(self, s):
        return s % 2

    def actions(self, s):
        yield 1

    def result(self, s, a):
        return s - a

    def terminal(self, s):
        return s <= 0

    def utility(self, s):
        return 1


def test_a_number_is_a_position_where_states_are_numbers():
    assert perft(Countdown(), 3, depth=3).nodes == 1
