"""The house of the rules: each has a file, which shows what becomes of some lines; doctest compares."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import gametree.compile.frontend.rules

RULES = sorted(Path(gametree.compile.frontend.rules.__file__).parent.glob("[a-z]*.py"))


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_a_rule_shows_what_it_does(file: Path):
    text = file.read_text(encoding="utf-8")
    assert ">>> rewritten(" in (ast.get_docstring(ast.parse(text)) or "")
    assert text.count("\n") <= 400, "one idea a file"
