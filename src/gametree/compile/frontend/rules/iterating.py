# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""What can be gone through, as loops over numbers: ``range``, boards, constants, ``zip``, ``enumerate``, ``reversed``,
``map``, ``filter``.

>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("for i, c in enumerate(cells):", "    if c == 2:", "        return i", "return 9", cells=CELLS)
for _i1 in range(3):
    _t2 = ((cells_ >> _i1 * 2) & 3)
    i_ = _i1
    c_ = _t2
    if (c_ == 2):
        return i_
return 9
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile.frontend import cells
from gametree.compile.frontend.frame import opened
from gametree.compile.frontend.kinds import Fields
from gametree.compile.frontend.rules.calling import builtin, inlined
from gametree.compile.frontend.rules.numbers import as_int, as_number, as_truth
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.rules.tabulating import tabulated
from gametree.compile.frontend.shapes import (
    Array,
    Dict,
    Int,
    Keyed,
    List,
    Opt,
    Packed,
    Some,
    Sym,
    Tup,
    UnsupportedError,
    told,
)
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def counted(length: int | str, item: Any, *, again: bool = True) -> Lazy:
    """A loop over a number of items, each found by its number."""

    def each(frame: Frame, body: Any) -> None:
        if length == 0:
            return
        i = frame.program.temp("i")
        with frame.loop(f"for {i} in range({length}):"):
            body(item(frame, i))

    return Lazy(each, length, item, again=again)


def iterated(frame: Frame, v: Value) -> Lazy:
    """How a value is gone through."""
    match v.shape:
        case Lazy():
            return v.shape
        case Opt():
            return iterated(frame, frame.there(v))
        case Packed(n=n):
            held = frame.kept(v)
            return counted(n, lambda frame, i: cells.get(frame, held, i))
        case Some(cells=board):
            held = frame.kept(v)
            return counted(held.codes[0], lambda frame, i: cells.get(frame, Value(board, held.codes[1:]), i))
        case List(item=inner):
            name = frame.temp(v.code)
            return counted(f"len({name})", lambda frame, i: opened(frame, f"{name}[{i}]", inner))
        case Keyed():
            from gametree.compile.frontend.rules.keyed import keys_of

            return keys_of(frame, v)
        case Dict():
            from gametree.compile.frontend.rules.dicts import view

            return view(frame, frame.kept(v))
        case Tup(cls=Fields()):
            pass
        case Tup(items=items):
            held = frame.kept(v)
            return counted(len(items), lambda frame, i: _of_tuple(frame, held, i)) if items else counted(0, None)
        case Sym():
            return _constants(frame, v)
        case Array(extent=(n, *_)):
            from gametree.compile.frontend.rules.sequences import item

            return counted(n, lambda frame, i: item(frame, v, Value(Int(0, n - 1), (i,))))
    raise UnsupportedError(f"a loop over {told(v.shape)}")


def _of_tuple(frame: Frame, v: Value, i: str) -> Value:
    from gametree.compile.frontend.rules.sequences import item

    return item(frame, v, frame.constant(int(i)) if i.isdigit() else Value(Int(0, len(v.shape.items) - 1), (i,)))  # type: ignore


def _constants(frame: Frame, v: Value) -> Lazy:
    """A constant tuple, dict, set or word, or one of several: tables."""
    listed = [_listed(x) for x in v.shape.values]  # type: ignore
    held = frame.kept(v)
    lengths = [len(x) for x in listed]
    longest = max(lengths)
    symbol = (
        Value(Sym(tuple(tuple(x) for x in listed)), held.codes) if len(set(map(repr, listed))) == len(listed) else None
    )
    if symbol is None:
        symbol = tabulated(frame, lambda x: tuple(_listed(x)), held)
    if longest == 0:
        return counted(0, None)
    length: Any = longest if len(set(lengths)) == 1 else tabulated(frame, len, symbol).code

    def item(frame: Frame, i: str) -> Value:
        at = frame.constant(int(i)) if i.isdigit() else Value(Int(0, longest - 1), (i,))
        return tabulated(frame, lambda x, k: x[k], symbol, at, sure=True)

    return counted(length, item)


def _listed(x: Any) -> list[Any]:
    if isinstance(x, type) and hasattr(x, "__members__"):
        return list(x)
    if not isinstance(x, tuple | list | str | dict | set | frozenset | range | bytes) and not type(
        x
    ).__name__.startswith("dict_"):
        import numpy as np

        if not isinstance(x, np.ndarray):
            raise UnsupportedError(f"a loop over {x!r}")
        return x.tolist()
    return sorted(x) if isinstance(x, set | frozenset) and _sortable(x) else list(x)


def _sortable(x: Any) -> bool:
    try:
        sorted(x)
    except TypeError:
        return False
    return True


@builtin(range)
def ranged(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``range(a, b, c)``."""
    fixed = [known(a) for a in args]
    if all(f is not None for f in fixed):
        return frame.constant(range(*(f[0] for f in fixed)))  # type: ignore
    args = [as_number(frame, a) for a in args]
    codes = [frame.temp(as_int(frame, a)) for a in args]
    start, stop = (args[0], args[1]) if len(args) > 1 else (frame.constant(0), args[0])
    a, b = start.shape, stop.shape
    by = args[2].shape if len(args) > 2 else Int(1, 1)
    assert isinstance(a, Int)
    assert isinstance(b, Int)
    assert isinstance(by, Int)
    step = codes[2] if len(args) > 2 else "1"
    upward, downward = by.hi is None or by.hi > 0, by.lo is None or by.lo < 0
    if not (by.lo is not None and by.lo > 0) and not (by.hi is not None and by.hi < 0):
        frame.raises_if(f"{step} == 0", ValueError)
    shape = _between(
        ([a.lo] if upward else []) + ([None if b.lo is None else b.lo + 1] if downward else []),
        ([None if b.hi is None else b.hi - 1] if upward else []) + ([a.hi] if downward else []),
    )
    text = ", ".join(codes)

    def each(frame: Frame, body: Any) -> None:
        i = frame.program.temp("i")
        with frame.loop(f"for {i} in range({text}):"):
            body(Value(shape, (i,)))

    first = codes[0] if len(args) > 1 else "0"
    last = codes[1] if len(args) > 1 else codes[0]
    length = f"max(0, {last} - {first})" if step == "1" else f"max(0, -(({first} - {last}) // {step}))"
    return Value(Lazy(each, length, lambda frame, i: Value(shape, (f"({first} + {i} * {step})",)), again=True), ())


def _between(lows: list[int | None], highs: list[int | None]) -> Int:
    """The numbers from the least of these to the greatest; None: it is not known."""
    lo = None if None in lows else min(lows)  # type: ignore
    hi = None if None in highs else max(highs)  # type: ignore
    return Int(lo, hi if lo is None or hi is None else max(lo, hi))


def lazy(source: Lazy) -> Value:
    return Value(source, ())


@builtin(enumerate)
def enumerated(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``enumerate(xs, start)``."""
    source = iterated(frame, args[0])
    begin = kws.get("start", args[1] if len(args) > 1 else frame.constant(0))
    first = frame.temp(as_int(frame, begin))
    if source.item is not None:
        n = source.length

        def item(frame: Frame, i: str) -> Value:
            fixed = known(begin)
            low = fixed[0] if fixed is not None else None
            hi = low + n - 1 if low is not None and isinstance(n, int) else None
            code = i if first == "0" else f"({i} + {first})"
            number = frame.constant(int(i) + low) if i.isdigit() and low is not None else Value(Int(low, hi), (code,))
            return product_of([number, source.item(frame, i)])  # type: ignore

        assert n is not None
        return lazy(counted(n, item))

    def each(frame: Frame, body: Any) -> None:
        k = frame.program.temp("n")
        frame.write(f"{k} = {first} - 1")

        def one(v: Value) -> None:
            frame.write(f"{k} += 1")
            body(product_of([Value(Int(0, None), (k,)), v]))

        source.each(frame, one)

    return lazy(Lazy(each, compound=source.compound))


@builtin(zip)
def zipped(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``zip(xs, ys)``."""
    sources = [iterated(frame, a) for a in args]
    if any(s.item is None for s in sources):
        raise UnsupportedError("zip of what cannot be counted")
    numbers = [s.length for s in sources if isinstance(s.length, int)]
    texts = [str(s.length) for s in sources if not isinstance(s.length, int)]
    shortest = [str(min(numbers))] if numbers else []
    length: Any = (
        min(numbers)
        if not texts
        else f"min({', '.join([*shortest, *texts])})"
        if len(shortest + texts) > 1
        else texts[0]
    )
    return lazy(counted(length, lambda frame, i: product_of([s.item(frame, i) for s in sources])))  # type: ignore


@builtin(reversed)
def backwards(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``reversed(xs)``."""
    source = iterated(frame, args[0])
    if source.item is None or source.length is None:
        raise UnsupportedError("reversed of what cannot be counted")
    n = source.length

    def item(frame: Frame, i: str) -> Value:
        at = str(n - 1 - int(i)) if i.isdigit() and isinstance(n, int) else frame.temp(f"{n} - 1 - {i}", "i")
        return source.item(frame, at)  # type: ignore

    return lazy(counted(n, item))


@builtin(map)
def mapped(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``map(f, xs)``."""
    function, *rest = args
    source = iterated(frame, rest[0]) if len(rest) == 1 else iterated(frame, zipped(frame, rest, {}))

    def call(frame: Frame, v: Value) -> Value:
        return inlined(frame, function, [v] if len(rest) == 1 else items_of(frame, v))

    if source.item is not None and source.length is not None:
        return lazy(counted(source.length, lambda frame, i: call(frame, source.item(frame, i))))  # type: ignore
    return lazy(Lazy(lambda frame, body: source.each(frame, lambda v: body(call(frame, v))), compound=source.compound))


@builtin(filter)
def filtered(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``filter(f, xs)``."""
    function, source = args[0], iterated(frame, args[1])

    def each(frame: Frame, body: Any) -> None:
        def one(v: Value) -> None:
            v = frame.kept(v)
            test = v if known(function) == (None,) else inlined(frame, function, [v])
            with frame.block(f"if {as_truth(frame, test)}:"):
                body(v)

        source.each(frame, one)

    return lazy(Lazy(each, compound=source.compound))
