"""Forms that are drawn again while the user types, clicks that come before the next drawing, and long work."""

from __future__ import annotations

import json

import pytest
from browsing import click_spot, needs_chromium, see_played
from playwright.sync_api import expect

pytestmark = needs_chromium


class Compiling:
    """A server's socket on which every search compiles for ever, until it is stopped."""

    def __init__(self, page):
        self.heard = []
        page.route_web_socket("**/ws", self.begin)

    def begin(self, socket) -> None:
        self.socket = socket
        socket.on_message(self.hear)

    def hear(self, text: str) -> None:
        message = json.loads(text)
        self.heard.append(message["type"])
        answer = {"error": "it was stopped"} if message["type"] == "stop" else {"tell": {"state": "compiling"}}
        self.socket.send(json.dumps({"id": message["id"], **answer}))


@pytest.mark.thorough
def test_while_rules_are_compiled_the_page_goes_on_and_stop_answers_at_once(visit):
    servers = []
    page = visit("#play?game=chess", before=lambda page: servers.append(Compiling(page)))
    page.select_option("#seat-1", "human")
    page.click("#analyse")
    expect(page.locator(".numbers")).to_contain_text("compiling the rules (only the first time)")
    expect(page.locator(".numbers .elapsed")).to_have_text("1 s")
    click_spot(page, "e2", "e4")  # meanwhile one plays on: the analysis of the old position gives way
    see_played(page, "e4")
    expect(page.locator(".numbers")).to_contain_text("compiling")
    page.click("#analyse")
    expect(page.locator("#analyse")).to_have_text("Analyse")
    expect(page.locator(".numbers")).to_have_count(0)
    assert servers[0].heard == ["analyse", "stop", "analyse", "stop"]
    page.select_option("#seat-1", "level")
    expect(page.locator(".plate.turn")).to_contain_text("compiling the rules")
    expect(page.locator("#hurry")).to_have_count(0)  # there is no move yet that could be played now
    page.select_option("#seat-1", "human")
    expect(page.locator(".plate.turn")).to_contain_text("to move")
    page.get_by_role("link", name="Explore a solution").click()
    expect(page.locator("#working")).to_contain_text("compiling the rules")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#working")).to_have_count(0)
    expect(page.locator(".right .error")).to_have_text("it was stopped")


def test_what_is_typed_is_kept_while_the_clock_redraws_the_page(visit):
    page = visit("#play?game=connect4")
    page.select_option("#seat-1", "engine")
    page.select_option("#clock", label="5 minutes")
    seconds = page.get_by_label("Seconds")
    seconds.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("12")
    before = page.locator(".plate .time").last.inner_text()
    page.locator("#typed").evaluate(
        "box => { box.value = '4'; box.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    page.wait_for_function("old => [...document.querySelectorAll('.plate .time')].at(-1).innerText !== old", arg=before)
    assert seconds.input_value() == "12"
    assert page.locator("#typed").input_value() == "4"
    page.keyboard.press("Tab")
    expect(seconds).to_have_value("12")
    seconds.fill("500")
    page.keyboard.press("Tab")
    expect(seconds).to_have_value("60")  # the most there is


def test_a_typed_move_waits_for_its_turn(visit):
    page = visit("#play?game=tictactoe", before=Compiling)
    page.fill("#typed", "5")
    page.keyboard.press("Enter")
    expect(page.locator(".plate.turn")).to_contain_text("compiling")
    assert page.evaluate("document.activeElement.id") == "typed"  # the computer's turn does not take the focus away
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator(".legal .wrong")).to_have_text("it is not your turn")
    page.keyboard.type("x")
    expect(page.locator(".legal .wrong")).to_have_count(0)


def test_two_clicks_on_the_best_move_are_one_move(visit):
    page = visit("#explore?game=tictactoe")
    expect(page.locator("#solved")).to_be_visible()
    expect(page.locator("#best")).to_be_enabled()
    page.evaluate("() => { const best = document.querySelector('#best'); best.click(); best.click(); }")
    expect(page.locator(".walk li")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".walk li")).to_have_count(3)
    assert page.locator(".left .error").count() == 0
    page.reload()  # the address holds the walk
    expect(page.locator(".walk li")).to_have_count(3)
    page.evaluate("() => { const back = document.querySelector('#back'); back.click(); back.click(); }")
    expect(page.locator(".walk li")).to_have_count(1)


def test_a_walk_that_cannot_be_says_so(visit):
    page = visit("#explore?game=tictactoe&moves=9+9")
    expect(page.locator(".left .error")).to_contain_text("move 2: '9' is not a legal move here")
    page.get_by_role("button", name="From the start").click()
    expect(page.locator(".walk li")).to_have_count(1)


@pytest.mark.thorough
def test_a_tree_that_is_played_can_be_edited_meanwhile(visit):
    page = visit("#watch?game=tree:tree=[[3,12],[2,4]]")
    page.locator(".player .speed").select_option("16")
    page.locator("#at-1-0").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("9")
    page.locator(".player .go").evaluate("button => button.click()")  # it plays, and the page is drawn at every step
    page.wait_for_function("() => !document.querySelector('.player .where').innerText.startsWith('step 1 ')")
    assert page.locator("#at-1-0").input_value() == "9"
    page.evaluate("""() => {
        document.querySelector("#at-1-0").dispatchEvent(new Event("change", {bubbles: true}));
        document.querySelector("[aria-label='Add a child to root']").click();
    }""")
    expect(page.locator("#written")).to_have_value("[[3,12],[9,4],0]")  # both changes
