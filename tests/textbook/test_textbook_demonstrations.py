"""What the books tell, shown: the horizon, rules that are not enough, an opponent who errs, moves that look bad."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textbook_games import Nested, brute, trees

from gametree import Game, Line, load
from gametree.game import legal, over
from gametree.textbook import Tracer, search, trace


class Doom(NamedTuple):
    balance: int
    pawns: int  # what Max can still throw in the way
    turn: int
    forced: int  # Min must take a pawn first
    fallen: int


class Doomed(Game):
    """Max's queen (9) is lost. He can give up pawns (1 each), each of which Min must take first."""

    bounds, evaluation, repetition = (-20, 20), "utility", "ignore"

    def initial(self):
        return Doom(0, 2, 0, 0, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return (1, 0) if s.turn == 0 and s.pawns else (0,)

    def result(self, s, a):
        if s.turn == 0:
            return s._replace(pawns=s.pawns - a, turn=1, forced=a)
        if s.forced:
            return s._replace(balance=s.balance - 1, turn=0, forced=0)
        return s._replace(balance=s.balance - 9, turn=0, fallen=1)

    def terminal(self, s):
        return s.fallen == 1

    def utility(self, s):
        return s.balance

    def evaluate(self, s):
        return s.balance

    def quiet(self, s):
        return s.fallen == 1  # as long as the queen hangs, nothing is settled

    def tactics(self, s):
        return (0,)


def test_the_horizon_effect_and_its_cure():
    """Giving up a pawn puts the loss of the queen beyond the horizon: it looks like 1 lost in place of 9, and is 10."""
    game = Doomed()
    assert search(game, None, "minimax").line == (0, 0)  # the truth: let it go
    blind = search(game, None, "cutoff", 2)
    assert (blind.value, blind.action) == (-1, 1)
    deeper = search(game, None, "cutoff", 4)
    assert (deeper.value, deeper.action) == (-2, 1)  # two plies more, and the second pawn goes the same way
    cured = search(game, None, "quiescence", 2, stand_pat=False)
    assert (cured.value, cured.action) == (-9, 0)


def test_standing_pat_is_for_those_who_are_not_threatened():
    """Max may not rely on the evaluation while his queen hangs: with stand pat the horizon effect is back."""
    assert search(Doomed(), None, "quiescence", 2).action == 1


def test_singular_extension_follows_the_only_moves():
    """With one pawn to give up, all moves after it are forced: the extension runs on until the queen has fallen."""
    last_pawn = Doom(0, 1, 0, 0, 0)
    assert search(Doomed(), last_pawn, "cutoff", 2).action == 1
    assert search(Doomed(), last_pawn, "singular", 2).action == 0


def test_a_quiet_game_is_not_searched_further():
    game, depths = load("tictactoe"), []
    for name in ("alphabeta", "quiescence"):
        tracer = Tracer()
        depths.append((search(game, None, name, 3, tracer).value, tracer.visited))
    assert depths[0] == depths[1]


def test_the_rules_lose_to_corner_and_opposite_corner():
    game = load("tictactoe")
    s = game.initial()
    for x in (0, None, 8):  # X: corner; O by rule; X: the opposite corner
        s = game.result(s, search(game, s, "rules").action if x is None else x)
    assert game.text(s).split("   ")[0] == "X . .\n. O .\n. . X"
    assert search(game, s, "minimax").value == 0  # still a draw, with an edge
    while not over(game, s):
        s = game.result(s, search(game, s, "rules" if game.player(s) == 1 else "minimax").action)
    assert game.utility(s) == 1


def test_the_rules_do_not_lose_when_they_begin():
    """Against every defence: X by rule, O anything."""
    game = load("tictactoe")
    worst = 1
    stack = [game.initial()]
    while stack:
        s = stack.pop()
        if over(game, s):
            worst = min(worst, game.utility(s))
        elif game.player(s) == 0:
            stack.append(game.result(s, search(game, s, "rules").action))
        else:
            stack.extend(game.result(s, a) for a in legal(game, s))
    assert worst == 0


@pytest.mark.parametrize(
    ("position", "cell", "why"), [("1 5 2 9", 3, "wins"), ("1 5 2", 3, "stops a win"), ("", 5, "by rule")]
)
def test_the_rules_say_why(position, cell, why):
    game = load("tictactoe")
    result = search(game, game.parse(position), "rules")
    assert (result.action, result.note) == (cell - 1, why)


@pytest.mark.thorough
@given(trees(leaves=30), st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_an_opponent_who_errs_never_lowers_the_promise(tree, dice):
    game, s = Nested(tree), tree
    promise = brute(game, tree)
    while not game.terminal(s):
        best = search(game, s, "alphabeta")
        assert best.value >= promise
        promise = best.value
        s = game.result(s, best.action if game.player(s) == 0 else dice.choice(legal(game, s)))
    assert game.utility(s) >= promise


def test_a_beam_misses_a_sacrifice():
    tree = {"max": [{"estimate": -5, "min": [9, 9]}, {"estimate": 5, "min": [1, 1]}]}
    game = load("tree", tree=tree)
    narrow, wide = (search(game, None, "beam", width=w) for w in (1, 2))
    assert (narrow.value, wide.value) == (1, 9)
    assert not narrow.proven


def test_iterative_deepening_answers_when_the_clock_stops():
    result = search("tictactoe", None, "iterative", None, Tracer(nodes=2000))
    assert result.depth is not None
    assert 0 < result.depth < 9
    assert result.action is not None
    assert not result.proven


def test_reuse_generates_only_two_new_levels():
    """After a move and its reply the tree is h − 2 deep already: with h = 4, levels 3 and 4 are new."""
    game = load("tictactoe")
    kept, fresh = Tracer(), Tracer()
    line = Line(game.initial(), (4, 0))
    assert search(game, line, "reuse", 4, kept).value == search(game, line, "cutoff", 4, fresh).value
    old = 1 + 7 + 7 * 6
    assert fresh.generated - kept.generated == old - 1
    assert kept.hits == 1 + 7  # the nodes whose children are there


def test_repeated_states_are_told_apart():
    """On the same path a loop, worth a draw; on another path a transposition, looked up."""
    loop, shared = trace("tree:example=loop", algorithm="repeated"), trace("tree:example=shared", algorithm="repeated")
    assert [e.why for e in loop.events if e.value == 0 and e.kind == "leaf"] == ["the position came back"]
    assert (loop.hits, shared.hits) == (0, 1)
    assert [e.why for e in shared.events if e.kind == "hit"] == ["another path has been here"]
