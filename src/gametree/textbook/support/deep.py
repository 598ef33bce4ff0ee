"""Room for long lines of play: the books recurse one call a ply, and Python allows a thousand.

Calls from Python to Python live on the heap (since Python 3.11), so that a higher limit costs memory and nothing else.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import wraps
from threading import Lock
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

P = ParamSpec("P")
R = TypeVar("R")

PLIES = 20_000
FRAMES_PER_PLY = 3

_lock = Lock()
_inside = 0  # searches under way, in all threads: the last one to leave restores the limit
_before = 0


@contextmanager
def _room() -> Generator[None]:
    global _inside, _before  # noqa: PLW0603
    with _lock:
        if _inside == 0:
            _before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_before, PLIES * FRAMES_PER_PLY + 1000))
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                sys.setrecursionlimit(_before)


def deep(search: Callable[P, R]) -> Callable[P, R]:
    """A search that may go as deep as ``PLIES``; deeper, it says that it found no end.

    >>> @deep
    ... def down(n):
    ...     return n and 1 + down(n - 1)
    >>> down(5000)
    5000
    """

    @wraps(search)
    def with_room(*args: P.args, **kwargs: P.kwargs) -> R:
        with _room():
            try:
                return search(*args, **kwargs)
            except RecursionError:
                raise GameError(f"no end of the game within {PLIES:,} moves; give a depth") from None

    return with_room
