# pyright: basic
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

import struct
from typing import Any

from gametree.compile.frontend.runtime import OutOfShapeError

Words = tuple[int, ...]


def split(value: int, words: int) -> tuple[int, ...]:
    """A wide integer as words with a sign, the lowest first.

    >>> split(1 << 64, 2), split(-1, 2)
    ((0, 1), (-1, -1))
    """
    form, mask = _WORDS[words]
    return form.unpack((value & mask).to_bytes(8 * words, "little"))


class _Words(dict[int, tuple[struct.Struct, int]]):
    """The form in memory and all bits of this many words."""

    def __missing__(self, words: int) -> tuple[struct.Struct, int]:
        self[words] = struct.Struct(f"<{words}q"), (1 << 64 * words) - 1
        return self[words]


_WORDS = _Words()


def whole(words: Any) -> int:
    """The integer that these words stand for."""
    return int.from_bytes(_WORDS[len(words)][0].pack(*words), "little", signed=True)


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
