"""The form of a state: the numbers that it is made of."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1


def numbers(state: object) -> Iterator[Any]:
    """The items of a state, with nested tuples flattened; these are numbers if the state can be compiled.

    >>> list(numbers((1, (2, 3))))
    [1, 2, 3]
    """
    if isinstance(state, tuple):
        for item in cast("tuple[object, ...]", state):
            yield from numbers(item)
    else:
        yield state


def is_integer(x: object) -> bool:
    """A whole number, Python's or NumPy's; True and False do not count.

    >>> is_integer(3), is_integer(3.0), is_integer(True)
    (True, False, False)
    """
    return not isinstance(x, bool) and isinstance(x, Integral)


def is_immutable(state: object) -> bool:
    """Is it made of tuples, numbers and words, so that nothing can change it?"""
    return all(isinstance(item, Real | str) for item in numbers(state))


def is_plain(state: object) -> bool:
    """Is it of the kind that compiles: integers, in tuples?"""
    return all(isinstance(item, Integral) for item in numbers(state))


def fits(state: object) -> bool:
    """Is it of the kind that compiles, and within 64 bits?"""
    return all(isinstance(n, Integral) and LOWEST <= int(n) <= HIGHEST for n in numbers(state))


def form(state: object) -> object:
    """The tuples of which a state is made, without the numbers."""
    if isinstance(state, tuple):
        return (type(cast("object", state)).__name__, *map(form, cast("tuple[object, ...]", state)))
    return None
