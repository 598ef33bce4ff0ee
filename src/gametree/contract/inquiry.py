"""A game under examination: its methods are asked through here, and what is wrong with the answers is noted here."""

from __future__ import annotations

import copy
import traceback
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gametree.contract.states import is_immutable

if TYPE_CHECKING:
    from gametree.game import AnyGame

MOST = 100_000
"""More actions than this in one state are a loop without end."""

_GENERATORS = ("actions", "chances", "symmetries", "parents", "tactics", "candidates")


@dataclass(frozen=True)
class Problem:
    """Something that is wrong (an ``error``), or that costs something without being wrong (a ``warning``)."""

    severity: str
    method: str
    what: str
    state: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.method}: {self.what}" + (f"   [in {self.state}]" if self.state else "")


class UnansweredError(Exception):
    """A method raised an exception, or spoilt its state. That is noted already; whoever asked cannot go on."""


class Inquiry:
    """What is asked of one game, and the problems that came to light: each kind once, where it was first seen.

    >>> from gametree import load
    >>> inquiry = Inquiry(load("nim:1,2"))
    >>> inquiry.ask("actions", inquiry.ask("initial"))
    [2, 3, 5]
    """

    def __init__(self, game: AnyGame):
        self.game = game
        self._found: dict[tuple[str, str], Problem] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that was noted, in the order in which it was found."""
        return tuple(self._found.values())

    def error(self, method: str, what: str, state: object = "", *, kind: str = "") -> None:
        """Note that something is wrong."""
        self._found.setdefault((method, kind or what), Problem("error", method, what, str(state)))

    def warn(self, method: str, what: str, state: object = "", *, kind: str = "") -> None:
        """Note that something is likely wrong, or costs time."""
        self._found.setdefault((method, kind or what), Problem("warning", method, what, str(state)))

    def ask(self, method: str, *args: Any) -> Any:
        """The answer of a method, as a list where it is a generator.

        An exception in it is a problem, and so is a change to the state that it was given.
        """
        before = args if is_immutable(args) else copy.deepcopy(args)
        try:
            answer: Any = getattr(self.game, method)(*args)
            if method in _GENERATORS:
                answer = list[Any](islice(answer, MOST + 1))
        except Exception as error:
            self.error(method, f"raises {describe(error)}", args[0] if args else "", kind="raises")
            raise UnansweredError from error
        if not _same(before, args):
            self.error(method, "changes the state that it is given", before[0], kind="mutates")
            raise UnansweredError
        if method in _GENERATORS and len(answer) > MOST:
            self.error(method, f"yields without end (more than {MOST:,})", args[0], kind="endless")
            raise UnansweredError
        return answer


def describe(error: Exception) -> str:
    """An exception in one line, with the place where it was raised.

    >>> describe(ValueError("no such cell"))
    'ValueError: no such cell'
    """
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"


def _same(one: object, other: object) -> bool:
    """Equality that looks into arrays, of which Python's == makes no single answer."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        items, others = cast("tuple[object, ...]", one), cast("tuple[object, ...]", other)
        return len(items) == len(others) and all(map(_same, items, others))
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(cast("np.ndarray[Any, Any]", one), cast("np.ndarray[Any, Any]", other))
    return one == other
