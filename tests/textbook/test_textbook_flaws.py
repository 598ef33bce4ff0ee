"""The flaws of the printed pseudo-code, each with a small counterexample; the sound form is the default."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textbook_games import CHOICE, Nested, trees

from gametree import CHANCE, Game, load
from gametree.textbook import ALGORITHMS, search, trace

MANY = settings(max_examples=100, deadline=None)
WINNING_FOR_MIN = [[-1, -1], [-1, 1]]


def test_make_a_move_has_no_move_when_every_move_scores_minscore():
    game = load("tree", tree=WINNING_FOR_MIN)
    printed, sound = (search(game, None, "make_a_move", printed=form) for form in (True, False))
    assert (printed.value, printed.action) == (-1, None)
    assert (sound.value, sound.action) == (-1, 0)
    assert "keeps none" in printed.note


def test_make_a_move_has_no_move_for_min_when_every_move_scores_maxscore():
    game = load("tree", tree={"min": [{"max": [1, -1]}, {"max": [1, 1]}]})
    assert search(game, None, "make_a_move", printed=True).action is None
    assert search(game, None, "make_a_move").action == 0


def test_make_a_move_printed_is_right_where_there_is_something_to_gain():
    printed, sound = (search("tictactoe", None, "make_a_move", depth=3, printed=form) for form in (True, False))
    assert (printed.value, printed.action) == (sound.value, sound.action)


def test_memo_takes_a_value_that_was_cut_for_exact():
    """S = max(3, 9) is first met where Min has 2 already: it is left after the 3, and β, which is 2, is stored."""
    first = {"min": [2, {"name": "S", "max": [3, 9]}]}
    game = load("tree", tree={"max": [first, {"min": [{"goto": "S"}, 8]}]}, bounds=(0, 10))
    assert search(game, None, "minimax").value == search(game, None, "memo").value == 8
    assert search(game, None, "memo", printed=True).value == 2
    hits = [e for e in trace(game, algorithm="memo", printed=True).events if e.kind == "hit"]
    assert [(e.value, e.why) for e in hits] == [(2, "in the table")]


def test_memo_does_not_ask_how_deep_a_value_is():
    """One-Heap Nim, six stones, three moves deep: Max wins by taking two, and the printed form takes one. The three
    stones that Min is left with after 3 come out of the table with the estimate of after 1, 1 and 1, at the horizon."""
    game = load("nim:heaps=6,limit=3")
    sound, printed = (trace(game, None, "memo", 3, printed=form) for form in (False, True))
    assert (sound.value, sound.move, sound.proven) == (1, "a2", True)
    assert (printed.value, printed.move, printed.proven) == (-2, "a1", False)
    after_three = [e for e in printed.events if e.ply == 1 and e.move == "a3"]
    assert [(e.kind, e.value) for e in after_three] == [("enter", None), ("hit", -2), ("leave", -2)]
    at_the_horizon = next(e for e in printed.events if e.why == "the horizon: an estimate")
    assert printed.states[at_the_horizon.node] == printed.states[after_three[0].node]
    assert search(game, game.parse("a3   Min to move"), "minimax").value == -1


def algorithms_30_and_31(game, s, depth, maxdepth, alpha, beta, history):
    """Written from the printed page alone."""
    if s in history:
        return history[s]
    score = subsidiary(game, s, depth, maxdepth, alpha, beta, history)
    history[s] = score
    return score


def subsidiary(game, s, depth, maxdepth, alpha, beta, history):
    if game.terminal(s):
        return game.utility(s)
    if depth >= maxdepth:
        return game.evaluate(s)
    for a in game.actions(s):
        mm = algorithms_30_and_31(game, game.result(s, a), depth + 1, maxdepth, alpha, beta, history)
        if game.player(s) == 0:
            alpha = max(alpha, mm)
            if alpha >= beta:
                return beta
        else:
            beta = min(beta, mm)
            if alpha >= beta:
                return alpha
    return alpha if game.player(s) == 0 else beta


@given(tree=trees(leaves=20), depth=st.integers(0, 4))
@MANY
def test_memo_as_printed_is_what_is_printed(tree, depth):
    game = Nested(tree)
    found = search(game, None, "memo", depth, printed=True)
    assert found.value == algorithms_30_and_31(game, tree, 0, depth, *game.bounds, {})
    assert not found.proven


class OneHeap(Game):
    """One-Heap Nim as the book has it: take one to three, the player who takes the last stone wins. At the horizon all
    is even."""

    evaluation, repetition = "utility", "ignore"

    def __init__(self, stones):
        self.stones = stones

    def initial(self):
        return (self.stones, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        return range(1, min(3, s[0]) + 1)

    def result(self, s, a):
        return (s[0] - a, 1 - s[1])

    def terminal(self, s):
        return s[0] == 0

    def utility(self, s):
        return 1 if s[1] == 1 else -1

    def evaluate(self, s):
        return 0


def test_memo_as_printed_on_every_heap():
    wrong = []
    for stones, depth in product(range(1, 12), range(1, 12)):
        game = OneHeap(stones)
        found = search(game, None, "memo", depth, printed=True)
        assert found.value == algorithms_30_and_31(game, game.initial(), 0, depth, -1, 1, {})
        assert not found.proven
        true = search(game, None, "minimax", depth).value
        assert search(game, None, "memo", depth).value == true
        if found.value != true:
            wrong.append((stones, depth))
    assert (6, 3) in wrong
    assert len(wrong) == 24


def test_alphabeta_through_chance_averages_what_it_has_clipped():
    """The first move is worth 3. Of the second, min(2, 0) is left at the 2, because 2 ≤ 3, and 3 is returned for it;
    (3 + 8) / 2 = 5.5 beats 3, and the truth, (0 + 8) / 2 = 4, beats it too. With 4.5 in place of 3 it is (4.5 + 8) / 2,
    and the choice itself is wrong."""
    half = Fraction(1, 2)
    chance = (CHOICE, 0, ((half, ("min", 0, (("leaf", 2), ("leaf", 0)))), (half, ("min", 0, (("leaf", 8),)))))
    three, more = (("min", 0, (("leaf", n),)) for n in (3, Fraction(9, 2)))
    for left, true, printed in ((three, 4, Fraction(11, 2)), (more, Fraction(9, 2), Fraction(25, 4))):
        game = Nested(("max", 0, (left, chance)))
        assert search(game, None, "expectiminimax").value == true
        for sound in ("star1", "open"):
            assert search(game, None, "alphabeta_chance", chance=sound).value == true
        assert search(game, None, "alphabeta_chance", printed=True).value == printed
    assert search(game, None, "alphabeta_chance").action == 0
    assert search(game, None, "alphabeta_chance", printed=True).action == 1


def algorithm_29(game, s, depth, maxdepth, alpha, beta):
    """Written from the printed page alone."""
    if game.terminal(s) or depth >= maxdepth:
        return s[1]
    if game.player(s) == CHANCE:
        return sum(
            p * algorithm_29(game, game.result(s, a), depth + 1, maxdepth, alpha, beta) for a, p in game.chances(s)
        )
    for a in game.actions(s):
        mm = algorithm_29(game, game.result(s, a), depth + 1, maxdepth, alpha, beta)
        if game.player(s) == 0:
            alpha = max(alpha, mm)
            if alpha >= beta:
                return beta
        else:
            beta = min(beta, mm)
            if alpha >= beta:
                return alpha
    return alpha if game.player(s) == 0 else beta


@given(tree=trees(kinds=("max", "min", CHOICE), leaves=20), depth=st.none() | st.integers(0, 4))
@MANY
def test_chance_as_printed_is_what_is_printed(tree, depth):
    game = Nested(tree)
    found = search(game, None, "alphabeta_chance", depth, printed=True)
    assert found.value == algorithm_29(game, tree, 0, inf if depth is None else depth, *game.bounds)
    assert not found.proven


def algorithms_32_and_33(game, reachable):
    """Written from the printed page alone, over the states that can be reached: the scores, best and its score. Where
    a score is asked for that is not there, nothing happens."""
    start = game.initial()

    def parents(states):
        return [p for p in reachable for s in states if not game.terminal(p) and s in children(p)]

    def children(s):
        return [game.result(s, a) for a in game.actions(s)]

    states = [s for s in reachable if game.terminal(s)]
    history = {s: game.utility(s) for s in states}
    while True:
        states = [s for s in dict.fromkeys(parents(states)) if s not in history]
        if start in states:
            break
        for s in states:
            score, better = (-1, max) if game.player(s) == 0 else (1, min)
            for child in children(s):
                if child in history:
                    score = better(score, history[child])
            history[s] = score
    best, best_score = None, -1
    for a in game.actions(start):
        child = game.result(start, a)
        if child in history and history[child] > best_score:
            best, best_score = a, history[child]
    return history, best, best_score


def test_dynamic_as_printed_on_every_heap():
    """Three heaps are scored at a time. Unless the start is the first above them, some of its children have no score
    when the loop is done; if the only good move leads to one of these, the heap is thought to be lost."""
    lost = []
    for stones in range(1, 13):
        game = OneHeap(stones)
        heaps = [s for s in product(range(stones + 1), (0, 1)) if s != (stones, 1)]
        history, best, score = algorithms_32_and_33(game, heaps)
        found = trace(game, algorithm="dynamic", printed=True)
        assert (found.action, found.value, found.proven) == (best, score, False)
        missing = [str(a) for a in game.actions(game.initial()) if game.result(game.initial(), a) not in history]
        assert found.note.startswith(f"no scores after {' '.join(missing)}") == bool(missing) == (stones % 3 != 1)
        sound = search(game, None, "dynamic")
        assert (sound.value, sound.proven) == (1 if stones % 4 else -1, True)
        if found.value != sound.value:
            lost.append(stones)
    assert lost == [5, 6, 9]


def test_dynamic_asks_for_scores_that_are_not_there():
    """Six stones, take one to three: when six is found as a parent of three, four and five have no score. Taking two
    wins."""
    game = load("nim:heaps=6,limit=3")
    printed, sound = (search(game, None, "dynamic", printed=form) for form in (True, False))
    assert (printed.value, printed.action, printed.proven) == (-1, None, False)
    assert (sound.value, game.name(game.initial(), sound.action), sound.proven) == (1, "a2", True)
    assert printed.note.startswith("no scores after a1 a2; ")


def test_dynamic_as_printed_is_right_where_levels_are_even():
    game = load("tree:example=textbook")
    printed, sound = (search(game, None, "dynamic", printed=form) for form in (True, False))
    assert (printed.value, printed.action) == (sound.value, sound.action) == (3, 0)
    assert (printed.proven, sound.proven) == (False, True)


def test_dynamic_as_printed_at_an_end():
    """The start is never anybody's parent: the printed loop would look for it for ever."""
    printed = search(OneHeap(0), None, "dynamic", printed=True)
    assert (printed.value, printed.action, printed.proven) == (-1, None, False)
    assert "would never end" in printed.note


@pytest.mark.thorough
@given(tree=trees(leaves=12), chance=trees(kinds=("max", "min", CHOICE), leaves=8), depth=st.none() | st.integers(0, 4))
@MANY
def test_what_is_printed_with_a_flaw_is_never_called_proven(tree, chance, depth):
    flawed = [name for name, algorithm in ALGORITHMS.items() if "printed" in algorithm.options]
    assert flawed == ["make_a_move", "memo", "alphabeta_chance", "dynamic"]
    for name in flawed:
        game = Nested(chance if name == "alphabeta_chance" else tree)
        assert not search(game, None, name, None if name == "dynamic" else depth, printed=True).proven


def test_bounds_that_somebody_claims_prove_nothing():
    """The 0 is pruned, so that nobody notices that it lies outside [3, 9]; its node is worth 0, not 3."""
    game = load("tree", tree=[[3, 0], [2, 2]], bounds=(-10, 10))
    claimed = search(load("tree", tree=[[3, 0], [3, 3]], bounds=(-10, 10)), None, "bounded", low=3, high=9)
    assert (claimed.value, claimed.proven) == (3, False)
    assert search(game, None, "bounded").value == 2
    assert search(game, None, "bounded").proven
    assert search(game, None, "bounded", low=-20, high=20).proven


def test_dynamic_forgets():
    """Of the 5,478 states of Tic-Tac-Toe, no more than a third is in memory at a time; `parents` is the game's own."""
    note = search("tictactoe", None, "dynamic").note
    assert note == "5,478 states, at most 1,849 scores kept at a time"
