"""Games that are not compiled: one line on stderr says so, and why, once a process and game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gametree.digest import rules_key
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame

_told: set[tuple[str, str]] = set()


def tell_interpreted(game: AnyGame, reason: object) -> None:
    """Say that a game runs interpreted, and why; of the same rules it is said once. Every way that falls back on plain
    Python comes through here.

    >>> from contextlib import redirect_stderr
    >>> from gametree.games.nim import Nim
    >>> with redirect_stderr(sys.stdout):
    ...     tell_interpreted(Nim((3, 14)), "it is an example")
    ...     tell_interpreted(Nim((3, 14)), "it is an example")
    Nim runs interpreted: it is an example
    """
    about = title(game), rules_key(game)
    if about not in _told:
        _told.add(about)
        print(f"{title(game)} runs interpreted: {reason}", file=sys.stderr)
