# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""From the user's values to numbers and back: slots for compiled code, and a whole state in few words.

>>> shape = observe([("X", ".", "O", "."), (".", ".", "X", "O")])
>>> encode(("X", ".", "O", "."), shape)             # two bits a cell: 2, 0, 1, 0
[18]
>>> decode(iter([18]), shape)
('X', '.', 'O', '.')
>>> layout = Layout(Tup((shape, Int(0, 1))))
>>> layout.words, layout.pack((("X", ".", "O", "."), 1))
(1, (274,))
>>> layout.unpack((274,))
(('X', '.', 'O', '.'), 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.frontend.kinds import Fields, field_names, instance, is_record
from gametree.compile.frontend.observing import ABSENT, observe
from gametree.compile.frontend.shapes import (
    USED,
    WORD,
    Float,
    Int,
    Keyed,
    Opt,
    Packed,
    Shape,
    Some,
    Sym,
    Truth,
    Tup,
    Wide,
    fields_of,
    slots,
)
from gametree.compile.frontend.wide_words import split, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Layout", "UnfitError", "decode", "encode", "observe"]


class UnfitError(Exception):
    """A value that its packed form has no room for."""

    def __init__(self, value: Any, shape: Shape):
        super().__init__(f"{value!r} has no place in {shape}")
        self.value = value


def encode(value: Any, shape: Shape) -> list[int]:
    """The slots of a value. UnfitError where it is none of this shape."""
    match shape:
        case Sym(values=values):
            code = shape.code(value)
            if code < 0:
                raise UnfitError(value, shape)
            return [code] if len(values) > 1 else []
        case Int(lo=lo, hi=hi):
            if not isinstance(value, int | np.integer):
                raise UnfitError(value, shape)
            low, high = -(1 << 63) if lo is None else lo, (1 << 63) - 1 if hi is None else hi
            if not low <= value <= high:
                raise UnfitError(value, shape)
            return [int(value)]
        case Truth() if isinstance(value, bool | np.bool_ | int):
            return [bool(value)]
        case Float():
            return [float(value)]  # type: ignore
        case Wide(words=words):
            if not isinstance(value, int) or value.bit_length() >= words * WORD:
                raise UnfitError(value, shape)
            return [split(value, words)]  # type: ignore
        case Tup(items=items, cls=cls):
            parts = items_in(value, cls)
            if len(parts) != len(items):
                raise UnfitError(value, shape)
            return [code for part, item in zip(parts, items, strict=True) for code in encode(part, item)]
        case Opt(item=item):
            return [0] + [0] * slots(item) if value is None else [1, *encode(value, item)]
        case Keyed(domain=domain, cells=cells):
            for k in value:
                if domain.code(k) < 0:
                    raise UnfitError(k, shape)
            if shape.is_set:
                return encode([k in value for k in domain.values], cells)
            return encode([value.get(k, ABSENT) for k in domain.values], cells)
        case Some(most=most, cells=cells):
            parts = list(value)
            if len(parts) > most:
                raise UnfitError(value, shape)
            return [len(parts), *_side_by_side(parts, cells)]
        case Packed(n=n):
            parts = value.tolist() if isinstance(value, np.ndarray) else list(value)
            if len(parts) != n:
                raise UnfitError(value, shape)
            return _side_by_side(parts, shape)
    raise UnfitError(value, shape)


def _side_by_side(parts: list[Any], shape: Packed) -> list[int]:
    """The words of the cells; where there are fewer items than cells, the others are zero."""
    words = [0] * slots(shape)
    for i, part in enumerate(parts):
        if words:
            words[i // shape.per] |= _one(part, shape.item) << (i % shape.per) * shape.width
        else:
            encode(part, shape.item)
    if shape.width < WORD:
        return words
    return [*(_one(part, shape.item) for part in parts), *[0] * (shape.n - len(parts))]


def _one(value: Any, item: Shape) -> int:
    """The bits of one cell."""
    total, shift = 0, 0
    for code, (low, bits) in zip(encode(value, item), fields_of(item), strict=True):
        total |= (int(code) - low) << shift
        shift += bits
    return total


def decode(codes: Iterator[Any], shape: Shape) -> Any:
    """The value that these slots stand for."""
    match shape:
        case Sym(values=values):
            return values[int(next(codes))] if len(values) > 1 else values[0]
        case Int():
            return int(next(codes))
        case Truth():
            return bool(next(codes))
        case Float():
            return float(next(codes))
        case Wide():
            return whole(next(codes))
        case Tup(items=items, cls=cls):
            return built([decode(codes, item) for item in items], cls)
        case Opt(item=item):
            there = next(codes)
            value = decode(codes, item)
            return value if there else None
        case Keyed(domain=domain, cells=cells, kind=kind):
            parts = decode(codes, Packed(cells.n, cells.item))
            if shape.is_set:
                return kind(k for k, there in zip(domain.values, parts, strict=True) if there)
            return kind({k: v for k, v in zip(domain.values, parts, strict=True) if v is not ABSENT})
        case Some(cells=cells, kind=kind):
            n = int(next(codes))
            return built(_cells([int(next(codes)) for _ in range(slots(cells))], cells, n), kind)
        case Packed(n=n, kind=kind):
            words = [int(next(codes)) for _ in range(slots(shape))]
            return built(_cells(words, shape, n), kind)
    raise AssertionError(shape)


def _cells(words: list[int], shape: Packed, n: int) -> list[Any]:
    """The first ``n`` cells."""
    if not words:
        return [decode(iter(()), shape.item) for _ in range(n)]
    if shape.width == WORD:
        return [decode(iter([w]), shape.item) for w in words[:n]]
    mask, per = (1 << shape.width) - 1, shape.per
    return [_cell(words[i // per] >> (i % per) * shape.width & mask, shape.item) for i in range(n)]


def _cell(bits: int, item: Shape) -> Any:
    codes: list[int] = []
    for low, size in fields_of(item):
        codes.append((bits & (1 << size) - 1) + low)
        bits >>= size
    return decode(iter(codes), item)


def items_in(value: Any, kind: Any) -> list[Any]:
    """The items of a tuple or list, or the fields of a record."""
    if isinstance(kind, Fields):
        return [value[n] for n in kind.names] if isinstance(value, dict) and set(value) == set(kind.names) else []
    return [getattr(value, n) for n in field_names(kind)] if is_record(kind) else list(value)


def built(parts: list[Any], kind: Any) -> Any:
    """A value of a kind, from its items or fields."""
    if isinstance(kind, tuple):  # an array: its dtype and dimensions
        return np.array(parts, kind[1])
    if kind is str:
        return "".join(parts)
    return instance(kind, parts) if is_record(kind) else kind(parts)


@dataclass(frozen=True)
class Slot:
    """Where a slot of a state lies: in which word, from which bit, and what is added to it."""

    word: int
    shift: int
    bits: int
    low: int


class Layout:
    """A state in words: each slot has its bits, wide ones whole words."""

    def __init__(self, shape: Shape):
        self.shape = shape
        self.slots: list[Slot] = []
        free: list[int] = []  # of each word the first bit that is free
        for low, bits in fields_of(shape):
            at = (
                next((i for i, used in enumerate(free) if used + bits <= USED), len(free)) if bits < WORD else len(free)
            )
            if at == len(free):
                free.append(0)
            self.slots.append(Slot(at, free[at], bits, low))
            free[at] += bits
        self.words = max(1, len(free))

    def pack(self, value: Any) -> tuple[int, ...]:
        """The words of a value; UnfitError where it has no place."""
        words = [0] * self.words
        for code, slot in zip(self._flat(encode(value, self.shape)), self.slots, strict=True):
            words[slot.word] |= (int(code) - slot.low) << slot.shift
        return tuple(words)

    def _flat(self, codes: list[Any]) -> list[int]:
        return [w for c in codes for w in (c if isinstance(c, tuple) else (c,))]

    def unpack(self, words: Any) -> Any:
        """The value that these words stand for."""
        flat = []
        for s in self.slots:
            raw = int(words[s.word])
            flat.append(raw if s.bits == WORD else (raw >> s.shift & (1 << s.bits) - 1) + s.low)
        return decode(self._gathered(iter(flat), self.shape), self.shape)

    def _gathered(self, flat: Iterator[int], shape: Shape) -> Iterator[Any]:
        """The slots, those of a wide integer as one tuple."""
        match shape:
            case Wide(words=words):
                yield tuple(next(flat) for _ in range(words))
            case Tup(items=items):
                for item in items:
                    yield from self._gathered(flat, item)
            case Opt(item=item):
                yield next(flat)
                yield from self._gathered(flat, item)
            case _:
                for _ in range(slots(shape)):
                    yield next(flat)
