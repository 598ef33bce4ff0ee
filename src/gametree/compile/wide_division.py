# pyright: basic
"""``//``, ``%`` and ``**`` of wide integers, as instructions: LLVM itself divides at most 128 bits."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils

from gametree.compile.numba_setup import WORD


def _divided(builder: Any, a: Any, b: Any, bits: Any) -> tuple[Any, Any]:
    """The quotient and the rest of numbers without sign, as on paper: bit by bit from the highest of ``bits``."""
    kind = a.type
    quotient, rest = (cgutils.alloca_once_value(builder, kind(0)) for _ in range(2))
    with cgutils.for_range(builder, bits) as loop:
        i = builder.zext(builder.sub(builder.sub(bits, WORD(1)), loop.index), kind)
        bit = builder.and_(builder.lshr(a, i), kind(1))
        r = builder.or_(builder.shl(builder.load(rest), kind(1)), bit)
        fits = builder.icmp_unsigned(">=", r, b)
        builder.store(builder.select(fits, builder.sub(r, b), r), rest)
        q = builder.or_(builder.load(quotient), builder.shl(kind(1), i))
        builder.store(builder.select(fits, q, builder.load(quotient)), quotient)
    return builder.load(quotient), builder.load(rest)


def floor_divided(builder: Any, a: Any, b: Any, magnitude: Any, bits: Any) -> tuple[Any, Any]:
    """``a // b`` and ``a % b``, rounded down as in Python; ``bits`` is the length of ``a``."""
    zero = a.type(0)
    q, r = _divided(builder, magnitude(builder, a), magnitude(builder, b), bits)
    negative = [builder.icmp_signed("<", x, zero) for x in (a, b)]
    unlike = builder.xor(*negative)
    uneven = builder.and_(unlike, builder.icmp_signed("!=", r, zero))
    q = builder.select(unlike, builder.neg(q), q)
    q = builder.select(uneven, builder.sub(q, a.type(1)), q)
    r = builder.select(negative[0], builder.neg(r), r)
    return q, builder.select(uneven, builder.add(r, b), r)


def power(builder: Any, a: Any, n: Any, times: Any) -> Any:
    """``a ** n``: one product after the other; ``times`` stops where one does not fit."""
    total = cgutils.alloca_once_value(builder, a.type(1))
    with cgutils.for_range(builder, n):
        builder.store(times(builder.load(total), a), total)
    return builder.load(total)
