# pyright: basic
"""The shape of values that were seen, and the shape that holds the values of two others."""

from __future__ import annotations

import operator
from collections import Counter
from enum import Enum
from typing import Any

import numpy as np

from gametree.compile.frontend.kinds import Fields, Object, attributes, field_names, is_record
from gametree.compile.frontend.shapes import (
    HIGHEST,
    LOWEST,
    WORD,
    Dict,
    Float,
    Int,
    Keyed,
    List,
    Opt,
    Packed,
    Shape,
    Some,
    Sym,
    Truth,
    Tup,
    UnreadyError,
    Unset,
    UnsupportedError,
    Wide,
    key,
    told,
    width,
)


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
        case Tup(cls=Fields()), Tup(cls=Fields()) if set(a.cls.names) == set(b.cls.names):
            return Tup(
                tuple(join(x, b.items[b.cls.names.index(n)]) for n, x in zip(a.cls.names, a.items, strict=True)), a.cls
            )
        case Tup(), Tup() if len(a.items) == len(b.items) and (a.cls == b.cls or not _is_dict(a, b)):
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


def _is_dict(*shapes: Tup) -> bool:
    return any(isinstance(shape.cls, Fields) for shape in shapes)


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
        if _are_records(values, names):
            return _product(values, Fields(tuple(values[0])), exact=exact)
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


def _are_records(dicts: list[Any], names: Sym) -> bool:
    """Have these dicts all the same few words as keys, and values of several kinds?"""
    words = set(names.values)
    if not all(isinstance(n, str) for n in words) or not all(type(d) is dict and set(d) == words for d in dicts):
        return False
    kinds = {n: {_kind(d[n]) for d in dicts} - {None} for n in words}
    return len(set().union(*kinds.values())) > 1 and all(len(found) <= 1 for found in kinds.values())


def _kind(v: Any) -> Any:
    return int if isinstance(v, bool | np.bool_ | np.integer) else None if v is None else type(v)


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
        get = operator.getitem if isinstance(cls, Fields) else getattr
        columns = [[get(v, name) for v in values] for name in names]
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
