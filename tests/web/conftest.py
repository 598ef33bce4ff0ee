"""What the tests of the page are given: a server for those that leave it as it is, a browser, and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import browser, visit
from watching import page, phone
from web_server import Served, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["browser", "page", "phone", "served", "visit"]


@pytest.fixture(scope="package")
def served() -> Iterator[Served]:
    """One server for all tests that leave it as it is."""
    with serving() as server:
        yield server
