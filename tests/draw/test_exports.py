"""A search as files: TikZ, positions in the nodes, a page that runs alone; and the numbers of its steps."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from gametree import GameError, load, trace
from gametree.cli import main
from gametree.draw.frames import frames
from gametree.draw.tikz import latex, tree_tikz
from gametree.draw.tree import Picture, tree_svg
from gametree.web.alone import alone
from gametree.web.watching import Watched

SVG = "{http://www.w3.org/2000/svg}"
MOVES = "1 5 9 3 7 4"


def held(page):
    """The search that a page holds."""
    return json.loads(re.search(r'<script type="application/json" id="search">(.*?)</script>', page, re.DOTALL)[1])


@pytest.mark.parametrize("words", ["tree:example=textbook", "tree:example=chance", "tree:example=maxn", "nim:1,2"])
def test_tikz_has_every_node_once_and_every_edge_between_two_of_them(words):
    algorithm = {"tree:example=chance": "alphabeta_chance", "tree:example=maxn": "maxn"}.get(words, "alphabeta")
    found = trace(words, algorithm=algorithm)
    drawn = frames(found)
    for step in (1, len(found.events) // 2, -1, None):
        text = tree_tikz(drawn, step)
        assert text.count("{") == text.count("}")
        assert text.count("\\begin{tikzpicture}") == text.count("\\end{tikzpicture}") == 1
        nodes = re.findall(r"^\\node\[.*?\] \(n(\d+)\) at \([\d.]+,[\d.]+\) \{.*\};$", text, re.MULTILINE)
        assert sorted(map(int, nodes)) == list(range(len(drawn.nodes)))
        edges = re.findall(r"^\\draw\[.*?\] \(n(\d+)\) -- .*\(n(\d+)\);$", text, re.MULTILINE)
        assert {(int(a), int(b)) for a, b in edges} == {(n.parent, i) for i, n in enumerate(drawn.nodes) if i}
        last = len(found.events) if step in (-1, None) else step
        assert text.count("{//}") == len(Picture.at(drawn, 0, last).cut)
        defined = set(re.findall(r"^  (\w+)/\.style", text, re.MULTILINE))
        used = {
            w for options in re.findall(r"^\\(?:node|draw)\[(.*?)\]", text, re.MULTILINE) for w in options.split(",")
        }
        assert used - {""} <= defined


def test_words_of_a_game_cannot_break_the_document():
    assert latex(r"50% {a}_\b ≥ #1") == r"50\% \{a\}\_\textbackslash{}b $\geq$ \#1"
    text = trace(load("tree", tree={"name": r"\A{", "max": [{"name": "50%_", "value": 1}, 2]})).tikz()
    body = text[text.index("% tree") :].split("\n", 1)[1]
    assert "\\A{" not in body


def test_positions_in_the_nodes():
    game = load("tictactoe")
    found = trace(game, moves=MOVES)
    root = ElementTree.fromstring(found.svg(boards=True))
    insets = list(root.iter(f"{SVG}svg"))[1:]
    assert len(insets) == len(frames(found).nodes)
    boxes = [tuple(float(e.get(k)) for k in ("x", "y", "width", "height")) for e in insets]
    for n, (x, y, w, h) in enumerate(boxes):  # none lies on another, and all are on the paper
        assert 0 <= x < x + w <= float(root.get("width"))
        assert 0 <= y < y + h <= float(root.get("height"))
        assert not any(x < u + s and u < x + w and y < v + t and v < y + h for u, v, s, t in boxes[:n])
    assert "Min to move" not in insets[0].itertext()
    assert list(ElementTree.fromstring(found.svg()).iter(f"{SVG}svg"))[1:] == []
    named = ElementTree.fromstring(trace("tree:example=textbook").svg(boards=True))  # its boards would be trees
    assert list(named.iter(f"{SVG}svg"))[1:] == []


def test_only_open_branches_are_drawn():
    shown = frames(trace("tree:example=textbook"))
    text = tree_svg(shown, 29, opened={0})
    assert [text.count(f">{move}<") for move in ("a1", "a2", "b1", "c1")] == [1, 1, 0, 0]
    assert text.count(">+3<") == 3


def test_views_with_boards():
    watched = Watched(frames(trace("tictactoe", moves=MOVES)))
    plain, pictured = watched.view(), watched.view(boards=True)
    assert plain["board"] is None
    assert [node["drawing"] for node in plain["nodes"]] == [None] * len(plain["nodes"])
    assert [node["drawing"] for node in pictured["nodes"]] == list(range(len(pictured["boards"])))
    assert pictured["width"] > plain["width"]
    assert all(node["box"] >= pictured["board"][0] for node in pictured["nodes"])


def test_a_page_that_runs_alone_holds_every_step_and_loads_nothing(monkeypatch):
    found = trace("tree:example=textbook")
    page = alone(frames(found), 16)
    search = held(page)
    assert search["step"] == 16
    assert [step["number"] for step in search["steps"][0]] == list(range(1, len(found.events) + 1))
    assert [step["lines"] for step in search["steps"][0]] == [list(event.lines) for event in found.events]
    assert not re.search(r"""(src|href)=["'](?!data:)""", page.split("<script")[0])
    assert not re.search(r"^import\b", page, re.MULTILINE)
    hostile = alone(frames(trace(load("tree", tree={"name": "</script><b>", "max": [1, 2]}))))
    assert hostile.count("</script") == 2
    monkeypatch.setattr("gametree.web.alone.MOST", 28)
    with pytest.raises(GameError, match=r"^29 steps are too many for one file \(at most 28\)"):
        alone(frames(found))


def test_steps_have_the_same_numbers_everywhere():
    """The table, JSON, the drawing, the frames, the page: the same number for the same step, from 1 on."""
    found = trace("tree:example=pruning")
    table = [line.split() for line in str(found).splitlines()[1 : len(found.events) + 1]]
    listed, drawn = found.to_json()["events"], frames(found)
    framed, sent = drawn.to_json()["runs"][0]["steps"], Watched(drawn).steps(0, 0)["steps"]
    alone_steps = held(alone(drawn))["steps"][0]
    for number, event in enumerate(found.events, 1):
        assert table[number - 1][:2] == [str(number), event.kind]
        assert (listed[number - 1]["step"], listed[number - 1]["kind"]) == (number, event.kind)
        for steps in (framed, sent, alone_steps):
            assert (steps[number - 1]["number"], steps[number - 1]["kind"]) == (number, event.kind)
        for text in (found.svg(number), found.tikz(number)):
            assert f"step {number} of {len(found.events)}" in text
        assert framed[number - 1]["say"] in found.tikz(number)


def test_the_command_writes_them(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = ["trace", "tree:example=textbook", "--step", "16"]
    assert main([*asked, "--svg", "a.svg", "--tikz", "a.tex", "--html", "a.html"]) == 0
    assert capsys.readouterr().out.startswith("a.svg, a.tex, a.html: tree:example=textbook, alphabeta: value 3")
    found = trace("tree:example=textbook")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == found.svg(16)
    assert (tmp_path / "a.tex").read_text(encoding="utf-8") == found.tikz(16)
    assert held((tmp_path / "a.html").read_text(encoding="utf-8"))["step"] == 16
    assert main(["trace", "tictactoe", "--moves", MOVES, "--svg", "b.svg", "--boards"]) == 0
    assert (tmp_path / "b.svg").read_text(encoding="utf-8").count("<svg") > 5
    capsys.readouterr()
    for words, told in (
        (["--tikz", "a.svg"], "a.svg: TikZ is LaTeX; call the file something.tex"),
        (["--html", "a.htm"], "a.htm: pages are HTML; call the file something.html"),
        (["--boards"], "--boards needs a drawing: give --svg FILE too"),
        (["--html", "c.html", "--step", "30"], "there is no step 30: the steps are 1 to 29, and -1 is the last"),
    ):
        assert main(["trace", "tree:example=textbook", *words]) == 2
        assert capsys.readouterr().err == f"gametree: {told}\n"
    assert not (tmp_path / "c.html").exists()
