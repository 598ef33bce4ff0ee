"""What the tests of the watched searches share: pages that must not complain.

Set GAMETREE_SCREENSHOTS to a folder to keep what each test saw last.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, ConsoleMessage, Page

WAIT = 60_000
"""Milliseconds: long, because a machine may be busy; nothing waits in vain where all is well."""


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of usual width, on whose console no error may appear."""
    yield from opened(browser, {"width": 1280, "height": 900}, request.node.name)


@pytest.fixture
def phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The same on a phone."""
    yield from opened(browser, {"width": 390, "height": 780}, request.node.name)


def opened(browser: Browser, viewport: Any, name: str) -> Iterator[Page]:
    """A page that must not complain."""
    found = browser.new_page(viewport=viewport)
    found.set_default_timeout(WAIT)
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        refused = "status of 400" in message.text  # the browser tells of a mistake that the page tells of too
        if message.type in ("error", "warning") and not refused:
            complaints.append(message.text)

    found.on("console", heard)
    found.on("pageerror", lambda error: complaints.append(str(error)))
    yield found
    if folder := os.environ.get("GAMETREE_SCREENSHOTS"):
        found.screenshot(path=f"{folder}/watch-{re.sub('[^a-z0-9]+', '-', name)}.png", full_page=True)
    found.close()
    assert complaints == []


def watch(page: Page, address: str, **asked: str) -> None:
    """Go to a search and wait for its tree."""
    page.goto("about:blank")
    page.goto(f"{address}#watch?{urlencode(asked)}")
    page.wait_for_selector(".search-tree .node")
    page.wait_for_selector("[data-run='0'] .step")
