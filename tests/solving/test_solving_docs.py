"""docs/solving.md has examples, and its figures are those of the code."""

from __future__ import annotations

import doctest
from pathlib import Path

from gametree.solving.estimating.estimate import BESIDE, HOPELESS

PAGE = Path(__file__).parents[2] / "docs" / "solving.md"


def test_examples():
    """They run by themselves, as all of docs/ does; here it is that they are there."""
    assert len(doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8"))) > 5


def test_figures():
    text = PAGE.read_text(encoding="utf-8")
    assert f"and {BESIDE} for the hash table" in text
    assert f"would exceed {HOPELESS:.0f}, only" in text
