"""One server for the tests that leave it as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web_server import Served, serving

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="package")
def served() -> Iterator[Served]:
    """One server for all tests that leave it as it is."""
    with serving() as server:
        yield server
