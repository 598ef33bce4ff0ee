"""Best-first forms: what they look at, and in which order; and what random games can and cannot know."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given, settings
from textbook_games import Nested, brute, trees

from gametree import GameError, load
from gametree.textbook import Tracer, search, trace
from gametree.textbook.conspiracy import Conspirator, in_doubt
from gametree.textbook.support.walk import Walk

MANY = settings(max_examples=100, deadline=None)


def leaves(game, algorithm, **options):
    """The leaves that a search looks at, in its order, each by its path of moves."""
    found = trace(game, algorithm=algorithm, **options)
    paths = {}
    for event in found.events:
        if event.kind == "enter":
            paths[event.node] = () if event.parent is None else (*paths[event.parent], event.action)
    return [paths[event.node] for event in found.events if event.kind == "leaf"]


@given(trees())
@MANY
def test_sss_is_mtdf_from_above_and_dual_is_mtdf_from_below(tree):
    game = Nested(tree)
    assert leaves(game, "sss") == leaves(game, "mtdf", guess=inf)
    assert leaves(game, "sss", dual=True) == leaves(game, "mtdf", guess=-inf)


@given(trees())
@MANY
def test_sss_looks_at_no_leaf_that_alphabeta_skips(tree):
    game = Nested(tree)
    assert set(leaves(game, "sss")) <= set(leaves(game, "alphabeta", equality=True))


@given(trees())
@MANY
def test_a_value_that_is_called_certain_is_that_of_the_game(tree):
    game, true = Nested(tree), brute(Nested(tree), tree)
    for expansions in (1, 2, 3, 5, 8, 13):
        for algorithm in ("bestfirst", "conspiracy"):
            found = search(game, None, algorithm, expansions=expansions)
            assert not found.proven or found.value == true
            assert found.proven == found.note.startswith("the value is certain")


def conspirators(tree, target):
    """The number of the root for a target, when only its children are there."""
    game = load("tree", tree=tree)
    walk = Walk("conspiracy", game, None, 1, None, endless=True)
    root = Conspirator(walk, walk.root)
    root.evaluate()
    walk.depth = inf
    root.develop()
    sign = 1 if target > root.value else -1
    return root.needed(target, sign)


def test_numbers_of_a_small_tree():
    """Max, with three children of which each is estimated at its own number."""
    written = {"max": [{"estimate": n, "min": [0, 9]} for n in (4, 6, 3)]}
    assert conspirators(written, 7) == 1  # one child that is better is enough
    assert conspirators(written, 5) == 1  # only the 6 must fall
    assert conspirators(written, 3.5) == 2  # the 6 and the 4
    assert conspirators(written, 1) == 3
    assert conspirators(written, 10) == inf  # no leaf is worth that


def test_a_root_without_doubt():
    game = load("tree", tree=[[3, 12], [2, 4]])
    walk = Walk("conspiracy", game, None, None, None, endless=True)
    root = Conspirator(walk, walk.root)
    root.evaluate()
    assert in_doubt(root, {2.0, 12.0}, 2) in ((2.0, -1), (12.0, 1))
    while root.open:
        leaf = root
        while leaf.children:
            leaf = leaf.best(among_open=True)
        leaf.develop()
    assert in_doubt(root, {2.0, 4.0, 12.0}, 100) is None
    assert root.value == 3


@pytest.mark.parametrize(
    ("words", "move"), [("tictactoe", "5"), ("nim:2,3", "b1"), ("nim:1,2,2", "a1"), ("connect4:4,4", None)]
)
def test_uct_finds_the_best_move_of_small_games(words, move):
    game = load(words)
    found = search(game, None, "uct", playouts=2000)
    assert not found.proven
    assert move in (None, game.name(game.initial(), found.action))


def test_random_games_do_not_know_that_the_opponent_answers():
    """A move with one good reply looks fine to flat Monte-Carlo; the tree finds the reply."""
    game = load("tree", tree=[[0, 9, 9, 9], [4, 4, 4, 4]])
    assert search(game, None, "montecarlo", playouts=200).action == 0
    assert search(game, None, "uct", playouts=2000).action == 1


def test_chance_and_three_players():
    assert abs(search("tree:example=chance", None, "uct", playouts=3000).value - 2.1) < 0.1
    found = search("tree:example=maxn", None, "uct", playouts=3000)
    assert len(found.value) == 3
    assert search("tree:example=maxn", None, "montecarlo").value[0] > 3  # the other players play at random


def test_the_same_seed_gives_the_same_answer():
    first, again, other = (search("tictactoe", None, "uct", playouts=200, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.value != other.value


@pytest.mark.parametrize("algorithm", ["uct", "bestfirst", "conspiracy"])
def test_a_search_that_is_stopped_answers_with_what_it_has(algorithm):
    found = search("connect4:4,4", None, algorithm, None, Tracer(nodes=40))
    assert found.action is not None
    assert not found.proven


@pytest.mark.parametrize(
    ("algorithm", "options", "words"),
    [
        ("uct", {"playouts": 0}, "playouts must be 1 or more, not 0"),
        ("uct", {"exploration": -1}, "exploration must be 0 or more, not -1"),
        ("montecarlo", {"playouts": -3}, "playouts must be 1 or more, not -3"),
        ("bestfirst", {"expansions": 0}, "expansions must be 1 or more, not 0"),
        ("conspiracy", {"conspirators": 1}, "conspirators must be 2 or more, not 1"),
    ],
)
def test_wrong_options(algorithm, options, words):
    with pytest.raises(GameError, match=words):
        search("tictactoe", None, algorithm, **options)
