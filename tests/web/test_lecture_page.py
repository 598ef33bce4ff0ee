"""The page in a lecture: the examples of the texts by a click."""

from __future__ import annotations

from browsing import needs_chromium
from playwright.sync_api import expect
from watching import watch

from gametree.teaching.examples import EXAMPLES

pytestmark = needs_chromium


def test_an_example_is_one_click(served, page):
    watch(page, served.address, game="tree:example=textbook")
    listed = page.locator("#example option:not([disabled])").evaluate_all("all => all.map(o => o.value)")
    assert listed == [name for name, example in EXAMPLES.items() if example.tab]
    page.select_option("#example", "horizon")
    expect(page.locator(".example")).to_contain_text(EXAMPLES["horizon"].title)
    expect(page.locator("[data-run]")).to_have_count(2)
    assert "horizon" in page.url
    page.keyboard.press("End")
    answers = page.locator(".run .answer")
    expect(answers.nth(0)).to_contain_text("value −1")
    expect(answers.nth(1)).to_contain_text("value −9")
    page.select_option("#example", "oneheap")
    expect(page.locator(".game-graph .state")).to_have_count(12)
