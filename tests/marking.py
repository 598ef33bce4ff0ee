"""Which parameters of a test CI alone tries."""

from __future__ import annotations

from typing import Any

import pytest


def thorough(*values: Any) -> list[Any]:
    """Further parameters of a test, which the quick tests leave out: ``[Graph, *thorough(Tree, Loop)]``. Where the test
    has several arguments a value is a tuple of them."""
    return [pytest.param(*(v if isinstance(v, tuple) else (v,)), marks=pytest.mark.thorough) for v in values]
