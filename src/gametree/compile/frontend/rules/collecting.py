# pyright: basic
"""What collects items: ``tuple``, ``list``, ``bytes``. Where their number is known they lie side by side in words;
otherwise they are a list.

>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("tuple(2 - c for c in cells)", cells=CELLS)
_board1 = _n2 = 0
for _i3 in range(3):
    _t4 = ((cells_ >> _i3 * 2) & 3)
    _t5 = (2 - _t4)
    _t6 = _n2 * 2
    _board1 = _board1 | _t5 << _t6
    _n2 += 1
return _board1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile.frontend import cells
from gametree.compile.frontend.arrays import Field, kept
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import bundle
from gametree.compile.frontend.observing import observe
from gametree.compile.frontend.rules.calling import builtin
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.tabulating import tabulated
from gametree.compile.frontend.shapes import (
    WORD,
    Dict,
    Float,
    Keyed,
    List,
    Packed,
    Shape,
    Some,
    Sym,
    Truth,
    Tup,
    UnreadyError,
    UnsupportedError,
    Wide,
    slots,
    width,
)
from gametree.compile.frontend.values import Lazy, Value, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

WIDEST = 16


"""A board of more words than this is a list instead."""


def item_shape(frame: Frame, source: Lazy) -> Shape:
    """The shape of what is gone through, found by writing the loop for nothing."""
    from gametree.compile.frontend.observing import join

    found: list[Shape] = []

    def see(v: Value) -> None:
        if isinstance(v.shape, Lazy):
            v = listed(frame, v)
        found.append(v.shape)

    with frame.aside():
        state = frame.indent, frame.depth, list(frame.loops)
        source.each(frame, see)
        frame.indent, frame.depth, frame.loops = state
    shape = None
    for s in found:
        shape = join(shape, s)
    if shape is None:
        raise UnreadyError
    return shape


def empty_list(item: Shape) -> str:
    """A list of nothing, of which it is known what it would hold."""
    one = bundle(zeros(item))
    return f"[{one} for _ in range(0)]"


def zeros(shape: Shape) -> list[str]:
    match shape:
        case Tup(items=items):
            return [z for item in items for z in zeros(item)]
        case Float():
            return ["0.0"]
        case Truth():
            return ["False"]
        case Wide(words=words):
            return [f"({', '.join(['0'] * words)})"]
        case List(item=item):
            return [empty_list(item)]
        case Dict():
            from gametree.compile.frontend.rules.dicts import empty

            return list(empty(shape))
    return ["0"] * slots(shape)


def gathered(frame: Frame, source: Lazy, item: Shape | None = None, kind: Any = tuple) -> Value:
    """All the items: side by side in words where their number is known, else a list."""
    found = item or (item_shape(frame, source) if source.length != 0 else None)
    if found is None:
        return Value(Tup((), kind), ())
    n = source.length
    if item is None and isinstance(n, int) and _packs(found, n):
        shape = Packed(n, found, kind)
        if n <= 2 and source.item is not None:
            return product_of([source.item(frame, str(i)) for i in range(n)], kind)
        return _packed(frame, source, shape)
    name = frame.program.temp("list")
    frame.write(f"{name} = {empty_list(found)}")

    def add(v: Value) -> None:
        if isinstance(v.shape, Lazy):
            v = listed(frame, v)
        frame.write(f"{name}.append({bundle(coerce(frame, v, found))})")

    with frame.user_loop(compound=True):
        source.each(frame, add)
    return Value(List(found), (name,))


def _packs(item: Shape, n: int) -> bool:
    if isinstance(item, Float | Wide | List | Lazy):
        return False
    try:
        size = width(item)
    except UnsupportedError:
        return False
    return n <= WIDEST if size == WORD else -(-n * max(size, 1) // 63) <= WIDEST


def _packed(frame: Frame, source: Lazy, shape: Packed) -> Value:
    names = tuple(frame.program.temp("board") for _ in range(slots(shape)))
    if not names:
        return Value(shape, ())
    at = frame.program.temp("n")
    frame.write(f"{' = '.join([*names, at])} = 0")

    def add(v: Value) -> None:
        if isinstance(v.shape, Lazy):
            v = listed(frame, v)
        codes = coerce(frame, v, shape.item)
        if shape.width == WORD:
            new = cells.put(frame, Value(shape, names), at, codes).codes
        else:
            bits = frame.temp(cells.to_bits(shape.item, codes))
            word, bit = cells.spot(shape, at)
            bit = frame.temp(bit)
            if len(names) == 1:
                new = (f"{names[0]} | {bits} << {bit}",)
            else:
                word = frame.temp(word)
                new = tuple(f"({c} | {bits} << {bit} if {word} == {k} else {c})" for k, c in enumerate(names))
        frame.write(f"{', '.join(names)} = {', '.join(new)}")
        frame.write(f"{at} += 1")

    with frame.user_loop(compound=True):
        source.each(frame, add)
    return Value(shape, names)


def solid(frame: Frame, v: Value) -> Value:
    """A value that can be kept: what is only gone through becomes a tuple, and an array has its cells in words."""
    if isinstance(v.shape, Field):
        return kept(frame, v.shape)
    return listed(frame, v) if isinstance(v.shape, Lazy) else v


def listed(frame: Frame, v: Value, kind: Any = tuple) -> Value:
    """A value as a sequence that can be kept: ``tuple(xs)``."""
    match v.shape:
        case Lazy():
            return gathered(frame, v.shape, kind=kind)
        case Packed(n=n, item=item):
            return Value(Packed(n, item, kind), v.codes)
        case Tup(items=items):
            return Value(Tup(items, kind), v.codes)
        case List():
            return gathered(frame, iterated(frame, v), v.shape.item)
        case Sym():
            return taken_apart(frame, v, kind) if kind is list else tabulated(frame, _tuple, v)
        case Keyed() | Dict() | Some():
            return gathered(frame, iterated(frame, v))
    raise UnsupportedError(f"{v.shape} made into a {kind.__name__}")


def _tuple(x: Any) -> Any:
    from gametree.compile.frontend.rules.iterating import _listed

    return tuple(_listed(x))


def taken_apart(frame: Frame, v: Value, kind: Any = list) -> Value:
    """A constant sequence whose items will be changed."""
    values = [_tuple(x) for x in v.shape.values]  # type: ignore
    if len(set(map(len, values))) != 1:
        raise UnsupportedError("a list made of constants of different lengths")
    if not values[0]:
        return Value(Tup((), kind), ())
    shape = observe([list(x) for x in values], exact=True)
    if isinstance(shape, Tup):
        shape = Tup(shape.items, kind)
    elif isinstance(shape, Packed):
        shape = Packed(shape.n, shape.item, kind)
    held = (
        Value(Sym(tuple(values)), v.codes)
        if len({repr(x) for x in values}) == len(values)
        else tabulated(frame, _tuple, v)
    )
    return Value(shape, coerce(frame, held, shape))


@builtin(tuple)
def to_tuple(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``tuple(xs)``."""
    return listed(frame, args[0], tuple) if args else Value(Tup(()), ())


@builtin(list)
def to_list(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``list(xs)``."""
    return listed(frame, args[0], list) if args else Value(Tup((), list), ())


@builtin(bytes, bytearray)
def to_bytes(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``bytes(xs)``."""
    made = listed(frame, args[0], list)
    return Value(Packed(made.shape.n, made.shape.item, bytes), made.codes) if isinstance(made.shape, Packed) else made
