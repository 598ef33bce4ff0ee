"""Games of OpenSpiel, played here: their trees and values are those of our own rules."""

from __future__ import annotations

import random

import pytest

import gametree
from gametree import CHANCE, GameError, load, perft

pytest.importorskip("pyspiel")


@pytest.mark.parametrize(
    ("theirs", "ours", "depth"),
    [
        ("tic_tac_toe", "tictactoe", 5),
        ("connect_four", "connect4", 4),
        ("mnk(m=4,n=3,k=3)", "mnk:4,3,3", 3),
    ],
)
def test_the_trees_are_the_same(theirs: str, ours: str, depth: int):
    assert perft(f"openspiel:{theirs}", depth=depth).nodes == perft(ours, depth=depth).nodes


def test_tic_tac_toe_is_solved():
    found = gametree.solve("openspiel:tic_tac_toe")
    assert (found.value, found.positions) == (0, 5478)


def test_a_small_breakthrough_is_solved():
    """The same in rules of our own: docs/gallery/breakthrough_object.py."""
    game = load("openspiel:breakthrough(rows=4,columns=3)")
    assert gametree.solve(game).value == gametree.best(game, depth=16).value == 1
    assert repr(game) == "openspiel:breakthrough(rows=4,columns=3)"


def test_pig_rolls_as_ours_does():
    theirs, ours = load("openspiel:pig"), load("pig")
    s = theirs.initial()
    assert theirs.player(s) == 0
    assert {theirs.name(s, a) for a in theirs.actions(s)} == {"roll", "stop"}
    rolling = theirs.result(s, next(a for a in theirs.actions(s) if theirs.name(s, a) == "roll"))
    assert theirs.player(rolling) == CHANCE
    our_start = ours.initial()
    rolled = next(t for a in ours.actions(our_start) if ours.player(t := ours.result(our_start, a)) == CHANCE)
    for game, at in ((theirs, rolling), (ours, rolled)):
        assert [p for _, p in game.chances(at)] == pytest.approx([1 / 6] * 6)


def test_a_random_game_pays_what_openspiel_pays():
    game, dice = load("openspiel:connect_four"), random.Random(3)
    for _ in range(5):
        s = game.initial()
        while not game.terminal(s):
            s = game.result(s, dice.choice(list(game.actions(s))))
        assert game.utility(s) == s.held.returns()[0]
        assert game.player(s) == len(s.held.history()) % 2  # whose turn it would be


def test_histories_tell_positions_apart_where_texts_may_not():
    """Two orders of the same moves: one position of tic-tac-toe, two of a game that may remember how it came about."""
    for spec, same in (("tic_tac_toe", True), ("mnk(m=3,n=3,k=3)", False)):
        game = load(f"openspiel:{spec}")
        s = t = game.initial()
        for a in (0, 1, 2):
            s = game.result(s, a)
        for a in (2, 1, 0):
            t = game.result(t, a)
        assert (s == t) == same


TRUSTED = ("breakthrough(rows=3,columns=3)", "clobber(rows=2,columns=3)", "nim(pile_sizes=1;2;3)")


@pytest.mark.parametrize("name", TRUSTED)
def test_a_text_tells_all_where_it_is_trusted(name: str):
    """The value by texts is the value by histories."""
    game, slow = load(f"openspiel:{name}"), load(f"openspiel:{name}")
    slow.told = False  # pyright: ignore[reportAttributeAccessIssue]
    assert game.told  # pyright: ignore[reportAttributeAccessIssue]

    def value(game, s):
        if game.terminal(s):
            return game.utility(s)
        return (max if game.player(s) == 0 else min)(value(game, game.result(s, a)) for a in game.actions(s))

    assert gametree.solve(game).value == value(slow, slow.initial())


def test_check_measure_and_match_take_it():
    spec = "openspiel:breakthrough(rows=3,columns=3)"
    assert gametree.check(spec, games=10, time=2).ok
    assert gametree.measure(spec).game == spec
    assert gametree.match(spec, "alphabeta:depth=2", "random", games=2).ended == "finished"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("kuhn_poker", "its players do not see everything"),
        ("goofspiel", "its players move at the same time"),
        ("2048", "it is for one player"),
        ("tictactoe", "has no game 'tictactoe'; did you mean tic_tac_toe?"),
        ("breakthrough(cols=3)", "Unknown parameter 'cols'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(spec: str, told: str, capfd: pytest.CaptureFixture[str]):
    with pytest.raises(GameError) as refused:
        load(f"openspiel:{spec}")
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr().err == ""


def test_without_openspiel_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "pyspiel", None)
    with pytest.raises(GameError, match=r"pip install 'gametree\[openspiel\]'"):
        load("openspiel:tic_tac_toe")
