"""Labels: the value and the remoteness of every state are those that solving finds, and what they mean."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from textbook_games import Nested, graphs, trees

from gametree.game import MAX, even
from gametree.solving.strong import plain
from gametree.solving.task import Task
from gametree.textbook import search
from gametree.textbook.label import label_all
from gametree.textbook.support.graph import explore
from gametree.textbook.support.walk import Walk

MANY = settings(max_examples=200, deadline=None)


def labels_of(game):
    """The labels of the textbook, which must be those of the solver, and must follow from the children's."""
    walk = Walk("label", game, None, None, None)
    graph = explore(walk)
    labels = label_all(walk, graph)
    solved = plain.explore(game, walk.root, Task())
    assert labels == dict(zip(solved.states, map(tuple, plain.label(game, solved)), strict=True))
    for s, (value, away) in labels.items():
        if graph.children[s]:
            best = max if game.player(s) == MAX else min
            below = [labels[child] for child in graph.children[s].values()]
            assert value == best(v for v, _ in below)
            keeping = [float("inf") if n is None else n for v, n in below if v == value]
            wants = value > even(game) if game.player(s) == MAX else value < even(game)
            assert (float("inf") if away is None else away) == 1 + (min if wants else max)(keeping)
    return labels


@pytest.mark.thorough
@given(graphs(payoffs=(-2, -1, 0, 1, 2)))
@MANY
def test_labels_with_loops(graph):
    labels = labels_of(graph)
    found = search(graph, None, "label")
    away = labels[0][1]
    if away is not None:
        assert len(found.line) == away
        assert f" in {away};" in found.note


@given(trees(leaves=20))
@MANY
def test_every_tree_ends(tree):
    assert all(away is not None for _, away in labels_of(Nested(tree)).values())
