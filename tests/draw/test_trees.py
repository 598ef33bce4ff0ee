"""The drawing of a search: at every step it shows what the trace says, and nothing overlaps."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest

from gametree import load, trace
from gametree.draw.frames import frames
from gametree.draw.tree import MOST, Picture, tree_svg
from gametree.errors import GameError

SVG = "{http://www.w3.org/2000/svg}"


def read(drawing):
    """The words of a drawing, by where they stand, and its shapes."""
    root = ElementTree.fromstring(drawing)
    texts = [(float(e.get("x")), float(e.get("y")), e.text or "") for e in root.iter(f"{SVG}text")]
    return root, texts


def test_every_step_is_told_in_words():
    found = trace("tree:example=pruning")
    drawn = frames(found)
    for number, step in enumerate(drawn.runs[0], 1):
        root, texts = read(found.svg(number))
        where = f"step {number} of {len(found.events)}"
        assert root.find(f"{SVG}title").text == f"tree:example=pruning: alphabeta, {where}"
        assert [words for _, _, words in texts if words.startswith(where)]
        assert root.find(f"{SVG}desc").text.splitlines()[0] == step.say


def test_the_text_alternative_has_every_node_and_what_became_of_it():
    root, _ = read(trace("tree:example=textbook").svg())
    lines = root.find(f"{SVG}desc").text.splitlines()
    assert "root, Max, 3" in lines
    assert "  a2, Min, ≤ 2" in lines
    assert "    c2, Max, 4, cut off" in lines
    early, _ = read(trace("tree:example=textbook").svg(1))
    assert "    c2, Max, not seen yet" in early.find(f"{SVG}desc").text.splitlines()


def test_the_last_step_and_the_end():
    found = trace("tree:example=textbook")
    assert found.svg(-1) == found.svg(len(found.events))
    assert "value 3, proven, line a1 b1" in found.svg()
    for step in (0, 30, -30):
        with pytest.raises(GameError, match=f"there is no step {step}: the steps are 1 to 29"):
            found.svg(step)


def test_cuts_are_marked_once_each():
    """Two strokes for every branch that is cut off, in red; what is below is dashed."""
    found = trace("tree:example=pruning")
    root, _ = read(found.svg())
    strokes = [e for e in root.iter(f"{SVG}line") if "s-loss" in e.get("class", "")]
    dashed = [e for e in root.iter(f"{SVG}line") if e.get("stroke-dasharray")]
    drawn = frames(found)
    assert len(strokes) == 2 * sum(len(step.cut) for step in drawn.runs[0]) == 4
    assert len(dashed) == sum(node.unseen for node in drawn.nodes) == 4


def test_a_cut_subtree_that_is_not_drawn_has_its_size():
    game = load("tictactoe")
    found = trace(game, game.parse("1 5 2"), "alphabeta", 5)
    _, texts = read(found.svg())
    whole = [node for node in frames(found).nodes if node.unseen and not node.children and (node.size or 0) > 1]
    assert {node.size for node in whole} == {35}
    assert sum(words == "35 nodes" for _, _, words in texts) == len(whole) == 5


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("tree:example=textbook", {}),
        ("tree:example=maxn", {"algorithm": "maxn"}),
        ("tree:example=chance", {"algorithm": "expectiminimax"}),
        ("tree:example=andor", {"algorithm": "pn"}),
        ("nim:2,2", {}),
        ("kalah:m=2,n=2", {"depth": 4}),
        ("chess", {"depth": 1}),
    ],
)
def test_no_words_overlap(spec, options):
    """A letter is 0.6 as wide as it is high at most; words on one line keep apart."""
    root, texts = read(trace(spec, **options).svg())
    anchors = [(e.get("class") or "", float(e.get("font-size"))) for e in root.iter(f"{SVG}text")]
    boxes = []
    for (x, y, words), (cls, size) in zip(texts, anchors, strict=True):
        width = 0.55 * size * len(words)
        left = x if "start" in cls else x - width / 2
        if words:
            boxes.append((left, left + width, y - size * 0.4, y + size * 0.4, words))
    for a, b in itertools.combinations(boxes, 2):
        apart = a[1] <= b[0] + 1 or b[1] <= a[0] + 1 or a[3] <= b[2] or b[3] <= a[2]
        assert apart, (a, b)
    width = float(root.get("width"))
    assert all(left >= 0 and right <= width + 1 for left, right, *_ in boxes)


def test_of_a_large_tree_the_upper_levels_are_drawn():
    drawn = frames(trace("tictactoe", depth=4, algorithm="minimax", events=20_000))
    assert len(drawn.nodes) > MOST
    root, texts = read(tree_svg(drawn))
    assert sum(1 for _ in root.iter(f"{SVG}g")) <= MOST
    hidden = sum(int(words[1:].replace(",", "")) for _, _, words in texts if words.startswith("+"))
    assert hidden + sum(1 for _ in root.iter(f"{SVG}g")) == len(drawn.nodes)


def test_the_picture_at_a_step_goes_forwards_and_backwards():
    drawn = frames(trace("tree:example=textbook"))
    early, late = Picture.at(drawn, 0, 4), Picture.at(drawn, 0, 22)
    assert early.seen < late.seen
    assert early.labels == {2: "3"}
    assert [drawn.nodes[i].place for i in late.path] == ["A", "D", "d2"]


def test_a_notebook_shows_the_tree_and_without_steps_nothing():
    assert trace("tree")._repr_svg_().startswith("<svg")
    assert trace("tree", events=0)._repr_svg_() is None


def test_words_of_a_game_are_no_markup():
    class Sly(type(load("tree"))):
        def name(self, s, a, style=""):
            return "<script>&\x1b[1m"

    drawing = trace(Sly([[1, 2], [3, 4]])).svg()
    assert "<script>" not in drawing
    ElementTree.fromstring(drawing)
