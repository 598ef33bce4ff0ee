"""What emitted code calls: plain Python, and compiled as it stands."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable


REWRITTEN = "__rewritten__"
"""A name that functions find among their globals if the front end has written them."""
P = ParamSpec("P")
R = TypeVar("R")


class OutOfShapeError(GameError):
    """A value that the packed form has no room for: random games had not shown its like."""

    def __init__(self, message: str = "a value is beyond all that random games have shown, and has no room here"):
        super().__init__(message)


class RaisesError(OutOfShapeError):
    """In Python the rules raise an error here: a key or an index is not there, or None is used as a number."""

    def __init__(self, message: str = "the rules raise an error here"):
        super().__init__(message)


class OutgrownError(GameError):
    """The same, told to people; the game has more room from now on."""

    reason = "a value has come up that its compiled form is too small for; the next time it has more room"
    """Why a search goes on in plain Python."""


class RulesRaiseError(OutgrownError):
    """Compiled rules raise an error; the game runs interpreted from now on, and there Python's own error is told."""

    def __init__(self, game: str, reason: str):
        super().__init__(f"{game}: {reason}")
        self.reason = reason


def again_if_outgrown(verb: Callable[P, R]) -> Callable[P, R]:
    """A verb that begins again where a value had no room in a packed form: the second time it has."""

    @wraps(verb)
    def asked(*args: P.args, **options: P.kwargs) -> R:
        for _ in range(TIMES):
            try:
                return verb(*args, **options)
            except OutgrownError:
                continue
        return verb(*args, **options)

    return asked


TIMES = 4
"""How often a packed form is given more room."""


def fit(x: int, lo: int, hi: int) -> int:
    """A number that must lie within its range.

    >>> fit(3, 0, 7)
    3
    """
    if x < lo or x > hi:
        raise OutOfShapeError
    return x


def fit_length(n: int, wanted: int) -> int:
    """The length of a list that becomes a board.

    >>> fit_length(9, 9)
    9
    """
    if n != wanted:
        raise OutOfShapeError
    return n


def digits(n: int) -> list[int]:
    """The digits of a number, the first first; 10 is the sign.

    >>> digits(405), digits(-3)
    ([4, 0, 5], [10, 3])
    """
    found = [abs(n) % 10]
    rest = abs(n) // 10
    while rest:
        found.append(rest % 10)
        rest //= 10
    if n < 0:
        found.append(10)
    found.reverse()
    return found
