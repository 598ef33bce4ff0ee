"""B*: with true bounds the move that it calls best is best; and nothing is called proven that only bounds say."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textbook_games import Nested, brute, trees

from gametree import GameError, load
from gametree.textbook import Stopped, Tracer, search, trace
from gametree.textbook.bstar import STRATEGIES

MANY = settings(max_examples=80, deadline=None)


class Spanned(Nested):
    """Bounds that are true, and as wide as the dice say."""

    def __init__(self, tree, widths):
        super().__init__(tree)
        self.widths = widths

    def span(self, s):
        below, above = self.widths[hash(s) % len(self.widths)]
        value = brute(self, s)
        return value - below, value + above


class Wild(Nested):
    """Bounds that say nothing true."""

    def span(self, s):
        n = hash(s) % 13
        return n - 9, n - 5


def is_best(game, tree, found):
    return brute(game, game.result(tree, found.action)) == brute(game, tree)


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(tree=trees(), widths=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=7))
@MANY
def test_with_true_bounds_the_move_is_best(strategy, tree, widths):
    game = Spanned(tree, widths)
    found = search(game, None, "bstar", strategy=strategy, expansions=10_000)
    if tree[0] == "leaf":
        return
    assert is_best(game, tree, found)
    # every leaf can be developed: in the end nothing is left in doubt, except between moves whose bounds are one point
    assert "no move is shown to be best" not in found.note


@given(tree=trees(), margin=st.integers(0, 25), expansions=st.integers(1, 12))
@MANY
def test_with_a_margin_around_the_estimate(tree, margin, expansions):
    """±20 holds every value: then the move is best. With less the bounds may be wrong, but what is proven is true."""
    game = Nested(tree)
    found = search(game, None, "bstar", margin=margin, expansions=10_000 if margin >= 20 else expansions)
    assert not found.proven or found.value == brute(game, tree)
    if margin >= 20 and tree[0] != "leaf":
        assert is_best(game, tree, found)


@given(tree=trees(), expansions=st.integers(1, 12), nodes=st.integers(1, 30))
@MANY
def test_wrong_bounds_prove_nothing_wrong(tree, expansions, nodes):
    game = Wild(tree)
    found = search(game, None, "bstar", expansions=expansions)
    assert not found.proven or found.value == brute(game, tree)
    try:
        found = search(game, None, "bstar", None, Tracer(nodes=nodes))
    except Stopped:  # before the root was developed
        return
    assert not found.proven or found.value == brute(game, tree)


def test_the_example_step_by_step():
    found = trace("tree:example=bstar", algorithm="bstar")
    steps = [(e.kind, e.move or "root", e.why) for e in found.events if e.kind in ("select", "update")]
    assert steps == [
        ("update", "root", "from 3 to 9"),
        ("select", "B", "ProveBest"),
        ("update", "B", "from 6 to 9"),
        ("update", "root", "from 6 to 9"),
        ("select", "C", "DisproveRest"),
        ("update", "C", "from 2 to 5"),
        ("update", "root", "from 6 to 9"),
    ]
    assert (found.move, found.proven, found.visited) == ("B", False, 8)
    assert "6 … 9" in found.svg()


def test_min_is_the_mirror_image_of_max():
    written = [
        {"name": "B", "between": [-9, -3], "max": [-6, -8]},
        {"name": "C", "between": [-5, -2], "max": [-3, -2]},
    ]
    found = trace(load("tree", tree={"min": written}), algorithm="bstar")
    assert found.move == "B"
    assert found.note.startswith("the move is best: from −6 to −6, and no other less than −5")


@pytest.mark.parametrize(
    ("between", "words"),
    [
        ([7, 2], "between is a pair of numbers, the lower first"),
        (3, "between is a pair"),
        (["a", 1], "between is a pair"),
    ],
)
def test_bounds_that_make_no_sense(between, words):
    with pytest.raises(GameError, match=words):
        load("tree", tree=[{"name": "B", "between": between, "min": [1, 2]}, 3])


@pytest.mark.parametrize(
    ("options", "words"),
    [({"strategy": "both"}, "strategy must be one of auto, provebest"), ({"margin": -1}, "margin must be 0 or more")],
)
def test_wrong_options(options, words):
    with pytest.raises(GameError, match=words):
        search("tictactoe", None, "bstar", **options)
