"""A game under test: its methods are called here, and problems with the answers are noted here."""

from __future__ import annotations

import copy
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gametree.compile.trial.operators import EndlessError
from gametree.compile.trial.trying import not_listed
from gametree.compile.trial.watched import Watched, is_library
from gametree.contract.states import is_immutable

if TYPE_CHECKING:
    from gametree.game import AnyGame

MOST = 100_000
"""More actions than this in one state count as an endless loop."""

_GENERATORS = ("actions", "chances", "symmetries", "parents", "tactics", "candidates", "must_play")


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
    """A method raised an exception or changed its state. The problem is noted already; the caller cannot go on."""


class Inquiry:
    """Calls the methods of one game and notes the problems: each kind once, where it was first seen.

    >>> from gametree import load
    >>> inquiry = Inquiry(load("nim:1,2"))
    >>> inquiry.ask("actions", inquiry.ask("initial"))
    [2, 3, 5]
    """

    def __init__(self, game: AnyGame):
        self._counted = Watched(game, numbers=False)
        self.game, self.original = self._counted.game, game
        """A copy of the game whose loops are counted, so that endless rules are stopped."""
        self._found: dict[tuple[str, str], Problem] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, in the order in which they were found."""
        return tuple(self._found.values())

    def error(self, method: str, what: str, state: object = "", *, kind: str = "") -> None:
        """Note that something is wrong."""
        self._found.setdefault((method, kind or what), Problem("error", method, what, str(state)))

    def warn(self, method: str, what: str, state: object = "", *, kind: str = "") -> None:
        """Note that something is likely wrong, or costs time."""
        self._found.setdefault((method, kind or what), Problem("warning", method, what, str(state)))

    def allow(self, times: int = 1) -> None:
        """Restart the count of steps; ``times`` the usual number is allowed."""
        self._counted.watch.allow(times)

    def ask(self, method: str, *args: Any) -> Any:
        """The answer of a method, as a list if it is a generator.

        An exception in it is a problem, and so is a change to the state that it was given.
        """
        before = args if is_immutable(args) else copy.deepcopy(args)
        comparable = _same(before, args)  # objects without __eq__ are never equal to their copies
        self.allow()
        try:
            answer: Any = getattr(self.game, method)(*args)
            if method in _GENERATORS:
                answer = self._listed(method, answer, args)
        except UnansweredError:
            raise
        except EndlessError as error:
            self.error(method, f"{error}{place(error)}", args[0] if args else "", kind="endless")
            raise UnansweredError from error
        except Exception as error:
            self.error(method, f"raises {describe(error)}", args[0] if args else "", kind="raises")
            raise UnansweredError from error
        if comparable and not _same(before, args):
            self.error(method, "changes the state that it is given", before[0], kind="mutates")
            raise UnansweredError
        if method in _GENERATORS and len(answer) > MOST:
            self.error(method, f"yields without end (more than {MOST:,})", args[0], kind="endless")
            raise UnansweredError
        return answer

    def _listed(self, method: str, answer: object, args: tuple[Any, ...]) -> list[Any]:
        if isinstance(answer, Iterable):
            return list(islice(cast("Iterable[Any]", answer), MOST + 1))
        self.error(method, not_listed(answer), args[0], kind="kind")
        raise UnansweredError


def place(error: Exception) -> str:
    """Where an exception was raised, in brackets: the innermost place in the user's files, if there is one."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.lineno is not None]
    theirs = [f for f in frames if not is_library(f.filename)] or frames
    return f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""


def describe(error: Exception) -> str:
    """An exception in one line, with the place where it was raised.

    >>> describe(ValueError("no such cell"))
    'ValueError: no such cell'
    """
    return f"{type(error).__name__}: {error}{place(error)}"


def _same(one: object, other: object) -> bool:
    """Equality that compares arrays item by item, for which Python's == gives no single answer."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        items, others = cast("tuple[object, ...]", one), cast("tuple[object, ...]", other)
        return len(items) == len(others) and all(map(_same, items, others))
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(cast("np.ndarray[Any, Any]", one), cast("np.ndarray[Any, Any]", other))
    return one == other
