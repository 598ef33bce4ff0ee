"""Proof numbers as a lecture shows them: at every node, with the most-proving node and the path to it."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textbook_games import Nested, brute, brute_path, graphs, trees

from gametree import GameError, load
from gametree.draw.frames import frames
from gametree.draw.tree import Picture, tree_svg
from gametree.textbook import Stopped, Tracer, search, trace

MANY = settings(max_examples=150, deadline=None)


def written(tree):
    """The game of a tree of (or, and) lists with leaves true, false and unknown."""
    return load("tree", tree={"or": list(tree)})


def logic(payoffs=(True, False, None)):
    return st.lists(
        st.recursive(st.sampled_from(payoffs), lambda c: st.lists(c, min_size=1, max_size=3), max_leaves=12),
        min_size=1,
        max_size=3,
    )


def numbers(node, max_moves=True):
    """The definition: (proof, disproof) of a node from all its leaves."""
    if not isinstance(node, list):
        return {True: (0, inf), False: (inf, 0), None: (1, 1)}[node]
    below = [numbers(child, not max_moves) for child in node]
    proofs, disproofs = zip(*below, strict=True)
    return (min(proofs), sum(disproofs)) if max_moves else (sum(proofs), min(disproofs))


def shown(found):
    """The last numbers that a trace tells of each node, by its path of actions."""
    paths, told = {}, {}
    for event in found.events:
        if event.kind == "enter":
            paths[event.node] = () if event.parent is None else (*paths[event.parent], event.action)
        if "disproof" in event.why:
            proof, disproof = event.why.replace(",", "").split()[-3::2]
            told[paths[event.node]] = tuple(inf if n == "∞" else int(n) for n in (proof, disproof))
    return told


def every_node(tree, path=()):
    yield path, tree
    if isinstance(tree, list):
        for i, child in enumerate(tree):
            yield from every_node(child, (*path, i))


@given(logic())
@MANY
def test_a_given_tree_has_the_numbers_of_the_definition_at_every_node(tree):
    told = shown(trace(written(tree), algorithm="pn", given=True))
    assert told == {path: numbers(node, len(path) % 2 == 0) for path, node in every_node(tree)}


@given(logic())
@MANY
def test_the_most_proving_node_brings_either_proof_nearer(tree):
    """If it turns out true, the root's proof number falls; if false, its disproof number. So Allis defines it."""
    found = trace(written(tree), algorithm="pn", given=True)
    proof, disproof = numbers(tree)
    chosen = [e for e in found.events if e.kind == "select"]
    if proof == 0 or disproof == 0:
        assert not chosen
        return
    paths = {}
    for event in found.events:
        if event.kind == "enter":
            paths[event.node] = () if event.parent is None else (*paths[event.parent], event.action)
    path = paths[chosen[-1].node]
    assert numbers(changed(tree, path, True))[0] == proof - 1
    assert numbers(changed(tree, path, False))[1] == disproof - 1


def changed(tree, path, leaf):
    if not path:
        return leaf
    return [changed(child, path[1:], leaf) if i == path[0] else child for i, child in enumerate(tree)]


@given(logic())
@MANY
def test_growing_ends_with_the_numbers_of_the_given_tree(tree):
    """Unknown leaves stay (1, 1), also while the search goes on elsewhere."""
    grown, given_ = search(written(tree), None, "pn"), search(written(tree), None, "pn", given=True)
    assert grown.note.split(":")[0] == given_.note.split(":")[0]
    if grown.note.startswith("unknown"):
        assert grown.note == given_.note


def test_the_example_of_the_lecture():
    found = trace("tree:example=proof", algorithm="pn", given=True)
    assert found.note == "unknown whether Max can win: proof 2, disproof 3"
    assert [(e.move, e.why) for e in found.events if e.kind == "select"] == [
        ("R", "the most-proving node; nothing more can be developed")
    ]
    names = {e.move or "A": e.why for e in found.events if e.kind == "update" and e.ply < 2}
    assert names["A"] == "proof 2, disproof 3"
    assert names["C"] == "proof 2, disproof 1"


def test_at_each_step_the_most_proving_node_and_its_path_are_marked():
    drawn = frames(trace("tree:example=andor", algorithm="pn"))
    steps = drawn.runs[0]
    marked = []
    for number, step in enumerate(steps, 1):
        path = [drawn.nodes[i].place for i in Picture.at(drawn, 0, number).chosen]
        if step.kind == "select":
            assert path[-1] == drawn.nodes[step.node].place
        marked.append(" ".join(path))
    assert list(dict.fromkeys(marked)) == ["", "A", "A B", "A B b2", "A C", "A C D"]
    assert marked[-1] == ""  # proved: nothing is left to choose
    at = next(i for i, step in enumerate(steps, 1) if step.kind == "select" and step.node != 0)
    assert "the search goes on here" in tree_svg(drawn, at)


def test_the_page_gets_the_path_to_the_chosen_leaf():
    from gametree.web.watching import Watched

    shown = Watched(frames(trace("tree:example=proof", algorithm="pn", given=True)))
    last = shown.steps(0, 0)["steps"][-1]
    places = [shown.frames.nodes[i].place for i in last["chosen"]]
    assert (last["kind"], places) == ("select", ["A", "C", "I", "R"])


def test_goals_of_a_game_with_scores():
    """Kalah with two pits of two stones each ends with a margin; it is exact where one score is proved and the next
    one disproved."""
    value = search("kalah:2,2", None, "alphabeta").value
    assert search("kalah:2,2", None, "pn", score=value).note == f"proved: Max can get at least {value}"
    assert search("kalah:2,2", None, "pn", score=value + 1).note == f"disproved: Max cannot get at least {value + 1}"


@pytest.mark.parametrize("nodes", [3, 10, 40, 200])
def test_a_search_that_is_stopped_says_unknown(nodes):
    found = search("mnk:3,3,3", None, "pn", None, Tracer(nodes=nodes))
    assert (found.proven, found.certain) == (False, False)
    assert found.note.startswith("unknown")


def test_beyond_a_depth_nothing_is_known():
    found = search("nim:3,4,5", None, "pn", 2)
    assert found.note.startswith("unknown whether Max can win: proof ")
    assert "∞" not in found.note


# --- the other proof-number searches --------------------------------------------------------------------------------

FORMS = [
    ("pn", {"initial": "mobility"}),
    ("pn", {"initial": "evaluation"}),
    ("pn2", {}),
    ("pn2", {"initial": "mobility"}),
    ("mcpn", {"playouts": 2}),
]


@pytest.mark.parametrize(("name", "options"), FORMS)
@given(tree=trees(payoffs=st.integers(-2, 2)), least=st.integers(-2, 2))
@settings(max_examples=60, deadline=None)
def test_all_forms_decide_what_minimax_decides(name, options, tree, least):
    game = Nested(tree, bounds=(-2, 2))
    note = search(game, None, name, score=least, **options).note
    assert note.startswith("proved") == (brute(game, tree) >= least)
    assert note.startswith("disproved") == (brute(game, tree) < least)


@pytest.mark.parametrize(("name", "options"), [form for form in FORMS if form[1] != {"initial": "evaluation"}])
@given(graph=graphs(), stopped=st.none() | st.integers(2, 40))
@settings(max_examples=60, deadline=None)
def test_no_form_says_something_wrong_where_positions_come_back(name, options, graph, stopped):
    true = brute_path(graph, (0,))
    try:
        found = search(graph, None, name, None, Tracer(nodes=stopped), **options)
    except Stopped:
        return
    assert not found.note.startswith("proved") or true > 0
    assert not found.note.startswith("disproved") or true <= 0
    assert stopped is not None or not found.note.startswith("unknown")
    assert not found.proven or found.value == true


def test_pn2_keeps_fewer_nodes_than_it_searches():
    tracer = Tracer()
    found = search("nim:3,4,5", None, "pn2", None, tracer)
    kept = int(found.note.split("at most ")[1].split()[0].replace(",", ""))
    assert found.note.startswith("proved")
    assert kept < tracer.generated / 2
    small = search("nim:3,4,5", None, "pn2", size=60)
    assert small.note.startswith("unknown")
    assert "there is no room for more" in small.note


def test_first_numbers_by_mobility():
    """Max has three moves at the start; after the first, Min has two."""
    found = trace("nim:1,2", algorithm="pn", initial="mobility")
    told = [(e.move, e.why) for e in found.events if e.kind == "update"][:2]
    assert told == [("", "proof 1, disproof 3"), ("a1", "proof 2, disproof 1")]


def test_numbers_of_random_games_are_never_zero():
    """Every random game here is won, and yet Min wins by one of his four moves."""
    found = trace(load("tree", tree=[[1, 1, 1, 1, 1, 1, 1, 1, -1]]), algorithm="mcpn", playouts=3)
    first = next(e.why for e in found.events if e.kind == "update")
    assert first == "proof 0.2, disproof 0.8"
    assert (found.value, found.proven) == (-1, True)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("pn", {"initial": "luck"}, "initial must be one of one, mobility, evaluation"),
        ("pn2", {"size": 1}, "size must be 2 or more"),
        ("mcpn", {"playouts": 0}, "playouts must be 1 or more"),
    ],
)
def test_wrong_options(name, options, words):
    with pytest.raises(GameError, match=words):
        search("tictactoe", None, name, **options)
