"""What the tests of the page in a browser share: how a page is opened, looked at and clicked on.

Set GAMETREE_SCREENSHOTS to a folder to keep what it looked like.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page
    from web_server import Served

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (apt install chromium)")
SLOW = int(os.environ.get("GAMETREE_PATIENCE", "120000"))
"""Milliseconds: the first search compiles, and the machine may be busy."""
expect.set_options(timeout=SLOW)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Open the page; in the end there must be no error on its console."""
    wrong: list[str] = []
    contexts: list[Any] = []

    def opened(where: str = "#play?game=connect4", address: str = "", before: Any = None, **how: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **how})
        context.set_default_timeout(SLOW)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: wrong.append(m.text) if is_wrong(m.type, m.text) else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        if before is not None:
            before(page)
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


def click_spot(page: Page, *spots: str) -> None:
    """Click on the board, at one spot after another."""
    for spot in spots:
        page.locator(f'.board .spot[data-spot="{spot}"]').click()


def played(page: Page) -> list[str]:
    """The moves of the record, as it is shown."""
    words = page.locator(".record button.move").all_inner_texts()
    return [re.sub(r"^\d+[.…]\s*|[?!]+$", "", word).strip() for word in words]


def see_played(page: Page, *moves: str) -> None:
    """Wait until the record shows these moves, and it is somebody's turn or the game is over."""
    expect(page.locator(".record button.move")).to_have_count(len(moves))
    expect(page.locator(".plate.turn").or_(page.locator(".status", has_text="over"))).to_be_visible()
    assert played(page) == list(moves)
