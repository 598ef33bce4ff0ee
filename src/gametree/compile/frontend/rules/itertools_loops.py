# pyright: basic
"""Of ``itertools`` what goes through things with a memory: ``accumulate`` and ``groupby``.

>>> from itertools import accumulate
>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("max(accumulate(cells))", accumulate=accumulate, cells=CELLS)
_best33_ = 0
_none1 = True
_rank2 = 0
_sum45_, _none3 = 0, True
for _i4 in range(3):
    _t5 = ((cells_ >> _i4 * 2) & 3)
    if _none3:
        _sum45_, _none3 = _t5, False
    else:
        _sum45_ = (_sum45_ + _t5)
    if _none1 or _sum45_ > _rank2:
        _best33_, _rank2, _none1 = _sum45_, _sum45_, False
return _best33_
"""

from __future__ import annotations

import ast
import itertools
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.rules.calling import builtin, inlined
from gametree.compile.frontend.rules.collecting import gathered, item_shape, zeros
from gametree.compile.frontend.rules.equality import equal
from gametree.compile.frontend.rules.iterating import counted, iterated
from gametree.compile.frontend.rules.numbers import applied
from gametree.compile.frontend.rules.reducing import settled
from gametree.compile.frontend.shapes import UnsupportedError
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@builtin(itertools.accumulate)
def accumulated(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``accumulate(xs, f)``."""
    if "initial" in kws:
        raise UnsupportedError("accumulate with a value to begin with")
    source = iterated(frame, args[0])
    function = kws.get("func", args[1] if len(args) > 1 else None)

    def step(a: Value, v: Value) -> Value:
        return applied(frame, ast.Add, a, v) if function is None else inlined(frame, function, [a, v])

    shape = settled(frame, source, item_shape(frame, source), step)

    def each(frame: Frame, body: Any) -> None:
        names, none = frame.names_of(frame.program.temp("sum"), shape), frame.program.temp("none")
        frame.write(f"{', '.join([*names, none])} = {', '.join([*zeros(shape), 'True'])}")

        def one(v: Value) -> None:
            v = frame.kept(v)
            with frame.block(f"if {none}:"):
                frame.write(f"{', '.join([*names, none])} = {', '.join([*coerce(frame, v, shape), 'False'])}")
            with frame.block("else:"):
                codes = coerce(frame, step(Value(shape, names), v), shape)
                if names:
                    frame.write(f"{', '.join(names)} = {', '.join(codes)}")
            body(Value(shape, names))

        source.each(frame, one)

    return Value(Lazy(each, source.length, compound=source.compound), ())


@builtin(itertools.groupby)
def grouped(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``groupby(xs, key=f)``: the items of a group are a list."""
    key = kws.get("key", args[1] if len(args) > 1 else None)
    source = iterated(frame, args[0])
    if source.item is None or source.length is None:
        source = iterated(frame, gathered(frame, source, item_shape(frame, source)))
    n, item = source.length, source.item

    def key_of(frame: Frame, i: str) -> Value:
        v = item(frame, i)  # type: ignore
        return v if key is None or known(key) == (None,) else inlined(frame, key, [v])

    def each(frame: Frame, body: Any) -> None:
        after, first = frame.program.temp("next"), frame.program.temp("first")
        frame.write(f"{after} = 0")
        with frame.loop(f"while {after} < {n}:"):
            frame.write(f"{first} = {after}")
            mine = frame.kept(key_of(frame, first))
            frame.write(f"{after} += 1")
            with frame.loop(f"while {after} < {n}:"):
                with frame.block(f"if not {equal(frame, key_of(frame, after), mine).code}:"):
                    frame.write("break")
                frame.write(f"{after} += 1")
            here = counted(f"({after} - {first})", lambda frame, i: item(frame, frame.temp(f"{first} + {i}", "i")))  # type: ignore
            body(product_of([mine, gathered(frame, here)]))

    return Value(Lazy(each, compound=source.compound), ())
