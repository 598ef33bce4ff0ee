"""The page for everybody: three sizes of screen, an audit of every tab, and games played by the keyboard alone."""

from __future__ import annotations

import pytest
from auditing import SPOILED, violations
from browsing import keep, needs_chromium
from playwright.sync_api import expect

pytestmark = needs_chromium

SIZES = ((390, 844), (1024, 768), (1440, 900))
TABS = {
    "#gallery": "#catalogue .card",
    "#play?game=chess&moves=e4+d5+exd5": ".board .man",
    "#play?game=backgammon&moves=31_for_X": ".board .man",
    "#explore?game=tictactoe": "#solved",
    "#watch?game=tree:example=textbook": "main svg",
    "#watch?game=connect4": "[data-example]",
    "#practise?kind=cuts&seed=1": ".question .search-tree",
    "#graph?game=nim:1,2": "main svg",
}
"""Where to look, and what shows that it is there."""


@pytest.mark.thorough
@pytest.mark.parametrize("where", TABS)
def test_no_screen_is_scrolled_sideways_and_an_audit_finds_nothing(visit, where):
    page = visit(where)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(TABS[where]).first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (theme, width)
            keep(page, f"{where[1:8]}-{theme}-{width}")
        assert violations(page) == []


@pytest.mark.thorough
def test_the_board_is_seen_whole_and_the_way_back_with_it(visit):
    page = visit("#play?game=chess&seats=you,you", viewport={"width": 1024, "height": 768})
    for what in (".board svg", "#undo"):
        box = page.locator(what).first.bounding_box()
        assert box["y"] + box["height"] <= 768, what


@pytest.mark.thorough
def test_an_audit_finds_what_is_wrong(visit):
    page = visit("#play?game=tictactoe")
    expect(page.locator(".board svg")).to_be_visible()
    assert violations(page) == []
    page.evaluate(SPOILED)
    found = [wrong.partition(":")[0].rstrip("0123456789. ") for wrong in violations(page)]
    assert set(found) == {
        "a control without a name", "a level of headings is left out", "not an item of the list", "contrast",
        "no name for its role", "the id a is there more than once",
    }  # fmt: skip


def tab_to(page, wanted: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(120):
        if page.evaluate("wanted => document.activeElement?.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached")


@pytest.mark.thorough
def test_from_the_gallery_to_the_end_of_a_game_by_keyboard_alone(visit):
    page = visit("#gallery")
    expect(page.locator("#catalogue .card").first).to_be_visible()
    tab_to(page, "#catalogue a[href*='tictactoe']")
    page.keyboard.press("Enter")
    expect(page.locator(".plate.turn")).to_be_visible()
    tab_to(page, "#seat-1")
    page.keyboard.type("You")
    expect(page.locator("#seat-1")).to_have_value("human")
    for move in ("5", "1", "4", "2", "6"):
        expect(page.locator(".plate.turn .now")).to_have_text("to move")
        tab_to(page, "#typed")
        page.keyboard.type(move)
        page.keyboard.press("Enter")
        expect(page.locator('.record button[aria-current="true"]')).to_contain_text(move)
    expect(page.locator(".status")).to_contain_text("X wins")
    tab_to(page, "#new")
    page.keyboard.press("Enter")
    expect(page.locator(".status")).to_be_empty()
    expect(page.locator(".record button.move")).to_have_count(0)
