"""Is everything that a digest was made from still the same? To see that takes a fraction of the time of a digest.

What cannot change is compared by identity: the names and values of the game, of its classes and of the modules in which
its functions look names up; the code of each function. What can change in place (a list, an array) is written as text
again.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import FunctionType


class Unchanged:
    """What was there when a digest was made.

    >>> names = {"a": 1, "b": [2]}
    >>> seen = Unchanged()
    >>> seen.scope(names)
    >>> seen.value(names["b"], repr)
    >>> seen.holds()
    True
    >>> names["b"].append(3)
    >>> seen.holds()
    False
    """

    def __init__(self) -> None:
        self.scopes: dict[int, tuple[Mapping[str, Any], list[str], list[Any]]] = {}
        self.functions: list[tuple[FunctionType, tuple[object, ...]]] = []
        self.values: list[tuple[object, Callable[[Any], object], object]] = []

    def scope(self, names: Mapping[str, Any]) -> None:
        """Names and their values: those of an instance, a class or a module."""
        self.scopes.setdefault(id(names), (names, list(names), list(names.values())))

    def function(self, function: FunctionType) -> None:
        """A function: its code, its defaults and what it has closed over."""
        self.functions.append((function, _parts(function)))

    def value(self, value: object, form: Callable[[Any], object]) -> None:
        """A value that counts by its ``form``: its text, or the kind of an array."""
        if not is_fixed(value):
            self.values.append((value, form, form(value)))

    def holds(self) -> bool:
        """Is all of it as it was?"""
        for names, keys, values in self.scopes.values():
            if list(names) != keys or not all(map(operator.is_, names.values(), values)):
                return False
        for function, parts in self.functions:
            now = _parts(function)
            if len(now) != len(parts) or not all(map(operator.is_, now, parts)):
                return False
        return all(form(value) == before for value, form, before in self.values)


def _parts(function: FunctionType) -> tuple[object, ...]:
    cells = function.__closure__ or ()
    return function.__code__, function.__defaults__, *(cell.cell_contents for cell in cells)


def is_fixed(value: object) -> bool:
    """Can this value never change in place?

    >>> is_fixed((1, "a", (2.5, None))), is_fixed((1, [2]))
    (True, False)
    """
    if isinstance(value, tuple | frozenset):
        return all(map(is_fixed, cast("tuple[object, ...]", value)))
    return value is None or isinstance(value, int | float | complex | str | bytes | range)
