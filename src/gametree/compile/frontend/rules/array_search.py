# pyright: basic
"""Where cells of NumPy arrays are true, or greatest: ``flatnonzero``, ``argwhere``, ``nonzero``, ``argmax``.

>>> import numpy as np
>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("for i in np.flatnonzero(a == 0):", "    return int(i)", "return 9", np=np, a=[np.array([0, 1, 2])])
for _i1 in range(3):
    _t2 = ((a_ >> _i1 * 2) & 3)
    _t3 = (_t2 == 0)
    if _t3:
        i_ = _i1
        return i_
return 9
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.frontend.arrays import field_of, flat, is_array
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.numbers import as_number, as_truth
from gametree.compile.frontend.shapes import Int, UnsupportedError, told
from gametree.compile.frontend.values import Lazy, Value, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def _places(frame: Frame, v: Value, found: Any) -> Value:
    """The places of the cells that are true, as ``found`` makes them of the numbers."""
    field = field_of(frame, v)

    def each(frame: Frame, body: Any) -> None:
        def nest(rest: tuple[int, ...], at: list[str]) -> None:
            if not rest:
                with frame.block(f"if {as_truth(frame, frame.kept(field.at(frame, at)))}:"):
                    body(found(field.extent, at))
                return
            i = frame.program.temp("i")
            with frame.loop(f"for {i} in range({rest[0]}):"):
                nest(rest[1:], [*at, i])

        nest(field.extent, [])

    return Value(Lazy(each, compound=len(field.extent) > 1), ())


def _number(extent: tuple[int, ...], at: list[str]) -> Value:
    code, size = "", 1
    for i, n in zip(at, extent, strict=True):
        code, size = f"({code} * {n} + {i})" if code else i, size * n
    return Value(Int(0, size - 1), (code,))


def _pair(extent: tuple[int, ...], at: list[str]) -> Value:
    return product_of([Value(Int(0, n - 1), (i,)) for i, n in zip(at, extent, strict=True)])


@builtin(np.flatnonzero)
def flat_places(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.flatnonzero(a)``."""
    return _places(frame, args[0], _number)


@builtin(np.argwhere)
def places(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.argwhere(a)``."""
    return _places(frame, args[0], _pair)


@builtin(np.nonzero)
def nonzero(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.nonzero(a)[0]``, ``np.where(a)[0]``, ``zip(*np.where(a))``: a list for each direction."""
    from gametree.compile.frontend.rules.collecting import listed

    field = field_of(frame, args[0])
    columns = []
    for k in range(len(field.extent)):
        found = _places(frame, args[0], lambda extent, at, k=k: Value(Int(0, extent[k] - 1), (at[k],)))
        columns.append(listed(frame, found))
    return product_of(columns)


@method("nonzero")
def own_nonzero(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``a.nonzero()``."""
    if not is_array(v):
        raise UnsupportedError(f"nonzero of {told(v.shape)}")
    return nonzero(frame, [v], {})


def _extreme(name: str, symbol: str) -> None:
    def found(frame: Frame, v: Value) -> Value:
        field = field_of(frame, v)
        best, at, n = (frame.program.temp(h) for h in ("best", "at", "n"))
        frame.write(f"{best} = {at} = {n} = 0")

        def one(cell: Value) -> None:
            code = frame.temp(as_number(frame, frame.kept(cell)).code)
            with frame.block(f"if {n} == 0 or {code} {symbol} {best}:"):
                frame.write(f"{best}, {at} = {code}, {n}")
            frame.write(f"{n} += 1")

        if field.dtype.kind == "f":
            raise UnsupportedError(f"np.{name} of floats")
        flat(field).each(frame, one)
        size = 1
        for k in field.extent:
            size *= k
        return Value(Int(0, size - 1), (at,))

    @builtin(getattr(np, name))
    def rule(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        if len(args) != 1 or kws:
            raise UnsupportedError(f"np.{name} along an axis")
        return found(frame, args[0])

    @method(name)
    def own(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
        if args or kws or not is_array(v):
            raise UnsupportedError(f"{name} of {told(v.shape)}")
        return found(frame, v)


_extreme("argmax", ">")


_extreme("argmin", "<")
