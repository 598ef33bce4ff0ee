"""Tic-Tac-Toe against the published counts (Bottomley 2001, Schaeffer 2002; OpenSpiel's 4,520 non-terminal states)."""

from __future__ import annotations

from collections import Counter

import pytest
from brute_force import classes, reachable, value

from gametree.games.tictactoe import State, TicTacToe

GAME = TicTacToe()


@pytest.fixture(scope="module")
def states() -> set[State]:
    return reachable(GAME)


def test_games_by_their_outcome():
    """Positions are counted with the ways that lead to them, mark by mark."""
    ways, ends = Counter({GAME.initial(): 1}), Counter[int]()
    while ways:
        longer = Counter[State]()
        for s, n in ways.items():
            if GAME.terminal(s):
                ends[GAME.utility(s)] += n
            else:
                for a in GAME.actions(s):
                    longer[GAME.result(s, a)] += n
        ways = longer
    assert ends == {1: 131_184, -1: 77_904, 0: 46_080}
    assert ends.total() == 255_168


def test_positions(states: set[State]):
    assert len(states) == 5478
    assert sum(not GAME.terminal(s) for s in states) == 4520


def test_positions_up_to_symmetry(states: set[State]):
    kinds = classes(GAME, states)
    assert len(kinds) == 765
    assert Counter(GAME.utility(s) for s in kinds.values() if GAME.terminal(s)) == {1: 91, -1: 44, 0: 3}


def test_symmetries_are_the_eight_of_the_square():
    """Of a board without any symmetry of its own, all eight images are different."""
    s = GAME.parse("1 2 6")
    assert len({s, *GAME.symmetries(s)}) == 8


def test_symmetries_keep_the_value_and_the_evaluation(states: set[State]):
    for s in sorted(states)[::50]:
        for image in GAME.symmetries(s):
            assert value(GAME, image) == value(GAME, s)
            assert GAME.evaluate(image) == GAME.evaluate(s)


def test_value():
    assert value(GAME) == 0
    assert value(GAME, GAME.parse("1 2")) == 1  # against a corner only the centre holds
    assert value(GAME, GAME.parse("1 5")) == 0


def test_parents_are_those_whose_moves_lead_here(states: set[State]):
    """Going back from a reachable position only by marks that could be the last: exactly the reachable ones before."""
    before = {s: set[State]() for s in states}
    for s in states:
        if not GAME.terminal(s):
            for a in GAME.actions(s):
                before[GAME.result(s, a)].add(s)
    for s in states:
        assert set(GAME.parents(s)) == before[s]


def test_evaluation_counts_open_lines():
    assert GAME.evaluate(GAME.parse("5")) == 4  # four lines go through the centre
    assert GAME.evaluate(GAME.parse("1 5")) == 4 - 5
    assert GAME.evaluate(GAME.parse("5 2")) == 8 - 2 - 4


def test_rules_in_every_position(states: set[State]):
    """By trying: a mark that wins; else one that the other side would win with; else centre, corners, edges."""
    for s in states:
        if GAME.terminal(s):
            continue
        side = GAME.player(s)
        free = list(GAME.actions(s))
        wins = [a for a in free if GAME.three(s[side] | 1 << a)]
        blocks = [a for a in free if GAME.three(s[1 - side] | 1 << a)]
        corners, edges = ([a for a in free if a in kind] for kind in ((0, 2, 6, 8), (1, 3, 5, 7)))
        centre = [a for a in free if a == 4]
        assert GAME.rule_of_thumb(s) in (wins or blocks or centre or corners or edges)


def test_rules_lose_to_opposite_corners():
    """X takes two opposite corners; the rules answer centre and corner, and X forks."""
    s = GAME.initial()
    for x in (1, 9, 7):
        s = GAME.result(s, x - 1)
        s = GAME.result(s, GAME.rule_of_thumb(s))
    assert value(GAME, s) == 1
    assert value(GAME, GAME.parse("1 5 9 2")) == 0  # an edge would have held
