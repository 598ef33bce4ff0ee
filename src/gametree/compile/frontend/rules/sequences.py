# pyright: basic
"""Tuples, lists and words: displays, and one item of them.

>>> from gametree.compile.frontend.examples import BOARD, rewritten
>>> rewritten("board[i]", board=BOARD, i=[0, 1, 2])
if i_ >= 3:
    raise RaisesError
return ((board_ >> i_ * 2) & 3)
"""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend import cells
from gametree.compile.frontend.arrays import Field, field_of, is_array
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import expression, opened
from gametree.compile.frontend.kinds import Fields
from gametree.compile.frontend.observing import join, join_all
from gametree.compile.frontend.rules.numbers import as_int, as_number
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.rules.tabulating import tabulated
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
    slots,
    told,
)
from gametree.compile.frontend.values import Value, known, product_of

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
    from gametree.compile.frontend.rules.iterating import iterated
    from gametree.compile.frontend.rules.itertools_choices import chained

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
    from gametree.compile.frontend.rules.slicing import _slice

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
        case Opt():
            return item(frame, frame.there(v), i)
        case Field(extent=extent, at=at):
            indices = items_of(frame, i) if isinstance(i.shape, Tup) else [i]
            return at(
                frame, [frame.temp(cells.index_in(frame, k, n), "i") for k, n in zip(indices, extent, strict=True)]
            )
        case Keyed() | Tup(cls=Fields()):
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
            code = frame.temp(v.code)
            return opened(frame, f"{code}[{list_index(frame, code, i)}]", inner)
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
    """The text of an index into a tuple of varying length."""
    code = frame.temp(as_int(frame, i))
    if isinstance(i.shape, Int) and i.shape.lo is not None and i.shape.lo >= 0:
        frame.raises_if(f"{code} >= {length}", IndexError)
        return code
    frame.raises_if(f"not -{length} <= {code} < {length}", IndexError)
    return f"({code} if {code} >= 0 else {code} + {length})"


def list_index(frame: Frame, code: str, i: Value) -> str:
    """The text of an index into a list."""
    fixed = known(i)
    at = frame.temp(as_int(frame, i))
    if fixed is not None:
        n = int(fixed[0])
        frame.raises_if(f"len({code}) <= {n}" if n >= 0 else f"len({code}) < {-n}", IndexError)
    else:
        frame.raises_if(f"not -len({code}) <= {at} < len({code})", IndexError)
    return at


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
    codes = [cells.index_in(frame, x, n) for x, n in zip(indices, shape.extent, strict=False)]
    rest = shape.extent[len(codes) :]
    code = f"{v.code}[{', '.join(codes)}]"
    if rest:
        return Value(Array(shape.dtype, rest), (code,))
    return Value(Float() if "float" in shape.dtype else Truth() if shape.dtype == "bool" else Int(), (code,))


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
                parts[int(cells.index_in(frame, i, len(parts)))] = new
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
