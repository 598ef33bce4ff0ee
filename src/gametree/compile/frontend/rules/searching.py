# pyright: basic
"""``len``, ``next``, ``xs.count``, ``xs.index``.

>>> from gametree.compile.frontend.examples import BOARD, rewritten
>>> rewritten("board.index('X')", board=BOARD)
_at1 = -1
for _i2 in range(3):
    if (((board_ >> _i2 * 2) & 3) == 2):
        _at1 = _i2
        break
if _at1 < 0:
    raise RaisesError
return _at1
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from gametree.compile.frontend.arrays import Field
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.observing import join
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.collecting import item_shape
from gametree.compile.frontend.rules.equality import equal
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.numbers import applied
from gametree.compile.frontend.rules.reducing import folded
from gametree.compile.frontend.rules.sequences import is_sequence
from gametree.compile.frontend.rules.tabulating import tabulated
from gametree.compile.frontend.shapes import (
    Array,
    Dict,
    Int,
    Keyed,
    List,
    Opt,
    Packed,
    Shape,
    Some,
    Sym,
    Tup,
    UnsupportedError,
)
from gametree.compile.frontend.values import Lazy, Value

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@builtin(len)
def length(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``len(xs)``."""
    v = args[0]
    match v.shape:
        case Tup(items=items):
            return frame.constant(len(items))
        case Packed(n=n):
            return frame.constant(n)
        case Some(most=most):
            return Value(Int(0, most), v.codes[:1])
        case Sym():
            return tabulated(frame, len, v)
        case List():
            return Value(Int(0, None), (f"len({v.code})",))
        case Array(extent=(n, *_)) | Field(extent=(n, *_)):
            return frame.constant(n)
        case Dict():
            return Value(Int(0, None), (f"len({v.codes[1]})",))
        case Opt():
            return length(frame, [frame.there(v)], {})
        case Keyed(domain=d):
            from gametree.compile.frontend.rules.keyed import size_of

            return Value(Int(0, len(d.values)), (size_of(frame, v),))
    raise UnsupportedError("len of an iterator")


@builtin(next)
def first(frame: Frame, args: list[Value], kws: dict[str, Value], error: type[Exception] = StopIteration) -> Value:
    """``next((x for x in xs if f(x)), default)``."""
    source = iterated(frame, args[0])
    if source.again and not isinstance(args[0].shape, Lazy):
        raise UnsupportedError("next of what is no iterator")
    shape = item_shape(frame, source)
    if len(args) > 1:
        shape = join(shape, args[1].shape)
    from gametree.compile.frontend.rules.collecting import zeros

    names = frame.names_of(frame.program.temp("first"), shape)
    none = "" if len(args) > 1 else frame.program.temp("none")
    start = coerce(frame, args[1], shape) if len(args) > 1 else tuple(zeros(shape))
    if names:
        frame.write(f"{', '.join(names)} = {', '.join(start)}")
    if none:
        frame.write(f"{none} = True")
    with frame.user_loop(compound=source.compound) as loop:

        def one(v: Value) -> None:
            codes = coerce(frame, v, shape)
            if names:
                frame.write(f"{', '.join(names)} = {', '.join(codes)}")
            if none:
                frame.write(f"{none} = False")
            frame.leave(loop)

        source.each(frame, one)
    if none:
        frame.raises_if(none, error)
    return Value(shape, names)


@builtin(iter)
def iterator(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``iter(xs)``."""
    return Value(iterated(frame, args[0]), ())


def _is_part_of_text(v: Value, x: Value) -> bool:
    """May ``v`` be a text, and ``x`` something else than one letter of it? A list whose items are letters may be a text
    that was put together; one with longer words among its items is none."""
    if not isinstance(x.shape, Sym) or all(not isinstance(word, str) or len(word) == 1 for word in x.shape.values):
        return False
    match v.shape:
        case Sym(values=values):
            return any(isinstance(text, str) for text in values)
        case Packed(kind=kind) | Some(kind=kind) if kind is str:
            return True
        case Packed(item=item) | Some(item=item) | List(item=item):
            return not _has_longer_word(item)
        case Tup(items=items):
            return not any(map(_has_longer_word, items))
    return True


def _has_longer_word(item: Shape) -> bool:
    return isinstance(item, Sym) and any(isinstance(word, str) and len(word) > 1 for word in item.values)


@method("count")
def counted(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``xs.count(x)``."""
    if not is_sequence(v) or _is_part_of_text(v, args[0]):
        raise UnsupportedError("count of this")
    wanted = frame.kept(args[0])
    source = iterated(frame, v)
    n = source.length
    found = folded(frame, source, frame.constant(0), lambda a, x: applied(frame, ast.Add, a, equal(frame, x, wanted)))
    return Value(Int(0, n if isinstance(n, int) else None), found.codes)


@method("index")
def position(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``xs.index(x)``: the first place; Python raises where there is none."""
    found = sought(frame, v, args, kws)
    frame.raises_if(f"{found.code} < 0", ValueError)
    assert isinstance(found.shape, Int)
    return Value(Int(0, found.shape.hi), found.codes)


@method("find")
def sought(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``text.find(x)``: the first place, or −1."""
    if not is_sequence(v) or len(args) > 1 or _is_part_of_text(v, args[0]):
        raise UnsupportedError("index of this")
    wanted = frame.kept(args[0])
    source = iterated(frame, v)
    name = frame.program.temp("at")
    frame.write(f"{name} = -1")
    if source.item is None:
        raise UnsupportedError("index of this")
    i = frame.program.temp("i")
    with frame.user_loop() as loop, frame.loop(f"for {i} in range({source.length}):"):
        same = equal(frame, source.item(frame, i), wanted).code
        with frame.block(f"if {same}:"):
            frame.write(f"{name} = {i}")
            frame.leave(loop)
    n = source.length
    return Value(Int(-1, n - 1 if isinstance(n, int) else None), (name,))
