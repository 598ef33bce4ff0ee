"""How a user's own rules run, on the page: what ``gametree check --explain`` says.

Red if the page shows another form, another packing or another reason, or shows none.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import keep, needs_chromium
from playwright.sync_api import expect
from web_server import Served, serving, wait_for

from gametree.catalogue import load
from gametree.verbs.explain import explain

if TYPE_CHECKING:
    from collections.abc import Iterator

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
REWRITTEN, INTERPRETED = "tictactoe_list.py", "interpreted_rules.py"
FILES = {REWRITTEN: GALLERY / REWRITTEN, INTERPRETED: Path(__file__).parent / INTERPRETED}


@pytest.fixture(scope="module")
def own() -> Iterator[Served]:
    """A server with two files of the user's."""
    with serving(*map(str, FILES.values())) as server:
        wait_for(server, lambda g: g["version"] == 2)  # both files are read
        yield server


@pytest.mark.parametrize("file", [INTERPRETED, pytest.param(REWRITTEN, marks=pytest.mark.thorough)])
def test_the_server_says_what_the_command_says(own, file):
    told, said = own.ask("explain", game=file), explain(load(str(FILES[file]))).to_json()
    assert told["packed"] == said["packed"]
    assert told["methods"] == [*said["methods"]]
    assert told["helpers"] == [*said["helpers"]]
    assert (told["compiled"] is None) == (file == INTERPRETED)
    assert told["interpreted"] > 0


@needs_chromium
def test_the_page_says_why_rules_run_interpreted(visit, own):
    page = visit(f"#play?game={INTERPRETED}", address=own.address)
    panel = page.locator(".rules")
    panel.locator("summary").first.click()
    expect(panel.locator("p").first).to_contain_text("nodes/s in Python")
    expect(panel).to_contain_text("The rules run interpreted, since interpreted_rules.py, line 26: eval")
    expect(panel.locator(".methods li").first).to_have_text("player interpreted")
    keep(page, "rules-interpreted")


@needs_chromium
@pytest.mark.thorough
def test_the_page_shows_what_rules_were_rewritten_to(visit, own):
    page = visit(f"#play?game={REWRITTEN}", address=own.address)
    panel = page.locator(".rules")
    panel.locator("summary").first.click()
    expect(panel.locator("p").first).to_contain_text("nodes/s compiled")
    expect(panel).to_contain_text("A state is packed: ")
    result = panel.locator(".methods details", has_text="result rewritten")
    result.locator("summary").click()
    expect(result.locator("pre")).to_contain_text("def result(self, s, a):")
    keep(page, "rules-rewritten")


@pytest.mark.thorough
@needs_chromium
def test_games_of_the_catalogue_have_no_such_panel(visit, own):
    page = visit("#play?game=tictactoe", address=own.address)
    expect(page.locator(".board svg")).to_be_visible()
    expect(page.locator(".rules")).to_have_count(0)
