# pyright: basic
"""A task: a function of the package and plain arguments, named by its content; and its run on a worker."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.runtime import again_if_outgrown
from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Job:
    """A call that any worker may make. The function stands in a module of the package, and may be called again: what
    it writes, it writes whole, and the same each time."""

    work: Callable[..., Any]
    arguments: tuple[Any, ...] = ()

    @cached_property
    def key(self) -> str:
        """Its name: the same for the same work on the same arguments.

        >>> Job(max, (1, 2)).key == Job(max, (1, 2)).key != Job(max, (1, 3)).key
        True
        """
        text = f"{self.work.__module__}.{self.work.__qualname__} {self.arguments!r}"
        return f"{self.work.__name__}-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


@cache
def stamp() -> tuple[tuple[str, str], ...]:
    """What must be the same on the client and on every worker."""
    import numba
    import numpy as np

    from gametree import __version__

    house = Path(__file__).parents[1]
    sources = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(house.rglob("*.py")))).hexdigest()[:12]
    python = ".".join(map(str, sys.version_info[:2]))
    return (
        ("gametree", f"{__version__} ({sources})"), ("Python", python), ("Numba", numba.__version__),
        ("NumPy", np.__version__),
    )  # fmt: skip


def perform(asked: tuple[tuple[str, str], ...], work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Do the work of a job here, on a worker. GameError if client and worker are not the same program."""
    for (name, theirs), (_, ours) in zip(asked, stamp(), strict=True):
        if theirs != ours:
            raise GameError(f"the client has {name} {theirs}, a worker has {ours}: install the same on both")
    return again_if_outgrown(work)(*arguments)
