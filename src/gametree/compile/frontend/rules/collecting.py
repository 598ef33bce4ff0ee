# pyright: basic
"""Comprehensions and what collects items: ``tuple``, ``list``, ``sorted``. Where the number of items is known they lie
side by side in words; otherwise they are a list.

    before  tuple(c for row in rows for c in row)
    after   … loops that set the cells of _board1
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend import cells
from gametree.compile.frontend.arrays import Field, kept
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import bundle, expression
from gametree.compile.frontend.rules.calling import builtin, inlined
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.numbers import as_truth
from gametree.compile.frontend.rules.statements import items_of, store
from gametree.compile.frontend.rules.tabulating import tabulated
from gametree.compile.frontend.shapes import (
    WORD,
    Dict,
    Float,
    Int,
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
    inside,
    observe,
    slots,
    width,
)  # fmt: skip
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

WIDEST = 16
"""A board of more words than this is a list instead."""


def generator(frame: Frame, node: Any, elt: Any = None) -> Lazy:
    """A generator expression, or what is inside a comprehension, as loops."""
    elt = elt or node.elt
    binds = list(frame.binds)
    first = iterated(frame, frame.expr(node.generators[0].iter))

    def run(frame: Frame, number: int, body: Any) -> None:
        if number == len(node.generators):
            body(frame.expr(elt) if not isinstance(elt, tuple) else product_of([frame.expr(e) for e in elt]))
            return
        part = node.generators[number]
        source = first if number == 0 else iterated(frame, frame.expr(part.iter))

        def one(v: Value) -> None:
            frame.binds.append(bound(frame, part.target, v))
            _tested(frame, part.ifs, lambda: run(frame, number + 1, body))
            frame.binds.pop()

        source.each(frame, one)

    def each(frame: Frame, body: Any) -> None:
        kept, frame.binds = frame.binds, list(binds)
        try:
            run(frame, 0, body)
        finally:
            frame.binds = kept

    plain = len(node.generators) == 1 and not node.generators[0].ifs
    return Lazy(each, first.length if plain else None, compound=len(node.generators) > 1 or first.compound)


def bound(frame: Frame, target: Any, v: Value) -> dict[str, Value]:
    """The variables of a comprehension."""
    match target:
        case ast.Name(id=name):
            return {name: frame.kept(v)}
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            if any(isinstance(e, ast.Starred) for e in elts):
                raise UnsupportedError("a star in the variables of a comprehension")
            found: dict[str, Value] = {}
            for e, part in zip(elts, items_of(frame, v, len(elts)), strict=True):
                found.update(bound(frame, e, part))
            return found
    raise UnsupportedError("the variables of a comprehension")


def _tested(frame: Frame, ifs: list[Any], then: Any) -> None:
    if not ifs:
        then()
        return
    from gametree.compile.frontend.rules.choosing import condition

    value = condition(frame, ifs[0])
    fixed = known(value)
    if fixed is not None:
        if fixed[0]:
            _tested(frame, ifs[1:], then)
        return
    with frame.block(f"if {as_truth(frame, value)}:"):
        _tested(frame, ifs[1:], then)


@expression(ast.GeneratorExp)
def generated(frame: Frame, node: ast.GeneratorExp) -> Value:
    """``(f(x) for x in xs)``."""
    return Value(generator(frame, node), ())


@expression(ast.ListComp)
def list_comprehension(frame: Frame, node: ast.ListComp) -> Value:
    """``[f(x) for x in xs]``."""
    return gathered(frame, generator(frame, node), kind=list)


def item_shape(frame: Frame, source: Lazy) -> Shape:
    """The shape of what is gone through, found by writing the loop for nothing."""
    from gametree.compile.frontend.shapes import join

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


@builtin(sorted)
def in_order(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``sorted(xs, key=f, reverse=True)``: a list of pairs of a key and a number, sorted."""
    fixed = known(args[0])
    if fixed is not None and not kws:
        return frame.constant(tuple(sorted(fixed[0])))
    back = known(kws["reverse"]) if "reverse" in kws else (False,)
    if back is None:
        raise UnsupportedError("sorted in an order that is not known")
    source = iterated(frame, args[0])
    length = source.length
    items = gathered(frame, source, item_shape(frame, source)) if not isinstance(args[0].shape, List) else args[0]
    shape = items.shape
    assert isinstance(shape, List)
    if isinstance(shape.item, Int) and not kws and not isinstance(length, int):  # numbers are sorted as they are
        items = gathered(frame, iterated(frame, items), shape.item) if items is args[0] else items
        frame.write(f"{items.code}.sort()")
        return items
    pairs, n = frame.program.temp("pairs"), frame.program.temp("n")
    again = iterated(frame, items)
    one = lambda v: sorting_key(frame, inlined(frame, kws["key"], [v]) if "key" in kws else v)  # noqa: E731
    with frame.aside():
        zero = zeros(Tup((Int(),)))
        keyed: list[str] = []
        again.each(frame, lambda v: keyed.extend(_kinds(one(v))))
    sign = "-" if back[0] else ""
    frame.write(f"{pairs} = [({', '.join([*keyed, *zero])}) for _ in range(0)]")
    frame.write(f"{n} = 0")

    def add(v: Value) -> None:
        codes = one(v)
        frame.write(f"{pairs}.append(({', '.join(f'{sign}{c.code}' for c in codes)}, {n}))")
        frame.write(f"{n} += 1")

    with frame.user_loop(compound=True):
        again.each(frame, add)
    frame.write(f"{pairs}.sort()")
    from gametree.compile.frontend.frame import opened
    from gametree.compile.frontend.rules.iterating import counted

    count: Any = length if isinstance(length, int) else f"len({pairs})"
    found = counted(count, lambda frame, i: opened(frame, f"{items.code}[{pairs}[{i}][{len(keyed)}]]", shape.item))
    return gathered(frame, found, None if isinstance(length, int) else shape.item, list)


def _kinds(values: list[Value]) -> list[str]:
    return ["0.0" if isinstance(v.shape, Float) else "0" for v in values]


def sorting_key(frame: Frame, v: Value) -> list[Value]:
    """Numbers that come in the order of the values."""
    from gametree.compile.frontend.rules.numbers import as_number

    match v.shape:
        case Int() | Float() | Truth():
            return [as_number(frame, v)]
        case Tup():
            return [k for part in items_of(frame, v) for k in sorting_key(frame, part)]
        case Sym(values=values):
            if all(isinstance(x, int | float) for x in values):
                return [as_number(frame, v)]
            try:
                order = sorted(values)
            except TypeError:
                raise UnsupportedError("constants without an order that are sorted") from None
            return [tabulated(frame, order.index, v)]
        case Packed(n=n) if n <= 8:
            return [k for part in items_of(frame, v) for k in sorting_key(frame, part)]
    raise UnsupportedError("values without an order that are sorted")


_ = (inside, store)
