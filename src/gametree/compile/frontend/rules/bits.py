# pyright: basic
"""Bits: ``x.bit_count()``, ``bin(x).count("1")``, ``x.bit_length()``, and the functions of ``gametree.bits``.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("bin(x).count('1')", x=[0, 7])
return popcount(x_)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree import bits
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.numbers import as_int, as_number
from gametree.compile.frontend.shapes import Int, Packed, Tup, UnsupportedError, Wide
from gametree.compile.frontend.values import Lazy, Value, known
from gametree.compile.frontend.wide_words import wide_length, wide_popcount

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def counted_bits(frame: Frame, node: ast.Call) -> Value | None:
    """``bin(x).count("1")``; None where it is something else."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Call(func=ast.Name(id="bin" | "format"), args=[x, *_]), attr="count"),
            args=[ast.Constant(value="1")],
        ):
            return popcount(frame, frame.expr(x), [], {})
    return None


@method("bit_count")
def popcount(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """How many bits are set."""
    n = as_number(frame, v)
    if (fixed := known(n)) is not None:
        return frame.constant(fixed[0].bit_count())
    if isinstance(n.shape, Wide):
        return Value(Int(0, 64 * n.shape.words), (f"{frame.program.helper(wide_popcount)}({n.code})",))
    code = n.code if isinstance(n.shape, Int) and n.shape.lo is not None and n.shape.lo >= 0 else f"abs({n.code})"
    return Value(Int(0, 64), (f"{frame.program.helper(bits.popcount)}({code})",))


@method("bit_length")
def length(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """The number of the highest bit, counted from 1."""
    n = as_number(frame, v)
    if (fixed := known(n)) is not None:
        return frame.constant(fixed[0].bit_length())
    if isinstance(n.shape, Wide):
        return Value(Int(0, 64 * n.shape.words), (f"{frame.program.helper(wide_length)}({n.code})",))
    return Value(Int(0, 64), (f"({frame.program.helper(bits.highest)}(abs({n.code})) + 1)",))


@builtin(int.bit_count)
def unbound_count(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``int.bit_count(x)``."""
    return popcount(frame, args[0], [], {})


def _plain(function: Any, shape: Int) -> None:
    @builtin(function)
    def rule(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        codes = ", ".join(as_int(frame, a) for a in args)
        return Value(shape, (f"{frame.program.helper(function)}({codes})",))


for _function, _shape in (
    (bits.signed, Int()), (bits.bit, Int()), (bits.popcount, Int(0, 64)), (bits.lowest, Int(0, 64)),
    (bits.highest, Int(-1, 63)), (bits.nth, Int(0, 64)),
    (bits.without_lowest, Int()), (bits.shift_left, Int()), (bits.shift_right, Int()), (bits.flip_rows, Int()),
):  # fmt: skip
    _plain(_function, _shape)


@builtin(bits.ones)
def ones(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``ones(x)``."""
    code = as_int(frame, args[0])

    def each(frame: Frame, body: Any) -> None:
        i = frame.program.temp("i")
        with frame.loop(f"for {i} in {frame.program.helper(bits.ones)}({code}):"):
            body(Value(Int(0, 63), (i,)))

    return Value(Lazy(each), ())


@builtin(bits.put)
def put(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``put(t, i, v)``."""
    from gametree.compile.frontend.rules.sequences import with_item

    if not isinstance(args[0].shape, Packed | Tup):
        raise UnsupportedError("put on this")
    return with_item(frame, *args)
