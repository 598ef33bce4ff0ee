"""Pong Hau K'i: all sixty positions, by the definition."""

from __future__ import annotations

import pytest
from brute_force import reachable
from loops import labels

from gametree import GameError
from gametree.games.ponghauki import PongHauKi, State

GAME = PongHauKi()
STATES = [GAME.state(i) for i in range(GAME.index_size)]


def test_the_numbers_are_all_positions():
    """Five points for the empty one, six ways to share the others, two to move."""
    assert [GAME.index(s) for s in STATES] == list(range(60))
    assert len(set(STATES)) == 60
    assert {GAME.parse(GAME.text(s)) for s in STATES} == set(STATES)


def test_with_best_play_it_goes_on_for_ever():
    found = labels(GAME)
    assert len(found) == 56
    assert found[GAME.initial()] == (0, None)
    assert sum(GAME.terminal(s) for s in found) == 4
    decided = [value for value, _ in found.values() if value]
    assert decided.count(1) == decided.count(-1) > 0


def test_a_blocked_side_loses():
    """Max in a corner pair at the side, Min beside it and in the middle: the empty point is out of Max's reach."""
    s = GAME.parse("X . O X O")
    assert GAME.terminal(s)
    assert GAME.utility(s) == -1
    assert not GAME.terminal(s._replace(turn=1))


def test_there_is_no_way_along_the_top():
    assert [GAME.name(s, a) for s in [GAME.parse("X . O X O   O to move")] for a in GAME.actions(s)] == ["3-2", "5-2"]


def test_parents_are_exactly_the_states_that_lead_here():
    before: dict[State, set[State]] = {s: set() for s in STATES}
    for s in STATES:
        for a in GAME.actions(s):
            before[GAME.result(s, a)].add(s)
    for s in STATES:
        assert sorted(GAME.parents(s)) == sorted(before[s])


def test_the_mirror_keeps_the_label_and_the_evaluation():
    found = labels(GAME)
    for s, label in found.items():
        (image,) = GAME.symmetries(s)
        assert found[image] == label
        assert GAME.evaluate(image) == GAME.evaluate(s)
        assert list(GAME.symmetries(image)) == [s]


def test_the_rules_never_lose_what_is_not_lost():
    """Two plies are enough to see here: the knowledge-based player keeps every draw and every win in one."""
    found = labels(GAME)
    for s in reachable(GAME):
        if not GAME.terminal(s):
            value, moves = found[s]
            after, left = found[GAME.result(s, GAME.rule_of_thumb(s))]
            assert after == value or moves not in (None, 1), (s, after, left)


@pytest.mark.parametrize("text", ["X X O O", "X X X . O", "X X . O O O", "hello", ""])
def test_positions_that_are_none(text: str):
    with pytest.raises(GameError, match="five points"):
        GAME.parse(text)
