# pyright: basic
"""Tuples, lists and words: items, slices, ``+``, ``*``, ``==``, and a cell replaced by slices.

before  board[:i] + (mark,) + board[i + 1:]
after   board_ & ~(3 << _b1) | mark_ << _b1
"""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend import cells
from gametree.compile.frontend.arrays import Field, field_of, is_array
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import expression, opened
from gametree.compile.frontend.rules.numbers import as_int, as_number
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.rules.tabulating import domain, tabulated
from gametree.compile.frontend.shapes import (
    Array,
    Default,
    Dict,
    Float,
    Int,
    Keyed,
    List,
    Opt,
    Packed,
    Some,
    Sym,
    Truth,
    Tup,
    UnsupportedError,
    Wide,
    join,
    join_all,
    slots,
    told,
)  # fmt: skip
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

LONG = 128
"""Longer sequences are not taken apart item by item."""


def is_sequence(v: Value) -> bool:
    """Is this a tuple, a list, or a word?"""
    match v.shape:
        case Packed() | List() | Tup() | Some():
            return True
        case Sym(values=values):
            return all(isinstance(x, tuple | list | str) for x in values)
    return False


@expression(ast.Tuple, ast.List)
def display(frame: Frame, node: Any) -> Value:
    """``(a, *b, c)``."""
    parts: list[Value] = []
    loose = None
    for e in node.elts:
        if isinstance(e, ast.Starred):
            value = frame.expr(e.value)
            try:
                parts += items_of(frame, value)
            except UnsupportedError:
                loose = e
        else:
            parts.append(frame.expr(e))
    if loose is not None:
        return _spliced(frame, node)
    return product_of(parts, tuple if isinstance(node, ast.Tuple) else list)


def _spliced(frame: Frame, node: Any) -> Value:
    """A display with parts of unknown length."""
    from gametree.compile.frontend.rules.collecting import gathered
    from gametree.compile.frontend.rules.iterating import chained, iterated

    sources = []
    for e in node.elts:
        sources.append(
            iterated(frame, frame.expr(e.value))
            if isinstance(e, ast.Starred)
            else iterated(frame, product_of([frame.expr(e)]))
        )
    return gathered(frame, chained(sources))


@expression(ast.Subscript)
def subscript(frame: Frame, node: ast.Subscript) -> Value:
    """``a[i]``, ``a[i:j]``."""
    value = frame.expr(node.value)
    if is_array(value) and not _is_cell(frame, value, node.slice):
        from gametree.compile.frontend.rules.array_indexing import indexed

        return indexed(frame, value, node.slice)
    if isinstance(node.slice, ast.Slice):
        return _slice(frame, value, node.slice)
    if isinstance(value.shape, Dict) and isinstance(value.shape.kind, Default) and isinstance(node.value, ast.Name):
        from gametree.compile.frontend.rules.dicts import defaulting

        return defaulting(frame, node.value.id, frame.expr(node.slice))
    return item(frame, value, frame.expr(node.slice))


def _is_cell(frame: Frame, v: Value, node: ast.expr) -> bool:
    """Do these indices name one cell of an array, by numbers?"""
    nodes = node.elts if isinstance(node, ast.Tuple) else [node]
    if any(isinstance(n, ast.Slice) for n in nodes):
        return False
    with frame.aside():
        shapes = [frame.expr(n).shape for n in nodes]
    numbers = [s for shape in shapes for s in (shape.items if isinstance(shape, Tup) else [shape])]
    plain = all(isinstance(s, Int | Truth) for s in numbers) and not any(
        isinstance(s, Tup) and s.cls is list for s in shapes
    )
    return plain and len(numbers) == len(field_of(frame, v).extent)


def item(frame: Frame, v: Value, i: Value) -> Value:
    """One item of a sequence, a dict or an array."""
    from gametree.compile.frontend.rules.keyed import looked_up

    match v.shape:
        case Opt(item=inner):
            return item(frame, Value(inner, v.codes[1:]), i)
        case Field(extent=extent, at=at):
            indices = items_of(frame, i) if isinstance(i.shape, Tup) else [i]
            return at(
                frame, [frame.temp(cells.index_in(frame, k, n), "i") for k, n in zip(indices, extent, strict=True)]
            )
        case Keyed():
            return looked_up(frame, v, i)
        case Dict():
            from gametree.compile.frontend.rules import dicts

            return dicts.looked_up(frame, v, i)
        case Array():
            return _data(frame, v, i)
        case Packed(n=n, kind=kind):
            if isinstance(i.shape, Tup) and isinstance(kind, tuple):  # an array with several indices
                for part in items_of(frame, i):
                    v = item(frame, v, part)
                return v
            return cells.get(frame, frame.kept(v) if slots(v.shape) > 1 else v, cells.index_in(frame, i, n))
        case Some(cells=board):
            held = frame.kept(v)
            return cells.get(frame, Value(board, held.codes[1:]), _index_of(frame, held.codes[0], i))
        case List(item=inner):
            return opened(frame, f"{v.code}[{as_int(frame, i)}]", inner)
        case Tup(items=items):
            parts = items_of(frame, v)
            fixed = known(i)
            if fixed is not None:
                if not isinstance(fixed[0], int) or not -len(parts) <= fixed[0] < len(parts):
                    raise UnsupportedError(f"item {fixed[0]} of {len(parts)}")
                return parts[fixed[0]]
            shape = join_all(items)
            at = frame.temp(cells.index_in(frame, i, len(items)), "i")
            rows = [coerce(frame, p, shape) for p in parts]
            return Value(shape, tuple(f"({', '.join(column)},)[{at}]" for column in zip(*rows, strict=True)))
        case Sym(values=values):
            if all(isinstance(x, dict) for x in values):
                return looked_up(frame, v, i)
            return _constant_item(frame, v, i)
    raise UnsupportedError(f"an item of {told(v.shape)}")


def _index_of(frame: Frame, length: str, i: Value) -> str:
    """The text of an index into a tuple of varying length; in a ``try`` it is checked."""
    code = frame.temp(as_int(frame, i))
    if frame.tries:
        with frame.block(f"if not -{length} <= {code} < {length}:"):
            frame.write(f"{frame.tries[-1]} = 1")
            frame.write("break")
    if isinstance(i.shape, Int) and i.shape.lo is not None and i.shape.lo >= 0:
        return code
    return f"({code} if {code} >= 0 else {code} + {length})"


def _constant_item(frame: Frame, v: Value, i: Value) -> Value:
    """An item of a constant tuple, list or word: a table, as long as the longest."""
    values = v.shape.values  # type: ignore
    longest = max((len(x) for x in values if hasattr(x, "__len__")), default=0)
    if known(i) is None:
        if isinstance(i.shape, Truth | Sym):
            i = as_number(frame, i)
        short = (
            isinstance(i.shape, Int) and i.shape.lo is not None and i.shape.hi is not None and i.shape.lo >= -longest
        )
        if not (short and i.shape.hi < 4 * longest + 4):  # type: ignore
            i = Value(Int(0, longest - 1), (cells.index_in(frame, i, longest),))
    return tabulated(frame, operator.getitem, v, i)


def _data(frame: Frame, v: Value, i: Value) -> Value:
    """An item of an array of the game's, which is data."""
    shape = v.shape
    assert isinstance(shape, Array)
    indices = items_of(frame, i) if isinstance(i.shape, Tup) else [i]
    codes = [as_int(frame, x) for x in indices]
    rest = shape.extent[len(codes) :]
    code = f"{v.code}[{', '.join(codes)}]"
    if rest:
        return Value(Array(shape.dtype, rest), (code,))
    return Value(Float() if "float" in shape.dtype else Truth() if shape.dtype == "bool" else Int(), (code,))


def _slice(frame: Frame, v: Value, node: ast.Slice) -> Value:
    ends = [frame.expr(p) if p is not None else frame.constant(None) for p in (node.lower, node.upper, node.step)]
    fixed = [known(e) for e in ends]
    if all(f is not None for f in fixed):
        cut = slice(*(f[0] for f in fixed))  # type: ignore
        if isinstance(v.shape, Sym):
            return tabulated(frame, lambda x: x[cut], v)
        if isinstance(v.shape, Packed) and cut == slice(None):
            return v
        if isinstance(v.shape, Packed | Tup):
            parts = items_of(frame, v)[cut]
            kind = v.shape.kind if isinstance(v.shape, Packed) else v.shape.cls
            return _repacked(frame, parts, kind if kind in (tuple, list, str) else tuple, v)
    if isinstance(v.shape, Sym) and all(domain(e) is not None for e in ends):
        return tabulated(frame, lambda x, a, b, c: x[a:b:c], v, *ends)
    k = _constant_length(node)
    if k is not None and isinstance(v.shape, Packed | Tup) and isinstance(ends[0].shape, Int):
        n, low = len(v.shape.items) if isinstance(v.shape, Tup) else v.shape.n, ends[0].shape
        if low.lo is not None and low.hi is not None and low.lo >= 0 and low.hi + k <= n:
            start, held = frame.temp(ends[0].code), frame.kept(v)
            parts = [item(frame, held, Value(Int(low.lo + j, low.hi + j), (f"({start} + {j})",))) for j in range(k)]
            return _repacked(frame, [frame.kept(p) for p in parts], tuple, v)
    return _loose_slice(frame, v, *ends)


def _constant_length(node: ast.Slice) -> int | None:
    """The length of ``t[i:i + 3]``."""
    match node:
        case ast.Slice(
            lower=ast.expr() as low,
            upper=ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=int(k))),
            step=None,
        ):
            return k if ast.dump(low) == ast.dump(left) else None
    return None


def _repacked(frame: Frame, parts: list[Value], kind: Any, like: Value) -> Value:
    """Some items: packed as those they come from."""
    if isinstance(like.shape, Packed) and len(parts) > 2:
        shape = Packed(len(parts), like.shape.item, kind)
        return frame.kept(cells.build(frame, shape, [p.codes for p in parts]))
    if isinstance(like.shape, Packed) and kind is str:
        return Value(
            Packed(len(parts), like.shape.item, str),
            cells.build(frame, Packed(len(parts), like.shape.item, str), [p.codes for p in parts]).codes,
        )
    return product_of(parts, kind if kind is not str else tuple)


def _loose_slice(frame: Frame, v: Value, low: Value, high: Value, step: Value) -> Value:
    """A slice whose ends are not known beforehand: a list."""
    from gametree.compile.frontend.rules.collecting import gathered
    from gametree.compile.frontend.rules.iterating import iterated

    source = iterated(frame, v)
    by = known(step)
    if by is None or (by[0] or 1) < 1 or source.item is None:
        raise UnsupportedError("a slice with this step")
    n = source.length
    a, b = frame.program.temp("from"), frame.program.temp("to")
    for name, end, otherwise in ((a, low, "0"), (b, high, str(n))):
        code = otherwise if known(end) == (None,) else frame.temp(as_int(frame, end))
        frame.write(f"{name} = min({code} if {code} >= 0 else max({code} + {n}, 0), {n})")
    i = frame.program.temp("i")

    def each(frame: Frame, body: Any) -> None:
        with frame.loop(f"for {i} in range({a}, {b}{f', {by[0]}' if by[0] not in (None, 1) else ''}):"):
            body(source.item(frame, i))  # type: ignore

    return gathered(frame, Lazy(each))


def replaced(frame: Frame, node: ast.BinOp) -> Value | None:
    """``t[:i] + (v,) + t[i + 1:]``; None where it is something else."""
    match node:
        case ast.BinOp(
            left=ast.BinOp(
                left=ast.Subscript(value=one, slice=ast.Slice(lower=None, upper=ast.expr() as i, step=None)),
                op=ast.Add(),
                right=middle,
            ),
            right=ast.Subscript(value=other, slice=ast.Slice(lower=ast.expr() as after, upper=None, step=None)),
        ):
            pass
        case _:
            return None
    if ast.dump(one) != ast.dump(other) or not _is_next(i, after):
        return None
    value = frame.expr(one)
    if isinstance(value.shape, Sym) and all(isinstance(x, str | tuple | list) for x in value.shape.values):
        lengths = {len(x) for x in value.shape.values}
        if len(lengths) != 1:
            return None
    if not isinstance(value.shape, Packed | Tup):
        return None
    match middle:
        case ast.Tuple(elts=[e]) | ast.List(elts=[e]):
            new = frame.expr(e)
        case _:
            new = frame.expr(middle)
            if isinstance(new.shape, Packed | Tup) and len(items_of(frame, new)) == 1:
                new = items_of(frame, new)[0]
            elif not (isinstance(new.shape, Sym) and all(isinstance(x, str) and len(x) == 1 for x in new.shape.values)):
                return None
    return with_item(frame, value, frame.expr(i), new)


def _is_next(i: ast.expr, after: ast.expr) -> bool:
    match i, after:
        case ast.Constant(value=int(a)), ast.Constant(value=int(b)):
            return b == a + 1
        case _, ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=1)):
            return ast.dump(left) == ast.dump(i)
        case _, ast.BinOp(left=ast.Constant(value=1), op=ast.Add(), right=right):
            return ast.dump(right) == ast.dump(i)
    return False


def with_item(frame: Frame, v: Value, i: Value, new: Value) -> Value:
    """A sequence with one item replaced."""
    match v.shape:
        case Packed(n=n, item=inner, kind=kind):
            shape = Packed(n, grown(inner, new), kind)
            held = frame.kept(Value(shape, coerce(frame, v, shape)))
            return frame.kept(cells.put(frame, held, cells.index_in(frame, i, n), coerce(frame, new, shape.item)))
        case Some(cells=board):
            held, codes = frame.kept(v), coerce(frame, new, board.item)
            at = _index_of(frame, held.codes[0], i)
            changed = cells.put(frame, Value(board, held.codes[1:]), at, codes)
            return frame.kept(Value(v.shape, (held.codes[0], *changed.codes)))
        case Tup(items=items, cls=cls):
            fixed = known(i)
            parts = items_of(frame, v)
            if fixed is not None:
                parts[fixed[0]] = new
                return product_of(parts, cls)
            shape = join_all([*items, new.shape])
            at = frame.temp(cells.index_in(frame, i, len(items)), "i")
            codes = frame.kept(Value(shape, coerce(frame, new, shape))).codes
            made = []
            for k, part in enumerate(parts):
                old = coerce(frame, part, shape)
                made.append(
                    Value(shape, tuple(f"({c} if {at} == {k} else {o})" for c, o in zip(codes, old, strict=True)))
                )
            return frame.kept(product_of(made, cls))
    raise UnsupportedError(f"an item of {told(v.shape)} replaced")


def grown(inner: Any, new: Value) -> Any:
    """The shape of the cells of a board into which a value is put: numbers must fit what games have shown."""
    if isinstance(inner, Int) and isinstance(new.shape, Int | Truth) and inner.lo != inner.hi:
        return inner
    if isinstance(inner, Some) and isinstance(new.shape, List | Some | Packed | Tup | Sym):
        return inner  # so must what has a varying length
    return join(inner, new.shape)


def joined(frame: Frame, a: Value, b: Value) -> Value:
    """``a + b`` of sequences."""
    from gametree.compile.frontend.rules.collecting import gathered
    from gametree.compile.frontend.rules.iterating import chained, iterated

    if isinstance(a.shape, Sym) and isinstance(b.shape, Sym) and len(a.shape.values) * len(b.shape.values) <= 64:
        return tabulated(frame, operator.add, a, b)
    kind = _kind(a) or _kind(b) or tuple
    try:
        parts = items_of(frame, a) + items_of(frame, b)
    except UnsupportedError:
        return gathered(frame, chained([iterated(frame, a), iterated(frame, b)]))
    if isinstance(a.shape, Packed) or isinstance(b.shape, Packed):
        item = join_all(p.shape for p in parts)
        shape = Packed(len(parts), item, kind)
        return frame.kept(cells.build(frame, shape, [coerce(frame, p, item) for p in parts]))
    return product_of(parts, kind if kind is not str else tuple)


def _kind(v: Value) -> Any:
    match v.shape:
        case Packed(kind=kind):
            return kind
        case Tup(cls=cls):
            return cls
        case Sym(values=(x, *_)):
            return type(x)
    return None


def repeated(frame: Frame, a: Value, b: Value) -> Value:
    """``[x] * n``."""
    if not is_sequence(a):
        a, b = b, a
    fixed = known(as_number(frame, b))
    if fixed is None:
        from gametree.compile.frontend.rules.collecting import gathered
        from gametree.compile.frontend.rules.iterating import iterated

        source = iterated(frame, a)

        def each(frame: Frame, body: Any) -> None:
            with frame.loop(f"for {frame.program.temp('i')} in range({as_int(frame, b)}):"):
                source.each(frame, body)

        return gathered(frame, Lazy(each))
    parts = [frame.kept(p) for p in items_of(frame, a)] * fixed[0]
    kind = _kind(a) or tuple
    if len(parts) > 2:
        shape = Packed(len(parts), join_all(p.shape for p in parts), kind)
        return frame.kept(cells.build(frame, shape, [coerce(frame, p, shape.item) for p in parts]))
    return product_of(parts, kind)


def equal(frame: Frame, a: Value, b: Value) -> Value:
    """``a == b``, of anything."""
    if isinstance(b.shape, Opt) and not isinstance(a.shape, Opt):
        a, b = b, a
    match a.shape, b.shape:
        case Opt(), Sym(values=(None,)):
            return Value(Truth(), (f"({a.codes[0]} == 0)",))
        case Opt(item=inner), Opt(item=other):
            same = equal(frame, Value(inner, a.codes[1:]), Value(other, b.codes[1:]))
            return Value(Truth(), (f"({a.codes[0]} == {b.codes[0]} and ({a.codes[0]} == 0 or {same.code}))",))
        case Opt(item=inner), _:
            same = equal(frame, Value(inner, a.codes[1:]), b)
            return Value(Truth(), (f"({a.codes[0]} != 0 and {same.code})",))
        case Sym(), Sym():
            if a.shape == b.shape and len(a.shape.values) > 1:
                return Value(Truth(), (f"({a.code} == {b.code})",))
            return _symbols_equal(frame, a, b)
        case (Packed(), Packed()) if a.shape.n != b.shape.n:
            return frame.constant(False)
        case (
            Packed() | Tup() | Sym() | List() | Some(),
            Packed() | Tup() | Sym() | List() | Some(),
        ) if is_sequence(a) and is_sequence(b):
            return _sequences_equal(frame, a, b)
        case Keyed(), Keyed():
            shape = join(a.shape, b.shape)
            x, y = coerce(frame, a, shape), coerce(frame, b, shape)
            return Value(Truth(), (_all(f"{p} == {q}" for p, q in zip(x, y, strict=True)),))
        case (Keyed(), Sym()) | (Sym(), Keyed()):
            board, other = (a, b) if isinstance(a.shape, Keyed) else (b, a)
            return Value(
                Truth(),
                (_all(f"{p} == {q}" for p, q in zip(board.codes, coerce(frame, other, board.shape), strict=True)),),
            )
        case (Sym(values=values), Int() | Truth() | Float()) | (Int() | Truth() | Float(), Sym(values=values)):
            symbol, number = (a, b) if isinstance(a.shape, Sym) else (b, a)
            real = [x for x in values if isinstance(x, int | float)]
            if not real:
                return frame.constant(False)
            if domain(number) is not None and len(domain(number) or ()) <= 64:
                return tabulated(frame, operator.eq, symbol, number)
            table = tabulated(frame, lambda x: x if isinstance(x, int | float) else -(1 << 62), symbol)
            return Value(Truth(), (f"({table.code} == {number.code})",))
        case (Wide(), Wide() | Int()) | (Int(), Wide()):
            from gametree.compile.frontend import wide

            return wide.compared(frame, "==", a, b)
        case (Int() | Truth() | Float(), Int() | Truth() | Float()):
            x, y = (a, b) if type(a.shape) is type(b.shape) else (as_number(frame, a), as_number(frame, b))
            return Value(Truth(), (f"({x.code} == {y.code})",))
    if isinstance(a.shape, Lazy) or isinstance(b.shape, Lazy):
        raise UnsupportedError("an iterator that is compared")
    return frame.constant(False)  # values of unlike kinds are never equal


def _symbols_equal(frame: Frame, a: Value, b: Value) -> Value:
    if isinstance(a.shape, Sym) and len(a.shape.values) == 1:
        a, b = b, a
    fixed = known(b)
    if fixed is not None and isinstance(a.shape, Sym):
        hits = [i for i, x in enumerate(a.shape.values) if _same(x, fixed[0])]
        if not hits:
            return frame.constant(False)
        if len(hits) == 1 and len(a.shape.values) > 1:
            return Value(Truth(), (f"({a.code} == {hits[0]})",))
    return tabulated(frame, lambda x, y: bool(_same(x, y)), a, b)


def _same(x: Any, y: Any) -> bool:
    return x is y or bool(x == y)


def _all(tests: Any) -> str:
    tests = list(tests)
    return "True" if not tests else f"({' and '.join(tests)})"


def _sequences_equal(frame: Frame, a: Value, b: Value) -> Value:
    if isinstance(a.shape, List | Some) or isinstance(b.shape, List | Some):
        return _lists_equal(frame, a, b)
    if isinstance(a.shape, Sym) and len(a.shape.values) > 1 and isinstance(b.shape, Sym):
        return _symbols_equal(frame, a, b)
    if isinstance(a.shape, Packed) and isinstance(b.shape, Packed):
        if a.shape.item == b.shape.item:
            return Value(Truth(), (_all(f"{x} == {y}" for x, y in zip(a.codes, b.codes, strict=True)),))
        shape = Packed(a.shape.n, join(a.shape.item, b.shape.item))
        x, y = coerce(frame, a, shape), coerce(frame, b, shape)
        return Value(Truth(), (_all(f"{p} == {q}" for p, q in zip(x, y, strict=True)),))
    if isinstance(a.shape, Sym) and len(a.shape.values) > 1:
        a, b = b, a
    if isinstance(b.shape, Sym) and len(b.shape.values) > 1:
        tests = []
        for i, x in enumerate(b.shape.values):
            same = equal(frame, a, frame.constant(x))
            tests.append(f"({b.code} == {i} and {same.code})")
        return Value(Truth(), (f"({' or '.join(tests)})",))
    one, other = items_of(frame, a), items_of(frame, b)
    if len(one) != len(other):
        return frame.constant(False)
    tests = [equal(frame, x, y) for x, y in zip(one, other, strict=True)]
    fixed = [known(t) for t in tests]
    if (False,) in fixed:
        return frame.constant(False)
    return Value(Truth(), (_all(t.code for t in tests if known(t) is None),))


def _lists_equal(frame: Frame, a: Value, b: Value) -> Value:
    """Lists of which at least one has a length that is not known."""
    from gametree.compile.frontend.rules.iterating import iterated

    one, other = iterated(frame, a), iterated(frame, b)
    if one.length == 0 or other.length == 0:
        return Value(Truth(), (f"({one.length} == {other.length})",))
    if one.item is None or other.item is None:
        raise UnsupportedError("what cannot be counted that is compared")
    name, i = frame.program.temp("same"), frame.program.temp("i")
    frame.write(f"{name} = {one.length} == {other.length}")
    with frame.block(f"if {name}:"), frame.loop(f"for {i} in range({one.length}):"):
        same = equal(frame, one.item(frame, i), other.item(frame, i))
        with frame.block(f"if not {same.code}:"):
            frame.write(f"{name} = False")
            frame.write("break")
    return Value(Truth(), (name,))


def sequence_order(frame: Frame, symbol: str, a: Value, b: Value) -> Value:
    """``a < b`` of tuples of numbers: by Python's own tuples."""
    one, other = items_of(frame, a), items_of(frame, b)
    x = ", ".join(as_number(frame, v).code for v in one)
    y = ", ".join(as_number(frame, v).code for v in other)
    if len(one) != len(other):
        raise UnsupportedError("tuples of different lengths that are put in order")
    return Value(Truth(), (f"(({x},) {symbol} ({y},))",))
