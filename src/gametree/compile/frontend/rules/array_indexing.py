# pyright: basic
"""Parts of NumPy arrays: ``a[i, j]``, ``a[:, j]``, ``a[1:-1]``, ``a[::-1]``, ``a[[0, 4, 8]]``, ``a.T``, ``a.ravel()``.

>>> import numpy as np
>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("(a[::-1] == 1).all()", a=[np.array([0, 1, 2])])
_found1 = True
for _i2 in range(3):
    _i3 = (2 + _i2 * -1)
    _t4 = ((a_ >> _i3 * 2) & 3)
    if not (_t4 == 1):
        _found1 = False
        break
return _found1
"""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.frontend import cells
from gametree.compile.frontend.arrays import Field, field_of, is_array
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.numbers import as_int
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.shapes import Int, UnsupportedError, told
from gametree.compile.frontend.values import Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


class Cut:
    """A slice along one direction: the cell of number i there is that of ``start + i * step``."""

    def __init__(self, frame: Frame, node: ast.Slice | None, n: int):
        ends = (node.lower, node.upper, node.step) if node is not None else (None, None, None)
        fixed = [known(frame.expr(e)) if e is not None else (None,) for e in ends]
        if any(f is None for f in fixed):
            raise UnsupportedError("a slice of an array whose ends are not known")
        found = range(n)[slice(*(f[0] for f in fixed if f is not None))]
        self.start, self.step, self.length = found.start, found.step, len(found)

    def at(self, i: str) -> str:
        if i.isdigit():
            return str(self.start + int(i) * self.step)
        times = i if self.step == 1 else f"{i} * {self.step}"
        return f"({self.start} + {times})" if self.start or self.step != 1 else i


def indexed(frame: Frame, v: Value, node: ast.expr) -> Value:
    """A part of an array."""
    field = field_of(frame, v)
    nodes = node.elts if isinstance(node, ast.Tuple) else [node]
    if len(nodes) > len(field.extent):
        raise UnsupportedError("more indices than the array has directions")
    steps: list[Any] = []
    for n, part in zip(field.extent, nodes, strict=False):
        if isinstance(part, ast.Slice):
            steps.append(Cut(frame, part, n))
            continue
        index = frame.expr(part)
        if is_array(index) or (not isinstance(index.shape, Int) and _is_row(index)):
            steps.append(_chosen(frame, index, n))
        elif len(nodes) == 1 and _is_row(index):
            return indexed_by(frame, field, items_of(frame, index))
        else:
            code = cells.index_in(frame, index, n)
            steps.append(code if code.isdigit() else frame.temp(code, "i"))
    return _taken(field, steps)


def indexed_by(frame: Frame, field: Field, indices: list[Value]) -> Value:
    """``a[cell]``, where cell is a tuple of numbers."""
    steps = [frame.temp(cells.index_in(frame, i, n), "i") for i, n in zip(indices, field.extent, strict=False)]
    return _taken(field, steps)


def _is_row(v: Value) -> bool:
    """Is this a list of numbers?"""
    fixed = known(v)
    return fixed is not None and isinstance(fixed[0], list)


def _chosen(frame: Frame, index: Value, n: int) -> Field:
    field = field_of(frame, index)
    if field.dtype.kind == "b":
        raise UnsupportedError("the cells of an array where another is true: how many is not known")

    def at(frame: Frame, where: list[str]) -> Value:
        return Value(Int(0, n - 1), (cells.index_in(frame, field.at(frame, where), n),))

    return Field(field.extent, field.dtype, at)


def _taken(field: Field, steps: list[Any]) -> Value:
    rows = [s for s in steps if isinstance(s, Field)]
    if rows and any(isinstance(s, Cut) for s in steps):
        raise UnsupportedError("slices and lists of indices together")
    shared = np.broadcast_shapes(*(r.extent for r in rows)) if rows else ()
    extent = (*shared, *(s.length for s in steps if isinstance(s, Cut)), *field.extent[len(steps) :])

    def at(frame: Frame, where: list[str]) -> Value:
        first, rest = where[: len(shared)], iter(where[len(shared) :])
        codes = []
        for s in steps:
            if isinstance(s, Field):
                own = first[len(first) - len(s.extent) :]
                codes.append(as_int(frame, s.at(frame, own)))
            else:
                codes.append(s.at(next(rest)) if isinstance(s, Cut) else s)
        return field.at(frame, [c if c.isdigit() else frame.temp(c, "i") for c in (*codes, *rest)])

    if not extent:
        raise AssertionError("a single cell is read by item()")
    return Value(Field(extent, field.dtype, at), ())


def turned(field: Field) -> Field:
    """``a.T``."""
    return Field(field.extent[::-1], field.dtype, lambda frame, at: field.at(frame, at[::-1]))


@builtin(np.transpose)
def transposed(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.transpose(a)``."""
    if len(args) != 1 or kws:
        raise UnsupportedError("np.transpose with an order of its own")
    return Value(turned(field_of(frame, args[0])), ())


def _mirrored(function: Any, *axes: int) -> None:
    @builtin(function)
    def rule(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        if len(args) != 1 or kws:
            raise UnsupportedError(f"np.{function.__name__} with options")
        field = field_of(frame, args[0])

        def at(frame: Frame, where: list[str]) -> Value:
            ends = [
                i if k not in axes else str(n - 1 - int(i)) if i.isdigit() else frame.temp(f"{n - 1} - {i}", "i")
                for k, (i, n) in enumerate(zip(where, field.extent, strict=True))
            ]
            return field.at(frame, ends)

        return Value(Field(field.extent, field.dtype, at), ())


_mirrored(np.fliplr, 1)


_mirrored(np.flipud, 0)


_mirrored(np.flip, 0, 1, 2, 3)


@builtin(np.rot90)
def turned_left(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.rot90(a, k)``."""
    times = known(kws.get("k", args[1] if len(args) > 1 else frame.constant(1)))
    field = field_of(frame, args[0])
    if times is None or len(field.extent) != 2:
        raise UnsupportedError("np.rot90 of this")
    for _ in range(times[0] % 4):
        field = _quarter(field)
    return Value(field, ())


def _quarter(field: Field) -> Field:
    rows, columns = field.extent

    def at(frame: Frame, where: list[str]) -> Value:
        i, j = where
        other = str(columns - 1 - int(i)) if i.isdigit() else frame.temp(f"{columns - 1} - {i}", "i")
        return field.at(frame, [j, other])

    return Field((columns, rows), field.dtype, at)


@method("ravel", "flatten")
def unrolled(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``a.ravel()``."""
    if not is_array(v) or args or kws:
        raise UnsupportedError(f"ravel of {told(v.shape)}")
    field = field_of(frame, v)
    return Value(reshaped(field, (math.prod(field.extent),)), ())


@method("reshape")
def to_extent(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``a.reshape(3, 3)``."""
    sizes = [known(a) for a in (items_of(frame, args[0]) if len(args) == 1 and not _is_number(args[0]) else args)]
    field = field_of(frame, v)
    if kws or any(s is None for s in sizes):
        raise UnsupportedError("reshape to an extent that is not known")
    extent = np.empty(field.extent, bool).reshape(tuple(s[0] for s in sizes)).shape  # type: ignore
    return Value(reshaped(field, extent), ())


def _is_number(v: Value) -> bool:
    return isinstance(v.shape, Int)


def reshaped(field: Field, extent: tuple[int, ...]) -> Field:
    """The same cells, one after the other, in rows of another length."""

    def at(frame: Frame, where: list[str]) -> Value:
        code = ""
        for i, n in zip(where, extent, strict=True):
            code = f"({code} * {n} + {i})" if code else i
        code = str(eval(code)) if all(i.isdigit() for i in where) else frame.temp(code, "i")  # our own digits
        found: list[str] = []
        for n in reversed(field.extent):
            found.insert(0, str(int(code) % n) if code.isdigit() else frame.temp(f"{code} % {n}", "i"))
            code = str(int(code) // n) if code.isdigit() else f"({code} // {n})"
        return field.at(frame, found)

    return field if extent == field.extent else Field(extent, field.dtype, at)


@builtin(np.diag, np.diagonal)
def diagonal(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.diag(a)`` of a square, or of a rectangle."""
    field = field_of(frame, args[0])
    if len(args) > 1 or kws or len(field.extent) != 2:
        raise UnsupportedError("np.diag of this")
    return Value(Field((min(field.extent),), field.dtype, lambda frame, at: field.at(frame, [at[0], at[0]])), ())


@method("diagonal")
def own_diagonal(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``a.diagonal()``."""
    return diagonal(frame, [v, *args], kws)
