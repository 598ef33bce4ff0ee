"""Bit tricks that mean the same in Python and compiled.

A board is an ``int`` with one bit a cell. Up to 63 cells, plain integer arithmetic means the same in both worlds. A
board that uses bit 63 (8×8) is a *signed* 64-bit integer in both: bit 63 is −2**63. These functions take and return
such integers. A wider integer is a mistake that Python alone would hide. Where a larger board is meant, ``board`` makes
one of several words (``boards.py``), for which the same names and operators serve.

>>> corners = bit(0) | bit(7) | bit(56) | bit(63)
>>> popcount(corners), lowest(corners), list(ones(corners))
(4, 0, [0, 7, 56, 63])
>>> corners < 0, shift_right(corners, 56) == 0b10000001
(True, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from gametree.boards import Board, board, filled

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = 1 << 64
_MASK = _WORD - 1
_SIGN = 1 << 63

T = TypeVar("T", bound="tuple[float, ...]")

__all__ = [
    "bit", "board", "filled", "flip_rows", "has_bit", "highest", "lowest", "nth", "ones", "popcount", "put",
    "shift_left", "shift_right", "signed", "with_bit", "without_lowest",
]  # fmt: skip


def signed(x: int) -> int:
    """The low 64 bits of ``x`` as a signed integer: what compiled arithmetic makes of it.

    >>> signed(1 << 63) == -(1 << 63), signed((1 << 64) + 5)
    (True, 5)
    """
    x &= _MASK
    return x - _WORD if x & _SIGN else x


def bit(i: int) -> int:
    """The board with only cell ``i``, 0 to 63.

    >>> bit(3)
    8
    """
    return signed(1 << i)


def has_bit(x: Any, i: int) -> bool:
    """Is cell ``i`` set?

    >>> has_bit(0b100, 2), has_bit(0b100, 1)
    (True, False)
    """
    return (x[i >> 6] >> (i & 63) if isinstance(x, Board) else x >> i) & 1 == 1


def with_bit(x: Any, i: int) -> Any:
    """The board with cell ``i`` set as well.

    >>> with_bit(0b100, 0)
    5
    """
    return put(x, i >> 6, signed(x[i >> 6] | 1 << (i & 63))) if isinstance(x, Board) else signed(x | 1 << i)


def popcount(x: Any) -> int:
    """How many bits are set.

    >>> popcount(0b1011), popcount(-1)
    (3, 64)
    """
    return int(x).bit_count() if isinstance(x, Board) else (x & _MASK).bit_count()


def lowest(x: Any) -> int:
    """The index of the lowest bit set; 64 when there is none (in a wide board, as many as it has).

    >>> lowest(0b1000), lowest(0)
    (3, 64)
    """
    if isinstance(x, Board):
        bits = int(x)
        return (bits & -bits).bit_length() - 1 if bits else 64 * len(x)
    return (x & -x).bit_length() - 1 if x & _MASK else 64


def highest(x: int) -> int:
    """The index of the highest bit set; −1 when there is none.

    >>> highest(0b1000), highest(-1), highest(0)
    (3, 63, -1)
    """
    return (x & _MASK).bit_length() - 1


def without_lowest(x: Any) -> Any:
    """The board without its lowest bit.

    >>> without_lowest(0b1010)
    8
    """
    return x.of(int(x) & int(x) - 1) if isinstance(x, Board) else signed(x & x - 1)


def ones(x: Any) -> Iterator[int]:
    """The indices of the bits set, from the lowest.

    >>> list(ones(0b1011))
    [0, 1, 3]
    """
    rest = int(x) if isinstance(x, Board) else x & _MASK
    while rest:
        low = rest & -rest
        yield low.bit_length() - 1
        rest ^= low


def nth(x: Any, n: int) -> int:
    """The index of the bit that is set after ``n`` lower ones; 64 when there are not so many (in a wide board, as many
    as it has). So ``nth(x, number * popcount(x) >> 32)`` is any of the cells, by a random number of 32 bits.

    >>> nth(0b10110, 0), nth(0b10110, 2), nth(0b10110, 3)
    (1, 4, 64)
    """
    rest, none = (int(x), 64 * len(x)) if isinstance(x, Board) else (x & _MASK, 64)
    for _ in range(n):
        rest &= rest - 1
    return (rest & -rest).bit_length() - 1 if rest else none


def shift_left(x: int, n: int) -> int:
    """``x`` moved up by ``n`` bits (0 to 63); what leaves the board at the top is lost.

    >>> shift_left(1, 63) == bit(63), shift_left(bit(63), 1)
    (True, 0)
    """
    return signed(x << n)


def shift_right(x: int, n: int) -> int:
    """``x`` moved down by ``n`` bits (0 to 63) with zeros coming in at the top: the logical shift, where ``>>`` would
    drag bit 63 along.

    >>> shift_right(bit(63), 63), bit(63) >> 63
    (1, -1)
    """
    return signed((x & _MASK) >> n)


def flip_rows(x: int) -> int:
    """An 8×8 board upside down: row 0 becomes row 7.

    >>> flip_rows(0xFF) == shift_left(0xFF, 56)
    True
    """
    return signed(int.from_bytes((x & _MASK).to_bytes(8, "little"), "big"))


def put(t: T, i: int, value: float) -> T:
    """The tuple with item ``i`` (from 0) replaced, of the same length and kind. An index beyond the tuple is an error
    in Python; compiled code does not check it and returns the tuple unchanged.

    >>> put((4, 4, 4), 1, 0)
    (4, 0, 4)
    """
    if not 0 <= i < len(t):
        raise IndexError(f"put: no item {i} in a tuple of {len(t)}")
    items = (*t[:i], value, *t[i + 1 :])
    return type(t)._make(items) if hasattr(t, "_make") else items  # pyright: ignore
