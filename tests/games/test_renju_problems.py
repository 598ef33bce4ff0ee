"""Published problems of Renju: the forced wins are found, and each holds against every defence."""

from __future__ import annotations

import pytest
import renju_problems
from renju_problems import GAME, NODES, problems, wins_against_all

from gametree.engine.forcing import Forcing

PROBLEMS = problems()
UNSOLVED = {"black fours": 4, "black five moves": 2, "white three moves": 2, "white fours": 1}
"""How many of a collection are not solved with a million nodes."""


@pytest.mark.parametrize("title", ["black one move", "black four chase", "white fours"])
def test_wins_by_fours_in_plain_python(title: str):
    """The first two that need no more than a few nodes."""
    solved = 0
    for s in PROBLEMS[title]:
        found = Forcing(GAME, s, compiled=False).run(nodes=30)
        if found is not None:
            assert wins_against_all(s, found.line, nodes=200, compiled=False) >= 2
            solved += 1
            if solved == 2:
                return
    pytest.fail("not even two are solved")


@pytest.mark.thorough
@pytest.mark.parametrize("title", PROBLEMS)
def test_a_sample_holds_against_every_defence(title: str):
    """Every 25th, beginning with the third: none of those that are not solved."""
    for s in PROBLEMS[title][2::25]:
        found = Forcing(GAME, s).run(NODES)
        assert found is not None, GAME.text(s)
        wins_against_all(s, found.line)


@pytest.mark.slow
@pytest.mark.parametrize("title", PROBLEMS)
def test_all_hold_against_every_defence(title: str):
    unsolved = 0
    for s in PROBLEMS[title]:
        found = Forcing(GAME, s).run(NODES)
        if found is None:
            unsolved += 1
        else:
            wins_against_all(s, found.line)
    assert unsolved <= UNSOLVED.get(title, 0)


def test_the_check_notices_a_defence():
    """An attack that is none: after it the defender can do something, and no new proof is found."""
    s = GAME.parse("h8 a1 h9 a3 i10 a5 j11 a7")
    quiet = next(a for a in GAME.actions(s) if GAME.name(s, a) == "o1")
    with pytest.raises(AssertionError):
        wins_against_all(s, (quiet,), nodes=50, compiled=False)


def test_fives_row_by_row():
    """What the check takes for a five is what the rules say."""
    s = GAME.parse("a1 a8 b1 b8 c1 c8 d1 d8 o15 o1 f1 o2")
    assert renju_problems.five_points(int(s.black), int(s.white), exact=True) == set()  # e1 would make six
    assert renju_problems.five_points(int(s.black), int(s.white), exact=False) == {4}
    assert renju_problems.five_points(int(s.white), int(s.black), exact=False) == {4 + 7 * 16}
