"""The flaws of the printed pseudo-code, each with a small counterexample; the sound form is the default."""

from __future__ import annotations

from fractions import Fraction

from textbook_games import CHOICE, Nested

from gametree import load
from gametree.textbook import search, trace

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
    """S = max(3, 9) is first met where Min has 2 already: it is left after the 3, and stored as 3."""
    first = {"min": [2, {"name": "S", "max": [3, 9]}]}
    game = load("tree", tree={"max": [first, {"min": [{"goto": "S"}, 8]}]})
    assert search(game, None, "minimax").value == search(game, None, "memo").value == 8
    assert search(game, None, "memo", printed=True).value == 3
    hits = [e for e in trace(game, algorithm="memo", printed=True).events if e.kind == "hit"]
    assert [(e.value, e.why) for e in hits] == [(3, "in the table")]


def test_alphabeta_through_chance_averages_what_it_has_clipped():
    """The first move is worth 3. Of the second, min(2, 0) is left at 2 because 2 ≤ 3; (2 + 8) / 2 = 5 beats 3, and the
    truth, (0 + 8) / 2 = 4, beats it too; with 7 in place of 9 and 4 in place of 3 the choice itself is wrong."""
    half = Fraction(1, 2)
    chance = (CHOICE, 0, ((half, ("min", 0, (("leaf", 2), ("leaf", 0)))), (half, ("min", 0, (("leaf", 8),)))))
    three, five = (("min", 0, (("leaf", n),)) for n in (3, Fraction(9, 2)))
    for left, true, printed in ((three, 4, 5), (five, Fraction(9, 2), 5)):
        game = Nested(("max", 0, (left, chance)))
        assert search(game, None, "expectiminimax").value == true
        for sound in ("star1", "open"):
            assert search(game, None, "alphabeta_chance", chance=sound).value == true
        assert search(game, None, "alphabeta_chance", printed=True).value == printed
    assert search(game, None, "alphabeta_chance").action == 0
    assert search(game, None, "alphabeta_chance", printed=True).action == 1


def test_level_by_level_reaches_a_parent_before_all_of_its_children():
    """The root has an end (5) and a node as its children: it is scored from the 5 alone, and later from the 3 alone."""
    game = load("tree", tree=[5, [3, 9]])
    printed = trace(game, algorithm="dynamic", printed=True)
    assert (search(game, None, "dynamic").value, printed.value) == (5, 3)
    reached = [(e.value, e.why) for e in printed.events if e.kind == "update" and e.node == 0]
    assert reached == [(5, "1 of its children are not scored"), (3, "1 of its children are not scored")]


def test_level_by_level_is_right_where_levels_are_even():
    game = load("tree:example=textbook")
    assert search(game, None, "dynamic", printed=True).value == search(game, None, "dynamic").value == 3


def test_the_make_a_move_of_level_by_level_has_nothing_to_compare():
    game = load("tree:example=textbook")
    printed, sound = (search(game, None, "dynamic", printed=form) for form in (True, False))
    assert (printed.action, sound.action) == (None, 0)
    assert "no scores" in printed.note


def test_dynamic_forgets():
    """Of the 5,478 states of Tic-Tac-Toe, no more than a third is in memory at a time; `parents` is the game's own."""
    note = search("tictactoe", None, "dynamic").note
    assert note == "5,478 states, at most 1,849 scores kept at a time"
