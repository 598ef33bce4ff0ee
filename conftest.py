"""Every test means compiled code: nothing is searched before it is compiled. What happens while it compiles is tested
in ``tests/engine/test_relay.py``, without this. Ctrl-C is tested, so it must not be ignored."""

from __future__ import annotations

import os
import signal

import pytest

os.environ.setdefault("GAMETREE_COMPILE", "first")
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # a shell starts what runs in the background like this
    signal.signal(signal.SIGINT, signal.default_int_handler)

LONG_PAGES = ("docs/chance.md", "docs/checkers.md", "docs/montecarlo.md")
"""Pages whose examples take long: they run with the thorough tests."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the examples of these pages."""
    for item in items:
        if item.nodeid.startswith(LONG_PAGES):
            item.add_marker(pytest.mark.thorough)
