"""The examples of docs/solving.md run, and the figures in it are those of the code."""

from __future__ import annotations

import doctest
from pathlib import Path

from gametree.solving.estimating.estimate import BESIDE, HOPELESS

PAGE = Path(__file__).parents[2] / "docs" / "solving.md"


def test_examples():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (failed, tried > 5) == (0, True)


def test_figures():
    text = PAGE.read_text()
    assert f"and {BESIDE} for the place" in text
    assert f"would exceed {HOPELESS:.0f} only" in text
