# pyright: basic
"""Arithmetic on whole NumPy arrays, cell by cell: operators, comparisons, ``np.where`` and the like.

>>> import numpy as np
>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("np.any((a == 1) & (b != 1))", np=np, a=[np.array([0, 1, 2])], b=[np.array([1, 0, 2])])
_found1 = False
for _i2 in range(3):
    _t3 = ((a_ >> _i2 * 2) & 3)
    _t4 = ((b_ >> _i2 * 2) & 3)
    _t5 = (_t3 == 1)
    _t6 = (not (_t4 == 1))
    if (_t5 and _t6):
        _found1 = True
        break
return _found1
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.frontend.arrays import Field, field_of, is_array, narrowed
from gametree.compile.frontend.rules.calling import builtin, inlined
from gametree.compile.frontend.rules.choosing import chosen
from gametree.compile.frontend.rules.comparing import ordered
from gametree.compile.frontend.rules.numbers import applied, as_number, as_truth
from gametree.compile.frontend.shapes import Float, Int, Sym, Truth, UnsupportedError
from gametree.compile.frontend.values import Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.compile.frontend.frame import Frame


def _is_scalar(v: Value) -> bool:
    return isinstance(v.shape, Int | Truth | Float) or (isinstance(v.shape, Sym) and np.isscalar(v.shape.values[0]))


def broadcast(frame: Frame, values: list[Value], cell: Callable[..., Value], dtype: Any) -> Value:
    """An array each of whose cells is made of the cells of others; a number stands for an array of it."""
    fields = [None if _is_scalar(v) else field_of(frame, v) for v in values]
    values = [frame.kept(v) if f is None else v for v, f in zip(values, fields, strict=True)]
    extent = np.broadcast_shapes(*(f.extent for f in fields if f is not None))

    def at(frame: Frame, where: list[str]) -> Value:
        parts = []
        for v, f in zip(values, fields, strict=True):
            if f is None:
                parts.append(v)
                continue
            own = where[len(where) - len(f.extent) :]
            parts.append(f.at(frame, ["0" if n == 1 else i for i, n in zip(own, f.extent, strict=True)]))
        return cell(frame, *map(frame.kept, parts))

    return Value(Field(extent, dtype, at), ())


def kind_of(frame: Frame, v: Value) -> Any:
    """The dtype of an array; a number of Python's has none of its own."""
    if not _is_scalar(v):
        return field_of(frame, v).dtype
    return {Truth: False, Float: 0.0}.get(type(v.shape), 0)


def operated(frame: Frame, kind: type, a: Value, b: Value) -> Value:
    """``a + b`` and the like."""
    if kind is ast.MatMult:
        return multiplied(frame, a, b)
    dtype = np.result_type(kind_of(frame, a), kind_of(frame, b))
    if kind is ast.Div:
        dtype = np.dtype(np.float64)
    if dtype.kind == "b":
        return _of_truths(frame, kind, a, b)

    def cell(frame: Frame, x: Value, y: Value) -> Value:
        return narrowed(frame, applied(frame, kind, as_number(frame, x), as_number(frame, y)), dtype)

    return broadcast(frame, [a, b], cell, dtype)


def _of_truths(frame: Frame, kind: type, a: Value, b: Value) -> Value:
    """Of arrays of truths ``&`` and ``*`` are and, ``|`` and ``+`` or, ``^`` is unequal."""
    form = {ast.BitAnd: "({0} and {1})", ast.Mult: "({0} and {1})", ast.BitOr: "({0} or {1})", ast.Add: "({0} or {1})"}
    form[ast.BitXor] = "({0} != {1})"
    if kind not in form:
        raise UnsupportedError("this operator on arrays of truths")

    def cell(frame: Frame, x: Value, y: Value) -> Value:
        return Value(Truth(), (form[kind].format(as_truth(frame, x), as_truth(frame, y)),))

    return broadcast(frame, [a, b], cell, bool)


def compared(frame: Frame, symbol: str, a: Value, b: Value) -> Value:
    """``a == b`` and the like: an array of truths."""
    return broadcast(frame, [a, b], lambda frame, x, y: ordered(frame, symbol, x, y), bool)


def negated(frame: Frame, symbol: str, v: Value) -> Value:
    """``-a``, ``~a``: of truths ``~`` is not."""
    field = field_of(frame, v)
    if field.dtype.kind == "b":
        if symbol != "~":
            raise UnsupportedError(f"{symbol} of an array of truths")
        return broadcast(frame, [v], lambda frame, x: Value(Truth(), (f"(not {as_truth(frame, x)})",)), bool)

    def cell(frame: Frame, x: Value) -> Value:
        zero, ones = frame.constant(0), frame.constant(-1)
        kind, first = (ast.BitXor, ones) if symbol == "~" else (ast.Sub, zero)
        return x if symbol == "+" else narrowed(frame, applied(frame, kind, first, x), field.dtype)

    return broadcast(frame, [v], cell, field.dtype)


@builtin(np.dot, np.matmul)
def dot(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.dot(a, b)``."""
    return multiplied(frame, *args)


def multiplied(frame: Frame, a: Value, b: Value) -> Value:
    """``a @ b``."""
    from gametree.compile.frontend.rules.iterating import counted
    from gametree.compile.frontend.rules.reducing import folded

    one, other = field_of(frame, a), field_of(frame, b)
    if len(one.extent) > 2 or len(other.extent) > 2 or one.extent[-1:] != other.extent[:1]:
        raise UnsupportedError("a product of arrays of these extents")
    dtype = np.result_type(one.dtype, other.dtype)
    if dtype.kind not in "i":
        raise UnsupportedError(f"a product of arrays of {dtype}")

    def at(frame: Frame, where: list[str]) -> Value:
        rows = where[: len(one.extent) - 1]
        columns = where[len(one.extent) - 1 :]

        def term(frame: Frame, k: str) -> Value:
            x, y = one.at(frame, [*rows, k]), other.at(frame, [k, *columns])
            return applied(frame, ast.Mult, as_number(frame, frame.kept(x)), as_number(frame, frame.kept(y)))

        terms = counted(one.extent[-1], term)
        return narrowed(
            frame, folded(frame, terms, frame.constant(0), lambda s, v: applied(frame, ast.Add, s, v)), dtype
        )

    extent = (*one.extent[:-1], *other.extent[1:])
    return Value(Field(extent, dtype, at), ()) if extent else at(frame, [])


@builtin(np.where)
def where(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.where(test, a, b)``."""
    if len(args) != 3:
        from gametree.compile.frontend.rules.array_search import nonzero

        return nonzero(frame, args, kws)
    dtype = np.result_type(kind_of(frame, args[1]), kind_of(frame, args[2]))

    def cell(frame: Frame, test: Value, a: Value, b: Value) -> Value:
        return chosen(frame, Value(Truth(), (as_truth(frame, test),)), a, b)

    return broadcast(frame, args, cell, dtype)


def _by_name(function: Any, plain: Any) -> None:
    @builtin(function)
    def rule(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        if kws:
            raise UnsupportedError(f"np.{function.__name__} with options")
        if not any(map(is_array, args)):
            return inlined(frame, frame.constant(plain), args)
        dtype = np.result_type(*(kind_of(frame, a) for a in args))
        return broadcast(frame, args, lambda frame, *x: inlined(frame, frame.constant(plain), list(x)), dtype)


for _function, _plain in ((np.minimum, min), (np.maximum, max), (np.abs, abs)):
    _by_name(_function, _plain)


def _logical(function: Any, form: str) -> None:
    @builtin(function)
    def rule(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        def cell(frame: Frame, *x: Value) -> Value:
            return Value(Truth(), (form.format(*(as_truth(frame, v) for v in x)),))

        return broadcast(frame, args, cell, bool) if any(map(is_array, args)) else cell(frame, *args)


for _function, _form in (
    (np.logical_and, "({0} and {1})"), (np.logical_or, "({0} or {1})"), (np.logical_not, "(not {0})"),
    (np.logical_xor, "({0} != {1})"),
):  # fmt: skip
    _logical(_function, _form)
