# pyright: basic
"""A value of one shape as a value of another: what may not fit is checked when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.compile.frontend import cells
from gametree.compile.frontend.kinds import Fields
from gametree.compile.frontend.layout import UnfitError, encode
from gametree.compile.frontend.observing import ABSENT
from gametree.compile.frontend.runtime import fit, fit_length
from gametree.compile.frontend.shapes import (
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
    Unset,
    UnsupportedError,
    Wide,
    slots,
    told,
)
from gametree.compile.frontend.values import Lazy, Value, known, parts_of
from gametree.compile.frontend.wide_words import narrow

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def coerce(frame: Frame, v: Value, shape: Shape) -> tuple[str, ...]:
    """The slots of a value as those of another shape."""
    a = v.shape
    if a == shape:
        return v.codes
    if isinstance(a, Unset):
        from gametree.compile.frontend.rules.collecting import zeros

        return tuple(zeros(shape))
    fixed = known(v)
    if fixed is not None and not isinstance(shape, List | Dict):
        try:
            return tuple(map(_literal, encode(fixed[0], shape)))
        except (UnfitError, TypeError, ValueError):
            pass
    match a, shape:
        case (Int() | Truth(), Int()):
            return (_fitted(frame, _as_int(v), a if isinstance(a, Int) else Int(0, 1), shape),)
        case Int(), Truth():
            return (f"({v.code} != 0)",)
        case (Int() | Truth(), Float()):
            return (f"float({v.code})",)
        case (Int() | Truth(), Wide(words=n)):
            low = frame.temp(_as_int(v))
            sign = "0" if a == Truth() or (isinstance(a, Int) and a.lo is not None and a.lo >= 0) else f"{low} >> 63"
            return (f"({', '.join([low, *[sign] * (n - 1)])})",)
        case Wide(), Int():
            name = frame.program.helper(narrow)
            return (_fitted(frame, f"{name}({v.code})", Int(), shape),)
        case Sym(values=values), _ if len(values) > 1 and not isinstance(shape, List | Dict):
            return _from_symbol(frame, v, shape)
        case (Int() | Truth() | Tup() | Packed() | List(), Sym(values=values)):
            return _to_symbol(frame, v, shape)
        case Opt(item=item), _ if not isinstance(shape, Opt):
            frame.write(f"{frame.program.helper(fit)}({v.codes[0]}, 1, 1)")  # None has no place there
            return coerce(frame, Value(item, v.codes[1:]), shape)
        case Opt(item=item), Opt(item=other):
            return (v.codes[0], *coerce(frame, Value(item, v.codes[1:]), other))
        case _, Opt(item=item):
            if a == Sym((None,)):
                return ("0",) * slots(shape)
            return ("1", *coerce(frame, v, item))
        case (Keyed(domain=names), Tup(items=others, cls=Fields())) if set(names.values) == set(shape.cls.names):
            held = frame.kept(v)
            return tuple(
                c
                for name, other in zip(shape.cls.names, others, strict=True)
                for c in coerce(frame, cells.get(frame, Value(a.cells, held.codes), str(names.code(name))), other)
            )
        case Tup(items=items), Tup(items=others) if len(items) == len(others):
            parts = zip(_in_order(v, shape.cls), others, strict=True)
            return tuple(c for part, other in parts for c in coerce(frame, part, other))
        case Tup(items=items), Packed(n=n, item=item) if len(items) == n:
            made = [tuple(coerce(frame, part, item)) for part in parts_of(v)]
            return cells.build(frame, shape, made).codes
        case Packed(n=n), Tup(items=others) if n == len(others):
            held = frame.kept(v)
            return tuple(
                c for i, other in enumerate(others) for c in coerce(frame, cells.get(frame, held, str(i)), other)
            )
        case Packed(n=n), Packed(n=m, item=item) if n == m:
            if a.item == item:
                return v.codes
            return _recoded(frame, v, shape)
        case (Some(), Some()) if a.most == shape.most and a.item == shape.item:
            return v.codes
        case (List() | Packed() | Tup() | Sym() | Some(), Some()):
            return _with_length(frame, v, shape)
        case (Some(), Packed()):
            return coerce(frame, Value(List(a.item), coerce(frame, v, List(a.item))), shape)
        case (Packed() | Tup() | Sym() | Keyed() | Some() | Dict(), List(item=item)):
            from gametree.compile.frontend.rules.collecting import gathered
            from gametree.compile.frontend.rules.iterating import iterated

            return gathered(frame, iterated(frame, v), item).codes
        case List(item=item), Packed(n=n):
            return _from_list(frame, v, shape)
        case List(), List():
            from gametree.compile.frontend.rules.collecting import gathered
            from gametree.compile.frontend.rules.iterating import iterated

            return gathered(frame, iterated(frame, v), shape.item).codes
        case (Dict() | Keyed() | Sym(), Dict()):
            from gametree.compile.frontend.rules.dicts import recoded

            return recoded(frame, v, shape)
        case (Keyed(), Keyed()) if a.is_set == shape.is_set:
            return _rekeyed(frame, v, shape)
        case Lazy(), Some():
            return _with_length(frame, v, shape)
        case Lazy(), _:
            from gametree.compile.frontend.rules.collecting import solid

            return coerce(frame, solid(frame, v), shape)
        case ((List() | Tup() | Packed()), Keyed()) if shape.is_set:
            from gametree.compile.frontend.rules.sets import set_of

            return set_of(frame, v, shape).codes
    raise UnsupportedError(f"{told(a)} where {told(shape)} belongs")


def _in_order(v: Value, kind: object) -> list[Value]:
    """The items of a tuple; the fields of a dict that is a record in the order of another one."""
    parts = parts_of(v)
    mine = v.shape.cls  # type: ignore
    if not isinstance(kind, Fields) or not isinstance(mine, Fields) or mine == kind:
        return parts
    if set(mine.names) != set(kind.names):
        raise UnsupportedError("a dict with other keys than states have")
    return [parts[mine.names.index(n)] for n in kind.names]


def _literal(code: object) -> str:
    return str(code)


def _as_int(v: Value) -> str:
    return f"(1 if {v.code} else 0)" if isinstance(v.shape, Truth) else v.code


def _fitted(frame: Frame, code: str, a: Int, b: Int) -> str:
    """A number that must lie within a range."""
    low = b.lo is not None and (a.lo is None or a.lo < b.lo)
    high = b.hi is not None and (a.hi is None or a.hi > b.hi)
    if not low and not high:
        return code
    lo = -(1 << 63) if b.lo is None else b.lo
    hi = (1 << 63) - 1 if b.hi is None else b.hi
    return f"{frame.program.helper(fit)}({code}, {lo}, {hi})"


def _from_symbol(frame: Frame, v: Value, shape: Shape) -> tuple[str, ...]:
    """A constant of several, by tables: for each slot one."""
    rows, wrong = [], False
    for value in v.shape.values:  # type: ignore
        try:
            rows.append([int(c) if not isinstance(c, tuple | float) else c for c in encode(value, shape)])
        except (UnfitError, TypeError, ValueError):
            rows.append(None)
            wrong = True
    if all(r is None for r in rows):
        raise UnsupportedError(f"{told(v.shape)} where {told(shape)} belongs")
    if slots(shape) == 0 and not wrong:
        return ()
    code = frame.temp(v.code)
    if wrong:
        ok = frame.program.table([int(r is not None) for r in rows])
        frame.write(f"{frame.program.helper(fit)}({ok}[{code}], 1, 1)")
    blank = next(r for r in rows if r is not None)
    columns = zip(*(r or blank for r in rows), strict=True)
    codes = []
    for column in columns:
        if isinstance(column[0], tuple):
            parts = [f"{frame.program.table(list(words))}[{code}]" for words in zip(*column, strict=True)]
            codes.append(f"({', '.join(parts)})")
        elif list(column) == list(range(len(column))):
            codes.append(code)
        else:
            codes.append(f"{frame.program.table(list(column))}[{code}]")
    if isinstance(shape, Truth):
        codes = [f"({c} != 0)" for c in codes]
    return tuple(codes)


def _to_symbol(frame: Frame, v: Value, shape: Sym) -> tuple[str, ...]:
    """A number or tuple that is one of several constants."""
    from gametree.compile.frontend.rules.positions_in_keys import position_in

    at = _word_among(frame, v, shape) if isinstance(v.shape, Packed | List) else position_in(frame, v, shape)
    if slots(shape) == 0:
        frame.write(f"{frame.program.helper(fit)}({at}, 0, 0)")
        return ()
    return (f"{frame.program.helper(fit)}({at}, 0, {len(shape.values) - 1})",)


def _word_among(frame: Frame, v: Value, shape: Sym) -> str:
    """The number of a word, given letter by letter, among some words."""
    from gametree.compile.frontend.rules.equality import equal

    name, held = frame.program.temp("at"), frame.kept(v)
    frame.write(f"{name} = -1")
    for i, word in enumerate(shape.values):
        with frame.block(f"if {equal(frame, held, frame.constant(word)).code}:"):
            frame.write(f"{name} = {i}")
    return name


def _recoded(frame: Frame, v: Value, shape: Packed) -> tuple[str, ...]:
    """Cell by cell."""
    held = frame.kept(v)
    n = shape.n
    names = tuple(frame.program.temp("board") for _ in range(slots(shape)))
    if slots(shape) > 8 or n <= 4:
        made = [tuple(coerce(frame, cells.get(frame, held, str(i)), shape.item)) for i in range(n)]
        return frame.kept(cells.build(frame, shape, made)).codes
    if names:
        frame.write(f"{' = '.join(names)} = 0")
    i = frame.program.temp("i")
    with frame.loop(f"for {i} in range({n}):"):
        cell = coerce(frame, cells.get(frame, held, i), shape.item)
        new = cells.put(frame, Value(shape, names), i, tuple(cell))
        if names:
            frame.write(f"{', '.join(names)} = {', '.join(new.codes)}")
    return names


def _from_list(frame: Frame, v: Value, shape: Packed) -> tuple[str, ...]:
    from gametree.compile.frontend.frame import opened

    code = frame.temp(v.code)
    frame.write(f"{frame.program.helper(fit_length)}(len({code}), {shape.n})")
    names = tuple(frame.program.temp("board") for _ in range(slots(shape)))
    if not names:
        return ()
    frame.write(f"{' = '.join(names)} = 0")
    i = frame.program.temp("i")
    with frame.loop(f"for {i} in range({shape.n}):"):
        cell = coerce(frame, opened(frame, f"{code}[{i}]", v.shape.item), shape.item)  # type: ignore
        new = cells.put(frame, Value(shape, names), i, tuple(cell))
        frame.write(f"{', '.join(names)} = {', '.join(new.codes)}")
    return names


def _with_length(frame: Frame, v: Value, shape: Some) -> tuple[str, ...]:
    """Items one after the other, where there is room for a certain number of them."""
    from gametree.compile.frontend.rules.collecting import listed
    from gametree.compile.frontend.rules.iterating import iterated

    source = iterated(frame, v)
    if source.item is None:
        source = iterated(frame, listed(frame, v))
    n = frame.temp(str(source.length))
    if not (isinstance(source.length, int) and source.length <= shape.most):
        frame.write(f"{frame.program.helper(fit)}({n}, 0, {shape.most})")
    names = tuple(frame.program.temp("board") for _ in range(slots(shape.cells)))
    if not names or source.length == 0:
        return (n, *["0"] * len(names))
    frame.write(f"{' = '.join(names)} = 0")
    i = frame.program.temp("i")
    with frame.loop(f"for {i} in range({n}):"):
        cell = coerce(frame, source.item(frame, i), shape.item)  # type: ignore
        new = cells.put(frame, Value(shape.cells, names), i, tuple(cell))
        frame.write(f"{', '.join(names)} = {', '.join(new.codes)}")
    return (n, *names)


def _rekeyed(frame: Frame, v: Value, shape: Keyed) -> tuple[str, ...]:
    """The same set or dict over other keys; what has no place must not be there."""
    a = v.shape
    assert isinstance(a, Keyed)
    if a.domain == shape.domain:
        return coerce(frame, Value(a.cells, v.codes), shape.cells)
    held = frame.kept(v)
    neutral = ("False",) if shape.is_set else tuple(map(str, encode(ABSENT, shape.cells.item)))
    codes: list[tuple[str, ...]] = [neutral] * shape.cells.n
    for i, k in enumerate(a.domain.values):
        cell = cells.get(frame, Value(a.cells, held.codes), str(i))
        at = shape.domain.code(k)
        if at >= 0:
            codes[at] = tuple(coerce(frame, cell, shape.cells.item))
        elif shape.is_set:
            frame.write(f"{frame.program.helper(fit)}((1 if {cell.code} else 0), 0, 0)")
        else:
            raise UnsupportedError("a dict with keys that games have not shown")
    return frame.kept(cells.build(frame, shape.cells, codes)).codes
