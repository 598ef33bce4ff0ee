"""Games that are not compiled: one line on stderr says so, and why, once a process and game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame

_told: set[str] = set()


def tell_interpreted(game: AnyGame, reason: object) -> None:
    """Say that a game runs interpreted, and why; the same is said once. Every way that falls back on plain
    Python comes through here.

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
