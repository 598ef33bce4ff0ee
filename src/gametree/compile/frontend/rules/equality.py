# pyright: basic
"""``a == b`` of anything, and ``a < b`` of tuples.

>>> from gametree.compile.frontend.examples import BOARD, rewritten
>>> rewritten("board == ('X', 'X', 'X')", board=BOARD)
return (((board_ & 3) == 2) and (((board_ >> 2) & 3) == 2) and (((board_ >> 4) & 3) == 2))
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.kinds import Fields
from gametree.compile.frontend.observing import join
from gametree.compile.frontend.rules.numbers import as_number
from gametree.compile.frontend.rules.sequences import is_sequence
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.rules.tabulating import domain, tabulated
from gametree.compile.frontend.shapes import (
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
)
from gametree.compile.frontend.values import Lazy, Value, known, parts_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


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
        case (Tup(cls=Fields()), _) | (_, Tup(cls=Fields())):
            return _fields_equal(frame, a, b)
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


def _fields_equal(frame: Frame, a: Value, b: Value) -> Value:
    """Are two dicts that are records the same?"""
    shape = join(a.shape, b.shape)
    x, y = (parts_of(Value(shape, coerce(frame, v, shape))) for v in (a, b))
    return Value(Truth(), (_all(equal(frame, p, q).code for p, q in zip(x, y, strict=True)),))


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
