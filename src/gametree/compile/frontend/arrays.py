# pyright: basic
"""NumPy arrays while rules are rewritten: an extent, and what each cell is. Nothing is worked out before it is asked
for, so ``(board == 1) & (mask != 0)`` is one loop where it is summed, and none of the arrays between is ever made."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.frontend import cells
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.observing import join
from gametree.compile.frontend.shapes import Array, Float, Int, Packed, Sym, Truth, Tup, UnsupportedError, slots
from gametree.compile.frontend.values import Lazy, Value, known

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.compile.frontend.frame import Frame


class Field(Lazy):
    """An array: ``extent`` says how long it is in each direction, and ``at`` gives the cell of some numbers. Gone
    through, it is its rows."""

    def __init__(self, extent: tuple[int, ...], dtype: Any, at: Callable[[Frame, list[str]], Value]):
        self.extent, self.dtype, self.at = extent, np.dtype(dtype), at

        def item(frame: Frame, i: str) -> Value:
            i = i if i.isdigit() else frame.temp(i, "i")
            if len(extent) == 1:
                return at(frame, [i])
            return Value(Field(extent[1:], dtype, lambda frame, rest: at(frame, [i, *rest])), ())

        def each(frame: Frame, body: Any) -> None:
            i = frame.program.temp("i")
            with frame.loop(f"for {i} in range({extent[0]}):"):
                body(item(frame, i))

        super().__init__(each, extent[0], item, again=True)


def is_array(v: Value) -> bool:
    """Is this an array of NumPy's?"""
    match v.shape:
        case Field() | Array():
            return True
        case Packed(kind=kind):
            return isinstance(kind, tuple)
        case Sym(values=(x,)):
            return isinstance(x, np.ndarray)
    return False


def field_of(frame: Frame, v: Value) -> Field:
    """An array, or a tuple or list of numbers, by its cells."""
    match v.shape:
        case Field():
            return v.shape
        case Array(dtype=dtype, extent=extent):
            return Field(extent, dtype, lambda frame, at: _data(v, at))
        case Packed(kind=kind) if isinstance(kind, tuple):
            held = frame.kept(v)
            return Field(extent_of(v.shape), kind[1], lambda frame, at: _cell(frame, held, at))
        case Packed() | Tup():
            held = frame.kept(v)
            return Field(extent_of(v.shape), _kind_of(v.shape), lambda frame, at: _cell(frame, held, at))
    fixed = known(v)
    if fixed is not None and isinstance(fixed[0], np.ndarray | tuple | list):
        return _constant(np.array(fixed[0]))
    raise UnsupportedError("an array made of this")


def extent_of(shape: Any) -> tuple[int, ...]:
    """How long an array is in each direction."""
    if isinstance(shape, Packed):
        return (shape.n, *extent_of(shape.item))
    if isinstance(shape, Tup):
        return (len(shape.items), *extent_of(shape.items[0]))
    return ()


def _kind_of(shape: Any) -> Any:
    while isinstance(shape, Packed | Tup):
        shape = shape.item if isinstance(shape, Packed) else join(*(shape.items * 2)[:2])
    if isinstance(shape, Int | Truth | Float):
        return {Int: np.int64, Truth: np.bool_, Float: np.float64}[type(shape)]
    raise UnsupportedError("an array of something else than numbers")


def _data(v: Value, at: list[str]) -> Value:
    """A cell of an array of the game's."""
    shape = v.shape
    assert isinstance(shape, Array)
    kind = Float() if "float" in shape.dtype else Truth() if shape.dtype == "bool" else Int()
    return Value(kind, (f"{v.code}[{', '.join(at)}]",))


def _cell(frame: Frame, v: Value, at: list[str]) -> Value:
    from gametree.compile.frontend.rules.sequences import item

    for i in at:
        if isinstance(v.shape, Packed):
            v = cells.get(frame, frame.kept(v), i)
        else:
            v = item(
                frame, v, frame.constant(int(i)) if i.isdigit() else Value(Int(0, extent_of(v.shape)[0] - 1), (i,))
            )
    return v


def _constant(array: np.ndarray) -> Field:
    from gametree.compile.frontend.rules.tabulating import from_table

    entries = array.ravel().tolist()

    def at(frame: Frame, at: list[str]) -> Value:
        code = ""
        for i, n in zip(at, array.shape, strict=True):
            code = f"({code} * {n} + {i})" if code else i
        return from_table(frame, entries, lambda: code)

    return Field(array.shape, array.dtype, at)


def kept(frame: Frame, field: Field) -> Value:
    """An array that is kept: its cells side by side in words."""
    from gametree.compile.frontend.rules.collecting import gathered

    size = math.prod(field.extent)
    if size == 0:
        raise UnsupportedError("an array without cells")
    if field.dtype.kind not in "bi" and field.dtype != np.uint8:
        raise UnsupportedError(f"an array of {field.dtype} that is kept")
    made = gathered(frame, Lazy(flat(field).each, size, compound=True), kind=tuple)
    if not isinstance(made.shape, Packed) or made.shape.n != size:
        made = _forced(frame, made, size)
    return _folded(frame, made, field)


def _forced(frame: Frame, made: Value, size: int) -> Value:
    shape = made.shape
    item = join(*(shape.items * 2)[:2]) if isinstance(shape, Tup) else None
    if item is None:
        raise UnsupportedError("an array that is too large to be kept")
    board = Packed(size, item)
    return Value(board, coerce(frame, made, board))


def _folded(frame: Frame, made: Value, field: Field) -> Value:
    """Cells in a row as an array of rows."""
    assert isinstance(made.shape, Packed)
    kind = ("array", str(field.dtype), len(field.extent))
    shape: Any = made.shape.item
    for n in reversed(field.extent):
        shape = Packed(n, shape, kind)
    if len(field.extent) == 1:
        return Value(shape, made.codes)
    names = tuple(frame.program.temp("board") for _ in range(slots(shape)))
    if not names:
        return Value(shape, ())
    frame.write(f"{' = '.join(names)} = 0")
    rows, cols = field.extent[0], math.prod(field.extent[1:])
    if len(field.extent) != 2:
        raise UnsupportedError("an array of more than two dimensions that is kept")
    i, j = frame.program.temp("i"), frame.program.temp("j")
    with frame.loop(f"for {i} in range({rows}):"):
        row = tuple(frame.program.temp("row") for _ in range(slots(shape.item)))
        frame.write(f"{' = '.join(row)} = 0")
        with frame.loop(f"for {j} in range({cols}):"):
            cell = cells.get(frame, made, f"({i} * {cols} + {j})")
            new = cells.put(frame, Value(shape.item, row), j, cell.codes)
            frame.write(f"{', '.join(row)} = {', '.join(new.codes)}")
        new = cells.put(frame, Value(shape, names), i, row)
        frame.write(f"{', '.join(names)} = {', '.join(new.codes)}")
    return Value(shape, names)


def flat(field: Field) -> Lazy:
    """All the cells, one after the other."""

    def each(frame: Frame, body: Any) -> None:
        def nest(rest: tuple[int, ...], at: list[str]) -> None:
            if not rest:
                body(field.at(frame, at))
                return
            i = frame.program.temp("i")
            with frame.loop(f"for {i} in range({rest[0]}):"):
                nest(rest[1:], [*at, i])

        nest(field.extent, [])

    return Lazy(each, math.prod(field.extent), compound=len(field.extent) > 1)


def narrowed(frame: Frame, v: Value, dtype: Any) -> Value:
    """A number as an array of this kind holds it: what is too large for it begins anew, as in NumPy."""
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        return Value(Float(), coerce(frame, v, Float()))
    if dtype.kind == "b" or not isinstance(v.shape, Int) or dtype == np.int64:
        return v
    if dtype.kind not in "iu" or dtype == np.uint64:
        raise UnsupportedError(f"an array of {dtype}")
    info = np.iinfo(dtype)
    low, high = int(info.min), int(info.max)
    if v.shape.lo is not None and v.shape.hi is not None and low <= v.shape.lo and v.shape.hi <= high:
        return v
    code = f"(({v.code} + {-low}) & {high - low})" if low else f"({v.code} & {high})"
    return Value(Int(low, high), (f"({code} - {-low})" if low else code,))
