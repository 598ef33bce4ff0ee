"""What survives on the page: tabs, addresses, the browser's own store, and files of games."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsing import click_spot, keep, needs_chromium, played, see_played
from playwright.sync_api import expect

pytestmark = needs_chromium


def address(**asked: str) -> str:
    return "#play?" + urlencode(asked)


def test_tabs_keep_the_game(visit):
    page = visit(address(game="tictactoe", seats="you,you"))
    for spot in "159":
        click_spot(page, spot)
        expect(page.locator('.record button[aria-current="true"]')).to_contain_text(spot)
        expect(page.locator(".plate.turn .now")).to_have_text("to move")
    page.get_by_role("link", name="Explore a solution").click()
    expect(page.locator(".board .man")).to_have_count(3)
    click_spot(page, "3")
    expect(page.locator(".board .man")).to_have_count(4)
    page.get_by_role("link", name="Watch the search").click()
    page.wait_for_function("() => [...document.querySelectorAll('main input')].some(box => box.value === '1 5 9 3')")
    page.get_by_role("link", name="Play & analyse").click()
    expect(page.locator(".record button.move")).to_have_count(4)
    assert played(page) == ["1", "5", "9", "3"]
    expect(page.locator("#seat-1")).to_have_value("human")


def test_a_link_that_is_opened_does_not_move(visit):
    page = visit(address(game="tictactoe", moves="5", seats="you,random"))
    expect(page.get_by_role("button", name="Let O move")).to_be_visible()
    page.wait_for_timeout(600)
    assert played(page) == ["5"]
    page.evaluate("location.hash = location.hash.replace('actions=4', 'actions=0')")  # another link, in the same tab
    expect(page.locator(".record button.move")).to_contain_text("1")
    page.wait_for_timeout(600)
    assert played(page) == ["1"]
    page.get_by_role("button", name="Let O move").click()
    expect(page.locator(".record button.move")).to_have_count(2)
    page = visit(address(game="pig", seats="random,random"))
    page.wait_for_timeout(600)
    assert played(page) == []


@pytest.mark.thorough
def test_the_address_holds_the_game_the_moves_the_players_and_the_view(visit):
    page = visit(address(game="chess", seats="you,engine-pvs-2.5-6", view="turned", moves="e4"))
    expect(page.get_by_role("button", name="Let Black move")).to_be_visible()
    expect(page.get_by_label("Seconds")).to_have_value("2.5")
    expect(page.get_by_label("Depth")).to_have_value("6")
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "true")
    assert played(page) == ["e4"]
    page.select_option("#seat-1", "human")
    click_spot(page, "e7", "e5")
    see_played(page, "e4", "e5")
    page.locator("body").press("t")
    page.wait_for_function("() => location.hash.includes('view=plain')")
    other = visit(f"#{page.url.partition('#')[2]}")
    see_played(other, "e4", "e5")
    expect(other.locator("#seat-1")).to_have_value("human")
    expect(other.locator("#turn")).to_have_attribute("aria-pressed", "false")


def test_a_reload_and_the_list_of_games_bring_variations_back(visit):
    page = visit(address(game="tictactoe", seats="you,you"))
    for spot in "1526":
        click_spot(page, spot)
        expect(page.locator('.record button[aria-current="true"]')).to_contain_text(spot)
        expect(page.locator(".plate.turn .now")).to_have_text("to move")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.record button[aria-current="true"]')).to_contain_text("2")
    click_spot(page, "3")
    expect(page.locator(".variation button.move")).to_contain_text("3")
    page.select_option("#mark", label="!?")
    page.fill("#comment", "or this")
    page.keyboard.press("Enter")
    expect(page.locator(".variation")).to_contain_text("3!?")
    page.wait_for_function("() => (localStorage.getItem('gametree-games') ?? '').includes('or this')")
    page.reload()
    expect(page.locator(".variation")).to_contain_text("3!? or this")
    assert played(page) == ["1", "5", "2", "6", "3"]
    page.get_by_role("link", name="Games", exact=True).click()
    line = page.locator(".kept li")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("Tic-Tac-Toe")
    keep(page, "kept")
    line.get_by_role("link").click()
    expect(page.locator(".variation")).to_contain_text("3!? or this")
    page.get_by_role("link", name="Games", exact=True).click()
    line.get_by_role("button").click()
    expect(line).to_have_count(0)
    assert page.evaluate("localStorage.getItem('gametree-games')") == "[]"


PGN = """[Event "Casual"]
[White "Anna"]
[Black "Bela"]
[Result "1-0"]

{a short game} 1. e4 {best by test} e5 $1 2. Qh5 $6 ({safer} 2. Nf3 Nc6) Nc6 3. Bc4 Nf6 $4 4. Qxf7# 1-0
"""


def test_a_game_in_pgn_comes_back_with_names_comments_and_marks(visit, tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text(PGN, encoding="utf-8")
    page = visit(address(game="chess", seats="you,you"))
    page.click(".exchange summary")
    page.set_input_files("#open", str(file))
    see_played(page, "e4", "e5", "Qh5", "Nf3", "Nc6", "Nc6", "Bc4", "Nf6", "Qxf7#")
    record = page.locator(".record")
    for said in ("a short game", "best by test", "safer", "e5!", "Qh5?!", "Nf6??"):
        expect(record).to_contain_text(said)
    expect(page.locator("#tag-White")).to_have_value("Anna")
    expect(page.locator(".status")).to_have_text("The game is over: White wins (checkmate).")
    keep(page, "annotated")
    page.fill("#tag-Black", "Béla")
    page.keyboard.press("Enter")
    page.locator(".record button.move", has_text="Bc4").click()
    page.select_option("#mark", label="!!")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save game").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    for said in (
        '[White "Anna"]',
        '[Black "Béla"]',
        '[Event "Casual"]',
        "{a short game} 1. e4 {best by test}",
        "e5 $1",
        "({safer} 2. Nf3 Nc6)",
        "Bc4 $3",
        "$4",
        "1-0",
    ):
        assert said in " ".join(text.split()), said


@pytest.mark.thorough
def test_the_position_is_copied_as_other_programs_read_it(visit):
    page = visit(address(game="chess", seats="you,you", moves="e4 c5 Nf3"))
    page.click(".exchange summary")
    page.get_by_role("button", name="Copy position").click()
    expect(page.locator("#paste")).to_have_value("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")
    page = visit(address(game="checkers", seats="you,you", moves="11-15"))
    page.click(".exchange summary")
    page.get_by_role("button", name="Copy position").click()
    expect(page.locator("#paste")).to_have_value("W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15")
