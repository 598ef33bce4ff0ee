"""What the tests of the protocols share."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from talking import PATIENCE, Talk

from gametree import load
from gametree.protocols.uci.ugi import Ugi

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def talk() -> Iterator[Callable[..., Talk]]:
    """Begin a conversation: about a game, in a protocol."""
    talks: list[Talk] = []

    def begin(game="connect4:width=5,height=4", kind=Ugi) -> Talk:
        talks.append(Talk(load(game), kind))
        return talks[-1]

    yield begin
    for one in talks:
        one.close()
        one.thread.join(PATIENCE)
        assert not one.thread.is_alive()


@pytest.fixture
def program() -> Callable[[str], str]:
    """Where a program is; the test is skipped where it is not."""

    def find(name: str) -> str:
        path = shutil.which(name) or shutil.which(name, path="/usr/games")
        if path is None:
            pytest.skip(f"{name} is not installed")
        return path

    return find
