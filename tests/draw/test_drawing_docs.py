"""docs/drawing.md and docs/watching.md have examples, and their figures are those of the code."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from gametree.draw import graph, tree

PAGE = Path(__file__).parents[2] / "docs" / "drawing.md"


@pytest.mark.parametrize(("page", "at_least"), [("drawing.md", 10), ("watching.md", 5)])
def test_examples(page: str, at_least: int):
    """They run by themselves, as all of docs/ does; here it is that they are there."""
    assert len(doctest.DocTestParser().get_examples(PAGE.with_name(page).read_text(encoding="utf-8"))) > at_least


def test_figures():
    text = PAGE.read_text(encoding="utf-8")
    assert f"Of more than {tree.MOST} nodes" in text
    assert f"Up to {graph.PICTURES} states are drawn with their boards, up to {graph.MOST:,} as dots" in text
