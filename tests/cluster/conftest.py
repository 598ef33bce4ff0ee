"""A cluster of two processes, for all tests of the folder."""

from __future__ import annotations

import pytest

from gametree.cluster.joining import joined


@pytest.fixture(scope="session")
def cluster():
    with joined("local:2") as found:
        yield found
