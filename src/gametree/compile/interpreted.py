"""Games that are not compiled: the error that says why, and a line on stderr, once a process and game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame

_told: set[str] = set()


class NotCompiledError(Exception):
    """A game that cannot be compiled; the message says why, in one line."""


class DiffersError(NotCompiledError):
    """A game whose compiled rules say something else than in Python; the message says where."""


def tell_interpreted(game: AnyGame, reason: object) -> None:
    """Say that a game runs interpreted, and why; the same line is printed once. Every fallback to plain Python calls
    this.

    >>> from contextlib import redirect_stderr
    >>> from gametree.games.nim import Nim
    >>> with redirect_stderr(sys.stdout):
    ...     tell_interpreted(Nim((3, 14)), "it is an example")
    ...     tell_interpreted(Nim((3, 14)), "it is an example")
    Nim runs interpreted: it is an example
    """
    line = f"{title(game)} runs interpreted: {reason}"
    if line not in _told:
        _told.add(line)
        print(line, file=sys.stderr)
