"""Games that are not compiled: the error that says why, and a line on stderr, once a process and game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame

_told: set[str] = set()
WHY_NOT_REWRITTEN: WeakKeyDictionary[AnyGame, str] = WeakKeyDictionary()
"""Of games in natural Python that stay as they are: what the front end (``frontend/``) does not rewrite."""
ONLY_INTEGERS = "compiled states hold integers only"


class NotCompiledError(Exception):
    """A game that cannot be compiled; the message says why, in one line."""


class DiffersError(NotCompiledError):
    """A game whose compiled rules say something else than in Python; the message says where."""


def why_interpreted(game: AnyGame, reason: object) -> object:
    """Why a game runs interpreted: of states that are not integers the front end has more to say."""
    if ONLY_INTEGERS not in str(reason):
        return reason
    front = vars(game).get("_front")
    return (front.reason if front is not None else WHY_NOT_REWRITTEN.get(game)) or reason


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
    line = f"{title(game)} runs interpreted: {why_interpreted(game, reason)}"
    if line not in _told:
        _told.add(line)
        print(line, file=sys.stderr)
