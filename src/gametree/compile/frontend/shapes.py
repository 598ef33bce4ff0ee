# pyright: basic
"""Shapes: what is known of a value before the rules run, and the numbers that stand for it.

A value of the user's becomes a few *slots*, each one integer (or float) of compiled code: a word of a small finite set
is its number in that set (``Sym``), a tuple is the slots of its items (``Tup``), a board is its cells side by side in
words of 64 bits (``Packed``), a set or dict of known keys is a ``Packed`` with one cell a key (``Keyed``).

>>> observe([("X", ".", "O", 1), (".", ".", "X", 0)])
Tup(items=(Sym('.', 'X'), Sym('.'), Sym('O', 'X'), Int(lo=0, hi=1)), cls=<class 'tuple'>)
>>> observe([("X", ".", "O"), (".", ".", "X")])
Packed(n=3, item=Sym('.', 'O', 'X'), kind=<class 'tuple'>)
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

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


def field_names(cls: Any) -> tuple[str, ...]:
    """The names of the fields of a NamedTuple, dataclass or object."""
    if isinstance(cls, Object):
        return cls.names
    if hasattr(cls, "_fields"):
        return tuple(cls._fields)
    if is_dataclass(cls):
        return tuple(f.name for f in fields(cls) if f.init)
    return _own_fields(cls)


@dataclass(frozen=True)
class Object:
    """The kind of objects that are no more than their attributes, as states have shown them."""

    cls: type
    names: tuple[str, ...]

    @property
    def __name__(self) -> str:
        return self.cls.__name__


def class_of(kind: Any) -> Any:
    """The class of a tuple, record or object."""
    return kind.cls if isinstance(kind, Object) else kind


def attributes(x: Any) -> tuple[str, ...]:
    """The attributes of an object of a class of the user's; nothing for values of other kinds."""
    cls = type(x)
    if cls.__module__ in ("builtins", "numpy") or isinstance(x, Enum | tuple | list | dict | set | str | int | type):
        return ()
    slots = [n for c in cls.__mro__ for n in _names(vars(c).get("__slots__", ())) if hasattr(x, n)]
    return (*slots, *getattr(x, "__dict__", ()))


def _names(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


def instance(cls: Any, parts: list[Any]) -> Any:
    """A NamedTuple, dataclass or object with these fields."""
    if not isinstance(cls, Object):
        return cls(*parts)
    made = object.__new__(cls.cls)
    for name, part in zip(cls.names, parts, strict=True):
        object.__setattr__(made, name, part)
    return made


@cache
def _own_fields(cls: Any) -> tuple[str, ...]:
    """The fields of a class written by hand: those that __init__ is given, and does nothing with but keep."""
    init = vars(cls).get("__init__")
    if not isinstance(init, FunctionType) or not ("__eq__" in vars(cls) or "__attrs_attrs__" in vars(cls)):
        return ()
    if "__attrs_attrs__" in vars(cls):
        return tuple(a.name for a in cls.__attrs_attrs__)
    from gametree.compile.frontend.source import tree_of

    try:
        node = tree_of(init)
    except UnsupportedError:
        return ()
    names = [a.arg for a in node.args.args][1:]
    kept = []
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=this), attr=attr)], value=ast.Name(id=given)):
                if attr != given or this != node.args.args[0].arg:
                    return ()
                kept.append(attr)
            case ast.Expr(value=ast.Constant()):
                continue
            case _:
                return ()
    return tuple(names) if sorted(kept) == sorted(names) else ()


def is_simple(cls: Any) -> bool:
    """Does making one do nothing but keep what is given?"""
    return hasattr(cls, "_fields") or is_dataclass(cls) or bool(_own_fields(cls))


def is_record(cls: Any) -> bool:
    """Is this a class whose instances are their fields?"""
    if isinstance(cls, Object):
        return True
    return isinstance(cls, type) and cls not in (tuple, list) and is_simple(cls)


def of_constant(v: Any) -> Shape:
    """The shape of one constant."""
    if isinstance(v, bool | np.bool_):
        return Truth()
    if isinstance(v, int | np.integer) and not isinstance(v, Enum):
        return Int(int(v), int(v)) if LOWEST <= v <= HIGHEST else Wide(-(-(int(v).bit_length() + 1) // WORD))
    if isinstance(v, float | np.floating):
        return Float()
    return Sym((v,))


MOST_SYMBOLS = 4096
MOST_WORDS = 32
"""More words than these are no names of things: they are taken letter by letter."""


def join(a: Shape | None, b: Shape | None) -> Shape:
    """The shape of what may be the one or the other."""
    if a is None or b is None or a == b:
        found = a or b
        assert found is not None
        return found
    match a, b:
        case Unset(), _:
            return b
        case _, Unset():
            return a
        case Int(), Int():
            lo = None if a.lo is None or b.lo is None else min(a.lo, b.lo)
            hi = None if a.hi is None or b.hi is None else max(a.hi, b.hi)
            return Int(lo, hi)
        case (Int(), Truth()) | (Truth(), Int()):
            return join(a if isinstance(a, Int) else b, Int(0, 1))
        case (Float(), Int() | Truth()) | (Int() | Truth(), Float()):
            return Float()
        case Wide(), Wide():
            return Wide(max(a.words, b.words))
        case (Wide(), Int() | Truth()):
            return a
        case (Int() | Truth(), Wide()):
            return b
        case Sym(), Sym():
            values = a.values + tuple(v for v, k in zip(b.values, b.keys, strict=True) if k not in a.keys)
            if len(values) <= MOST_SYMBOLS and not any(isinstance(v, list | dict | set) for v in values):
                return Sym(values)
        case Opt(), Opt():
            return Opt(join(a.item, b.item))
        case Opt(), Sym(values=(None,)):
            return a
        case Sym(values=(None,)), Opt():
            return b
        case Opt(), _:
            return Opt(join(a.item, b))
        case _, Opt():
            return Opt(join(b.item, a))
        case Sym(values=(None,)), (Int() | Truth() | Float() | Tup() | Packed() | Wide() | Keyed()):
            return Opt(b)
        case ((Int() | Truth() | Float() | Tup() | Packed() | Wide() | Keyed()), Sym(values=(None,))):
            return Opt(a)
        case Tup(), Tup() if len(a.items) == len(b.items):
            return Tup(tuple(map(join, a.items, b.items)), a.cls if a.cls == b.cls else tuple)
        case (Tup(items=items), Tup(items=others)) if not is_record(a.cls) and not is_record(b.cls):
            return List(join_all([*items, *others]))
        case (Packed(), Packed()) if a.n != b.n:
            return List(join(a.item, b.item))
        case Packed(), Packed() if a.n == b.n:
            return Packed(a.n, join(a.item, b.item), a.kind)
        case (Packed(n=n, item=item, kind=kind), Tup(items=items)) | (
            Tup(items=items),
            Packed(n=n, item=item, kind=kind),
        ) if len(items) == n:
            return Packed(n, join_all([item, *items]), kind)
        case (Packed(item=item), Tup(items=items, cls=cls)) | (Tup(items=items, cls=cls), Packed(item=item)) if (
            not is_record(cls)
        ):
            return List(join_all([item, *items]))
        case Keyed(), Keyed() if a.kind is b.kind or (a.is_set and b.is_set):
            domain = join(a.domain, b.domain)
            return Keyed(domain, Packed(len(domain.values), join(a.cells.item, b.cells.item)), a.kind)  # type: ignore
        case List(), List():
            return List(join(a.item, b.item))
        case (Some(item=item), Some(item=other) | List(item=other) | Packed(item=other)) | (
            List(item=other) | Packed(item=other),
            Some(item=item),
        ):
            return List(join(item, other))
        case (Some(item=item), Tup(items=items, cls=cls)) | (Tup(items=items, cls=cls), Some(item=item)) if (
            not is_record(cls)
        ):
            return List(join_all([item, *items]))
        case Dict(), Dict():
            keys = Sym((*a.domain.values, *(v for v in b.domain.values if a.domain.code(v) < 0)))
            item = join(a.item, b.item) if a.item is not None or b.item is not None else None
            return Dict(keys, item, a.kind if a.kind == b.kind else dict)
        case (Dict() | Keyed() as grown, Sym(values=(empty,))) | (Sym(values=(empty,)), Dict() | Keyed() as grown) if (
            isinstance(empty, dict | set | frozenset) and not empty
        ):
            return grown
        case (List() as grown, Tup(items=())) | (Tup(items=()), List() as grown):
            return grown
        case (Sym(values=values), other) | (other, Sym(values=values)) if not isinstance(other, Sym):
            for v in values:
                taken = inside(v)
                if isinstance(taken, Sym) and taken != Sym((None,)):
                    raise UnsupportedError(f"a value that is sometimes {told(a)} and sometimes {told(b)}")
                other = join(other, taken)
            return other
        case (List(item=item), Packed(item=other) | Tup(items=(other, *_))) | (
            Packed(item=other) | Tup(items=(other, *_)),
            List(item=item),
        ):
            return List(join(item, other))
    raise UnsupportedError(f"a value that is sometimes {told(a)} and sometimes {told(b)}")


def inside(v: Any) -> Shape:
    """The shape of a constant that is to meet values of other kinds: taken apart where it can be."""
    if isinstance(v, Enum) and isinstance(v, int):
        return Int(int(v), int(v))
    if v is None or (isinstance(v, str) and len(v) == 1) or isinstance(v, Enum):
        return Sym((v,))
    return observe([v], exact=True)


def join_all(shapes: Any) -> Shape:
    found: Shape | None = None
    for s in shapes:
        found = join(found, s)
    if found is None:
        raise UnreadyError
    return found


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


def spread(lo: int, hi: int) -> Int:
    """The range for integers of which games have shown some: flags as they are, others with room to spare."""
    if lo >= 0 and hi <= 1:
        return Int(0, 1)
    if lo >= 0:
        return Int(0, (1 << (hi.bit_length() + 1)) - 1)
    top = 1 << (max(-lo, hi).bit_length() + 1)
    return Int(-top, top - 1)


def observe(values: list[Any], *, exact: bool = False, cell: bool = False) -> Shape:
    """The shape of all of these values. ``exact``: the ranges are those of these very values; ``cell``: so they are
    for cells of boards, of which many are seen."""
    kinds = {type(v) for v in values}
    first = values[0]
    if any(v is None for v in values):
        rest = [v for v in values if v is not None]
        return join(observe(rest, exact=exact, cell=cell), Sym((None,))) if rest else Sym((None,))
    if all(isinstance(v, bool | np.bool_) for v in values):
        return Truth()
    if all(isinstance(v, int | np.integer) for v in values) and not all(isinstance(v, Enum) for v in values):
        lo, hi = min(map(int, values)), max(map(int, values))
        if lo < LOWEST or hi > HIGHEST:
            return Wide(-(-(max(lo.bit_length(), hi.bit_length()) + 2) // WORD))
        if exact:
            return Int(lo, hi)
        if cell:
            return Int(min(0, lo), max(hi, 1)) if lo >= -8 and hi <= 7 else spread(lo, hi)
        return spread(lo, hi) if hi < 1 << 20 and lo > -1 << 20 else Int()
    if all(isinstance(v, float | int) and not isinstance(v, Enum) for v in values):
        return Float()
    if all(isinstance(v, np.ndarray) for v in values):
        if len({v.shape for v in values}) > 1:
            raise UnsupportedError("arrays of different shapes in states")
        return _retyped(observe([v.tolist() for v in values], exact=exact), first)
    if kinds <= {set, frozenset}:
        members = _domain([m for v in values for m in v])
        return Keyed(members, Packed(len(members.values), Truth()), first.__class__)
    if all(isinstance(v, dict) for v in values) and kinds in ({dict}, {Counter}):
        names = _domain([k for v in values for k in v])
        items = [i for v in values for i in v.values()]
        item = observe(items, exact=exact, cell=True) if items else Sym((None,))
        if any(len(v) < len(names.values) for v in values):
            item = _absent(item)
        return Keyed(names, Packed(len(names.values), item), kinds.pop())
    if all(isinstance(v, str) and len(v) > 1 for v in values) and len({len(v) for v in values}) == 1 and len(first) > 1:
        distinct = set(values)
        if len(distinct) > 8:
            return Packed(len(first), Sym(tuple(sorted({c for v in values for c in v}))), str)
    if all(isinstance(v, str) for v in values) and len(set(values)) > MOST_WORDS:
        return _varying(values, str)
    if all(isinstance(v, bytes) for v in values) and len({len(v) for v in values}) == 1:
        return Packed(len(first), observe([c for v in values for c in v], cell=True), bytes)
    if len(kinds) == 1 and (isinstance(first, tuple | list) or is_record(type(first))):
        return _product(values, type(first), exact=exact, cell=cell)
    if len(kinds) == 1 and (names := attributes(first)):
        if any(sorted(attributes(v)) != sorted(names) for v in values):
            raise UnsupportedError(f"objects of {type(first).__name__} with different attributes")
        return _product(values, Object(type(first), names), exact=exact)
    try:
        distinct = {key(v): v for v in values}
    except TypeError:
        raise UnsupportedError(f"values of type {type(first).__name__}") from None
    if len(distinct) > MOST_SYMBOLS or not all(
        isinstance(v, str | Enum | tuple | int | bool | frozenset) for v in values
    ):
        raise UnsupportedError(f"values of type {type(first).__name__}")
    return Sym(tuple(sorted(distinct.values(), key=_sorting)))


class _Absent:
    """What a dict holds under a key that it does not have."""

    def __repr__(self) -> str:
        return "absent"


ABSENT = _Absent()


def _absent(item: Shape) -> Shape:
    if isinstance(item, Sym):
        return Sym((ABSENT, *item.values))
    if isinstance(item, Int) and item.lo is not None and item.hi is not None and item.hi - item.lo < 64:
        return Sym((ABSENT, *range(item.lo, item.hi + 1)))
    if isinstance(item, Truth):
        return Sym((ABSENT, False, True))
    raise UnsupportedError("a dict of varying keys whose values are no small set")


def _sorting(v: Any) -> Any:
    return (str(type(v)), v.value if isinstance(v, Enum) and isinstance(v.value, int) else str(v))


def _domain(members: list[Any]) -> Sym:
    """The keys that a set or dict may have: those seen, and for cells the rectangle around them."""
    distinct = list({key(m): m for m in members}.values())
    if not distinct:
        raise UnsupportedError("a set or dict that is always empty")
    if all(type(m) is int for m in distinct):
        lo, hi = min(0, *distinct), max(distinct)
        distinct = list(range(lo, hi + 1))
    elif all(type(m) is tuple and len(m) == 2 and all(type(x) is int for x in m) for m in distinct):
        (a, b), (c, d) = ((min(x), max(x)) for x in zip(*distinct, strict=True))
        distinct = [(x, y) for x in range(min(a, 0), b + 1) for y in range(min(c, 0), d + 1)]
    else:
        distinct.sort(key=_sorting)
    if len(distinct) > 1024:
        raise UnsupportedError("a set or dict with more than 1024 keys")
    return Sym(tuple(distinct))


def _retyped(shape: Shape, array: np.ndarray) -> Shape:
    kind = ("array", str(array.dtype), array.ndim)
    if isinstance(shape, Packed):
        return (
            Packed(shape.n, _retyped(shape.item, array), kind)
            if isinstance(shape.item, Packed)
            else Packed(shape.n, shape.item, kind)
        )
    if isinstance(shape, Tup) and shape.items:
        return _retyped(Packed(len(shape.items), join_all(shape.items)), array)
    raise UnsupportedError("an empty array")


def _product(values: list[Any], cls: Any, *, exact: bool, cell: bool = False) -> Shape:
    """Tuples, lists and records."""
    if is_record(cls):
        names = field_names(cls)
        columns = [[getattr(v, name) for v in values] for name in names]
        return Tup(tuple(observe(c, exact=exact) for c in columns), cls)
    lengths = {len(v) for v in values}
    if len(lengths) > 1:
        return _varying(values, cls, exact=exact)
    n = lengths.pop()
    if n == 0:
        return Tup((), cls)
    flat = [x for v in values for x in v]
    kind = {type(x) for x in flat}
    alike = len(kind) == 1 or kind <= {int, bool} or all(x is None or isinstance(x, str | Enum | int) for x in flat)
    if n > 2 and alike:
        try:
            item = observe(flat, exact=exact, cell=True)
        except UnsupportedError:
            item = None
        mixed = isinstance(item, Sym) and {type(v) for v in item.values} > {str}
        if item is not None and not isinstance(item, Float | Wide) and not mixed:
            return Packed(n, item, cls)
    if n > 64:
        raise UnsupportedError(f"a {cls.__name__} of {n} unlike items")
    return Tup(tuple(observe(list(c), exact=exact, cell=cell) for c in zip(*values, strict=True)), cls)


LONGEST = 128
"""The most items of a tuple of varying length."""


def _varying(values: list[Any], kind: Any, *, exact: bool = False) -> Shape:
    """Tuples, lists or words of varying length: room for as many items as the first of them has, if none has more, and
    for some more otherwise."""
    longest = max(map(len, values))
    most = longest if exact or longest == len(values[0]) else longest + 2
    if most > LONGEST:
        raise UnsupportedError(f"tuples or lists of varying length with up to {most} items in states")
    item = observe([x for v in values for x in v], exact=exact, cell=True)
    width(item)  # must be small enough for a cell
    return Some(most, item, kind)


def roomier(shape: Shape, room: int) -> Shape:
    """The same with more room for integers: eight bits more each time."""
    match shape:
        case Int(lo=int(lo), hi=int(hi)) if room and (hi > 1 or room > 1):
            return Int(lo << 8 * room if lo < 0 else lo, max(hi, 1) << 8 * room) if room < 5 else Int()
        case Tup(items=items, cls=cls):
            return Tup(tuple(roomier(i, room) for i in items), cls)
        case Packed(n=n, item=item, kind=kind):
            return Packed(n, roomier(item, room), kind)
        case Some(most=most, item=item, kind=kind):
            return Some(most + 4 * room, roomier(item, room), kind)
        case Opt(item=item):
            return Opt(roomier(item, room))
    return shape
