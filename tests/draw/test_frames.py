"""What a drawing of a search shows: for the trees of courses, exactly the published nodes are cut off."""

from __future__ import annotations

import json

import pytest

from gametree import Line, load, trace
from gametree.draw.frames import frames
from gametree.draw.growing import SMALL
from gametree.draw.sizes import Sizes
from gametree.draw.tree import Picture
from gametree.errors import GameError
from gametree.textbook import ALGORITHMS

# Trees of courses, the value, and which leaves are never looked at, counted from 0 from left to right: with pruning
# when a value reaches the window's end, and with pruning only when it passes it.
COURSES = {
    # Russell & Norvig, Artificial Intelligence, figure 6.5: the 4 and the 6
    "Russell and Norvig": ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 3, [4, 5], [4, 5]),
    # Winston, Artificial Intelligence (1992), chapter 6, and his lecture 6 of MIT 6.034: the 8
    "Winston": ([[2, 7], [1, 8]], 2, [3], [3]),
    # Berkeley CS 188, lecture on adversarial search, "alpha-beta quiz": the 50
    "CS 188, first quiz": ([[10, 8], [4, 50]], 8, [3], [3]),
    # the same, "alpha-beta quiz 2": the 8, and the 20 and the 4 together
    "CS 188, second quiz": ([[[10, 6], [100, 8]], [[1, 2], [20, 4]]], 10, [3, 6, 7], [3, 6, 7]),
    # GeeksforGeeks, "Alpha-Beta Pruning": the 9, and the 0 and the −1 together
    "GeeksforGeeks": ([[[3, 5], [6, 9]], [[1, 2], [0, -1]]], 5, [3, 6, 7], [3, 6, 7]),
    # Wikipedia, "Alpha–beta pruning", the figure (Jez9999): the 5, the 9, and 9 8 6 together. It prunes on equality:
    # the 9 comes after a 6 where Max has a 6 already.
    "Wikipedia": (
        [[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]],
        6,
        [4, 8, 11, 12, 13],
        [4, 11, 12, 13],
    ),
}


@pytest.mark.parametrize("equality", [True, False])
@pytest.mark.parametrize("course", COURSES)
def test_the_leaves_that_courses_cross_out_are_drawn_as_cut_off(course, equality):
    tree, value, on_equality, strictly = COURSES[course]
    found = trace(load("tree", tree=tree), equality=equality)
    assert found.value == value
    drawn = frames(found)
    end = Picture.at(drawn, 0, len(drawn.runs[0]))
    leaves = [i for i in from_left(drawn.nodes) if not drawn.nodes[i].children]
    unseen = [place for place, i in enumerate(leaves) if i not in end.seen]
    assert unseen == (on_equality if equality else strictly)
    # everything that was not seen lies below a cut, and nothing else does
    for i, node in enumerate(drawn.nodes):
        above = i
        while above is not None and above not in end.cut:
            above = drawn.nodes[above].parent
        assert (i in end.seen) == (above is None)
        assert node.unseen == (i not in end.seen)
    assert sum(step.saved or 0 for step in drawn.runs[0]) == len(drawn.nodes) - len(end.seen)
    assert len(drawn.nodes) == Sizes(found.rules).below(found.states[0], None, set())


def from_left(nodes):
    order, stack = [], [0]
    while stack:
        i = stack.pop()
        order.append(i)
        stack += reversed(nodes[i].children)
    return order


def test_a_cut_says_who_has_what_and_where():
    drawn = frames(trace(load("tree", tree=[[[3, 5], [7, 9]], [[1, 2], [0, -1]]])))
    assert [(s.why, s.saved) for s in drawn.runs[0] if s.kind == "cut"] == [
        ("cut: 7 ≥ β 5; Min already has 5 at B", 1),
        ("cut: 2 ≤ α 5; Max already has 5 at A", 3),
    ]


def test_a_deep_cut_names_the_place_far_above():
    """The window's end comes from the root, three levels up."""
    drawn = frames(trace(load("tree", tree=[[5, 6], [[[4, 9], 1], 7]])))
    assert "cut: 4 ≤ α 5; Max already has 5 at A" in [step.why for step in drawn.runs[0]]


def test_places_of_other_games_are_told_by_moves():
    game = load("tictactoe")
    drawn = frames(trace(game, game.parse("1 2 3 5 8 6 4"), algorithm="alphabeta"))
    assert drawn.nodes[0].place == "the root"
    assert {node.place for node in drawn.nodes} >= {"after 7", "after 7 9"}
    cuts = [step.say for step in drawn.runs[0] if step.kind == "cut"]
    assert all(words.startswith(("After", "At the root")) for words in cuts)


def test_a_window_that_was_given_is_nobodys():
    drawn = frames(trace(load("tree", tree=[[3, 5], [9, 7]]), beta=3))
    assert [s.why for s in drawn.runs[0] if s.kind == "cut"] == ["cut: 3 ≥ β 3; the window that was given ends there"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_can_be_drawn(algorithm):
    specs = {"expectiminimax": "chance", "alphabeta_chance": "chance", "maxn": "maxn", "paranoid": "maxn"}
    if algorithm == "bestreply":
        found = trace("star:side=1,players=3", algorithm=algorithm, depth=2)
    elif algorithm in specs:
        found = trace(f"tree:example={specs[algorithm]}", algorithm=algorithm)
    else:
        game = load("tictactoe")
        found = trace(game, Line(game.initial(), (0, 4, 8, 2)), algorithm)
    drawn = frames(found)
    shown = json.loads(json.dumps(drawn.to_json(), allow_nan=False))
    assert len(shown["runs"][0]["steps"]) == len(found.events)
    for i, node in enumerate(shown["nodes"]):
        assert node["id"] == i
        assert (node["parent"] is None) == (i == 0)
        assert i == 0 or (node["parent"] < i and i in shown["nodes"][node["parent"]]["children"])
    for event, step in zip(found.events, shown["runs"][0]["steps"], strict=True):
        node = drawn.nodes[step["node"]]
        assert node.state == found.states[event.node]
        assert step["say"]
        assert step["window"] is None or len(step["window"]) == 2
    seen = Picture.at(drawn, 0, len(found.events)).seen
    assert seen == {i for i, node in enumerate(drawn.nodes) if not node.unseen}
    assert found.svg().startswith("<svg")


def test_iterations_come_to_the_same_nodes_again():
    found = trace("nim:2,2", algorithm="iterative")
    drawn = frames(found)
    assert len({(n.parent, n.action) for n in drawn.nodes}) == len(drawn.nodes) < found.visited
    roots = [step for step in drawn.runs[0] if step.kind == "enter" and step.node == 0]
    assert len(roots) == found.depth == 4


def test_chance_nodes_have_probabilities():
    drawn = frames(trace("tree:example=chance", algorithm="expectiminimax"))
    assert [n.probability for n in drawn.nodes if n.probability is not None] == [0.9, 0.1, 0.9, 0.1]


def test_max_n_has_tuples():
    drawn = frames(trace("tree:example=maxn", algorithm="maxn"))
    assert Picture.at(drawn, 0, len(drawn.runs[0])).labels[0] == "(1, 2, 6)"


def test_proof_numbers_are_at_the_nodes():
    drawn = frames(trace("tree:example=andor", algorithm="pn"))
    assert [step.numbers for step in drawn.runs[0] if step.node == 0 and step.numbers] == [
        ("1", "1"), ("1", "2"), ("1", "2"), ("1", "2"), ("0", "∞"),
    ]  # fmt: skip


def test_values_that_are_known_already_are_steps():
    drawn = frames(trace("tree:example=shared", algorithm="memo"))
    assert "in the table" in next(step.say for step in drawn.runs[0] if step.kind == "hit")


def test_two_searches_on_one_tree():
    game = load("tree:example=textbook")
    drawn = frames(trace(game, algorithm="minimax"), trace(game))
    assert len(drawn.nodes) == 13
    assert not any(node.unseen for node in drawn.nodes)  # minimax was there
    ends = [Picture.at(drawn, run, len(steps)) for run, steps in enumerate(drawn.runs)]
    assert [len(end.seen) for end in ends] == [13, 11]
    assert sorted(drawn.nodes[i].move for i in ends[1].cut) == ["c2", "c3"]


def test_two_orderings_on_one_tree():
    """The tree has the game's own order in both, so that they can be compared."""
    game = load("tree:example=textbook")
    given, best = frames(trace(game), trace(game, ordering="best")).runs
    assert [s.node for s in given] != [s.node for s in best]
    drawn = frames(trace(game), trace(game, ordering="best"))
    for node in drawn.nodes:
        assert [drawn.nodes[i].action for i in node.children] == list(range(len(node.children)))


def test_searches_of_different_positions_have_no_common_tree():
    with pytest.raises(GameError, match="begin at the same position"):
        frames(trace("tree:example=textbook"), trace("tree:example=pruning"))
    with pytest.raises(GameError, match="no trace"):
        frames()
    with pytest.raises(GameError, match="kept no steps"):
        frames(trace("tree", events=0))


def test_many_children_that_were_cut_off_stand_together():
    found = trace("tictactoe", depth=4)
    assert len(found.states) > SMALL
    drawn = frames(found)
    bundles = [node for node in drawn.nodes if node.bundle]
    assert all(node.bundle > 1 and node.action is None and node.unseen for node in bundles)
    named = next(node for node in bundles if node.bundle == 4)
    assert named.move == "4 more"
    assert len(named.text.split()) == 4


def test_what_is_left_out_again_and_again_is_drawn_once():
    drawn = frames(trace("tictactoe", algorithm="iterative", depth=4))
    assert any(node.bundle for node in drawn.nodes)
    for i, node in enumerate(drawn.nodes):
        bundles = [drawn.nodes[child] for child in node.children if drawn.nodes[child].bundle]
        assert len(bundles) <= 1
        others = len(node.children) - len(bundles)
        if bundles:
            assert others + bundles[0].bundle == len(drawn.traces[0].rules.text(node.state).split(".")) - 1, i
            assert bundles[0].size is None  # the iterations look to several depths


def test_a_record_that_is_not_whole_is_drawn_as_far_as_it_goes():
    found = trace("tictactoe", depth=3, events=40)
    drawn = frames(found)
    assert len(drawn.runs[0]) == 40
    assert drawn.to_json()["runs"][0]["unkept"] == found.unkept > 0


def test_sizes_are_those_of_the_tree():
    game = load("nim:2,3")

    def nodes(s, depth):
        if depth == 0 or game.terminal(s):
            return 1
        return 1 + sum(nodes(game.result(s, a), depth - 1) for a in game.actions(s))

    sizes = Sizes(game)
    for depth in (1, 2, 3, 10):
        assert sizes.below(game.initial(), depth, set()) == nodes(game.initial(), depth)
    assert sizes.below(game.initial(), None, set()) == nodes(game.initial(), 10)


def test_where_positions_come_back_a_size_is_not_known():
    game = load("sharks:2,2")
    assert Sizes(game).below(game.initial(), None, set()) is None
    assert Sizes(game).below(game.initial(), 2, set()) == 13
    child = game.result(game.initial(), 0)
    assert Sizes(game).below(child, 3, {game.initial()}) is not None
