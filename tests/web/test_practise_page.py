"""Practise in a real browser: by clicks and by keys alone; the marks are those of the command."""

from __future__ import annotations

import pytest
from browsing import needs_chromium
from playwright.sync_api import expect
from watching import watch

from gametree.teaching.exercises import exercise
from gametree.teaching.sheet import answer_in_words

pytestmark = [needs_chromium, pytest.mark.thorough]

NAMELESS = """all => all.filter(b => !(b.textContent.trim() || b.getAttribute('aria-label') || b.labels?.length
    || b.title)).map(b => b.outerHTML)"""


def practise(page, served, query):
    page.goto("about:blank")
    page.goto(f"{served.address}#practise?{query}")
    expect(page.locator(".question .search-tree")).to_be_visible()


def leaf(page, name):
    """The node whose name begins its words."""
    return page.locator(f'.search-tree [role=treeitem][aria-label^="{name},"]')


def test_leaves_are_clicked_and_marked(served, page):
    made = exercise("cuts", 4, cuts=3, above=1)
    practise(page, served, "kind=cuts&cuts=3&above=1&seed=4")
    expect(page.locator("#prompt")).to_have_text(made.question.prompt)
    expect(page.locator(".node.gone, .node.current, .edge.chosen")).to_have_count(0)  # nothing is given away
    right = list(made.question.answer)
    wrong = next(name for name in made.question.choices if name not in right)
    for name in [*right[:-1], wrong]:
        leaf(page, name).click()
    leaf(page, wrong).click()  # taken back
    leaf(page, wrong).click()
    page.click("#check")
    expect(page.locator("#answer")).to_have_text(answer_in_words(made.question))
    score = made.question.mark([*right[:-1], wrong]).score
    assert float(page.locator("#result").get_attribute("data-score")) == pytest.approx(score)
    expect(page.locator(".node.marked.right")).to_have_count(len(right) - 1)
    expect(page.locator(".node.marked.wrong")).to_have_count(1)
    expect(page.locator(".node.missed")).to_have_count(1)
    assert page.locator("#why li").all_inner_texts() == [f"{line}." for line in made.question.why]
    expect(page.locator(".points")).to_contain_text("of 1 points")
    page.click("#next")
    expect(page.locator("#prompt")).to_have_text(made.question.prompt)
    expect(page.locator("#result")).to_have_count(0)
    assert "seed=5" in page.url


def test_a_node_stands_for_the_leaves_below_it_and_the_keys_suffice(served, page):
    made = exercise("cuts", 2, depth=2)
    practise(page, served, "kind=cuts&depth=2&seed=2")
    page.locator(".search-tree [role=treeitem][tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    first = [name for name in made.question.choices if name.startswith("b")]
    expect(page.locator("#chosen")).to_have_text(" ".join(first))
    page.keyboard.press("Enter")
    expect(page.locator("#chosen")).to_have_text("none")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "check":
            break
    page.keyboard.press("Enter")
    assert float(page.locator("#result").get_attribute("data-score")) == made.question.mark([]).score


def test_numbers_are_typed(served, page):
    made = exercise("window", 2)
    practise(page, served, "kind=window&seed=2")
    expect(page.locator(".node.about")).to_have_count(1)
    page.fill("[data-field='0']", "x")
    page.keyboard.press("Tab")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator("#trouble")).to_contain_text("'x' is not a number")
    for n, word in enumerate(made.question.answer):
        page.fill(f"[data-field='{n}']", word)
    page.click("#check")
    expect(page.locator(".verdict.good")).to_have_text("Right.")
    expect(page.locator(".points")).to_have_text("1 of 1 points")  # what could not be read cost nothing
    page.click("#watch-it")
    expect(page.locator("[data-run='0'] h2")).to_contain_text("alphabeta")
    assert page.locator(".search-tree .node").count() == len(made.asked.frames.nodes)


def test_a_search_that_one_looks_at_is_predicted(served, page):
    watch(page, served.address, game="tree:example=textbook", algorithm="alphabeta")
    page.click("#predict")
    expect(page.locator("#prompt")).to_contain_text("never look at")
    leaf(page, "c2").click()
    leaf(page, "c3").click()
    page.click("#check")
    expect(page.locator(".verdict.good")).to_be_visible()
    page.select_option("#kind", "window")
    expect(page.locator("#prompt")).to_contain_text("Alpha-beta comes to")
    page.select_option("#kind", "proving")
    expect(page.locator("#trouble")).to_contain_text("no most-proving node")


@pytest.mark.parametrize(("width", "height"), [(390, 780), (1024, 768), (1440, 900)])
def test_it_fits(served, page, width, height):
    """Nothing sticks out to the side, and every control has a name."""
    page.set_viewport_size({"width": width, "height": height})
    practise(page, served, "kind=proving&seed=3")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    controls = page.locator("button:visible, a:visible, select:visible, input:visible, textarea:visible")
    assert controls.evaluate_all(NAMELESS) == []
    expect(page.locator("#check")).to_be_disabled()  # there is no answer yet
    leaf(page, exercise("proving", 3).question.answer[0]).click()
    page.click("#check")
    expect(page.locator(".verdict.good")).to_be_visible()
    expect(page.locator("#answer")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [1024, 1440])
def test_the_whole_question_is_on_a_projector(served, page, width):
    """The tree is seen whole, and the answer is given without scrolling; no game is offered that is not asked about."""
    page.set_viewport_size({"width": width, "height": 768})
    practise(page, served, "kind=cuts&seed=1")
    assert page.locator(".tree-box").evaluate("box => [box.scrollWidth - box.clientWidth]") == [0]
    foot = page.locator("#check").bounding_box()
    assert foot["y"] + foot["height"] <= 768
    expect(page.locator("#game")).to_have_count(0)
