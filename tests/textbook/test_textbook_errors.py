"""Mistakes get one clear line; a loop is shown, and a long game is no RecursionError."""

from __future__ import annotations

import re
import sys
from fractions import Fraction

import pytest
from textbook_games import CHOICE, Graph, Nested

from broken_rules import without_trial
from gametree import Game, GameError, load
from gametree.textbook import ALGORITHMS, search, trace


def says(*words, **call):
    with pytest.raises(GameError) as caught:
        search(**call)
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"algorithm": "alfabeta"}, ["'alfabeta'", "did you mean alphabeta?", "minimax", "rules"]),
        ({"depth": -1}, ["depth", "-1"]),
        ({"depth": 2.5}, ["depth", "2.5"]),
        ({"depth": True}, ["depth"]),
        ({"speed": 3}, ["no option 'speed'", "alpha", "ordering"]),
        ({"algorithm": "minimax", "fail": "soft"}, ["minimax has no option 'fail'", "none"]),
        ({"fail": "medium"}, ["fail must be one of soft, hard", "'medium'"]),
        ({"ordering": "sideways"}, ["ordering must be one of given, evaluation", "'sideways'"]),
        ({"equality": 3}, ["equality must be true or false, not 3"]),
        ({"alpha": "low"}, ["alpha must be a number, not 'low'"]),
        ({"alpha": 1, "beta": 1}, ["window from 1 to 1 is empty"]),
        ({"algorithm": "pn", "goal": "maybe"}, ["goal must be one of win, draw"]),
        ({"algorithm": "alphabeta_chance", "chance": "star9"}, ["chance must be one of star1, open"]),
        ({"algorithm": "beam", "width": 0}, ["width must be 1 or more"]),
        ({"algorithm": "beam", "width": 2.5}, ["width must be a whole number"]),
        ({"algorithm": "quiescence", "limit": -1}, ["limit must be 0 or more"]),
        ({"algorithm": "singular", "limit": -1}, ["limit must be 0 or more"]),
        ({"algorithm": "aspiration", "delta": 0}, ["delta must be more than 0"]),
        ({"algorithm": "reuse", "plies": 0}, ["plies must be 1 or more"]),
        ({"algorithm": "bounded", "low": 2, "high": 1}, ["low must be less than high"]),
        ({"algorithm": "bounded", "depth": 2}, ["relative", "low and high"]),
        ({"algorithm": "dynamic", "depth": 3}, ["takes no depth"]),
        ({"algorithm": "label", "depth": 3}, ["takes no depth"]),
        ({"game": "tictactoes"}, ["unknown game"]),
    ],
    ids=str,
)
def test_mistakes_of_the_user(options, words):
    says(*words, **{"game": "tictactoe", "position": None, **options})


def test_mistakes_in_a_trace():
    for options in ({"events": -1}, {"time": 0}, {"time": -1.0}):
        with pytest.raises(GameError):
            trace("tictactoe", **options)


MANY_PLAYERS = {"maxn", "paranoid", "bestreply", "rules", "montecarlo", "uct"}
NO_CHANCE = sorted(set(ALGORITHMS) - {"expectiminimax", "alphabeta_chance"} - MANY_PLAYERS)


@pytest.mark.parametrize("algorithm", NO_CHANCE)
def test_chance_is_refused_by_those_who_do_not_know_it(algorithm):
    says(algorithm, "chance nodes", "expectiminimax", game="tree:example=chance", position=None, algorithm=algorithm)


@pytest.mark.parametrize("algorithm", sorted(set(ALGORITHMS) - MANY_PLAYERS))
def test_three_players_are_refused_by_all_but_those_made_for_them(algorithm):
    says(algorithm, "two players", "has 3", "maxn", game="tree:example=maxn", position=None, algorithm=algorithm)


def test_the_rule_based_player_needs_rules():
    says("rule_of_thumb", game="connect4", position=None, algorithm="rules")


def test_chance_to_a_depth_needs_estimates_in_the_units_of_the_payoff():
    tree = (CHOICE, 0, ((Fraction(1, 2), ("max", 0, (("leaf", 1),))), (Fraction(1, 2), ("leaf", 2))))
    for name in ("expectiminimax", "alphabeta_chance", "maxn"):
        says("relative", "'utility'", game=Nested(tree, evaluation="relative"), position=None, algorithm=name, depth=1)


def test_bounds_that_do_not_hold_are_noticed():
    tree = (CHOICE, 0, ((Fraction(1, 2), ("leaf", 50)), (Fraction(1, 2), ("leaf", 2))))
    says("50", "[-10, 10]", game=Nested(tree), position=None, algorithm="alphabeta_chance")
    high = Nested(("min", 0, (("leaf", 3), ("leaf", 50))))
    says("50", "[-10, 10]", game=high, position=None, algorithm="bounded")


# --- loops -----------------------------------------------------------------------------------------------------------

NEEDS_END = [
    "minimax",
    "make_a_move",
    "sure",
    "alphabeta",
    "bounded",
    "aspiration",
    "iterative",
    "memo",
    "expectiminimax",
    "alphabeta_chance",
    "maxn",
    "paranoid",
    "dynamic",
    "beam",
]
ROUND = {0: [1], 1: [2, 4], 2: [3, 5], 3: [1]}


@pytest.mark.parametrize("algorithm", NEEDS_END)
def test_a_loop_is_shown(algorithm):
    game = Graph(ROUND, {0: 0, 1: 1, 2: 0, 3: 1, 4: 0, 5: 0}, {4: 1, 5: -1})
    says("Graph can go on for ever: from 1 the moves 2 3 1 lead back", game=game, position=None, algorithm=algorithm)


@pytest.mark.parametrize("algorithm", ["repeated", "pn"])
def test_a_loop_without_a_rule_is_shown_too(algorithm):
    game = Graph(ROUND, {0: 0, 1: 1, 2: 0, 3: 1, 4: 0, 5: 0}, {4: 1, 5: -1}, repetition="ignore")
    says("can go on for ever", "2 3 1", game=game, position=None, algorithm=algorithm)


@pytest.mark.parametrize("rule", ["loss", "illegal"])
def test_label_refuses_rules_under_which_a_loop_is_no_draw(rule):
    game = Graph(ROUND, {0: 0, 1: 1, 2: 0, 3: 1, 4: 0, 5: 0}, {4: 1, 5: -1}, repetition=rule)
    says("label", "use repeated", game=game, position=None, algorithm="label")


@pytest.mark.parametrize("rule", ["draw", "loss", "illegal", "ignore"])
def test_what_an_error_recommends_works(rule):
    """Every algorithm, without a depth, on a game that goes round: what it says to use instead has an answer."""
    game = Graph(ROUND, {0: 0, 1: 1, 2: 0, 3: 1, 4: 0, 5: 0}, {4: 1, 5: -1}, repetition=rule)
    named = set()
    for algorithm in [*NEEDS_END, "label", "repeated", "pn"]:
        try:
            assert search(game, None, algorithm).value in (-1, 0, 1, (0, 0), (1, -1), (-1, 1))
        except GameError as error:
            if "give a depth" in str(error):
                search(game, None, algorithm, 6)
            advised = re.search(r"use (\w+)(?: or (\w+))?$", str(error))
            named |= set(filter(None, advised.groups())) if advised else set()
            assert algorithm not in named
    assert named == {"draw": {"label", "repeated"}, "ignore": {"label"}}.get(rule, {"repeated"})
    for algorithm in named:
        assert search(game, None, algorithm).proven


def test_memo_refuses_what_depends_on_the_path():
    game = Graph(ROUND, {0: 0, 1: 1, 2: 0, 3: 1, 4: 0, 5: 0}, {4: 1, 5: -1})
    says("memo", "history", "2 3 1", game=game, position=None, algorithm="memo", depth=8)


def test_with_a_depth_a_loop_is_no_mistake():
    assert search("tree:example=loop", None, "alphabeta", 10).value == 0


# --- long games ------------------------------------------------------------------------------------------------------


class Countdown(Game):
    """One move at a time, for a long time; states are plain integers."""

    repetition = "ignore"

    def __init__(self, moves=0):
        self.moves = moves

    def initial(self):
        return self.moves

    def player(self, s):
        return s % 2

    def actions(self, s):
        return (1,)

    def result(self, s, a):
        return s - 1

    def terminal(self, s):
        return s == 0

    def utility(self, s):
        return 1


LIMITED = {"rules", "cutoff", "quiescence", "singular", "reuse", "bestreply", "montecarlo", "uct"}
LONG = sorted(set(ALGORITHMS) - LIMITED)


TO_THE_END = sorted(set(LONG) - {"iterative", "bstar"})  # B* ends at once: it is the only move


@pytest.mark.thorough
@pytest.mark.parametrize(
    "algorithm", [pytest.param(name, marks=pytest.mark.slow) if name == "pn2" else name for name in TO_THE_END]
)
def test_long_games_are_searched_to_the_end(algorithm):
    limit = sys.getrecursionlimit()
    more = {"expansions": 2000} if "expansions" in ALGORITHMS[algorithm].options else {}
    value = search(Countdown(1500), None, algorithm, **more).value
    assert value == ((1, -1) if algorithm == "maxn" else 1)
    assert sys.getrecursionlimit() == limit


@pytest.mark.thorough
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "repeated", "expectiminimax", "maxn", "memo"])
def test_a_game_without_end_is_no_recursion_error(algorithm):
    says("no end of the game within 20,000 moves", "depth", game=Countdown(-1), position=None, algorithm=algorithm)


# --- games that break the contract -----------------------------------------------------------------------------------


@without_trial
def test_states_must_be_hashable():
    class Lists(Countdown):
        def initial(self):
            return [3]

    says("hashable", "list", game=Lists(), position=None)


@without_trial
def test_a_state_without_actions_must_be_terminal():
    class Stuck(Countdown):
        def actions(self, s):
            return ()

    says("Stuck has no actions in a state that is not terminal", game=Stuck(3), position=None)


def test_huge_relative_estimates_are_refused():
    class Loud(Countdown):
        def evaluate(self, s):
            return 10**12

    says("1000000000000", "within", game=Loud(9), position=None, algorithm="alphabeta", depth=2)


def test_rules_that_choose_an_illegal_move_are_noticed():
    class Wild(Countdown):
        def rule_of_thumb(self, s):
            return 7

    says("rule_of_thumb chose 7", game=Wild(3), position=None, algorithm="rules")


def test_parents_that_leave_something_out_are_noticed():
    game = load("tictactoe")

    class Forgetful(type(game)):
        def parents(self, s):
            return []

    says("parents", game=Forgetful(), position=None, algorithm="dynamic")


def test_the_algorithm_is_called_as_it_was_asked_for():
    says("minimax has no chance nodes", game="tree:example=chance", algorithm="minimax", depth=2)


@without_trial
def test_a_payoff_that_was_forgotten_is_named():
    class Forgetful(Nested):
        def utility(self, s):  # pyright: ignore
            pass

    says(
        "Forgetful: utility returns nothing",
        game=Forgetful(("max", 0, (("leaf", 1), ("leaf", 2)))),
        algorithm="minimax",
    )
