"""Values while rules are rewritten: a shape, and the Python text of each slot."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.frontend.kinds import instance, is_record
from gametree.compile.frontend.layout import encode
from gametree.compile.frontend.observing import of_constant
from gametree.compile.frontend.shapes import Float, Int, Shape, Sym, Truth, Tup, Wide
from gametree.compile.frontend.wide_words import whole

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Value:
    """A shape, and the text of each of its slots."""

    shape: Shape
    codes: tuple[str, ...]
    place: Any = field(default=None, compare=False, repr=False)
    """Of an argument of a call the node that it comes from: a function may change it in place."""

    @property
    def code(self) -> str:
        assert len(self.codes) == 1, self
        return self.codes[0]


class Lazy(Shape):
    """What is iterated over and never kept: ``range``, ``zip``, a generator expression, a call of a generator.

    ``each`` writes the loop, with what its body writes for an item; ``length`` is the number of items where it is
    known beforehand, and ``item`` the one of a given number.
    """

    def __init__(
        self,
        each: Callable[[Any, Callable[[Value], None]], None],
        length: int | str | None = None,
        item: Callable[[Any, str], Value] | None = None,
        *,
        again: bool = False,
        compound: bool = False,
    ):
        self.each, self.length, self.item, self.again, self.compound = each, length, item, again, compound


@dataclass(frozen=True)
class Bound:
    """A method, with what it is bound to."""

    value: Value
    name: str
    function: Any = None
    """A function of the user's, where it is one."""


@dataclass(frozen=True)
class Closure:
    """A lambda or an inner function, with the frame in which it was made."""

    node: Any
    frame: Any
    binds: Any


def written(number: float) -> str:
    """A float as code.

    >>> written(0.5), written(float("inf"))
    ('0.5', "float('inf')")
    """
    return repr(float(number)) if np.isfinite(number) else f"float('{number}')"


def constant(v: Any, wide: int = 0) -> Value:
    """The value of something known beforehand.

    >>> constant(3), constant("X")
    (Value(shape=Int(lo=3, hi=3), codes=('3',)), Value(shape=Sym('X'), codes=()))
    """
    shape = of_constant(v)
    match shape:
        case Truth():
            return Value(shape, ("True" if v else "False",))
        case Int():
            return Value(shape, (str(int(v)),))
        case Float():
            return Value(shape, (written(v),))
        case Wide():
            from gametree.compile.frontend.shapes import UnsupportedError

            if shape.words > wide:
                raise UnsupportedError(f"a number of {int(v).bit_length()} bits")
            return Value(Wide(wide), (str(encode(int(v), Wide(wide))[0]),))
        case _:
            return Value(shape, ())


_LITERAL = re.compile(r"-?\d+$")


def known(value: Value) -> tuple[Any] | None:
    """The constant that a value is, in a tuple; None where it is not known."""
    match value.shape:
        case Sym(values=(v,)):
            return (v,)
        case Int(lo=lo, hi=hi) if lo is not None and lo == hi and _LITERAL.match(value.code):
            return (lo,)
        case Truth() if value.code in ("True", "False"):
            return (value.code == "True",)
        case Float() if re.match(r"-?[\d.e+-]+$", value.code):
            return (float(value.code),)
        case Tup(cls=cls):
            parts = [known(p) for p in parts_of(value)]
            if all(p is not None for p in parts):
                items = [p[0] for p in parts if p is not None]
                if cls is list:
                    return None  # a list made here may be changed here
                return (instance(cls, items) if is_record(cls) else tuple(items),)
        case Wide() if value.code.startswith("(-") or re.match(r"\([\d, -]+\)$", value.code):
            return (whole(eval(value.code)),)  # our own digits
        case _:
            pass
    return None


def parts_of(value: Value) -> list[Value]:
    """The items of a tuple."""
    from gametree.compile.frontend.shapes import slots

    assert isinstance(value.shape, Tup)
    parts: list[Value] = []
    at = 0
    for item in value.shape.items:
        n = slots(item)
        parts.append(Value(item, value.codes[at : at + n]))
        at += n
    return parts


def product_of(parts: list[Value], cls: Any = tuple) -> Value:
    """A tuple of values."""
    for p in parts:
        if isinstance(p.shape, Lazy):
            from gametree.compile.frontend.shapes import UnsupportedError

            raise UnsupportedError("an iterator kept in a tuple or list")
    return Value(Tup(tuple(p.shape for p in parts), cls), tuple(c for p in parts for c in p.codes))


def is_atom(code: str) -> bool:
    """Is this text a name or a number, which may be written twice?"""
    return bool(re.match(r"-?[\w.]+$", code))


def is_enum(value: Any) -> bool:
    return isinstance(value, Enum)
