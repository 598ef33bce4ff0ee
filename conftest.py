"""Every test means compiled code: nothing is searched before it is compiled. What happens while it compiles is tested
in ``tests/engine/test_relay.py``, without this."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("GAMETREE_COMPILE", "first")

LONG_PAGES = ("docs/chance.md", "docs/checkers.md", "docs/montecarlo.md")
"""Pages whose examples take long: they run with the thorough tests."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the examples of these pages."""
    for item in items:
        if item.nodeid.startswith(LONG_PAGES):
            item.add_marker(pytest.mark.thorough)
