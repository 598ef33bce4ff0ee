"""The page in a real browser: played, analysed, explored; with the keyboard alone, and on a phone's width.

Set GAMETREE_SCREENSHOTS to a folder to keep what it looked like.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect, sync_playwright
from web_server import RACE, serving

from gametree import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (apt install chromium)")
SLOW = 120_000
"""Milliseconds: the first search compiles."""
expect.set_options(timeout=SLOW)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def visit(browser, served) -> Iterator[Callable[..., Page]]:
    """Open the page; in the end there must be no error on its console."""
    wrong: list[str] = []
    contexts = []

    def opened(where: str = "#play?game=connect4", address: str = "", **how) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **how})
        context.set_default_timeout(SLOW)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: wrong.append(m.text) if is_wrong(m.type, m.text) else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto((address or served.address) + where)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def is_wrong(kind: str, text: str) -> bool:
    """Is this a mistake of the page's? Chromium also logs every answer 400, with which a user's mistake is told."""
    return kind in ("error", "warning") and "status of 400" not in text


def keep(page: Page, name: str) -> None:
    """A screenshot, where somebody wants to look at it."""
    if folder := os.environ.get("GAMETREE_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def click_spot(page: Page, spot: str) -> None:
    page.locator(f'.board .spot[data-spot="{spot}"]').click()


def played(page: Page) -> list[str]:
    """The moves of the record, as it is shown."""
    words = page.locator(".record button.move").all_inner_texts()
    return [re.sub(r"^\d+\.\s*|[?!]+$", "", word).strip() for word in words]


def test_a_whole_game_of_connect_four_against_the_engine(visit):
    page = visit()
    page.select_option("[aria-label='Level of Second player']", "2")
    game = load("connect4")
    for column in "1234567" * 6:
        expect(page.locator(".plate.turn").or_(page.locator(".status", has_text="over"))).to_be_visible()
        if page.locator(".status").inner_text():
            break
        names = page.locator(".legal .buttons button").all_inner_texts()
        spot = column if column in names else names[0]
        before = len(played(page))
        click_spot(page, spot)
        page.wait_for_function(
            "n => document.querySelectorAll('.record button.move').length >= n + 2 ||"
            " document.querySelector('.status').textContent.includes('over')",
            arg=before,
        )  # fmt: skip
    expect(page.locator(".status")).to_contain_text("The game is over")
    line = game.initial()
    for name in played(page):
        action = next(a for a in game.actions(line) if game.name(line, a) == name)
        line = game.result(line, action)
    assert game.terminal(line)
    verdict = {1: "Player 1 wins", -1: "Player 2 wins", 0: "a draw"}[game.utility(line)]
    expect(page.locator(".status")).to_contain_text(verdict)
    keep(page, "connect4-over")
    page.click("#undo")
    expect(page.locator(".status")).to_be_empty()
    page.click("#redo")
    assert len(played(page)) >= 7


def test_analyse_click_into_a_line_and_stop(visit):
    page = visit("#play?game=connect4&actions=3,3")
    page.select_option("#seat-1", "human")
    page.click("#analyse")
    expect(page.locator(".lines li")).to_have_count(3)
    expect(page.locator(".mark.rank")).to_have_count(3)
    expect(page.locator(".numbers")).to_contain_text("nodes")
    expect(page.locator(".bar")).to_have_attribute("data-known", "yes")
    first = page.locator(".numbers").inner_text()
    page.wait_for_function("old => document.querySelector('.numbers').innerText !== old", arg=first)
    keep(page, "analysis")
    page.locator(".lines li").first.locator("button.move").nth(1).click()
    expect(page.locator(".record button.move")).to_have_count(4)
    page.click("#analyse")
    expect(page.locator("#analyse")).to_have_text("Analyse")
    expect(page.locator(".numbers.busy")).to_have_count(0)
    page.wait_for_function("() => fetch('/api/status').then(r => r.json()).then(s => s.running === 0)")


def test_variations_and_the_review(visit):
    page = visit("#play?game=tictactoe")
    page.select_option("#seat-1", "human")
    for spot in "1526":
        click_spot(page, spot)
        expect(page.locator('.record button[aria-current="true"]')).to_contain_text(spot)
    page.keyboard.press("ArrowLeft")
    click_spot(page, "3")
    expect(page.locator(".variation button.move")).to_have_text(re.compile("4. 3"))
    page.keyboard.press("ArrowUp")
    expect(page.locator('.record button[aria-current="true"]')).to_contain_text("6")
    page.click("#review")
    expect(page.locator(".mistakes li")).to_contain_text("better was 3")
    expect(page.locator("#review")).to_be_visible()
    keep(page, "review")
    page.keyboard.press("Home")
    expect(page.locator('.record button[aria-current="true"]')).to_have_count(0)


def test_walk_a_solved_game(visit):
    page = visit("#explore?game=tictactoe")
    expect(page.locator("#solved")).to_contain_text("tictactoe is a draw")
    expect(page.locator(".legal button.draw")).to_have_count(9)
    expect(page.locator(".mark.draw")).to_have_count(9)
    click_spot(page, "5")
    expect(page.locator(".legal button.loss")).to_have_count(4)  # the edges lose to the centre
    keep(page, "explore")
    for moves in range(2, 10):
        page.click("#best")
        expect(page.locator(".walk li")).to_have_count(moves + 1)
    expect(page.locator("#label")).to_have_text("The game is over: a draw.")
    page.click("#back")
    expect(page.locator(".walk li")).to_have_count(9)


def test_a_game_that_is_too_large_to_be_solved_says_so(visit):
    page = visit("#explore?game=kalah")
    expect(page.locator(".error")).to_contain_text("kalah is not solved")
    expect(page.get_by_role("button", name="Try for two minutes")).to_be_visible()


def test_with_the_keyboard_alone(visit):
    page = visit("#play?game=tictactoe")
    expect(page.locator(".board svg")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "typed":
            break
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator(".record button.move")).to_have_count(2)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("u")
    expect(page.locator('.record button[aria-current="true"]')).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator('.record button[aria-current="true"]')).to_have_count(1)
    buttons = page.locator("button:visible, a:visible, select:visible, input:visible, textarea:visible")
    nameless = buttons.evaluate_all(
        "all => all.filter(b => !(b.textContent.trim() || b.getAttribute('aria-label') || b.labels?.length || b.title))"
        ".map(b => b.outerHTML)"
    )
    assert nameless == []


def test_a_move_is_dragged_from_spot_to_spot(visit):
    page = visit("#play?game=ponghauki")
    page.select_option("#seat-1", "human")
    expect(page.locator(".board svg")).to_be_visible()
    move = page.evaluate(
        "fetch('/api/position', {method: 'POST', headers: {'content-type': 'application/json'},"
        ' body: \'{"game": "ponghauki"}\'}).then(r => r.json()).then(p => p.moves[0])'
    )
    start, end = (page.locator(f'.board .spot[data-spot="{spot}"]').bounding_box() for spot in move["path"])
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator(".record button.move")).to_contain_text(move["name"])
    page.click("#undo")
    for spot in move["path"]:
        click_spot(page, spot)
    expect(page.locator(".record button.move")).to_have_count(1)  # the same move: no variation


def test_the_computer_plays_itself_and_is_paused(visit):
    page = visit("#play?game=connect4")
    for player in (0, 1):
        page.select_option(f"#seat-{player}", "random")
    expect(page.locator(".status")).to_contain_text("The game is over")
    page.select_option("#seat-0", "engine")
    page.get_by_label("Seconds").fill("30")
    page.get_by_label("Seconds").press("Tab")
    page.click("#new")
    page.click("#pause")
    expect(page.locator("#pause")).to_have_text("Go on")
    expect(page.locator(".record button.move")).to_have_count(0)


def test_copy_and_load(visit):
    page = visit("#play?game=tictactoe&moves=1+5")
    page.select_option("#seat-1", "human")
    page.click(".exchange summary")
    page.get_by_role("button", name="Copy game").click()
    expect(page.locator("#paste")).to_have_value("1 5")
    page.fill("#paste", "1 5 2 9")
    page.get_by_role("button", name="Load as moves").click()
    expect(page.locator(".record button.move")).to_have_count(4)
    page.fill("#paste", "X.O .X. ...")
    page.get_by_role("button", name="Load as position").click()
    expect(page.locator(".record button.move")).to_have_count(0)
    expect(page.locator(".legal .buttons button")).to_have_count(6)
    page.fill("#paste", "nonsense")
    page.get_by_role("button", name="Load as position").click()
    expect(page.locator(".exchange .error")).to_contain_text("not a position")


def test_dice_are_rolled_or_chosen(visit):
    page = visit("#play?game=pig")
    expect(page.locator(".record button.move").first).to_be_visible()  # rolled at once
    page.select_option("#seat-1", "human")
    page.select_option("#dice", "chosen")
    page.click("#new")
    expect(page.locator(".legal .buttons button")).to_have_count(6)
    page.get_by_role("button", name=re.compile("^4 ")).click()
    expect(page.locator(".record button.move")).to_have_text(re.compile("4"))


def test_the_clock_runs(visit):
    page = visit("#play?game=connect4")
    page.select_option("#seat-1", "human")
    page.select_option("#clock", label="3 min + 2 s")
    click_spot(page, "4")
    expect(page.locator(".plate .time").last).to_have_text(re.compile(r"3:0[12]"))  # the first player's, with increment
    page.wait_for_function("() => parseFloat(document.querySelector('.plate .time').innerText.split(':')[0]) < 3")


@pytest.mark.parametrize("where", ["#play?game=connect4", "#explore?game=tictactoe", "#play?game=backgammon"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone(visit, where, theme):
    page = visit(where, viewport={"width": 360, "height": 720}, color_scheme=theme, has_touch=True)
    expect(page.locator(".board svg")).to_be_visible()
    if "tictactoe" in where:
        expect(page.locator("#solved")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    keep(page, f"phone-{where[1:].replace('?game=', '-')}-{theme}")


def test_the_theme_is_chosen_and_remembered(visit):
    page = visit(color_scheme="light")
    page.click("[aria-label='Change to dark colours']")
    page.reload()
    expect(page.locator(".board svg")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    keep(page, "dark")


def test_the_tour(visit):
    page = visit("")
    tour = page.locator(".tour")
    for number, title in enumerate(("A game", "Its tree", "A cut, explained", "A solved game"), 1):
        expect(tour.locator("h2")).to_have_text(f"{number} of 4: {title}")
        keep(page, f"tour-{number}")
        if number < 4:
            page.click("#tour-next")
    expect(page.locator("#solved")).to_be_visible()
    keep(page, "tour-4")
    tour.get_by_role("button", name="Close").click()
    page.goto("about:blank")
    page.go_back()
    expect(page.locator("#tour")).to_be_visible()  # once was enough


def test_help_leads_to_headings_that_are_there(visit, served):
    import httpx

    page = visit()
    expect(page.locator(".board svg")).to_be_visible()
    links = set(page.locator("a.help").evaluate_all("all => all.map(a => a.getAttribute('href'))"))
    assert len(links) > 8
    for link in links:
        path, _, anchor = link.partition("#")
        text = httpx.get(served.address.rstrip("/") + path).text
        assert not anchor or f'id="{anchor}"' in text, link


def test_an_edited_file_is_shown_at_once(visit, tmp_path):
    file = tmp_path / "race.py"
    file.write_text(RACE)
    with serving(str(file)) as own:
        page = visit("", address=own.address, storage_state={"cookies": [], "origins": []})
        page.get_by_role("button", name="Skip the tour").click()
        page.goto(own.address + "#play?game=race.py")
        expect(page.locator(".legal .buttons button")).to_have_count(3)
        file.write_text(RACE.replace("(1, 2, 3)", "(1, 2)"))
        expect(page.locator(".legal .buttons button")).to_have_count(2)
        file.write_text("this is no game")
        expect(page.locator(".error")).to_contain_text("race.py cannot be read as it stands")
        expect(page.locator(".legal .buttons button")).to_have_count(2)
        keep(page, "own-game")


@pytest.mark.slow
def test_ten_browsers_at_once(visit):
    """Each has its own search; and each page goes on answering its user meanwhile."""
    pages = [visit(f"#play?game=connect4&actions={n % 7}") for n in range(10)]
    for page in pages:
        page.select_option("#seat-1", "human")
        page.click("#analyse")
    for page in pages:
        expect(page.locator(".lines li")).to_have_count(3)
    for n, page in enumerate(pages):
        click_spot(page, str((n + 3) % 7 + 1))
        expect(page.locator(".record button.move")).to_have_count(2)
    for page in pages:
        expect(page.locator(".lines li")).to_have_count(3)
        page.click("#analyse")
    pages[0].wait_for_function("() => fetch('/api/status').then(r => r.json()).then(s => s.running === 0)")
