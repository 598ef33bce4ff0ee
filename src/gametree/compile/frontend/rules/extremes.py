# pyright: basic
"""``min`` and ``max``.

>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("max(cells)", cells=CELLS)
_best11_ = 0
_none1 = True
_rank2 = 0
for _i3 in range(3):
    _t4 = ((cells_ >> _i3 * 2) & 3)
    if _none1 or _t4 > _rank2:
        _best11_, _rank2, _none1 = _t4, _t4, False
return _best11_
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.observing import join
from gametree.compile.frontend.rules.calling import builtin, inlined
from gametree.compile.frontend.rules.collecting import item_shape
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.numbers import as_number
from gametree.compile.frontend.rules.sorting import sorting_key
from gametree.compile.frontend.shapes import Float, Int, Opt, Sym, Truth, UnsupportedError
from gametree.compile.frontend.values import Lazy, Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


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
        if default is None and not (isinstance(source.length, int) and source.length):
            frame.raises_if(none, ValueError)
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
