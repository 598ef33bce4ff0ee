"""The examples of docs/drawing.md and docs/watching.md run, and the figures in them are those of the code."""

from __future__ import annotations

import doctest
from pathlib import Path

from gametree.draw import graph, tree

PAGE = Path(__file__).parents[2] / "docs" / "drawing.md"


def test_examples():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 10) == (0, True)


def test_examples_of_watching():
    failed, tried = doctest.testfile(str(PAGE.with_name("watching.md")), module_relative=False)
    assert (failed, tried > 5) == (0, True)


def test_figures():
    text = PAGE.read_text(encoding="utf-8")
    assert f"Of more than {tree.MOST} nodes" in text
    assert f"Up to {graph.PICTURES} states are drawn with their boards, up to {graph.MOST:,} as dots" in text
