# pyright: basic
"""Operators of wide integers (``wide_words.py``) in rewritten rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.shapes import Int, Truth, UnsupportedError, Wide
from gametree.compile.frontend.values import Value, known
from gametree.compile.frontend.wide_words import (
    narrow,
    wide_add,
    wide_and,
    wide_eq,
    wide_floordiv,
    wide_lt,
    wide_mod,
    wide_mul,
    wide_neg,
    wide_not,
    wide_or,
    wide_pow,
    wide_shl,
    wide_shr,
    wide_sub,
    wide_xor,
)  # fmt: skip

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

_BINARY: dict[str, Any] = {
    "+": wide_add, "-": wide_sub, "*": wide_mul, "&": wide_and, "|": wide_or, "^": wide_xor,
    "<<": wide_shl, ">>": wide_shr, "//": wide_floordiv, "%": wide_mod, "**": wide_pow,
}  # fmt: skip


def _word(frame: Frame, v: Value) -> str:
    from gametree.compile.frontend.coerce import coerce

    return coerce(frame, v, Wide(frame.program.wide))[0]


def operation(frame: Frame, symbol: str, a: Value, b: Value) -> Value:
    """An operator of which an operand is wide."""
    shape = Wide(frame.program.wide)
    if symbol == "**" and known(a) == (2,):
        return operation(frame, "<<", frame.constant(1), b)
    if symbol in ("<<", ">>", "**"):
        from gametree.compile.frontend.rules.numbers import as_int

        return Value(shape, (f"{frame.program.helper(_BINARY[symbol])}({_word(frame, a)}, {as_int(frame, b)})",))
    if symbol not in _BINARY:
        raise UnsupportedError(f"{symbol} of wide integers")
    code = f"{frame.program.helper(_BINARY[symbol])}({_word(frame, a)}, {_word(frame, b)})"
    small = symbol == "&" and any(
        isinstance(v.shape, Int) and v.shape.lo is not None and v.shape.lo >= 0 for v in (a, b)
    )
    if small:
        hi = min((v.shape.hi for v in (a, b) if isinstance(v.shape, Int) and v.shape.hi is not None), default=None)
        return Value(Int(0, hi), (f"{frame.program.helper(narrow)}({code})",))
    return Value(shape, (code,))


def unary(frame: Frame, symbol: str, a: Value) -> Value:
    """``-a``, ``~a``."""
    if symbol == "+":
        return a
    return Value(a.shape, (f"{frame.program.helper(wide_neg if symbol == '-' else wide_not)}({a.code})",))


def compared(frame: Frame, symbol: str, a: Value, b: Value) -> Value:
    """``a < b`` and the like."""
    x, y = _word(frame, a), _word(frame, b)
    lt, eq = frame.program.helper(wide_lt), frame.program.helper(wide_eq)
    form = {
        "==": f"{eq}({x}, {y})", "!=": f"(not {eq}({x}, {y}))", "<": f"{lt}({x}, {y})", ">": f"{lt}({y}, {x})",
        "<=": f"(not {lt}({y}, {x}))", ">=": f"(not {lt}({x}, {y}))",
    }  # fmt: skip
    return Value(Truth(), (form[symbol],))
