"""The pages that are made from docstrings are those of the docstrings, and leave nothing out."""

from __future__ import annotations

from dataclasses import fields

import pytest
from made_pages import DOCS, GROUPS, OWNERS, PAGES

import gametree
from gametree.docstrings import attribute_docs
from gametree.game import Game
from gametree.hooks import HOOKS, OPTIONAL


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_up_to_date(name):
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run python tests/pages"


def test_everything_that_can_be_imported_is_on_the_page():
    named = [name for names in GROUPS.values() for name in names]
    assert sorted(named) == sorted(gametree.__all__)


@pytest.mark.parametrize("name", ["Analysis", "MatchResult", "Solution", "Trace"])
def test_every_field_of_an_answer_is_documented(name):
    cls = getattr(gametree, name)
    assert {field.name for field in fields(cls) if field.repr} <= set(attribute_docs(cls))


def test_every_hook_is_on_the_page():
    page = PAGES["hooks.md"]()
    assert {hook.owner for hook in HOOKS.values()} == set(OWNERS)
    for hook in HOOKS.values():
        assert f"### `{hook.name}" in page


def test_a_newcomer_meets_about_twenty_names():
    names = [hook.name for hook in OPTIONAL if hook.owner is Game]
    assert len(names) <= 22, names
    methods = {name for name in vars(Game) if not name.startswith("_")}
    assert methods <= set(HOOKS)  # nothing else is offered
