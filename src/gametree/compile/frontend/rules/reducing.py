# pyright: basic
"""``any``, ``all``, ``sum``, ``min``, ``max``, ``len``, ``next``, ``functools.reduce``, ``math.prod``: loops.

before  any(line & board == line for line in LINES)
after   _found1 = False
        for _i2 in range(8):
            if TABLE_0[_i2] & board_ == TABLE_0[_i2]:
                _found1 = True
                break
"""

from __future__ import annotations

import ast
import functools
import math
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.arrays import Field
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import widened
from gametree.compile.frontend.rules.calling import builtin, inlined, method
from gametree.compile.frontend.rules.collecting import item_shape, sorting_key
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.numbers import applied, as_number, as_truth
from gametree.compile.frontend.rules.sequences import equal, is_sequence
from gametree.compile.frontend.rules.tabulating import tabulated
from gametree.compile.frontend.shapes import (
    Array,
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
    UnsupportedError,
    join,
)
from gametree.compile.frontend.values import Lazy, Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def _quantified(looked_for: bool) -> Any:
    def rule(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        fixed = known(args[0])
        if fixed is not None:
            return frame.constant((any if looked_for else all)(fixed[0]))
        source = iterated(frame, args[0])
        name = frame.program.temp("found")
        frame.write(f"{name} = {not looked_for}")
        with frame.user_loop(compound=source.compound) as loop:
            loop.flag = frame.program.temp("left")

            def one(v: Value) -> None:
                code = as_truth(frame, v)
                if code == str(not looked_for):
                    return
                with frame.block(f"if {code}:" if looked_for else f"if not {code}:"):
                    frame.write(f"{name} = {looked_for}")
                    frame.leave(loop)

            source.each(frame, one)
        return Value(Truth(), (name,))

    return rule


builtin(any)(_quantified(looked_for=True))
builtin(all)(_quantified(looked_for=False))


def settled(frame: Frame, source: Lazy, shape: Shape, step: Any) -> Shape:
    """The shape of a value that each item changes, from the one that it begins with."""
    name = frame.program.temp("sum")
    for turn in range(4):
        with frame.aside():
            seen: list[Any] = []
            held = Value(shape, frame.names_of(name, shape))
            source.each(frame, lambda v, held=held, seen=seen: seen.append(step(held, v).shape))
        new = shape
        for s in seen:
            new = join(new, s)
        if new == shape:
            break
        shape = widened(shape, new) if turn else (Int() if isinstance(new, Int) else new)
    return shape


def folded(frame: Frame, source: Lazy, start: Value, step: Any) -> Value:
    """A value that each item changes: its shape is found by going through twice."""
    shape = settled(frame, source, start.shape, step)
    names = frame.names_of(frame.program.temp("sum"), shape)
    if names:
        frame.write(f"{', '.join(names)} = {', '.join(coerce(frame, start, shape))}")

    def one(v: Value) -> None:
        codes = coerce(frame, step(Value(shape, names), v), shape)
        if names:
            frame.write(f"{', '.join(names)} = {', '.join(codes)}")

    with frame.user_loop(compound=source.compound):
        source.each(frame, one)
    return Value(shape, names)


@builtin(sum)
def total(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``sum(xs)``."""
    fixed = known(args[0])
    start = kws.get("start", args[1] if len(args) > 1 else frame.constant(0))
    if fixed is not None and known(start) == (0,):
        return frame.constant(sum(fixed[0]))
    return folded(frame, iterated(frame, args[0]), start, lambda a, v: applied(frame, ast.Add, a, v))


@builtin(math.prod)
def product(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``math.prod(xs)``."""
    return folded(frame, iterated(frame, args[0]), frame.constant(1), lambda a, v: applied(frame, ast.Mult, a, v))


@builtin(functools.reduce)
def reduced(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``functools.reduce(f, xs, start)``."""
    if len(args) < 3:
        return _from_first(frame, iterated(frame, args[1]), lambda a, v: inlined(frame, args[0], [a, v]))
    return folded(frame, iterated(frame, args[1]), args[2], lambda a, v: inlined(frame, args[0], [a, v]))


def _from_first(frame: Frame, source: Lazy, step: Any) -> Value:
    """A value that begins as the first item."""
    from gametree.compile.frontend.rules.collecting import zeros

    shape = item_shape(frame, source)
    none = frame.program.temp("none")
    with frame.aside():
        seen: list[Any] = []
        held = Value(shape, frame.names_of(none, shape))
        source.each(frame, lambda v: seen.append(step(held, v).shape))
    for s in seen:
        shape = join(shape, s)
    if isinstance(shape, Int):
        shape = Int()
    names = frame.names_of(frame.program.temp("sum"), shape)
    frame.write(f"{', '.join([*names, none])} = {', '.join([*zeros(shape), 'True'])}")

    def one(v: Value) -> None:
        v = frame.kept(v)
        with frame.block(f"if {none}:"):
            frame.write(f"{', '.join([*names, none])} = {', '.join([*coerce(frame, v, shape), 'False'])}")
        with frame.block("else:"):
            codes = coerce(frame, step(Value(shape, names), v), shape)
            if names:
                frame.write(f"{', '.join(names)} = {', '.join(codes)}")

    with frame.user_loop(compound=source.compound):
        source.each(frame, one)
    return Value(shape, names)


def _extreme(symbol: str) -> Any:
    def rule(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        key, default = kws.get("key"), kws.get("default")
        if len(args) > 1:
            if key is None and all(isinstance(a.shape, Int | Truth | Float | Sym | Opt) for a in args):
                return _of_few(frame, symbol, [as_number(frame, a) for a in args])
            from gametree.compile.frontend.values import product_of

            args = [product_of(args)]
        fixed = known(args[0])
        if fixed is not None and key is None and len(fixed[0]):
            return frame.constant((min if symbol == "<" else max)(fixed[0]))
        source = iterated(frame, args[0])
        shape = item_shape(frame, source)
        if isinstance(shape, Truth):
            shape = Int(0, 1)
        if default is not None:
            shape = join(shape, default.shape)
        rank = lambda v: sorting_key(frame, inlined(frame, key, [v]) if key is not None else v)  # noqa: E731
        best, none = frame.names_of(frame.program.temp("best"), shape), frame.program.temp("none")
        from gametree.compile.frontend.rules.collecting import zeros

        with frame.aside():
            count: list[int] = []
            source.each(frame, lambda v: count.append(len(rank(v))))
        ranks = [frame.program.temp("rank") for _ in range(count[0])]
        start = coerce(frame, default, shape) if default is not None else tuple(zeros(shape))
        if best:
            frame.write(f"{', '.join(best)} = {', '.join(start)}")
        frame.write(f"{none} = True")

        def one(v: Value) -> None:
            v = frame.kept(v)
            new = [frame.temp(k.code) for k in rank(v)]
            test = (
                f"{new[0]} {symbol} {ranks[0]}"
                if len(new) == 1
                else f"({', '.join(new)}) {symbol} ({', '.join(ranks)})"
            )
            with frame.block(f"if {none} or {test}:"):
                codes = [*coerce(frame, v, shape), *new, "False"]
                frame.write(f"{', '.join([*best, *ranks, none])} = {', '.join(codes)}")

        frame.write(f"{' = '.join(ranks)} = {'0.0' if _is_real(frame, source, rank) else '0'}")
        with frame.user_loop(compound=source.compound):
            source.each(frame, one)
        return Value(shape, best)

    return rule


def _is_real(frame: Frame, source: Lazy, rank: Any) -> bool:
    with frame.aside():
        kinds: list[bool] = []
        source.each(frame, lambda v: kinds.extend(isinstance(k.shape, Float) for k in rank(v)))
    return any(kinds)


builtin(min)(_extreme("<"))
builtin(max)(_extreme(">"))


def _of_few(frame: Frame, symbol: str, values: list[Value]) -> Value:
    """``min(a, b)``."""
    name = "min" if symbol == "<" else "max"
    codes = ", ".join(v.code for v in values)
    if any(isinstance(v.shape, Float) for v in values):
        codes = ", ".join(coerce(frame, v, Float())[0] for v in values)
        return Value(Float(), (f"{name}({codes})",))
    if not all(isinstance(v.shape, Int) for v in values):
        raise UnsupportedError(f"{name} of wide integers")
    los, his = [v.shape.lo for v in values], [v.shape.hi for v in values]  # type: ignore
    if symbol == "<":
        lo = None if None in los else min(los)
        hi = min((h for h in his if h is not None), default=None)
    else:
        lo = max((x for x in los if x is not None), default=None)
        hi = None if None in his else max(his)
    return Value(Int(lo, hi), (f"{name}({codes})",))


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
        case Opt(item=item):
            return length(frame, [Value(item, v.codes[1:])], {})
        case Keyed(domain=d):
            from gametree.compile.frontend.rules.keyed import size_of

            return Value(Int(0, len(d.values)), (size_of(frame, v),))
    raise UnsupportedError("len of an iterator")


@builtin(next)
def first(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``next((x for x in xs if f(x)), default)``."""
    source = iterated(frame, args[0])
    if source.again and not isinstance(args[0].shape, Lazy):
        raise UnsupportedError("next of what is no iterator")
    shape = item_shape(frame, source)
    if len(args) > 1:
        shape = join(shape, args[1].shape)
    from gametree.compile.frontend.rules.collecting import zeros

    names = frame.names_of(frame.program.temp("first"), shape)
    start = coerce(frame, args[1], shape) if len(args) > 1 else tuple(zeros(shape))
    if names:
        frame.write(f"{', '.join(names)} = {', '.join(start)}")
    with frame.user_loop(compound=source.compound) as loop:

        def one(v: Value) -> None:
            codes = coerce(frame, v, shape)
            if names:
                frame.write(f"{', '.join(names)} = {', '.join(codes)}")
            frame.leave(loop)

        source.each(frame, one)
    return Value(shape, names)


@builtin(iter)
def iterator(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``iter(xs)``."""
    return Value(iterated(frame, args[0]), ())


def _is_word(v: Value) -> bool:
    return isinstance(v.shape, Sym) and any(isinstance(x, str) and len(x) != 1 for x in v.shape.values)


@method("count")
def counted(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``xs.count(x)``."""
    if not is_sequence(v) or _is_word(args[0]):
        raise UnsupportedError("count of this")
    wanted = frame.kept(args[0])
    source = iterated(frame, v)
    n = source.length
    found = folded(frame, source, frame.constant(0), lambda a, x: applied(frame, ast.Add, a, equal(frame, x, wanted)))
    return Value(Int(0, n if isinstance(n, int) else None), found.codes)


@method("index", "find")
def position(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``xs.index(x)``: the first place; where there is none Python raises, or in a try the handler follows."""
    if not is_sequence(v) or len(args) > 1 or _is_word(args[0]):
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
    if frame.tries:
        with frame.block(f"if {name} < 0:"):
            frame.write(f"{frame.tries[-1]} = 1")
            frame.write("break")
    n = source.length
    return Value(Int(0, n - 1 if isinstance(n, int) else None), (name,))
