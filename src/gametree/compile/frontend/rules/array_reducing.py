# pyright: basic
"""NumPy arrays made into numbers: ``sum``, ``any``, ``all``, ``max``, ``min``, ``count_nonzero``; of all cells, or
along an axis.

>>> import numpy as np
>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("(a == 1).sum()", a=[np.array([0, 1, 2])])
_sum20_ = 0
for _i1 in range(3):
    _t2 = ((a_ >> _i1 * 2) & 3)
    _t3 = (_t2 == 1)
    _sum20_ = (_sum20_ + (1 if _t3 else 0))
return _sum20_
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.frontend.arrays import Field, field_of, flat, is_array
from gametree.compile.frontend.rules.calling import BUILTINS, METHODS, builtin, method
from gametree.compile.frontend.rules.equality import equal
from gametree.compile.frontend.rules.iterating import counted
from gametree.compile.frontend.rules.numbers import applied, as_number, as_truth
from gametree.compile.frontend.rules.reducing import folded
from gametree.compile.frontend.shapes import Truth, UnsupportedError, told
from gametree.compile.frontend.values import Lazy, Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def _total(frame: Frame, source: Lazy) -> Value:
    return folded(
        frame, source, frame.constant(0), lambda a, v: applied(frame, ast.Add, a, as_number(frame, frame.kept(v)))
    )


def _product(frame: Frame, source: Lazy) -> Value:
    return folded(
        frame, source, frame.constant(1), lambda a, v: applied(frame, ast.Mult, a, as_number(frame, frame.kept(v)))
    )


def _nonzero(frame: Frame, source: Lazy) -> Value:
    def each(frame: Frame, body: Any) -> None:
        source.each(frame, lambda v: body(as_number(frame, Value(Truth(), (as_truth(frame, frame.kept(v)),)))))

    return _total(frame, Lazy(each, source.length, compound=source.compound))


def _plain(function: Any) -> Any:
    return lambda frame, source: BUILTINS[function](frame, [Value(source, ())], {})


_WAYS: dict[str, tuple[Any, Any]] = {
    "sum": (_total, np.int64), "prod": (_product, np.int64), "any": (_plain(any), bool), "all": (_plain(all), bool),
    "max": (_plain(max), None), "min": (_plain(min), None), "count_nonzero": (_nonzero, np.int64),
}  # fmt: skip


def reduced(frame: Frame, name: str, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """One number, or along an axis an array of them."""
    way, dtype = _WAYS[name]
    given = kws.get("axis", args[0] if args else frame.constant(None))
    axis = known(given)
    if axis is None or set(kws) - {"axis"} or len(args) > 1:
        raise UnsupportedError(f"{name} of an array with options")
    field = field_of(frame, v)
    if axis[0] is None:
        return way(frame, flat(field))
    if not isinstance(axis[0], int):
        raise UnsupportedError(f"{name} along several axes")
    k = axis[0] % len(field.extent)
    extent = field.extent[:k] + field.extent[k + 1 :]

    def at(frame: Frame, where: list[str]) -> Value:
        line = counted(field.extent[k], lambda frame, i: field.at(frame, [*where[:k], i, *where[k:]]))
        return way(frame, line)

    return Value(Field(extent, dtype or field.dtype, at), ()) if extent else at(frame, [])


def _register(name: str) -> None:
    own = METHODS.get(name)

    @method(name)
    def rule(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
        if is_array(v):
            return reduced(frame, name, v, args, kws)
        if own is None:
            raise UnsupportedError(f"the method {name} of {told(v.shape)}")
        return own(frame, v, args, kws)

    function = getattr(np, name)

    @builtin(function)
    def of_numpy(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        v = args[0]
        if isinstance(v.shape, Lazy) and not isinstance(v.shape, Field):
            raise UnsupportedError(f"np.{name} of an iterator")
        return reduced(frame, name, v, args[1:], kws)


for _name in _WAYS:
    _register(_name)


@builtin(np.array_equal)
def same(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.array_equal(a, b)``."""
    from gametree.compile.frontend.rules.array_arithmetic import compared

    one, other = (field_of(frame, a) for a in args)
    if one.extent != other.extent:
        return frame.constant(False)
    return reduced(frame, "all", compared(frame, "==", *args), [], {})


@builtin(np.trace)
def trace(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.trace(a)``."""
    from gametree.compile.frontend.rules.array_indexing import diagonal

    return reduced(frame, "sum", diagonal(frame, args, kws), [], {})


@method("trace")
def own_trace(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``a.trace()``."""
    return trace(frame, [v, *args], kws)


def holds(frame: Frame, x: Value, v: Value) -> Value:
    """``x in a``: is any cell equal to it?"""
    wanted = frame.kept(x)
    cells = flat(field_of(frame, v))

    def each(frame: Frame, body: Any) -> None:
        cells.each(frame, lambda c: body(equal(frame, c, wanted)))

    return BUILTINS[any](frame, [Value(Lazy(each, cells.length, compound=cells.compound), ())], {})
