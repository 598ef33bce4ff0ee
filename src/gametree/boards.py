"""Boards of more than 63 cells: several words of 64 bits that are used like one integer.

``board(cells)`` is an empty board: the integer 0 where that has room for the cells, else a ``Board``. Both take the
operators ``& | ^ ~ << >> == !=`` and the functions ``has_bit with_bit popcount lowest without_lowest ones`` of
``gametree.bits``, and mean the same in Python and compiled. So one text of the rules serves boards of any size.

>>> from gametree.bits import board, has_bit, lowest, ones, popcount, with_bit
>>> board(63), board(100)
(0, Board2(w0=0, w1=0))
>>> stones = with_bit(with_bit(board(100), 3), 99)
>>> popcount(stones), list(ones(stones)), has_bit(stones, 99), lowest(stones >> 90)
(2, [3, 99], True, 9)

``>>`` brings in zeros; what ``<<`` moves beyond the last word is lost, so clear the cells that are none of the board's:
``stones << width & self.full``. Whether any stone is left is asked by ``stones != board(100)``, not by ``if stones``.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable

WORD = 64
MOST_WORDS = 16
LARGEST = 63
"""The most cells that an integer has room for."""


class Board(tuple[int, ...]):
    """A board in several words, the lowest first, each with a sign as compiled integers have it. One class a width."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()

    def __new__(cls, *words: int) -> Any:
        """A board of these words."""
        return super().__new__(cls, words)

    @classmethod
    def _make(cls, words: Iterable[int]) -> Any:
        return super().__new__(cls, words)

    def _asdict(self) -> dict[str, int]:
        return dict(zip(self._fields, self, strict=True))

    @classmethod
    def of(cls, bits: int) -> Any:
        """The board with the bits of an integer of any size; those beyond the last word are lost."""
        words = len(cls._fields)
        return cls._make(struct.unpack(f"<{words}q", (bits & (1 << WORD * words) - 1).to_bytes(8 * words, "little")))

    def __int__(self) -> int:
        """All bits as one integer, without a sign."""
        return int.from_bytes(struct.pack(f"<{len(self)}q", *self), "little")

    def __and__(self, other: Any) -> Any:
        return self._make([a & b for a, b in zip(self, other, strict=True)])

    def __or__(self, other: Any) -> Any:
        return self._make([a | b for a, b in zip(self, other, strict=True)])

    def __xor__(self, other: Any) -> Any:
        return self._make([a ^ b for a, b in zip(self, other, strict=True)])

    def __invert__(self) -> Any:
        return self._make([~a for a in self])

    def __lshift__(self, n: int) -> Any:
        return self.of(int(self) << n)

    def __rshift__(self, n: int) -> Any:
        return self.of(int(self) >> n)

    def __bool__(self) -> bool:
        """No: compiled code takes every tuple for true."""
        raise TypeError("a board is neither true nor false: compare it with an empty one, or ask popcount(b) > 0")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v}' for k, v in self._asdict().items())})"

    def __reduce__(self) -> Any:
        return board_of, tuple(self)


@cache
def board_class(words: int) -> type[Board]:
    """The class of boards of this many words."""
    fields = tuple(f"w{i}" for i in range(words))
    return type(f"Board{words}", (Board,), {"__slots__": (), "_fields": fields, "__module__": __name__})


def board_of(*words: int) -> Any:
    """The board of these words."""
    return board_class(len(words))(*words)


def board(cells: int) -> Any:
    """An empty board of this many cells: the integer 0 for up to 63, else a ``Board``.

    >>> board(361)
    Board6(w0=0, w1=0, w2=0, w3=0, w4=0, w5=0)
    """
    if cells <= LARGEST:
        return 0
    words = -(-cells // WORD)
    if words > MOST_WORDS:
        raise GameError(f"a board of {cells:,} cells is too large: {MOST_WORDS * WORD:,} at most")
    return board_class(words).of(0)


def filled(cells: int, bits: int) -> Any:
    """A board of this many cells with the bits of an integer of any size: for the constants of a game.

    >>> filled(9, 0b111000000), filled(100, 1 << 99)
    (448, Board2(w0=0, w1=34359738368))
    """
    empty = board(cells)
    return empty.of(bits) if isinstance(empty, Board) else bits
