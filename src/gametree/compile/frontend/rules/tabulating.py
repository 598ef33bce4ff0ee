# pyright: basic
"""What is asked of one of several constants is worked out for each of them beforehand: a table is read instead. So
enums, words, None, ragged tuples and dicts of constants need no rules of their own.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("VALUES[piece]", VALUES={"P": 1, "N": 3, "B": 3}, piece=["P", "N", "B"])
return TABLE_0[piece_]
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.kinds import Fields, instance, is_record
from gametree.compile.frontend.observing import join_all, of_constant
from gametree.compile.frontend.shapes import Float, Int, Shape, Sym, Truth, Tup, UnsupportedError, Wide
from gametree.compile.frontend.values import Value, known, parts_of, written
from gametree.compile.frontend.wide_words import split

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.compile.frontend.frame import Frame

MOST = 1 << 14


"""No table is longer."""


def domain(v: Value) -> list[Any] | None:
    """All that a value may be, where that is a short list."""
    match v.shape:
        case Sym(values=values):
            return list(values)
        case Truth():
            return [False, True]
        case Int(lo=int(lo), hi=int(hi)) if hi - lo < 4096:
            return list(range(lo, hi + 1))
        case Tup(items=items, cls=cls) if cls is not list and not isinstance(cls, Fields):
            lists = [domain(Value(s, ("",))) if s != () else None for s in items]
            if all(d is not None for d in lists):
                count = 1
                for d in lists:
                    count *= len(d or [])
                if count <= MOST:
                    return [instance(cls, list(c)) if is_record(cls) else tuple(c) for c in itertools.product(*lists)]  # type: ignore
    return None


def number_of(frame: Frame, v: Value) -> str:
    """The number of a value in its ``domain``."""
    match v.shape:
        case Sym(values=values):
            return v.code if len(values) > 1 else "0"
        case Truth():
            return f"(1 if {v.code} else 0)"
        case Int(lo=int(lo), hi=hi):
            return "0" if lo == hi else v.code if lo == 0 else f"({v.code} - {lo})" if lo > 0 else f"({v.code} + {-lo})"
        case Tup():
            total = ""
            for part in parts_of(v):
                size = len(domain(part) or [])
                code = number_of(frame, part)
                total = f"({total} * {size} + {code})" if total else code
            return total or "0"
    raise AssertionError(v)


class Raised:
    """In place of an answer: the error that Python raises."""

    def __init__(self, error: type[Exception]):
        self.error = error


RAISES = Raised(Exception)
_ERRORS = (ArithmeticError, LookupError, ValueError, TypeError, AttributeError)


def worked_out(function: Callable[..., Any], lists: list[list[Any]]) -> list[Any]:
    """The function for each combination; where it raises, that."""
    found: list[Any] = []
    for args in itertools.product(*lists):
        try:
            found.append(function(*args))
        except _ERRORS as error:
            found.append(Raised(type(error)))
    return found


def tabulated(frame: Frame, function: Callable[..., Any], *values: Value, sure: bool = False) -> Value:
    """The answers of a function of values of which all that they may be is known. ``sure``: where it raises, it is
    never asked."""
    lists = [domain(v) for v in values]
    size = 1
    for d in lists:
        if d is None:
            raise UnsupportedError("this of a value that may be too many things")
        size *= len(d)
    if size > MOST:
        raise UnsupportedError("this of a value that may be too many things")
    answers = worked_out(function, lists)  # type: ignore
    where = _where(frame, values, lists)
    errors = {a.error for a in answers if isinstance(a, Raised)}
    if errors and not sure:
        where = frame.temp(where, "i")
        for error in sorted(errors, key=lambda e: e.__name__):
            flags = [int(isinstance(a, Raised) and a.error is error) for a in answers]
            frame.raises_if(f"{frame.program.table(flags)}[{where}] != 0", error)
    return from_table(frame, answers, lambda: where)


def _where(frame: Frame, values: tuple[Value, ...], lists: Any) -> str:
    total = ""
    for v, d in zip(values, lists, strict=True):
        if len(d) > 1:
            code = number_of(frame, v)
            total = f"({total} * {len(d)} + {code})" if total else code
    return total or "0"


def from_table(frame: Frame, answers: list[Any], where: Callable[[], str]) -> Value:
    """The entry of a table of constants."""
    real = [a for a in answers if not isinstance(a, Raised)]
    if not real:
        raise UnsupportedError("an operation that fails for all values")
    shape = shape_of(real, frame.program.wide)
    if isinstance(shape, Sym):
        filled = [shape.code(a) if not isinstance(a, Raised) else 0 for a in answers]
    elif isinstance(shape, Wide):
        rows = [split(int(a) if not isinstance(a, Raised) else 0, shape.words) for a in answers]
        if len(set(rows)) == 1:
            return Value(shape, (str(rows[0]),))
        at = frame.temp(where(), "i")
        return Value(
            shape, (f"({', '.join(f'{frame.program.table(list(c))}[{at}]' for c in zip(*rows, strict=True))})",)
        )
    else:
        kind = float if isinstance(shape, Float) else int
        filled = [kind(a) if not isinstance(a, Raised) else kind(0) for a in answers]
    if isinstance(shape, Sym) and len(shape.values) == 1:
        return Value(shape, ())
    if len(set(filled)) == 1:
        if isinstance(shape, Truth):
            return Value(shape, ("True" if filled[0] else "False",))
        return Value(shape, (str(filled[0]) if not isinstance(shape, Float) else written(filled[0]),))
    at = where()
    if filled == list(range(len(filled))) and not isinstance(shape, Truth | Float):
        return Value(shape, (at,))
    code = f"{frame.program.table(filled)}[{at}]"
    return Value(shape, (f"({code} != 0)" if isinstance(shape, Truth) else code,))


def shape_of(values: list[Any], wide: int = 0) -> Shape:
    """The shape of constants of one kind, or of several."""
    shapes = [of_constant(v) for v in values]
    if all(isinstance(s, Truth) for s in shapes):
        return Truth()
    if all(isinstance(s, Int) for s in shapes):
        return join_all(shapes)
    if all(isinstance(s, Int | Wide) for s in shapes) and wide:
        return Wide(wide)
    if all(isinstance(s, Float | Int) for s in shapes):
        return Float()
    distinct: dict[Any, Any] = {}
    from gametree.compile.frontend.shapes import key

    for v in values:
        distinct.setdefault(key(v), v)
    return Sym(tuple(distinct.values()))


def all_known(values: list[Value]) -> list[Any] | None:
    """The constants, where all of these values are."""
    found = [known(v) for v in values]
    return [f[0] for f in found if f is not None] if all(f is not None for f in found) else None
