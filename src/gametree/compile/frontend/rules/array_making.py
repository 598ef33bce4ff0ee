# pyright: basic
"""New NumPy arrays: ``np.zeros``, ``np.full``, ``np.array``, ``a.astype``, ``np.zeros_like``.

>>> import numpy as np
>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("b = np.zeros(3, dtype=int)", "b[i] = 1", "return b", np=np, i=[0, 1])
b_ = 0
_t1 = (b_ & ~(1 << i_) | 1 << i_)
b_ = _t1
return b_
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.frontend.arrays import Field, field_of, is_array, narrowed
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.numbers import as_number, as_truth
from gametree.compile.frontend.shapes import Truth, UnsupportedError, told
from gametree.compile.frontend.values import Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def _dtype(given: Value | None, otherwise: Any) -> Any:
    if given is None:
        return np.dtype(otherwise)
    fixed = known(given)
    if fixed is None:
        raise UnsupportedError("an array of a dtype that is not known")
    return np.dtype(fixed[0])


def _extent(v: Value) -> tuple[int, ...]:
    fixed = known(v)
    if fixed is None:
        raise UnsupportedError("an array of an extent that is not known")
    return (fixed[0],) if isinstance(fixed[0], int) else tuple(fixed[0])


def _filled(frame: Frame, extent: tuple[int, ...], new: Value, dtype: Any) -> Value:
    cell = frame.kept(converted(frame, new, dtype))
    return Value(Field(extent, dtype, lambda frame, at: cell), ())


def converted(frame: Frame, v: Value, dtype: Any) -> Value:
    """A number as an array of this kind holds it."""
    if np.dtype(dtype).kind == "b":
        return Value(Truth(), (as_truth(frame, v),))
    return narrowed(frame, as_number(frame, v), dtype)


def _making(function: Any, value: int) -> None:
    @builtin(function)
    def rule(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        dtype = _dtype(kws.get("dtype", args[1] if len(args) > 1 else None), np.float64)
        return _filled(frame, _extent(args[0]), frame.constant(value), dtype)


_making(np.zeros, 0)


_making(np.ones, 1)


@builtin(np.full)
def full(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.full(n, x)``."""
    from gametree.compile.frontend.rules.array_arithmetic import kind_of

    dtype = _dtype(kws.get("dtype", args[2] if len(args) > 2 else None), np.result_type(kind_of(frame, args[1])))
    return _filled(frame, _extent(args[0]), args[1], dtype)


def _alike(function: Any, value: int) -> None:
    @builtin(function)
    def rule(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        like = field_of(frame, args[0])
        return _filled(frame, like.extent, frame.constant(value), _dtype(kws.get("dtype"), like.dtype))


_alike(np.zeros_like, 0)


_alike(np.ones_like, 1)


@builtin(np.array, np.asarray)
def array(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.array(xs)``."""
    from gametree.compile.frontend.rules.collecting import solid

    field = field_of(frame, solid(frame, args[0]))
    return cast(frame, field, _dtype(kws.get("dtype", args[1] if len(args) > 1 else None), field.dtype))


@builtin(np.copy)
def copied(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``np.copy(a)``."""
    return Value(field_of(frame, args[0]), ())


def cast(frame: Frame, field: Field, dtype: Any) -> Value:
    """An array with cells of another kind."""
    if field.dtype == dtype:
        return Value(field, ())
    return Value(Field(field.extent, dtype, lambda frame, at: converted(frame, field.at(frame, at), dtype)), ())


@method("astype")
def as_type(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``a.astype(int)``."""
    if not is_array(v):
        raise UnsupportedError(f"astype of {told(v.shape)}")
    return cast(frame, field_of(frame, v), _dtype(args[0], None))
