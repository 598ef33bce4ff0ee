"""The page in a lecture: the examples of the texts by a click, a screen for the last row, the code, files."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from browsing import needs_chromium
from playwright.sync_api import expect
from watching import watch

from gametree.teaching.examples import EXAMPLES
from gametree.textbook import trace

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


PLACED = """() => {
    const all = [...document.querySelectorAll(".search-tree .node")].map(n => n.getBoundingClientRect());
    const box = document.querySelector(".tree-box"), svg = document.querySelector(".search-tree");
    const letters = parseFloat(getComputedStyle(svg.querySelector("text.value")).fontSize);
    return {
        left: Math.min(...all.map(r => r.left)), right: Math.max(...all.map(r => r.right)),
        top: Math.min(...all.map(r => r.top)), bottom: Math.max(...all.map(r => r.bottom)),
        hidden: [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight],
        letters: letters * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
        reason: parseFloat(getComputedStyle(document.querySelector(".lecture .say")).fontSize),
        stage: document.querySelector(".stage").getBoundingClientRect().toJSON(),
    };
}"""
"""Where the tree is in a lecture, and how large its letters are."""
LARGE = "(seen.right - seen.left) * (seen.bottom - seen.top) >= 0.75 * 1024 * 768"


@pytest.mark.thorough
def test_in_a_lecture_the_tree_fills_the_screen(served, page):
    """Three quarters of 1024×768 at every step, nothing cut off, letters for the last row."""
    page.set_viewport_size({"width": 1024, "height": 768})
    watch(page, served.address, game="tree:example=textbook")
    page.keyboard.press("l")
    page.wait_for_selector(".lecture .search-tree")
    for key in ("Home", *["ArrowRight"] * 15, "End"):
        page.keyboard.press(key)
        page.wait_for_function(f"() => {{ const seen = ({PLACED})(); return {LARGE}; }}")  # the layout follows the step
        seen = page.evaluate(PLACED)
        assert seen["hidden"] == [0, 0]
        assert 0 <= seen["left"] < seen["right"] <= 1024
        assert seen["stage"]["top"] <= seen["top"] < seen["bottom"] <= seen["stage"]["bottom"]
        assert seen["letters"] >= 30
        assert seen["reason"] >= 17
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator(".lecture .slider")).to_be_visible()
    page.locator(".lecture [role=treeitem][tabindex='0']").focus()  # Escape leaves from there, too
    assert "lecture=1" in page.url
    page.keyboard.press("Escape")
    expect(page.locator("header")).to_be_visible()
    expect(page.locator(".player .where")).to_have_text("step 29 of 29")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "asked",
    [
        {"game": "tree:example=proof", "algorithm": "pn", "options": "given:true", "step": "59"},
        {"game": "tree:example=helen", "algorithm": "alphabeta", "against": "minimax", "step": "30"},
        {"game": "tictactoe", "algorithm": "alphabeta", "moves": "1 5 9 3 7 4", "step": "12"},
    ],
)
def test_nothing_is_cut_off_in_a_lecture(served, page, asked):
    """Also with notes below the leaves, two searches, and positions in the nodes. A link opens it so."""
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{served.address}#watch?{urlencode({**asked, 'lecture': '1'})}")
    page.wait_for_selector(".lecture .search-tree .node")
    outside = page.evaluate("""() => [...document.querySelectorAll(".stage")].flatMap(stage => {
        const room = stage.getBoundingClientRect();
        return [...stage.querySelectorAll("svg text, svg .shape, svg image")].filter(part => {
            const r = part.getBoundingClientRect();
            return r.width && (r.left < room.left - 1 || r.right > room.right + 1
                || r.top < room.top - 1 || r.bottom > room.bottom + 1);
        }).map(part => part.outerHTML);
    })""")
    assert outside == []


@pytest.mark.thorough
def test_the_line_that_runs_is_lit(served, page):
    """On the page and in a lecture; by the keys alone."""
    found = trace("tree:example=textbook")
    page.set_viewport_size({"width": 1440, "height": 900})
    watch(page, served.address, game="tree:example=textbook")
    for number, event in enumerate(found.events):
        expect(page.locator(".player .where")).to_have_text(f"step {number + 1} of {len(found.events)}")
        lit = page.locator(".code .now")
        assert lit.get_attribute("data-line") == event.lines[0]
        marked = page.locator(".code .outer").evaluate_all("all => all.map(line => line.dataset.line)")
        assert set(marked) == set(event.lines[1:])
        place, frame = lit.bounding_box(), page.locator(".code").bounding_box()
        assert frame["y"] <= place["y"] < frame["y"] + frame["height"]
        page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    expect(page.locator(".code")).to_have_count(0)
    page.keyboard.press("l")
    page.keyboard.press("c")
    expect(page.locator(".lecture .code .now")).to_have_attribute("data-line", found.events[-1].lines[0])


@pytest.mark.thorough
def test_small_games_show_their_positions_in_the_nodes(served, page):
    watch(page, served.address, game="tictactoe", algorithm="alphabeta", moves="1 5 9 3 7 4")
    nodes = page.locator(".search-tree .node").count()
    expect(page.locator(".search-tree .node image")).to_have_count(nodes)
    page.uncheck("#boards")
    expect(page.locator(".search-tree .node image")).to_have_count(0)
    watch(page, served.address, game="tree:example=textbook")
    expect(page.locator("#boards")).to_have_count(0)


@pytest.mark.thorough
def test_what_is_shown_is_saved(served, page, browser, tmp_path):
    """The drawings are those of the command; the page of all steps runs without the server."""
    found = trace("tree:example=textbook")
    watch(page, served.address, game="tree:example=textbook", algorithm="alphabeta", step="16")
    files = {}
    for kind in ("svg", "png", "tikz", "html"):
        with page.expect_download() as waiting:
            page.click(f"[data-as={kind}]")
        files[kind] = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(files[kind])
    assert [path.name for path in files.values()] == [
        "alphabeta-step-16.svg", "alphabeta-step-16.png", "alphabeta-step-16.tex", "alphabeta.html",
    ]  # fmt: skip
    assert files["svg"].read_text(encoding="utf-8") == found.svg(16)
    assert files["tikz"].read_text(encoding="utf-8") == found.tikz(16)
    assert files["png"].read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    other = browser.new_page()
    wrong = []
    other.on("pageerror", lambda error: wrong.append(str(error)))
    other.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith("file:") else None)
    other.goto(files["html"].as_uri())
    expect(other.locator(".step .words")).to_have_text(
        "At C: cut: 2 ≤ α 3; Max already has 3 at A (2 nodes not looked at)."
    )
    other.keyboard.press("ArrowRight")
    expect(other.locator(".player .where")).to_have_text("step 17 of 29")
    expect(other.locator(".code .now")).to_have_attribute("data-line", found.events[16].lines[0])
    assert wrong == []
    other.close()
