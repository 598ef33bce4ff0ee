"""docs/textbooks.md: every command in it runs, every example is in it, and the examples show what they are said to."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from gametree import load
from gametree.cli import main
from gametree.draw.frames import frames
from gametree.draw.graph import game_graph
from gametree.notation.names import line_at
from gametree.teaching.examples import EXAMPLES, TOPICS, example
from gametree.teaching.laws import laws
from gametree.textbook import trace

PAGE = (Path(__file__).parents[2] / "docs" / "textbooks.md").read_text(encoding="utf-8")
COMMANDS = dict.fromkeys(re.findall(r"`gametree ([^`]+)`", PAGE))
RUN = [
    words for words in COMMANDS if not {"NAME", "…", "--help"} & set(words.split()) and not words.startswith("example")
]


def traces(name):
    """The searches of an example."""
    chosen = example(name)
    game = load(chosen.game)
    where = line_at(game, chosen.position or None, chosen.moves)
    return [trace(game, where, s.algorithm, s.depth, events=300_000, **s.options) for s in chosen.searches]


@pytest.mark.parametrize("words", RUN)
def test_every_command_of_the_page_runs(words, capsys):
    assert main(shlex.split(words)) == 0
    assert len(capsys.readouterr().out) > 20


def test_the_page_names_the_examples_that_there_are():
    named = {words.split()[1] for words in COMMANDS if words.startswith("example ") and "NAME" not in words}
    assert named <= set(EXAMPLES)
    also = {"laws", "deepening", "nim"}  # `gametree laws` is there; the others are not from these texts
    assert set(EXAMPLES) - named <= also
    assert {found.topic for found in EXAMPLES.values()} == set(TOPICS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_runs_and_can_be_drawn(name, capsys):
    assert main(["example", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(EXAMPLES[name].title)
    assert shown.count("\n$ gametree ") == len(EXAMPLES[name].commands) > 0
    if found := traces(name)[:2]:  # what the page shows side by side
        assert len(frames(*found).runs) == len(found)
    if EXAMPLES[name].tab == "graph":
        assert game_graph(load(EXAMPLES[name].game)).states


FACTS = {
    # (value, best move) of each search, from the texts; what the texts have wrong is in docs/textbooks.md
    "textbook": [(3, "a1"), (3, "a1")],  # Russell & Norvig, figure 6.2
    "helen": [(10, "C"), (10, "C")],  # MIT
    "endgame": [(1, "3"), (1, "3")],  # the book, 9.1
    "agent": [(-1, None), (-1, "a1")],  # Algorithm 27
    "cut": [(0.7, "Left")],  # the book, 9.3
    "bounds": [(3, "a2"), (3, "a2")],
    "horizon": [(-1, "pawn"), (-9, "wait"), (-9, "wait")],
    "sacrifice": [(1, "keep"), (9, "give")],
    "twelfths": [(7 / 12, None)],  # the book, 9.4
    "chance": [(2.1, "a1"), (2.1, "a1")],
    "transformed": [(40.9, "a2")],  # Russell & Norvig, figure 6.14
    "window": [(5.5, "a2"), (4, "a2")],  # Algorithm 29
    "maxn": [((1, 2, 6), "a1"), (1, "a1")],
    "memo": [(-2, "a1"), (1, "a2")],  # Algorithms 30 and 31
    "dynamic": [(-1, None), (1, "a2")],  # Algorithms 32 and 33
    "loop": [(0, "B"), (0, "B")],
    "rules": [(-3, "3"), (0, "2")],  # Allis 1988, figure 2.5
}


@pytest.mark.parametrize("name", FACTS)
def test_what_the_examples_show(name):
    found = [(t.value, t.move) for t in traces(name)]
    assert [move for _, move in found] == [move for _, move in FACTS[name]]
    for (value, _), (expected, _) in zip(found, FACTS[name], strict=True):
        assert value == pytest.approx(expected)


def test_helen_leaves_out_six_of_twenty_six_nodes():
    pruned, whole = traces("helen")
    assert (pruned.visited, whole.visited) == (20, 26)
    assert traces("equality")[1].visited > 20


def test_the_open_node_is_never_looked_at():
    (found,) = traces("cut")
    assert [e.why for e in found.events if e.kind == "cut"] == ["cut: 0.5 ≤ α 0.7; Max already has 0.7"]
    assert not any(text.startswith("Open") for text in found.positions)


def test_the_queen_stays_where_it_is_not_quiet():
    hasty, calm = traces("exchange")
    assert (hasty.move, calm.move == "Qxd5") == ("Qxd5", False)


def test_the_most_proving_node():
    (found,) = traces("proof")
    assert [e.why for e in found.events if e.node == 0 and e.kind == "update"][-1].endswith("proof 2, disproof 3")
    assert any(e.kind == "select" and e.move == "R" for e in found.events)


def test_known_bounds_save_two_leaves():
    assert [t.evaluated for t in traces("bounds")] == [7, 9]


@pytest.mark.parametrize(("b", "h"), [(2, 8), (3, 6), (5, 4), (7, 3)])
def test_the_laws(b, h):
    found = laws(b, h, trees=8)
    assert found.best == found.least
    assert found.least < found.random < found.worst <= b**h
    assert 0.6 * b**0.75 < found.branching < b**0.75  # Pearl's factor is the smaller, by little


def test_pearls_branching_factor():
    """Pearl 1982: ξ/(1 − ξ) with ξ^b + ξ = 1; for b = 2 it is the golden ratio."""
    assert laws(2, 2, trees=1).branching == pytest.approx((1 + 5**0.5) / 2)


@pytest.mark.parametrize("words", ["example hellen", "laws --branching 1", "laws --branching 10 --height 9"])
def test_mistakes(words, capsys):
    assert main(words.split()) == 2
    assert capsys.readouterr().err.count("\n") == 1
