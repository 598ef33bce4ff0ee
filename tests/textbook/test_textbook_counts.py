"""Counts: the published ones of Tic-Tac-Toe, the examples of the books, and what the order of the moves is worth."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from math import ceil, floor, inf
from operator import xor
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textbook_games import LEAF, Nested, trees

from gametree import load
from gametree.textbook import Tracer, search, trace


def counts(game, algorithm, depth=None, **options):
    tracer = Tracer()
    search(game, None, algorithm, depth, tracer, **options)
    return tracer


@pytest.mark.thorough
def test_tictactoe_minimax():
    """255,168 games: Bottomley 2001, Schaeffer 2002. 549,946 nodes, root included: the standard figure of courses."""
    game = load("tictactoe")
    tracer = counts(game, "minimax")
    assert tracer.generated == tracer.visited == 549_946
    assert tracer.evaluated == 255_168
    assert tracer.expanded == 549_946 - 255_168


def test_tictactoe_alphabeta():
    """18,297 nodes in the natural order is the standard figure: with an open window, and pruning on equality."""
    game = load("tictactoe")
    for fail in ("soft", "hard"):
        assert counts(game, "alphabeta", fail=fail).visited == 18_297
    assert counts(game, "bounded").visited < 18_297  # known bounds stop at every sure win
    assert counts(game, "alphabeta", equality=False).visited > 100_000  # values are so often equal here


@pytest.mark.thorough
def test_every_sound_way_to_tictactoe_is_a_draw():
    for name in ("sure", "bounded", "aspiration", "iterative", "memo", "repeated", "dynamic", "label"):
        result = search("tictactoe", None, name)
        assert (name, result.value, result.proven) == (name, 0, True)


def test_tictactoe_has_5478_states():
    """5,478: the usual count of legal positions; found here by three ways of meeting each state once."""
    assert counts(load("tictactoe"), "label").visited == 5478
    tracer = counts(load("tictactoe"), "repeated")
    assert tracer.visited - tracer.hits == 5478 + duplicates_of_ends()


def duplicates_of_ends():
    """``repeated`` meets an end once for every parent: ends are cheaper to evaluate than to look up."""
    game, seen, queue = load("tictactoe"), set(), [load("tictactoe").initial()]
    met = 0
    for s in queue:
        for a in game.actions(s):
            child = game.result(s, a)
            if game.terminal(child):
                met += 1
            if child not in seen:
                seen.add(child)
                if not game.terminal(child):
                    queue.append(child)
    return met - sum(map(game.terminal, seen))


def test_the_tree_of_the_book():
    """Russell & Norvig, figure 6.2: minimax looks at nine leaves, alpha-beta at seven; 4 and 6 do not matter."""
    game = load("tree:example=textbook")
    assert counts(game, "minimax").evaluated == 9
    found = trace(game)
    assert found.value == 3
    assert [e.value for e in found.events if e.kind == "leaf"] == [3, 12, 8, 2, 14, 5, 2]
    cuts = [e for e in found.events if e.kind == "cut"]
    assert [e.why for e in cuts] == ["cut: 2 ≤ α 3; Max already has 3"]


def test_known_bounds_of_the_book_tree():
    """With the leaves known to lie in [2, 14]: nothing changes in the printed order, and much in another."""
    game = load("tree", tree=[[2, 4, 6], [3, 12, 8], [14, 5, 2]], bounds=(2, 14))
    plain, known = counts(game, "alphabeta"), counts(game, "bounded", low=2, high=14)
    assert (plain.evaluated, known.evaluated) == (9, 7)  # the 2 is seen first: 4 and 6 need not be
    assert search(game, None, "bounded", low=2, high=14).value == 3


@pytest.mark.parametrize(("b", "d"), [(2, 1), (2, 6), (2, 7), (3, 4), (3, 5), (4, 4), (5, 3)])
def test_order_and_the_law_of_the_square_root(b, d):
    """Knuth & Moore 1975: best first, exactly b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves; worst first, nearly all b^d."""
    leaves = list(range(b**d))
    Random(b + d).shuffle(leaves)

    def node(level, values):
        if level == 0:
            return (LEAF, values[0])
        size = len(values) // b
        children = tuple(node(level - 1, values[i * size : (i + 1) * size]) for i in range(b))
        return ("max" if (d - level) % 2 == 0 else "min", 0, children)

    game = Nested(node(d, leaves), bounds=(0, b**d))
    seen = {order: counts(game, "alphabeta", ordering=order).evaluated for order in ("best", "random", "worst")}
    assert seen["best"] == b ** ceil(d / 2) + b ** floor(d / 2) - 1
    assert 0.9 * b**d <= seen["worst"] <= b**d
    if d > 2:
        assert seen["best"] < seen["random"] < seen["worst"]


def test_sorting_by_the_evaluation_saves_nodes():
    game = load("tictactoe")
    given, sorted_ = counts(game, "alphabeta", 6), counts(game, "alphabeta", 6, ordering="evaluation")
    assert sorted_.visited < given.visited
    assert sorted_.generated > sorted_.visited  # children are made before they are sorted


KALAH = {(1, 1): 0, (1, 2): -2, (1, 3): 6, (1, 4): -2, (2, 1): 2, (2, 2): -2, (2, 3): -2, (2, 4): -12}
"""By holes and counters; won, drawn or lost as in Irving, Donkers & Uiterwijk 2000 (with empty captures)."""


@pytest.mark.parametrize("algorithm", ["alphabeta", "memo", "dynamic", "label", "iterative"])
def test_extra_turns_of_kalah(algorithm):
    for (m, n), value in KALAH.items():
        assert (m, n, search(f"kalah:m={m},n={n}", None, algorithm).value) == (m, n, value)


@pytest.mark.parametrize("algorithm", ["alphabeta", "sure", "memo", "dynamic", "label", "pn"])
def test_nim_by_its_theory(algorithm):
    """Bouton 1901: the first player wins unless the heaps' exclusive or is 0."""
    for heaps in [(1,), (2, 2), (1, 2), (1, 2, 3), (1, 1, 3)]:
        theory = 1 if reduce(xor, heaps) else -1
        game = load("nim", heaps=heaps)
        assert (heaps, search(game, None, algorithm).value) == (heaps, theory)


@given(tree=trees(leaves=30), depth=st.none() | st.integers(0, 4), evaluation=st.sampled_from(["relative", "utility"]))
@settings(max_examples=100, deadline=None)
def test_what_a_trace_counts(tree, depth, evaluation):
    """Alpha-beta with an open window in the order given, counted by other means. A leaf is an end of the game, or a
    state at the horizon, and counts each time that the search is there. A win is no end of the window: nothing is cut
    off because of a win alone (``bounded`` does that)."""
    game, count = Nested(tree, evaluation=evaluation), Counter()
    outranks = evaluation == "relative" and depth is not None

    def score(s):
        return ((s[1] > 0) - (s[1] < 0) if s[0] == LEAF and outranks else 0, s[1])

    def value(s, left, alpha, beta):
        count["visited"] += 1
        if s[0] == LEAF or left == 0:
            count["evaluated"] += 1
            return score(s)
        count["expanded"] += 1
        found = []
        for child in s[2]:
            found.append(value(child, left - 1, alpha, beta))
            alpha, beta = (max(alpha, found[-1]), beta) if s[0] == "max" else (alpha, min(beta, found[-1]))
            if alpha >= beta:
                count["cut"] += len(found) < len(s[2])
                break
        return max(found) if s[0] == "max" else min(found)

    value(tree, inf if depth is None else depth, (-2, 0), (2, 0))
    found = counts(game, "alphabeta", depth)
    assert {name: getattr(found, name) for name in ("visited", "evaluated", "expanded", "cut")} == {
        name: count[name] for name in ("visited", "evaluated", "expanded", "cut")
    }
