"""All sound algorithms agree with brute force, on thousands of random trees and graphs between them."""

from __future__ import annotations

from itertools import product
from math import inf

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from textbook_games import CHOICE, LEAF, Graph, Nested, Shares, SmallGo, brute, brute_path, graphs, play, trees

from gametree import Line
from gametree.textbook import Tracer, search
from marking import thorough

MANY = settings(max_examples=200, deadline=None)

SOUND = [
    ("minimax", {}),
    ("make_a_move", {}),
    ("cutoff", {}),
    ("sure", {}),
    *(
        ("alphabeta", {"fail": fail, "equality": equality, "ordering": ordering})
        for fail, equality, ordering in product(("soft", "hard"), (True, False), ("given", "evaluation"))
    ),
    *(("alphabeta", {"ordering": ordering}) for ordering in ("hint", "random", "best", "worst")),
    ("bounded", {}),
    ("aspiration", {}),
    ("iterative", {}),
    ("memo", {}),
    ("mtdf", {}),
    ("mtdf", {"guess": inf}),
    ("sss", {}),
    ("sss", {"dual": True}),
    ("bestfirst", {"expansions": 10_000}),
    ("conspiracy", {"conspirators": 10_000, "expansions": 10_000}),
    ("repeated", {}),
    ("reuse", {}),
    ("quiescence", {}),
    ("singular", {"margin": inf}),
    ("beam", {"width": 4}),
    ("expectiminimax", {}),
    ("alphabeta_chance", {}),
    ("alphabeta_chance", {"chance": "open"}),
]
TO_THE_END = [("dynamic", {}), ("label", {})]


LIMITED = ("cutoff", "quiescence", "singular", "reuse")  # which have a depth even when none is given


@pytest.mark.thorough
@given(trees())
@MANY
def test_to_the_end_all_agree_with_brute_force(tree):
    game, true = Nested(tree), brute(Nested(tree), tree)
    for name, options in SOUND + TO_THE_END:
        result = search(game, None, name, 1000 if name in LIMITED else None, **options)
        assert (name, result.value) == (name, true)
        assert result.bound == "exact"
        assert result.proven == (name != "beam")
        if name != "dynamic":  # which has forgotten the rest of the line
            end = play(game, tree, result.line)
            assert (name, game.utility(end)) == (name, true)


@given(tree=trees(), depth=st.integers(0, 4), evaluation=st.sampled_from(["relative", "utility"]))
@MANY
def test_to_a_depth_all_agree_with_brute_force(tree, depth, evaluation):
    game, true = Nested(tree, evaluation=evaluation), brute(Nested(tree, evaluation=evaluation), tree, depth)
    for name, given_options in SOUND:
        # the bounds of payoffs say nothing about relative estimates; and nothing is to be extended here
        other = {"bounded": {"low": -(2 * 10**9), "high": 2 * 10**9}, "singular": {"limit": 0}}
        result = search(game, None, name, depth, **other.get(name, given_options))
        assert (name, result.value) == (name, true)
        assert (result.action is None) == (depth == 0 or tree[0] == LEAF)


@pytest.mark.parametrize("options", [{"chance": "star1"}, *thorough({"chance": "open"})], ids=str)
@given(tree=trees(kinds=("max", "min", CHOICE)), depth=st.none() | st.integers(0, 4))
@MANY
def test_chance_is_averaged_exactly(options, tree, depth):
    game = Nested(tree)
    true = brute(game, tree, inf if depth is None else depth)
    assert search(game, None, "expectiminimax", depth).value == true
    assert search(game, None, "alphabeta_chance", depth, **options).value == true
    two = search(game, None, "maxn", depth).value
    assert two == (true, -true)


@pytest.mark.thorough
@given(trees(kinds=("max", "min", CHOICE)))
@MANY
def test_pruning_at_chance_nodes_only_saves(tree):
    counts = []
    for name, options in [("alphabeta_chance", {}), ("alphabeta_chance", {"chance": "open"}), ("expectiminimax", {})]:
        tracer = Tracer()
        search(Nested(tree), None, name, tracer=tracer, **options)
        counts.append(tracer.visited)
    assert max(counts) == counts[-1]


@given(trees(kinds=(0, 1, 2), payoffs=st.tuples(*[st.integers(0, 3)] * 3)), st.none() | st.integers(0, 3))
@MANY
def test_maxn_gives_everyone_his_best(tree, depth):
    game = Shares(tree)

    def value(s, depth):
        if game.terminal(s) or depth <= 0:
            return s[1]
        return max((value(child, depth - 1) for child in s[2]), key=lambda v: v[s[0]])  # the first of the best

    assert search(game, None, "maxn", depth).value == value(tree, inf if depth is None else depth)


class Logical(Nested):
    """An AND/OR tree: a leaf with 0 is unknown."""

    def unknown(self, s):
        return s[1] == 0


@pytest.mark.parametrize("least", [1, None, *thorough(-1, 0, 2)])
@given(trees(payoffs=st.integers(-2, 2)))
@MANY
def test_proof_numbers_decide_what_minimax_decides(least, tree):
    """At least so much for Max; without it, Kleene's logic of three values."""
    true = brute(Nested(tree, bounds=(-2, 2)), tree)
    kind = Logical if least is None else Nested
    goal = {0: {"goal": "draw"}, 1: {}, None: {}}.get(least, {"score": least})
    result = search(kind(tree, bounds=(-2, 2)), None, "pn", **goal)
    proved, disproved = result.note.startswith("proved"), result.note.startswith("disproved")
    if least is None:
        assert (proved, disproved) == (true > 0, true < 0)
    else:
        assert proved == (true >= least)
        assert disproved != proved
    if result.bound == "lower":
        assert true >= result.value
    elif result.bound == "upper":
        assert true <= result.value
    else:
        assert true == result.value


@pytest.mark.thorough
@given(graphs())
@MANY
def test_loops_are_draws_for_label_repeated_and_brute_force(graph):
    true = brute_path(graph, (0,))
    labelled, walked = search(graph, None, "label"), search(graph, None, "repeated")
    assert (labelled.value, walked.value) == (true, true)
    assert labelled.proven
    assert walked.proven
    if true:
        assert graph.ends[play(graph, 0, labelled.line)] == true
        assert f"in {len(labelled.line)};" in labelled.note
    proof = search(graph, None, "pn")
    assert proof.note.startswith("proved") == (true == 1)


@pytest.mark.thorough
@given(graphs(payoffs=(-2, -1, 0, 1, 2)))
@MANY
def test_labels_of_payoffs_of_several_sizes(graph):
    assert search(graph, None, "label").value == brute_path(graph, (0,)) == search(graph, None, "repeated").value


@pytest.mark.thorough
@pytest.mark.parametrize("rule", ["draw", "loss", "illegal", "ignore"])
@given(graph=graphs(), depth=st.integers(0, 5), played=st.integers(0, 2))
@MANY
def test_the_repetition_rule_applies_along_the_path(rule, graph, depth, played):
    """To a depth every rule has a value; the reference below is written from the rules alone."""
    game = Graph(graph.moves, graph.movers, graph.ends, repetition=rule)
    line = Line(0)
    for _ in range(played):
        s = line.states(game)[-1]
        assume(s not in game.ends)
        line = line.then(game.moves[s][0])
    history = tuple(line.states(game))
    assume(len(set(history)) == len(history))  # the game has not been over by the rule already

    def value(path, depth):
        s, back = path[-1], path[-1] in path[:-1] and len(path) > len(history)
        if s in game.ends:
            return game.ends[s]
        if back and rule == "draw":
            return 0
        if back and rule == "loss":
            return -2 if game.player(path[-2]) == 0 else 2
        children = [c for c in game.moves[s] if rule != "illegal" or c not in path]
        if depth <= 0 or not children:
            return 0
        best = max if game.player(s) == 0 else min
        return best(value((*path, c), depth - 1) for c in children)

    for name in ("cutoff", "alphabeta", "sure", "iterative", "quiescence", "expectiminimax"):
        assert (name, search(game, line, name, depth).value) == (name, value(history, depth))
    if rule != "ignore":  # every path ends or comes back: no depth is needed
        true = value(history, inf)
        assert search(game, line, "repeated").value == true
        assert search(game, line, "pn").note.startswith("proved") == (true > 0)
        assert search(game, line, "pn", goal="draw").note.startswith("proved") == (true >= 0)


def test_superko_on_the_smallest_board():
    """Black wins by one point, as is known of Go on 2 × 2 with superko (Tromp & Farnebäck, Combinatorics of Go). The
    reference walks along paths, with nothing but the rules."""
    game = SmallGo()

    def value(path, alpha, beta):
        s = path[-1]
        if game.terminal(s):
            return game.utility(s)
        best, sign = -inf, 1 if game.player(s) == 0 else -1
        for a in game.actions(s):
            child = game.result(s, a)
            if child not in path:
                low, high = (max(alpha, best), beta) if sign > 0 else (alpha, min(beta, -best))
                best = max(best, sign * value((*path, child), low, high))
                if sign * best >= beta if sign > 0 else -best <= alpha:
                    break
        return sign * best

    assert value((game.initial(),), -inf, inf) == 1
    tracer = Tracer(nodes=10_000)
    found = search(game, None, "repeated", tracer=tracer)
    assert (found.value, found.proven) == (1, True)
    assert game.utility(play(game, game.initial(), found.line)) == 1


@pytest.mark.thorough
@given(trees(), st.integers(1, 4))
@MANY
def test_reuse_finds_the_same_in_fewer_new_nodes(tree, depth):
    game = Nested(tree)
    line = Line(tree)
    for _ in range(2):
        s = line.states(game)[-1]
        assume(not game.terminal(s))
        line = line.then(0)
    fresh, kept = Tracer(), Tracer()
    value = search(game, line.states(game)[-1], "cutoff", depth, fresh).value
    assert search(game, line, "reuse", depth, kept).value == value
    assert kept.visited == fresh.visited
    assert kept.generated <= fresh.generated


@pytest.mark.thorough
@given(trees(leaves=30))
@MANY
def test_soft_and_hard_look_at_the_same_nodes(tree):
    counts = []
    for fail in ("soft", "hard"):
        tracer = Tracer()
        search(Nested(tree), None, "alphabeta", tracer=tracer, fail=fail)
        counts.append((tracer.visited, tracer.evaluated, tracer.cut))
    assert counts[0] == counts[1]


@pytest.mark.thorough
@given(trees(leaves=20), st.integers(-11, 11), st.integers(1, 8), st.sampled_from(["soft", "hard"]))
@MANY
def test_a_value_outside_a_given_window_is_a_bound(tree, alpha, width, fail):
    game, beta = Nested(tree), alpha + width
    true = brute(game, tree)
    result = search(game, None, "alphabeta", alpha=alpha, beta=beta, fail=fail)
    side = "upper" if true <= alpha else "lower" if true >= beta else "exact"
    assert result.bound == side
    assert {"exact": true == result.value, "upper": true <= result.value, "lower": true >= result.value}[side]
    if fail == "hard":
        assert alpha <= result.value <= beta


@pytest.mark.thorough
@given(trees(leaves=20), st.integers(-12, 12), st.integers(1, 5))
@MANY
def test_aspiration_finds_the_value_whatever_the_guess(tree, guess, delta):
    assert search(Nested(tree), None, "aspiration", guess=guess, delta=delta).value == brute(Nested(tree), tree)
