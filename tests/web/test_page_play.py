"""Playing on the page, by what a person sees: the gallery, men that move, what is offered, results, who plays."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from browsing import click_spot, keep, needs_chromium, played, see_played
from playwright.sync_api import expect
from web_server import RACE, serving, wait_for

pytestmark = needs_chromium


def at_board(visit, game: str, **asked: str):
    """A page with a game on which people play both sides."""
    page = visit("#play?" + urlencode({"game": game, "seats": "you,you", **asked}))
    expect(page.locator(".plate.turn").or_(page.locator(".status", has_text="over"))).to_be_visible()
    return page


def middle(page, spot: str) -> tuple[float, float]:
    box = page.locator(f'.board .spot[data-spot="{spot}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def spots(page, kind: str) -> set[str]:
    return set(page.locator(f".board .spot.{kind}").evaluate_all("all => all.map(spot => spot.dataset.spot)"))


def test_the_page_begins_with_the_games_and_one_click_begins_a_game(visit):
    page = visit("", storage_state={"cookies": [], "origins": []})
    page.get_by_role("button", name="Skip the tour").click()
    cards = page.locator("#catalogue .card")
    expect(cards.first).to_contain_text("Connect Four")
    assert cards.count() >= 30
    assert cards.locator(".picture svg").count() == cards.count()
    keep(page, "gallery")
    page.get_by_role("button", name="With dice").click()
    expect(page.locator("#catalogue .card", has_text="Chess")).to_have_count(0)
    pig = page.locator("#catalogue .card", has_text="Pig")
    expect(pig.locator(".badge-word")).to_have_text("dice")
    pig.get_by_role("link", name="Pig").click()
    expect(page.locator(".how-to-play")).to_contain_text("Pig: how to play")
    expect(page.locator(".how-to-play")).to_contain_text("Roll a die as often as you dare")
    expect(page.locator(".record button.move").first).to_be_visible()  # who chose it wants to play: the die is rolled
    page.reload()
    page.get_by_role("link", name="Games").click()
    expect(page.locator("#catalogue .card")).not_to_have_count(0)
    expect(page.locator(".tour")).to_have_count(0)  # offered once


def test_a_man_follows_the_pointer_and_shows_where_he_can_go(visit):
    page = at_board(visit, "chess", moves="e4 d5")
    page.mouse.move(*middle(page, "e4"))
    page.mouse.down()
    x, y = middle(page, "d5")
    page.mouse.move(x + 10, y + 10, steps=4)
    expect(page.locator(".lifted .man")).to_have_attribute("data-spot", "e4")
    man = page.locator(".lifted").bounding_box()
    assert abs(man["x"] + man["width"] / 2 - x - 10) < 4
    assert abs(man["y"] + man["height"] / 2 - y - 10) < 4
    expect(page.locator(".target.dot")).to_have_count(1)  # e5
    expect(page.locator(".target.ring")).to_have_count(1)  # d5
    keep(page, "dragging")
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".target")).to_have_count(0)
    assert played(page) == ["e4", "d5"]
    page.mouse.move(*middle(page, "e4"))
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    see_played(page, "e4", "d5", "exd5")
    expect(page.locator(".plate", has_text="White").locator(".taken")).to_have_attribute("aria-label", "1 taken")
    expect(page.locator(".plate", has_text="Black").locator(".taken")).to_have_count(0)


SLIDES = """() => document.getAnimations().map(one => one.effect.getKeyframes()[0].transform)
    .filter(text => text?.startsWith("translate"))"""


@pytest.mark.thorough
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_men_slide_and_stones_drop_unless_one_asks_for_less_motion(visit, motion):
    page = visit("#play?game=connect4&seats=you,you", reduced_motion=motion)
    expect(page.locator(".plate.turn")).to_be_visible()
    page.evaluate(f"() => {{ seen = []; setInterval(() => seen.push(...({SLIDES})()), 10); }}")
    click_spot(page, "4")
    see_played(page, "4")
    seen = page.evaluate("seen")
    assert any(float(re.findall(r"-?[\d.]+", text)[1]) < -150 for text in seen) == (motion == "no-preference")


def test_escape_closes_what_was_asked_and_puts_back_what_was_chosen(visit):
    page = at_board(visit, "chess", position="8/P6k/8/8/8/8/7K/8 w - - 0 1")
    click_spot(page, "a7")
    expect(page.locator(".target")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".target")).to_have_count(0)
    click_spot(page, "a7", "a8")
    faces = page.locator(".asking button svg path")
    expect(faces).to_have_count(4)
    panel, square = page.locator(".asking").bounding_box(), middle(page, "a8")
    assert panel["y"] <= square[1] + 5  # on the square
    keep(page, "promotion")
    expect(page.locator(".asking button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".asking")).to_have_count(0)
    click_spot(page, "a7", "a8")
    expect(page.locator(".asking button").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    see_played(page, "a8=R")


def test_backgammon_offers_only_men_who_can_move(visit, served):
    page = at_board(visit, "backgammon", moves="61_for_X")
    expect(page.locator(".rolled")).to_have_text("61 for White")  # and not by the letters of the notation
    plays = served.ask("position", game="backgammon", moves="61_for_X")["moves"]
    standing = {spot for move in plays for spot in move["path"][::2]} & {"24", "13", "8", "6"}
    assert spots(page, "can") == standing  # and none where only a man who has moved already could go on
    assert "7" not in standing
    click_spot(page, "13", "7")
    rest = [list(zip(m["path"][::2], m["path"][1::2], strict=True)) for m in plays]
    others = [legs for legs in rest if ("13", "7") in legs]
    for legs in others:
        legs.remove(("13", "7"))
    assert spots(page, "can") == {start for legs in others for start, _ in legs}
    assert "7" in spots(page, "can")
    man, spot = (
        page.locator(".board .shifted").bounding_box(),
        page.locator('.board .spot[data-spot="7"]').bounding_box(),
    )
    assert spot["x"] <= man["x"] + man["width"] / 2 <= spot["x"] + spot["width"]  # he stands where he has gone
    click_spot(page, "8", "7")
    expect(page.locator('.record button.move[aria-current="true"]')).to_contain_text("13/7 8/7")


CHOICES = """async () => {
    const {rest} = await import("/static/paths.js");
    const entering = {path: ["bar", "20", "13", "10"]}, chain = {path: ["8", "5", "5", "4"]};
    return [rest(entering, [], true, ["bar", "13"]), rest(entering, ["bar", "20"], true, ["bar", "13"]),
        rest(chain, [], true, ["8"]), rest(chain, [], true, ["8", "5"]), rest(chain, ["8", "5"], true, ["8"])];
}"""


@pytest.mark.thorough
def test_a_man_on_the_bar_enters_first_and_nobody_moves_from_an_empty_point(visit):
    page = visit("#play?game=tictactoe")
    assert page.evaluate(CHOICES) == [["bar"], ["13"], ["8"], ["8", "5"], ["5"]]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "moves", "share", "words"),
    [
        ("connect4", "4 1 4 1 4 1 4", "100", "Red wins"), ("connect4", "1 4 1 4 2 4 2 4", "0", "Yellow wins"),
        ("tictactoe", "5 1 9 3 2 8 4 6 7", "50", "a draw"),
    ],
)  # fmt: skip
def test_the_bar_of_a_game_that_is_won_is_full(visit, game, moves, share, words):
    page = at_board(visit, game, moves=moves)
    bar = page.locator(".bar")
    expect(bar).to_have_attribute("aria-valuenow", share)
    expect(bar).to_have_attribute("aria-valuetext", words)
    expect(page.locator(".status")).to_contain_text(words)
    expect(page.locator(".board .won")).to_have_count(0 if share == "50" else 1)
    whole = bar.bounding_box()["height"]
    part = page.locator(".bar .max").bounding_box()["height"] / whole
    assert abs(part - int(share) / 100) < 0.05
    colours = {"100": ".max", "0": ".min"}
    if share in colours:
        expect(page.locator(f".bar {colours[share]} span")).to_have_text("1")
    keep(page, f"won-{game}-{share}")


@pytest.mark.thorough
def test_a_win_is_told_in_words(visit):
    page = at_board(visit, "tictactoe", moves="1 4 2 8")
    page.click("#analyse")
    expect(page.locator(".numbers b")).to_have_text("X wins in 1")
    expect(page.locator(".bar")).to_have_attribute("aria-valuenow", "100")
    words = """async () => (await import("/static/words.js")).verdict({proven: true, value: -1, distance: 6},
        {bounds: [-1, 1], names: ["White", "Black"], won_by: "mate", player: 0})"""
    assert page.evaluate(words) == "Black mates in 3"


@pytest.mark.thorough
def test_who_plays_is_chosen_as_people_say_it(visit):
    page = visit("#play?game=chess")
    expect(page.locator(".seat .name").first).to_have_text("White")
    expect(page.locator("[aria-label='Level of Black']")).to_have_value("7")
    page.select_option("#seat-1", "human")
    page.select_option("#seat-0", "random")  # it moves at once
    record = page.locator(".record button.move")
    expect(record).to_have_count(1)
    expect(page.locator(".plate").last).to_contain_text("Black")  # he sits below now
    page.click("#swap")
    expect(page.locator("#seat-0")).to_have_value("human")
    expect(page.locator("#seat-1")).to_have_value("random")
    expect(record).to_have_count(2)  # it was Black's turn: the other side plays on
    page.click("#shuffle")
    expect(page.locator(".record button.move")).not_to_have_count(2)
    seats = {page.locator(f"#seat-{n}").input_value() for n in (0, 1)}
    assert seats == {"human", "random"}


@pytest.mark.thorough
def test_the_other_sides_dice_are_shown_for_a_moment(visit):
    page = visit("#play?game=bearoff&seats=random,you")
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".record button.move")).to_have_count(1)
    at = page.evaluate("performance.now()")
    expect(page.locator(".record button.move")).to_have_count(2)
    assert page.evaluate("performance.now()") - at > 300  # time to look


@pytest.mark.thorough
def test_ones_own_game_is_shown_at_once_and_is_first_in_the_gallery(visit, tmp_path):
    file = tmp_path / "race.py"
    file.write_text(RACE)
    with serving(str(file)) as own:
        wait_for(own, lambda games: games["version"] == 1)
        page = visit("", address=own.address)
        expect(page.locator(".legal .buttons button")).to_have_text(["1", "2", "3"])
        expect(page.locator(".how-to-play")).to_contain_text("Race: how to play")
        expect(page.locator(".how-to-play")).to_contain_text("who reaches the goal wins")
        page.get_by_role("link", name="Games", exact=True).click()
        expect(page.locator(".card").first).to_contain_text("Race")
        expect(page.locator("#catalogue .card").first).to_be_visible()
        page.locator(".card").first.get_by_role("link").click()
        page.get_by_role("button", name="2", exact=True).click()
        expect(page.locator(".record button.move").first).to_contain_text("2")
