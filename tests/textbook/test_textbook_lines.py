"""The steps of a search on its drawn tree: where a value comes from, what is returned, and how steps are numbered."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textbook_games import CHOICE, Nested, Shares, brute, graphs, trees

from gametree import load
from gametree.draw.frames import frames
from gametree.draw.tree import Picture
from gametree.notebook import STATIC
from gametree.textbook import ALGORITHMS, trace
from gametree.web.watching import Watched

MANY = settings(max_examples=25, deadline=None)
CLASSIC = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
SHARED = ("maxn", "paranoid")
"""For three players."""
NOT_HERE = ("pn", "bstar", "rules", "bestreply")
"""These need more than a tree; pn has numbers in place of values, and bstar bounds."""


def forms():
    """Every algorithm with each of its forms."""
    for name, algorithm in ALGORITHMS.items():
        if name in NOT_HERE:
            continue
        options = algorithm.options
        yield name, {}
        if "printed" in options:
            yield name, {"printed": True}
        if "fail" in options:
            yield name, {"fail": "hard"}
            yield name, {"fail": "hard", "equality": False, "ordering": "worst"}
            yield name, {"alpha": -3, "beta": 2}
            yield name, {"alpha": -3, "beta": 2, "fail": "hard"}
        if "chance" in options:
            yield name, {"chance": "open"}
        if "guess" in options:
            yield name, {"guess": 4}


def check_lines(found):
    """At every step a thick line leads to a child that has the value which its parent has then; and whoever is left
    with a value that one of the children has is left with a line. The steps that were checked."""
    drawn = frames(found)
    value, best, checked = {}, {}, 0
    for event, step in zip(found.events, drawn.runs[0], strict=True):
        node = step.node
        if event.kind == "enter":
            value.pop(node, None)
            best.pop(node, None)
        if event.value is not None:
            value[node] = event.value
        if found.algorithm in ("paranoid", "bestreply") and isinstance(event.value, tuple):
            value[node] = event.value[max(found.events[0].player, 0)]  # what the one who asks has of it
        if step.best is not None:
            best[node] = step.best
        if (child := best.get(node, -1)) >= 0:
            assert drawn.nodes[child].parent == node
            assert value[child] == value[node], (event, step)
            checked += 1
        elif event.kind == "leave" and event.player >= 0 and found.algorithm not in ("dynamic", "label"):
            looked_at = {i: value[i] for i in drawn.nodes[node].children if i in value}
            bound = event.why.startswith(("at most", "at least"))
            own = found.options.get("printed") or found.algorithm == "quiescence"  # MINSCORE, or an estimate
            assert bound or own or event.value not in looked_at.values()
    return checked


@pytest.mark.parametrize(
    ("name", "options"),
    [pytest.param(*form, marks=pytest.mark.thorough if form[1] else ()) for form in forms()],
    ids=str,
)
@given(data=st.data(), depth=st.none() | st.integers(1, 3))
@MANY
def test_a_thick_line_leads_to_a_child_with_that_value(name, options, data, depth):
    if name in SHARED:
        game = Shares(data.draw(trees(kinds=(0, 1, 2), payoffs=st.tuples(*[st.integers(0, 3)] * 3))))
    elif name in ("expectiminimax", "alphabeta_chance"):
        game = Nested(data.draw(trees(kinds=("max", "min", CHOICE))))
    else:
        game = Nested(data.draw(trees(leaves=20)))
    check_lines(trace(game, algorithm=name, depth=None if name in ("dynamic", "label") else depth, **options))


def test_thick_lines_of_games():
    """With a pass, with rules, with estimates to fall back on, with extra turns."""
    game = load("tictactoe")
    assert check_lines(trace("star:side=1,players=3", algorithm="bestreply", depth=2)) > 1
    assert check_lines(trace(game, game.parse("1 5 2"), algorithm="rules")) > 1
    for name in ("quiescence", "singular", "iterative", "reuse", "beam", "aspiration"):
        for spec in ("tictactoe", "kalah:m=3,n=2"):
            assert check_lines(trace(spec, algorithm=name, depth=2)) > 4


@given(graphs())
@MANY
def test_thick_lines_of_a_game_with_loops(graph):
    for name in ("repeated", "label"):
        check_lines(trace(graph, algorithm=name))


def test_the_classic_tree_has_its_lines():
    """Of D = min(14, 5, 2) Max has 3 already when Min comes to the 2: nothing is cut, the window cannot get any
    narrower, and yet it is the 2 that D is worth."""
    found = trace(load("tree", tree=CLASSIC))
    drawn = frames(found)
    assert check_lines(found) > 10
    place = {node.place: i for i, node in enumerate(drawn.nodes)}
    end = Picture.at(drawn, 0, len(drawn.runs[0]))
    assert {drawn.nodes[i].place: drawn.nodes[child].place for i, child in end.best.items()} == {
        "A": "B", "B": "b1", "C": "c1", "D": "d3",
    }  # fmt: skip
    assert end.labels[place["D"]] == "≤ 2"
    told = [(step.say, step.window) for step in drawn.runs[0] if step.node == place["D"] and step.kind == "update"]
    assert told == [
        ("At D: Min has 14 now", ("3", "14")),
        ("At D: Min has 5 now", ("3", "5")),
        ("At D: Min has 2 now", ("3", "2")),
    ]


def test_below_alpha_what_max_has_is_an_upper_bound():
    """The root has 5. Of its second child's first child, a Max node, only 4 and 1 are seen: it is at most 4."""
    found = trace(load("tree", tree=[[5], [[4, 1], [9]]]))
    words = [e.why for e in found.events if e.kind == "update" and e.ply == 2]
    assert words[0] == "Max has at most 4 so far, no more than α 5"
    label = next(s.label for s in frames(found).runs[0] if s.why == words[0])
    assert label == "≤ 4"


@pytest.mark.parametrize(("name", "options"), [("alphabeta", {"fail": "hard"}), ("memo", {"printed": True})])
def test_fail_hard_shows_what_was_found_and_what_is_returned(name, options):
    """Worked out by hand: at C the child is worth 2, and 2 ≤ 3; C returns α, which is 3. At D it is 2 again, the last
    child: nothing is left to cut."""
    found = trace(load("tree", tree=CLASSIC, bounds=(-20, 20)), algorithm=name, **options)
    assert [e.why for e in found.events if e.kind == "cut"] == ["cut: 2 ≤ α 3; Max already has 3"]
    returned = [(e.move, e.value, e.why) for e in found.events if e.kind == "leave" and e.ply == 1]
    words = "at most this: 2 was found, and α is returned"
    assert returned == [("a1", 3, ""), ("a2", 3, words), ("a3", 3, words)]
    drawn = frames(found)
    said = [step.say for step in drawn.runs[0] if step.kind == "leave"]
    assert "Go back up from C with at most 3: 2 was found, and α is returned" in said
    assert [e.value for e in found.events if e.kind == "leaf"] == [3, 12, 8, 2, 14, 5, 2]
    end = Picture.at(drawn, 0, len(drawn.runs[0]))
    assert {drawn.nodes[i].place for i in end.best} == {"A", "B"}  # the 3 of C and D comes from none of their children


@given(trees(leaves=20), st.booleans())
@MANY
def test_fail_hard_returns_within_the_window_and_tells_the_truth_of_it(tree, equality):
    """Every node returns its value, or the end of the window that its value reaches; the child's own value is in the
    cut: it reaches the limit that is named there."""
    game = Nested(tree)
    found = trace(game, fail="hard", equality=equality)
    latest = {}
    for e in found.events:
        if e.kind in ("leaf", "leave") and e.parent is not None:
            latest[e.parent] = e.value
        if e.kind == "leave":
            true = brute(game, found.states[e.node])
            assert e.value == max(e.alpha, min(true, e.beta))
        if e.kind == "cut":
            assert e.value == latest[e.node]
            shown = found.scale.show
            limit = e.beta if e.player == 0 else e.alpha
            assert e.why.startswith(f"cut: {shown(e.value)} {'≥ β' if e.player == 0 else '≤ α'} {shown(limit)};")
            assert e.value >= limit if e.player == 0 else e.value <= limit


def test_steps_have_one_numbering():
    """The text, the JSON, the drawings, the frames and the page count the same steps, and the first one is 1."""
    found = trace("tree:example=textbook")
    drawn = frames(found)
    steps, total = drawn.runs[0], len(found.events)
    rows = str(found).splitlines()[1 : total + 1]
    events, framed = found.to_json()["events"], drawn.to_json()["runs"][0]["steps"]
    watched = Watched(drawn).steps(0, 0)["steps"]
    for number in range(1, total + 1):
        kind = found.events[number - 1].kind
        assert rows[number - 1].split()[:2] == [str(number), kind]
        for shown, key in ((events, "step"), (framed, "number"), (watched, "number")):
            assert (shown[number - 1][key], shown[number - 1]["kind"]) == (number, kind)
        texts = [e.text for e in ElementTree.fromstring(found.svg(step=number)).iter() if e.text]
        assert any(text.startswith(f"step {number} of {total}") for text in texts)
        assert any(text.startswith(steps[number - 1].say) for text in texts)  # the description
    assert "step 29 of 29" in found.svg(step=-1)


def test_the_tour_of_the_page_shows_the_cut():
    shown = re.search(r'"A cut, explained".*step: "(\d+)"', (STATIC / "tour.js").read_text(encoding="utf-8"))
    assert trace("tree:example=textbook").events[int(shown[1]) - 1].kind == "cut"
