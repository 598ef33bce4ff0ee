# pyright: basic
"""``any``, ``all``, ``sum``, ``functools.reduce``, ``math.prod``: loops.

>>> from gametree.compile.frontend.examples import BOARD, rewritten
>>> rewritten("any(c == 'X' for c in board)", board=BOARD)
_found1 = False
for _i2 in range(3):
    _t3 = ((board_ >> _i2 * 2) & 3)
    if (_t3 == 2):
        _found1 = True
        break
return _found1
"""

from __future__ import annotations

import ast
import functools
import math
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import widened
from gametree.compile.frontend.observing import join
from gametree.compile.frontend.rules.calling import builtin, inlined
from gametree.compile.frontend.rules.collecting import item_shape
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.numbers import applied, as_truth
from gametree.compile.frontend.shapes import Int, Shape, Truth
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
    if not (isinstance(source.length, int) and source.length):
        frame.raises_if(none, TypeError)
    return Value(shape, names)
