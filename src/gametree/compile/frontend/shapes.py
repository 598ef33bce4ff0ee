# pyright: basic
"""Shapes: what is known of a value before the rules run, and the numbers that stand for it.

A value of the user's becomes a few *slots*, each one integer (or float) of compiled code: a word of a small finite set
is its number in that set (``Sym``), a tuple is the slots of its items (``Tup``), a board is its cells side by side in
words of 64 bits (``Packed``), a set or dict of known keys is a ``Packed`` with one cell a key (``Keyed``).
``observing.py`` finds the shape of values that were seen.

>>> from gametree.compile.frontend.observing import observe
>>> observe([("X", ".", "O", 1), (".", ".", "X", 0)])
Tup(items=(Sym('.', 'X'), Sym('.'), Sym('O', 'X'), Int(lo=0, hi=1)), cls=<class 'tuple'>)
>>> observe([("X", ".", "O"), (".", ".", "X")])
Packed(n=3, item=Sym('.', 'O', 'X'), kind=<class 'tuple'>)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
WORD, USED = 64, 63
"""The bits of a word, and how many of them a board uses: the sign is left alone."""


class UnsupportedError(Exception):
    """What cannot be rewritten with certainty; the message says what, in one line."""

    line = 0


class FaultError(UnsupportedError):
    """A fault of the front end itself: the game is still run as it is written, but a test must find it."""


class UnreadyError(Exception):
    """Nothing is known yet of a value that is made further down."""


class Shape:
    """What is known of a value."""


def key(value: Any) -> Any:
    """What makes a constant the same as another one: its kind counts, since ``1 == True == 1.0``."""
    if isinstance(value, tuple):
        return type(value), tuple(map(key, value))
    try:
        hash(value)
    except TypeError:
        return type(value), id(value)
    return type(value), value


class Sym(Shape):
    """One of several constants, by its number; of a single one nothing needs to be kept."""

    def __init__(self, values: tuple[Any, ...]):
        self.values = values
        self.keys = tuple(map(key, values))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sym) and self.keys == other.keys

    def __hash__(self) -> int:
        return hash(self.keys)

    def __repr__(self) -> str:
        return f"Sym({', '.join(map(repr, self.values))})"

    def code(self, value: Any) -> int:
        """The number of a constant; −1 where it is none of these."""
        k = key(value)
        return self.keys.index(k) if k in self.keys else -1


@dataclass(frozen=True)
class Int(Shape):
    """An integer of 64 bits, within a range where one is known."""

    lo: int | None = None
    hi: int | None = None


@dataclass(frozen=True)
class Truth(Shape):
    """True or False."""


@dataclass(frozen=True)
class Float(Shape):
    """A float."""


@dataclass(frozen=True)
class Wide(Shape):
    """An integer of several words, with a sign."""

    words: int


@dataclass(frozen=True)
class Tup(Shape):
    """A tuple, NamedTuple or dataclass: the slots of its items."""

    items: tuple[Shape, ...]
    cls: Any = tuple


@dataclass(frozen=True)
class Packed(Shape):
    """A fixed number of items of one shape, side by side in words."""

    n: int
    item: Shape
    kind: Any = tuple

    @property
    def width(self) -> int:
        return width(self.item)

    @property
    def per(self) -> int:
        """Items in a word."""
        return self.n if self.width == 0 else max(1, USED // self.width)


@dataclass(frozen=True)
class Some(Shape):
    """A tuple, list or word of varying length in a state: its length, and room for at most ``most`` items."""

    most: int
    item: Shape
    kind: Any = tuple

    @property
    def cells(self) -> Packed:
        """Where the items lie; those beyond the length are all zeros."""
        return Packed(self.most, self.item)


@dataclass(frozen=True)
class Keyed(Shape):
    """A set or dict over known keys: for each key a cell."""

    domain: Sym
    cells: Packed
    kind: Any

    @property
    def is_set(self) -> bool:
        return isinstance(self.kind, type) and issubclass(self.kind, set | frozenset)


class Own(set):
    """The kind of a set of a function's own: it has room for whatever is put into it."""


@dataclass(frozen=True)
class Opt(Shape):
    """Something, or None: a flag, and the slots of the thing."""

    item: Shape


@dataclass(frozen=True)
class List(Shape):
    """A list of any length, on the heap."""

    item: Shape


@dataclass(frozen=True)
class Dict(Shape):
    """A dict that grows, of a function's own: for each key that it may have a cell with a flag, on the heap, and the
    numbers of the keys in the order in which they came."""

    domain: Sym
    item: Shape | None
    """None as long as nothing has been put in."""
    kind: Any = dict
    """``dict``, ``Counter``, or a ``Default``."""


@dataclass(frozen=True)
class Default:
    """The kind of a defaultdict: what stands for a key that is not there."""

    value: Any


@dataclass(frozen=True)
class Unset(Shape):
    """An attribute of an object that is being made, and has not been given a value yet."""


@dataclass(frozen=True)
class Array(Shape):
    """An array attribute of the game: data, which may change without compiling anew."""

    dtype: str
    extent: tuple[int, ...]


def slots(shape: Shape) -> int:
    """How many numbers stand for a value of this shape."""
    match shape:
        case Sym(values=values):
            return int(len(values) > 1)
        case Tup(items=items):
            return sum(map(slots, items))
        case Packed():
            return words_in(shape)
        case Keyed(cells=cells):
            return words_in(cells)
        case Some(cells=cells):
            return 1 + words_in(cells)
        case Opt(item=item):
            return 1 + slots(item)
        case Dict():
            return 2
        case Unset():
            return 0
        case _:
            return 1


def words_in(shape: Packed) -> int:
    """The words of a board."""
    return 0 if shape.width == 0 else -(-shape.n // shape.per)


def bits_of(span: int) -> int:
    return max(0, span - 1).bit_length()


def width(shape: Shape) -> int:
    """The bits of a value, at most a word; what has none of its own takes a whole word."""
    match shape:
        case Int(lo=int(lo), hi=int(hi)) if hi - lo < 1 << 61:
            return bits_of(hi - lo + 1)
        case Int():
            return WORD
        case Truth():
            return 1
        case Sym(values=values):
            return bits_of(len(values))
        case Tup() | Packed() | Keyed() | Opt() | Some():
            total = sum(w for _, w in fields_of(shape))
            if total <= USED:
                return total
    raise UnsupportedError(f"a board whose cells are as large as {shape}")


def fields_of(shape: Shape) -> list[tuple[int, int]]:
    """For each slot the number that is taken off before it is packed, and how many bits it has then."""
    match shape:
        case Int(lo=int(lo), hi=int()) if width(shape) < WORD:
            return [(lo, width(shape))]
        case Sym(values=values):
            return [(0, width(shape))] if len(values) > 1 else []
        case Tup(items=items):
            return [f for item in items for f in fields_of(item)]
        case Packed(n=n, per=per):
            full, w = words_in(shape), shape.width
            return [(0, min(per, n - i * per) * w) for i in range(full)]
        case Keyed(cells=cells):
            return fields_of(cells)
        case Some(cells=cells):
            return [(0, bits_of(cells.n + 1)), *fields_of(cells)]
        case Opt(item=item):
            return [(0, 1), *fields_of(item)]
        case Wide(words=words):
            return [(0, WORD)] * words
        case Truth():
            return [(0, 1)]
        case Int():
            return [(0, WORD)]
    raise UnsupportedError(f"a state that holds {shape}")


def told(shape: Shape) -> str:
    """A shape in the user's words."""
    match shape:
        case Int():
            return "an integer"
        case Truth():
            return "true or false"
        case Sym(values=values):
            return repr(values[0]) if len(values) == 1 else f"one of {', '.join(map(repr, values[:4]))}"
        case Tup(items=items, cls=cls):
            return f"a {cls.__name__} of {len(items)}"
        case Some(kind=kind):
            return f"a {getattr(kind, '__name__', kind)} of varying length"
        case Packed(n=n, kind=kind) | Keyed(cells=Packed(n=n), kind=kind):
            return f"a {getattr(kind, '__name__', kind)} of {n}"
        case _:
            return f"a {type(shape).__name__.lower()}"
