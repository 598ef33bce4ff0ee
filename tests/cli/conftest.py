"""The command run in this process, and files of the user's to give it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from gametree.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TAKE = '''
from typing import NamedTuple
from gametree import Game

class Pile(NamedTuple):
    stones: int
    turn: int

class Take(Game):
    """Take one to three stones; the last one wins."""
    def __init__(self, stones=10):
        self.stones = stones
    def initial(self):
        return Pile(self.stones, 0)
    def player(self, s):
        return s.turn
    def actions(self, s):
        for n in (1, 2, 3):
            if n <= s.stones:
                yield n
    def result(self, s, a):
        return Pile(s.stones - a, 1 - s.turn)
    def terminal(self, s):
        return s.stones == 0
    def utility(self, s):
        return 1 if s.turn == 1 else -1
'''
"""A user's file, of about twenty lines."""


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str

    def told(self) -> str:
        """The one line with which a mistake is answered."""
        assert self.status == 2
        assert self.out == ""
        assert self.err.startswith("gametree: ")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("gametree: ").strip()


@pytest.fixture
def gametree(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def run(*words: str) -> Ran:
        capsys.readouterr()
        status = main(words)
        return Ran(status, *capsys.readouterr())

    return run


@pytest.fixture
def take(tmp_path: Path) -> str:
    path = tmp_path / "take.py"
    path.write_text(TAKE)
    return str(path)
