"""What searches say when they were cut short, and where a proof would be none. The rules are in ``gametree.claims``."""

from typing import NamedTuple

import pytest
from engine_games import Loopy

from gametree import Game, best, load
from gametree.claims import Evidence, between, claim
from gametree.engine.driver import Limits, next_window
from gametree.engine.making import make_engine
from gametree.engine.score import INFINITY
from gametree.engine.searcher import RootResult, Searcher
from gametree.game import Line


class Board(NamedTuple):
    white: int
    black: int
    turn: int


class Hexapawn(Game[Board]):
    """Three pawns each on a board of 3×3: a player who reaches the other side, or leaves no move, wins. It does not say
    that no position comes back."""

    def initial(self):
        return Board(0b111, 0b111000000, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        own, other = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        step = 3 if s.turn == 0 else -3
        for c in range(9):
            to = c + step
            if own >> c & 1 and 0 <= to < 9:
                if not (own | other) >> to & 1:
                    yield 9 * c + to
                if c % 3 > 0 and other >> (to - 1) & 1:
                    yield 9 * c + to - 1
                if c % 3 < 2 and other >> (to + 1) & 1:
                    yield 9 * c + to + 1

    def result(self, s, a):
        gone, there = 1 << a // 9, 1 << a % 9
        if s.turn == 0:
            return Board(s.white & ~gone | there, s.black & ~there, 1)
        return Board(s.white & ~there, s.black & ~gone | there, 0)

    def stuck(self, s):
        for _ in self.actions(s):
            return False
        return True

    def terminal(self, s):
        return s.white & 0b111000000 != 0 or s.black & 0b111 != 0 or self.stuck(s)

    def utility(self, s):
        return 1 if s.turn == 1 else -1


def test_an_unfinished_question_is_no_value():
    """It was told as a loss, proven, end in 9; it is a draw."""
    answer = best("mnk:4,4,4", algorithm="exact", nodes=20_000)
    assert not answer.proven
    assert answer.distance is None
    assert (answer.least, answer.most) == (-1, 1)
    assert "value at least -1, at most 1, not settled yet" in str(answer)


@pytest.mark.thorough
@pytest.mark.parametrize("algorithm", ["exact", "solve"])
def test_exact_and_solve_solve_a_game_that_does_not_rule_out_repetitions(algorithm):
    """It was an IndexError: the line was empty."""
    game = Hexapawn()
    answer = best(game, algorithm=algorithm)
    assert (answer.value, answer.proven) == (-1, True)
    assert answer.distance == (6 if algorithm == "exact" else None)
    assert answer.action in list(game.actions(game.initial()))
    assert 1 <= len(answer.line) <= 6


@pytest.mark.parametrize("algorithm", ["solve", "exact", "dfpn"])
def test_a_solving_search_that_is_cut_short_tells_what_it_spent_and_what_it_knows(algorithm):
    answer = best("tictactoe", algorithm=algorithm, nodes=40)
    assert answer.nodes >= 40
    assert answer.seconds > 0
    assert not answer.proven
    told = answer.to_json()
    assert told["least"] <= 0 <= told["most"]
    assert told["least"] < told["most"]


def test_the_bounds_close_in():
    """Between the first question and the last one a half of the answer is known."""
    seen = {(a.least, a.most) for n in range(1, 800, 7) if (a := best("tictactoe", algorithm="solve", nodes=n))}
    assert seen >= {(-1, 1), (-1, 0), (0, 0)}


def test_a_table_that_is_kept_does_not_know_what_was_played():
    """Max (0) wins by 0 → 1 → 0' …: from 1 the way to the end leads over 2. Where 2 was there before, it is a draw."""
    game = Loopy([[1, 4], [2], [3, 0], [], [0]], [0, 0, 0, 0, 1], [0, 0, 0, 9, 0])
    with make_engine(game, "alphabeta", table=1) as engine:
        engine.compiled = False
        first = engine.best(Line(game.initial()), Limits(depth=9))
        # from 2 Max has gone back to 0, and to win he has to come to 2 again
        again = engine.best(Line(type(game.initial())(2), (1,)), Limits(depth=9))
    assert (first.value, first.proven, first.distance) == (1, True, 3)
    assert (again.value, again.proven) == (0, True)


def test_a_win_beyond_the_depth_may_not_be_the_quickest():
    game = Game()
    found = claim(game, Evidence(1, decided=True, depth=4, end=7))
    assert (found.proven, found.distance, found.within) == (True, None, 7)
    assert claim(game, Evidence(1, decided=True, depth=7, end=7)).distance == 7


def test_a_search_that_was_cut_short_bounds_the_value_from_the_movers_side():
    game = Game()
    assert claim(game, Evidence(0, mover=0, whole=True, stopped=True)).least == 0
    assert claim(game, Evidence(0, mover=1, whole=True, stopped=True)).most == 0
    assert not claim(game, Evidence(-1, mover=0, decided=True, stopped=True)).proven  # other moves may be better
    assert claim(game, Evidence(1, mover=0, decided=True, stopped=True)).proven


def test_whoever_may_be_wrong_proves_nothing():
    assert not claim(Game(), Evidence(1, whole=True, decided=True, trusted=False)).proven


def test_bounds_that_meet_are_the_value():
    assert between(Game(), 0, 0, guess=1).proven
    assert between(Game(), -1, 0, guess=1).bound == "upper"


def test_every_move_forbidden_is_the_end():
    """Superko: the only move brings the only other position back."""

    class Stuck(Loopy):
        repetition = "illegal"

    game = Stuck([[1], [0]], [0, 1], [0, 0])
    answer = best(game, Line(game.initial(), (0,)), depth=3)
    assert (answer.move, answer.value, answer.proven) == (None, 0, True)


def test_of_a_line_that_could_not_be_searched_again_only_the_move_is_told(monkeypatch):
    """The value is known, and the search for the line is cut short: the table's moves behind the first one may be
    those of another question, and lead to another end."""
    game = load("tree", tree=[[3, 12], [2, 4]])
    plain_search = Searcher.search

    def cut(self, depth, alpha=None, beta=None, *rest):
        last = alpha is not None and beta is not None and beta - alpha == 2
        return None if last else plain_search(self, depth, *(w for w in (alpha, beta) if w is not None), *rest)

    monkeypatch.setattr(Searcher, "search", cut)
    monkeypatch.setattr(Searcher, "extended", lambda self, line, *_: (line[0], 1))  # a tail that ends in 12
    monkeypatch.setattr(Searcher, "completed", lambda self, line, *_: line)
    with make_engine(game, "exact", table=1) as engine:
        engine.compiled = False
        said = engine.best(None, Limits())
    assert (said.value, said.proven, said.line) == (3, True, ("a1",))


def test_mtdf_takes_no_bound_for_the_value():
    """The long form of the soundness test has found it: after both bounds have met, the search for the line found
    something else (the table had changed), outside its window. That was taken for the value, with a losing move."""

    class Shaky:
        def search(self, depth, alpha=-INFINITY, beta=INFINITY, best=None):
            score = {1: 7, 2: 3}.get(beta - alpha, 6)
            return RootResult(score, (score,), whole=True)

    found = next_window("mtdf", Shaky(), 3, 7, None)
    assert found.score == 6
