"""Wide integers: several words with a sign, the lowest first. Plain Python here; compiled in ``compile/wide.py``.

>>> wide_add((-1, 0), (1, 0))
(0, 1)
>>> wide_shl(widen(1, 2), 64)
(0, 1)
>>> wide_popcount((-1, 1)), wide_length((0, 1)), wide_true((0, 0)), wide_lt((-1, -1), (0, 0))
(65, 65, False, True)
>>> wide_floordiv(split(-(10**30), 2), (0, 1)) == split(-(10**30) // 2**64, 2)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.layout import split, whole
from gametree.compile.frontend.runtime import OutOfShapeError
from gametree.compile.frontend.shapes import Int, Truth, UnsupportedError, Wide
from gametree.compile.frontend.values import Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

Words = tuple[int, ...]


def _made(x: int, words: int) -> Words:
    if x.bit_length() >= 64 * words:
        raise OutOfShapeError
    return split(x, words)


def widen(x: int, words: int) -> Words:
    """An integer of one word as one of several."""
    return split(x, words)


def narrow(x: Words) -> int:
    """A wide integer that must fit one word."""
    n = whole(x)
    if not -(1 << 63) <= n < 1 << 63:
        raise OutOfShapeError
    return n


def wide_add(a: Words, b: Words) -> Words:
    """``a + b``."""
    return _made(whole(a) + whole(b), len(a))


def wide_sub(a: Words, b: Words) -> Words:
    """``a - b``."""
    return _made(whole(a) - whole(b), len(a))


def wide_mul(a: Words, b: Words) -> Words:
    """``a * b``."""
    return _made(whole(a) * whole(b), len(a))


def wide_floordiv(a: Words, b: Words) -> Words:
    """``a // b``."""
    return _made(whole(a) // whole(b), len(a))


def wide_mod(a: Words, b: Words) -> Words:
    """``a % b``."""
    return split(whole(a) % whole(b), len(a))


def wide_pow(a: Words, n: int) -> Words:
    """``a ** n``; what does not fit is an error."""
    if n < 0 or n >= 64 * len(a):
        raise OutOfShapeError
    return _made(whole(a) ** n, len(a))


def wide_and(a: Words, b: Words) -> Words:
    """``a & b``."""
    return tuple([x & y for x, y in zip(a, b, strict=True)])


def wide_or(a: Words, b: Words) -> Words:
    """``a | b``."""
    return tuple([x | y for x, y in zip(a, b, strict=True)])


def wide_xor(a: Words, b: Words) -> Words:
    """``a ^ b``."""
    return tuple([x ^ y for x, y in zip(a, b, strict=True)])


def wide_not(a: Words) -> Words:
    """``~a``."""
    return tuple([~x for x in a])


def wide_neg(a: Words) -> Words:
    """``-a``."""
    return split(-whole(a), len(a))


def wide_shl(a: Words, n: int) -> Words:
    """``a << n``; what does not fit is an error."""
    if n < 0 or n >= 64 * len(a):
        raise OutOfShapeError
    return _made(whole(a) << n, len(a))


def wide_shr(a: Words, n: int) -> Words:
    """``a >> n``."""
    if n < 0:
        raise OutOfShapeError
    return split(whole(a) >> n, len(a))


def wide_true(a: Words) -> bool:
    """``bool(a)``."""
    return any(a)


def wide_eq(a: Words, b: Words) -> bool:
    """``a == b``."""
    return a == b


def wide_lt(a: Words, b: Words) -> bool:
    """``a < b``."""
    return whole(a) < whole(b)


def wide_popcount(a: Words) -> int:
    """How many bits are set."""
    return abs(whole(a)).bit_count()


def wide_length(a: Words) -> int:
    """The number of the highest bit, counted from 1."""
    return whole(a).bit_length()


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
