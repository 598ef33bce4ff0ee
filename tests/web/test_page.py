"""The page in a real browser: played, analysed, explored; with the keyboard alone, and on a phone's width.

Set GAMETREE_SCREENSHOTS to a folder to keep what it looked like.
"""

from __future__ import annotations

import re

import pytest
from browsing import click_spot, keep, needs_chromium, played
from playwright.sync_api import expect
from web_server import RACE, serving

from gametree import load

pytestmark = needs_chromium


@pytest.mark.thorough
def test_a_whole_game_of_connect_four_against_the_engine(visit):
    page = visit()
    page.select_option("[aria-label='Level of Yellow']", "2")
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
            " document.querySelector('.status').textContent.includes('over') || document.querySelector('.error')",
            arg=before,
        )  # fmt: skip
        assert page.locator(".error").all_inner_texts() == []
    expect(page.locator(".status")).to_contain_text("The game is over")
    line = game.initial()
    for name in played(page):
        action = next(a for a in game.actions(line) if game.name(line, a) == name)
        line = game.result(line, action)
    assert game.terminal(line)
    verdict = {1: "Red wins", -1: "Yellow wins", 0: "a draw"}[game.utility(line)]
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


@pytest.mark.thorough
def test_visits_are_shown_beside_the_values(visit):
    page = visit("#play?game=connect4&actions=3,3")
    page.select_option("#seat-1", "human")
    page.select_option("#search-by", "mcts")
    page.click("#analyse")
    expect(page.locator(".lines li .visits")).to_have_count(3)
    expect(page.locator(".lines li .visits").first).to_have_text(re.compile(r"^[\d.]+ ?[kM]? visits$"))
    page.select_option("#search-by", "pvs")
    expect(page.locator(".lines li .visits")).to_have_count(0)
    expect(page.locator(".lines li")).to_have_count(3)
    page.click("#analyse")


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


@pytest.mark.thorough
def test_walk_a_solved_game(visit):
    page = visit("#explore?game=tictactoe")
    expect(page.locator("#solved")).to_contain_text("Tic-Tac-Toe is a draw")
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


@pytest.mark.thorough
def test_a_game_that_is_too_large_to_be_solved_says_so(visit):
    page = visit("#explore?game=hypergammon")
    expect(page.locator(".error")).to_contain_text("more than the allowed memory")
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


@pytest.mark.thorough
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


def test_dice_are_rolled_or_chosen(visit):
    page = visit("#play?game=pig")
    page.get_by_role("button", name="Roll the dice").click()  # an address that is opened never plays by itself
    expect(page.locator(".record button.move").first).to_be_visible()
    page.select_option("#seat-1", "human")
    page.select_option("#dice", "chosen")
    page.click("#new")
    expect(page.locator(".legal .buttons button")).to_have_count(6)
    page.get_by_role("button", name=re.compile("^4 ")).click()
    expect(page.locator(".record button.move")).to_have_text(re.compile("4"))


CLOCK = """async () => {
    const {Clock} = await import("/static/clock.js");
    let now = 0, fallen = null;
    performance.now = () => now;
    const clock = new Clock(2, () => {}, player => { fallen = player; }), seen = [];
    const wait = seconds => { now += 1000 * seconds; clock.tick(); seen.push([0, 1].map(p => clock.shown(p))); };
    clock.set(180, 2);
    clock.start(0); wait(5.5); clock.press(0); clock.start(1); wait(172); wait(20);
    clock.stop();
    return [seen, fallen];
}"""
"""A clock with three minutes and two seconds a move, on which time goes as we say."""


def test_the_clock_runs(visit):
    page = visit("#play?game=connect4")
    page.select_option("#seat-1", "human")
    page.select_option("#clock", label="3 min + 2 s")
    click_spot(page, "4")
    expect(page.locator(".plate.turn b")).to_have_text("Yellow")
    first = page.locator(".plate .time").last.inner_text()
    page.wait_for_function("() => document.querySelector('.plate .time').innerText.startsWith('2')")
    assert page.locator(".plate .time").last.inner_text() == first  # only one runs
    assert page.evaluate(CLOCK) == [[["2:54", "3:00"], ["2:56", "8.0"], ["2:56", "0.0"]], 1]


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
    page.get_by_role("button", name="Show me").click()
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


@pytest.mark.thorough
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
        expect(page.locator(".error")).to_contain_text("race.py cannot be run")
        expect(page.locator(".legal .buttons button")).to_have_count(2)
        keep(page, "own-game")


@pytest.mark.slow
def test_ten_browsers_at_once(visit):
    """Each has its own search; and each page goes on answering its user meanwhile."""
    pages = [visit(f"#play?game=connect4&actions={n % 7},{n % 7}") for n in range(10)]  # a person is to move
    for page in pages:
        page.select_option("#seat-1", "human")
        page.click("#analyse")
    for page in pages:
        expect(page.locator(".lines li")).to_have_count(3)
    for n, page in enumerate(pages):
        click_spot(page, str((n + 3) % 7 + 1))
        expect(page.locator(".record button.move")).to_have_count(3)
    for page in pages:
        expect(page.locator(".lines li")).to_have_count(3)
        page.click("#analyse")
    pages[0].wait_for_function("() => fetch('/api/status').then(r => r.json()).then(s => s.running === 0)")
