"""How a value is shown: a proven one as a value, any other as an estimate, so that they cannot be confused."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import gametree
from gametree import best, load, solve
from gametree.analysis import Variation
from gametree.draw.html import analysis_html
from gametree.game import Line, over
from gametree.tournament.levels import level_of


def test_an_estimate_is_never_told_as_a_value():
    proven = best("tictactoe", depth=9)
    assert "value 0, proven, this line ends after 9" in str(proven)
    open_yet = replace(proven, value=1, proven=False, distance=None, least=None, most=None)
    assert open_yet.describe_value() == "estimate +1"
    for shown in (str(open_yet), analysis_html(open_yet)):
        assert "estimate +1" in shown
        assert "value 1" not in shown


def test_each_line_tells_for_itself():
    lines = (Variation(1, ("5",), settled=True), Variation(1, ("1",)), Variation(0, ("2",)))
    several = replace(best("tictactoe", depth=9), lines=lines)
    assert [line.split("   ")[1] for line in str(several).splitlines()[1:]] == ["estimate +1", "estimate 0"]
    assert [line["settled"] for line in several.to_json()["lines"]] == [True, False, False]
    found = best("tictactoe", moves="1 4 2 5", depth=2, lines=2)
    assert found.lines[0].describe_value() == "value 1"  # the third in the row


def test_the_opponent_of_the_page_is_not_beaten_by_three_in_the_first_row():
    """Connect Four: 4, 3, 5, 2 made a row with two ends."""
    seating = (Path(gametree.__file__).parent / "web" / "static" / "seating.js").read_text()
    (number,) = re.findall(r"export const LEVEL = (\d+)", seating)
    level, game = level_of(int(number)), load("connect4")
    assert level.random == 0
    line = Line(game.initial())
    for column in (4, 3, 5, 2):
        line = line.then(column - 1)
        assert not over(game, line.states(game)[-1])
        answer = best(game, line, depth=level.depth)
        line = line.then(answer.action)
    assert not (answer.proven and answer.value == 1)


@pytest.mark.parametrize("value", [-3, 0.25])
def test_estimates_have_their_sign(value):
    open_yet = replace(best("tictactoe", depth=9), value=value, proven=False, distance=None, least=None, most=None)
    assert open_yet.describe_value() == f"estimate {value:+g}"


def test_lines_of_a_game_with_dice_that_are_proven_are_no_estimates():
    """The book's tree (Russell & Norvig): 2.1 and 1.3. Followed to the end both are settled, to the dice neither is."""
    game = load("tree:example=chance")
    whole, shallow = (best(game, depth=depth, algorithm="star1", lines=2) for depth in (5, 1))
    assert [(v.value, v.settled) for v in whole.lines] == [(2.1, True), (1.3, True)]
    assert "estimate" not in str(whole)
    assert [v.settled for v in shallow.lines] == [False, False]
    assert "value" not in str(shallow)


def test_a_draw_does_not_say_that_the_end_is_at_a_distance():
    """Nobody hurries in a draw: ``best`` tells the length of its line, ``solve`` the latest end."""
    game = load("tictactoe")
    drawn, won = best(game, depth=9), best(game, moves="1 4 2 5", depth=5)
    assert (drawn.hurry, drawn.distance, len(drawn.line)) == (False, 9, 9)
    assert "end in" not in str(drawn)
    assert (won.hurry, "value 1, proven, end in 1 " in str(won)) == (True, True)
    assert "a draw, value 0, end in 9 at the latest " in str(solve(game))
    assert "a win for Max, value 1, end in 1 " in str(solve(game, moves="1 4 2 5"))


@pytest.mark.parametrize("algorithm", ["exact", "solve"])
def test_a_search_to_the_end_tells_how_deep_it_came(algorithm):
    """It said "depth 1000", which is the most that there is room for."""
    assert best("tictactoe", algorithm=algorithm).depth == 9
    cut = best("connect4:5,4", algorithm=algorithm, nodes=3000)
    assert 0 <= cut.depth <= 20
