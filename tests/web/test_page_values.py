"""In a watched search the thick line from a node leads to a child with the node's own value, at every step."""

from __future__ import annotations

import pytest
from browsing import needs_chromium
from playwright.sync_api import expect

pytestmark = needs_chromium

LINES = """() => {
    const place = node => node.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
    const nodes = [...document.querySelectorAll("g.node")].map(node => ({at: place(node), id: node.dataset.id,
        value: node.querySelector("text.value")?.textContent.replace(/^[≤≥] /, "")}));  // bounds, while it is open
    return [...document.querySelectorAll("g.edge.chosen")].map(edge => {
        const line = edge.querySelector("line"), [x, y] = ["x1", "y1"].map(key => Number(line.getAttribute(key)));
        const above = nodes.filter(n => n.at[0] === x && n.at[1] <= y).sort((a, b) => b.at[1] - a.at[1])[0];
        return [above.value, nodes.find(n => n.id === edge.dataset.to).value];
    });
}"""
"""Of each thick line the value above it and the value below."""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "where",
    [
        "game=tree:example=textbook&algorithm=minimax", "game=tree:example=textbook&algorithm=alphabeta",
        "game=nim:1,2&algorithm=minimax", "game=tictactoe&algorithm=alphabeta&depth=2&moves=1+5+9+3+7+4",
    ],
)  # fmt: skip
def test_a_thick_line_leads_to_a_child_with_that_value(visit, where):
    page = visit(f"#watch?{where}")
    expect(page.locator("g.node").first).to_be_visible()
    last = page.locator(".player .where")
    seen = 0
    for _ in range(200):
        lines = page.evaluate(LINES)
        assert all(above == below for above, below in lines), (last.inner_text(), lines)
        seen += len(lines)
        before = last.inner_text()
        page.keyboard.press("ArrowRight")
        if last.inner_text() == before:
            break
    assert seen > 10
