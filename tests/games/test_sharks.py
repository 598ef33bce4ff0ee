"""Sharks: the rules, and all its hooks over all positions of small grids. No published values are known; the table here
was made by a separate program, which knows of no hook, and by the labels of the definition."""

from __future__ import annotations

from typing import Any

import pytest
from brute_force import reachable
from loops import labels

from gametree import GameError, load
from gametree.features import shares
from gametree.games.sharks import Sharks, State

# width, height: positions; those won, lost and drawn for the mover; value of the start to Max, and in how many actions
SOLVED = {
    (2, 2): (72, 16, 48, 8, 0, None),
    (2, 3): (432, 124, 244, 64, 0, None),
    (3, 3): (1112, 348, 532, 232, 1, 5),
    (4, 3): (2076, 670, 888, 518, 0, None),
    (5, 3): (3324, 1078, 1312, 934, 1, 17),
    (4, 4): (3808, 1224, 1432, 1152, 0, None),
}


@pytest.mark.parametrize(("grid", "facts"), SOLVED.items())
def test_solved_by_the_definition(grid: tuple[int, int], facts: tuple[int | None, ...]):
    game = Sharks(*grid)
    found = labels(game)
    movers = [value * (1 - 2 * s.turn) for s, (value, _) in found.items()]
    counts = [movers.count(value) for value in (1, -1, 0)]
    assert (len(found), *counts, *found[game.initial()]) == facts


@pytest.mark.parametrize("grid", [(3, 2), (3, 3), (2, 4)])
def test_every_number_is_a_state(grid: tuple[int, int]):
    game = Sharks(*grid)
    states = [game.state(i) for i in range(game.index_size)]
    assert [game.index(s) for s in states] == list(range(game.index_size))
    assert len(set(states)) == game.index_size
    assert all(s.cells[0] != s.cells[1] for s in states)
    assert {game.parse(game.text(s)) for s in states} == set(states)


@pytest.mark.parametrize("grid", [(3, 2), (3, 3)])
def test_parents_are_exactly_the_states_that_lead_here(grid: tuple[int, int]):
    game = Sharks(*grid)
    states = [game.state(i) for i in range(game.index_size)]
    before: dict[State, set[State]] = {s: set() for s in states}
    for s in states:
        if not game.terminal(s):
            for a in game.actions(s):
                before[game.result(s, a)].add(s)
    for s in states:
        assert sorted(game.parents(s)) == sorted(before[s])


@pytest.mark.parametrize(("grid", "images"), [((3, 3), 8), ((4, 2), 4), ((2, 4), 4)])
def test_symmetries_keep_the_label_and_the_evaluation(grid: tuple[int, int], images: int):
    game = Sharks(*grid)
    found = labels(game)
    most = 0
    for s, label in found.items():
        same = {s, *game.symmetries(s)}
        most = max(most, len(same))
        assert {found[image] for image in same} == {label}
        assert {game.evaluate(image) for image in same} == {game.evaluate(s)}
        assert all(s in game.symmetries(image) for image in same - {s})
    assert most == images


def test_exchanged_sides_are_worth_the_opposite():
    game = Sharks(3, 3)
    found = labels(game)
    for s, (value, moves) in found.items():
        other = State(s.cells[::-1], s.headings[::-1], 1 - s.turn)
        assert found.get(other, (-value, moves)) == (-value, moves)
        assert game.evaluate(other) == -game.evaluate(s)


@pytest.mark.parametrize(
    ("text", "min_too"),
    [
        ("▲ . .\n. . △   Max to move", False),  # the edge
        (". ▶ ▽\n. . .   Max to move", False),  # trapped behind the other
        ("▶ ◁ .\n. . .   Max to move", True),  # faced off
    ],
)
def test_who_cannot_swim_loses(text: str, min_too: bool):
    game = Sharks(3, 2)
    s = game.parse(text)
    assert game.terminal(s)
    assert game.utility(s) == -1
    assert game.terminal(s._replace(turn=1)) == min_too


def test_features_of_a_position():
    game = Sharks(4, 3)
    s = game.parse(". . . .\n▶ . . ◁\n. . . .   Max to move")
    assert not shares(game, s)
    s = game.parse(". . . ▽\n▶ . . .\n. . . .   Min to move")
    assert {share.term: share.times for share in shares(game, s)} == {
        "cells ahead": 3 - 2,
        "ways out": 3 - 2,
        "to the middle": 2,
    }


def test_the_rules_take_a_win():
    game = Sharks(3, 3)
    s = game.parse(". . .\n. △ .\n▲ . .   Min to move")  # Min swims up and cannot go on; Max's way is free
    assert game.result(s, game.rule_of_thumb(s)).cells[1] == 7
    s = game.parse("△ . .\n. . .\n▲ . .   Max to move")
    assert game.terminal(game.result(s, game.rule_of_thumb(s)))


@pytest.mark.parametrize("parameters", ["width=0", "width=1,height=1", "height=101"])
def test_grids_that_are_not_possible(parameters: str):
    with pytest.raises(GameError, match=r"^sharks: a grid of [^\n]*$"):
        load(f"sharks:{parameters}")


@pytest.mark.parametrize(
    ("text", "message"),
    [("▲ △", "3 rows of 3"), (". . . ▲ ▲ . . . △", "one shark of each"), ("▲ . . . . . . . .", "one shark of each")],
)
def test_positions_that_are_none(text: str, message: str):
    with pytest.raises(GameError, match=message):
        Sharks(3, 3).parse(text)


def test_reachable_states_are_numbered_once():
    game: Any = load("sharks:5,3")
    states = reachable(game)
    assert len({game.index(s) for s in states}) == len(states)
