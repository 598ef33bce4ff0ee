"""Games played by clicking on the board: what chess, checkers and Othello need beside moves; and games as text."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsing import click_spot, keep, needs_chromium, see_played
from playwright.sync_api import expect

pytestmark = needs_chromium


def two_people(visit, game: str, **asked: str):
    """A page with both seats taken by people."""
    page = visit("#play?" + urlencode({"game": game, **asked}))
    page.select_option("#seat-1", "human")
    expect(page.locator(".plate.turn")).to_be_visible()
    return page


def test_chess_castling_en_passant_and_undo(visit):
    page = two_people(visit, "chess", moves="e4 a6 e5 d5")
    click_spot(page, "e5", "d6")
    see_played(page, "e4", "a6", "e5", "d5", "exd6")
    expect(page.locator('.board [data-spot="d5"]:not(.spot)')).to_have_count(0)  # the pawn that was passed is gone
    assert page.locator(".record button").all_inner_texts() == ["1. e4", "a6", "2. e5", "d5", "3. exd6"]
    page.fill("#typed", "Nf6")
    page.keyboard.press("Enter")
    see_played(page, "e4", "a6", "e5", "d5", "exd6", "Nf6")
    page.click("#undo")
    expect(page.locator(".plate.turn b")).to_have_text("Black")
    assert page.evaluate("document.activeElement.id") == "undo"
    page.click(".exchange summary")
    page.fill("#paste", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    page.get_by_role("button", name="Load as position").click()
    expect(page.locator(".legal button", has_text="O-O-O")).to_be_visible()
    click_spot(page, "e1", "g1")
    see_played(page, "O-O")
    click_spot(page, "e8", "c8")
    see_played(page, "O-O", "O-O-O")
    keep(page, "chess")


def test_chess960_castling_is_the_king_to_his_rook(visit):
    page = two_people(visit, "chess:chess960=518", position="4k3/8/8/8/8/8/8/4K1R1 w G - 0 1")
    click_spot(page, "e1", "g1")
    see_played(page, "O-O")


def test_a_pawn_becomes_what_is_chosen(visit):
    page = two_people(visit, "chess", position="8/P6k/8/8/8/8/7K/8 w - - 0 1")
    click_spot(page, "a7", "a8")
    asking = page.locator(".asking button")
    expect(asking).to_have_text(["a8=Q", "a8=R", "a8=B", "a8=N"])
    click_spot(page, "h2")  # no: something else
    expect(asking).to_have_count(0)
    click_spot(page, "a7", "a8")
    asking.nth(3).click()
    see_played(page, "a8=N")


@pytest.mark.thorough
def test_a_position_that_is_none_is_told_in_one_line(visit):
    page = two_people(visit, "chess", position="8/P6k/8/8/8/9/7K/8 w - - 0 1")
    expect(page.locator(".error")).to_contain_text("not a board: '8/P6k/8/8/8/9/7K/8'")
    expect(page.locator(".legal .buttons button")).to_have_count(20)  # the game as it begins
    click_spot(page, "e2", "e4")
    page.click("#new")
    expect(page.locator(".error")).to_have_count(0)
    expect(page.locator(".record button.move")).to_have_count(0)
    page.click(".exchange summary")
    page.fill("#paste", "nonsense")
    page.get_by_role("button", name="Load as position").click()
    expect(page.locator(".exchange .error")).to_contain_text("not a position: 'nonsense'")
    page = visit("#play?game=mnk:m=50,n=15,k=5")
    expect(page.locator(".error")).to_have_text(re.compile("a board of 50 rows and 15 columns is not possible"))
    page.get_by_role("button", name="Use the default parameters").click()
    expect(page.locator(".legal .buttons button")).to_have_count(9)


@pytest.mark.parametrize(("spots", "move"), [(("15", "22", "31"), "15x31"), (("15", "29"), "15x29")])
def test_checkers_jump_from_square_to_square_or_to_the_end(visit, spots, move):
    page = two_people(visit, "checkers", position="B:W18,25,26:B15,1")
    click_spot(page, *spots)
    see_played(page, move)
    expect(page.locator(".board .spot.last")).to_have_count(3)
    black, white = (page.locator(f'.board .spot[data-spot="{n}"]').bounding_box()["y"] for n in ("1", "32"))
    assert black > white  # the first player's men are below, where he sits
    page.click("#undo")
    expect(page.locator(".plate.turn b")).to_have_text("Black")


def test_othello_passes(visit):
    page = two_people(visit, "othello:size=4", moves="b1 c1 d3")
    assert page.locator(".beside").count() == 0
    click_spot(page, "a1")
    expect(page.locator(".beside")).to_contain_text("Nothing can be played on the board:")
    page.locator(".beside button").click()
    see_played(page, "b1", "c1", "d3", "a1", "pass")


PGN = "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 Nc6 *"


def test_a_game_is_loaded_copied_and_saved_with_its_variations(visit):
    page = two_people(visit, "chess")
    page.click(".exchange summary")
    page.fill("#paste", PGN)
    page.get_by_role("button", name="Load as game").click()
    see_played(page, "e4", "e5", "c5", "Nf3", "c3", "d6", "Nf3", "Nc6")
    expect(page.locator('.record [aria-current="true"]')).to_have_text("Nc6")
    page.get_by_role("button", name="Copy moves").click()
    expect(page.locator("#paste")).to_have_value("e4 e5 Nf3 Nc6")
    page.get_by_role("button", name="Copy game").click()
    page.wait_for_function("() => document.querySelector('#paste').value.includes('[Game')")
    copied = page.locator("#paste").input_value()
    assert PGN in copied
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save game").click()
    assert saved.value.suggested_filename == "chess.pgn"
    assert Path(saved.value.path()).read_text(encoding="utf-8") == copied
    page.get_by_role("button", name="Promote").click()  # as it is already
    page.locator(".record button.move", has_text="c3").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Copy game").click()
    page.wait_for_function("() => document.querySelector('#paste').value.includes('c5 2. Nf3 d6')")
    page.fill("#paste", "e4 e5 Ke3")
    page.get_by_role("button", name="Load as game").click()
    expect(page.locator(".exchange .error")).to_contain_text("move 3: 'Ke3' is not a legal move here")
    keep(page, "variations")


@pytest.mark.thorough
def test_the_board_is_turned_for_the_second_player(visit):
    page = visit("#play?" + urlencode({"game": "chess", "position": "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"}))
    expect(page.locator(".plate").first).to_contain_text("Black")
    page.select_option("#seat-1", "human")
    page.select_option("#seat-0", "random")
    expect(page.locator(".plate").first).to_contain_text("White")  # sits above now
    king, square = (page.locator(f'.board [data-spot="e8"]{which}') for which in (":not(.spot)", ".spot"))
    man, place = king.bounding_box(), square.bounding_box()
    assert place["y"] > page.locator('.board .spot[data-spot="e1"]').bounding_box()["y"]
    assert place["x"] <= man["x"] <= man["x"] + man["width"] <= place["x"] + place["width"]
    upright = king.evaluate("man => { const {a, d} = man.getScreenCTM(); return a > 0 && d > 0; }")
    assert upright
    click_spot(page, "e8", "d8")
    expect(page.locator(".record button.move")).to_have_count(2)
    keep(page, "turned")
    page.locator("body").press("t")
    expect(page.locator(".plate").first).to_contain_text("Black")
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "false")
