"""The page under axe-core, the audit that schools and offices ask for: https://github.com/dequelabs/axe-core.

It is not part of gametree. To run this: npm install --prefix /tmp/axe axe-core
and GAMETREE_AXE=/tmp/axe/node_modules/axe-core/axe.min.js; our own audit.js needs nothing (test_page_access).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from auditing import SPOILED
from browsing import keep, needs_chromium
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(os.environ.get("GAMETREE_AXE") or "no-such-file")
pytestmark = [
    needs_chromium,
    pytest.mark.thorough,
    pytest.mark.skipif(not AXE.is_file(), reason="needs axe-core: set GAMETREE_AXE to the path of its axe.min.js"),
]

TABS = {
    "#gallery": "#catalogue .card",
    "#play?game=tictactoe&moves=5+1": ".board .man",
    "#watch?game=tictactoe&algorithm=alphabeta&moves=1+5+9+3+7+4&step=12": "main .search-tree .node",
    "#watch?game=tictactoe&algorithm=alphabeta&moves=1+5+9+3+7+4&step=12&lecture=1": ".lecture .search-tree .node",
    "#watch?game=connect4": "[data-example]",
    "#practise?game=tictactoe": ".question .search-tree .node",
    "#graph?game=tictactoe&moves=5+1+9+3+2": "main svg .state",
    "#explore?game=tictactoe": "#solved",
    "docs/page": "main h2",
}
"""Where to look, and what shows that it is there."""

RUN = """async () => {
    const {violations} = await axe.run(document, {resultTypes: ["violations"]});
    const told = (rule, node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`;
    return violations.flatMap(rule => rule.nodes.map(node => told(rule, node)));
}"""


def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is shown now: the rule, the element, and why."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(RUN)


@pytest.mark.parametrize("where", TABS)
def test_axe_finds_no_violation(visit, where):
    page = visit(where, viewport={"width": 1024, "height": 768})
    expect(page.locator(TABS[where]).first).to_be_visible()
    found = {}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("theme => (document.documentElement.dataset.theme ?? 'light') === theme", arg=theme)
        keep(page, f"axe-{where.strip('#').replace('/', '-')}-{theme}")
        found[theme] = violations(page)
    assert found == {"light": [], "dark": []}


def test_axe_finds_what_is_wrong(visit):
    page = visit("docs/page")
    page.evaluate(SPOILED)
    assert {wrong.partition(":")[0] for wrong in violations(page)} >= {"button-name", "label", "list", "color-contrast"}
