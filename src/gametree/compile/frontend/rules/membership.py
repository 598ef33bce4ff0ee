# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""``x in xs``, of anything.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("x in taken", x=[0, 1], taken=[{0, 1}])
_i1 = max(x_, 0)
return (x_ >= 0 and (((taken_ >> _i1) & 1) != 0))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.compile.frontend import cells
from gametree.compile.frontend.arrays import is_array
from gametree.compile.frontend.kinds import Fields
from gametree.compile.frontend.rules.equality import equal
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.keyed import _there
from gametree.compile.frontend.rules.numbers import as_int
from gametree.compile.frontend.rules.positions_in_keys import _box, position_in
from gametree.compile.frontend.rules.tabulating import domain, tabulated
from gametree.compile.frontend.shapes import (
    Dict,
    Int,
    Keyed,
    List,
    Packed,
    Shape,
    Some,
    Sym,
    Truth,
    Tup,
    UnsupportedError,
    Wide,
    key,
)
from gametree.compile.frontend.values import Lazy, Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def contained(frame: Frame, x: Value, xs: Value) -> Value:
    """``x in xs``."""
    if is_array(xs):
        from gametree.compile.frontend.rules.array_reducing import holds

        return holds(frame, x, xs)
    match xs.shape:
        case Keyed(domain=keys):
            at = frame.temp(position_in(frame, x, keys), "at")
            if at == "-1":
                return frame.constant(False)
            there = _there(frame, xs, at)
            sure = at.isdigit() or (isinstance(x.shape, Sym) and all(keys.code(k) >= 0 for k in x.shape.values))
            return Value(Truth(), (there if sure else f"({at} >= 0 and {there})",))
        case Tup(cls=Fields(names=names)) if (name := known(x)) is not None:
            return frame.constant(name[0] in names)
        case Dict():
            from gametree.compile.frontend.rules import dicts

            return dicts.contained(frame, x, xs)
        case Sym(values=values) if len(values) == 1:
            return _in_constant(frame, x, values[0])
        case Sym(values=values):
            if domain(x) is not None:
                return tabulated(frame, lambda a, b: a in b, x, xs)
        case Lazy() if xs.shape.item is None or not isinstance(x.shape, Int):
            pass
    if isinstance(xs.shape, Packed) and xs.shape.kind is str and _is_word(x):
        return _word_in(frame, x, xs)
    if isinstance(xs.shape, List | Some) and _is_word(x) and _is_letter(xs.shape.item):
        raise UnsupportedError("a word looked for in a text of varying length")
    source = iterated(frame, xs)
    name, wanted = frame.program.temp("found"), frame.kept(x)
    frame.write(f"{name} = False")
    with frame.user_loop(compound=source.compound) as loop:

        def one(v: Value) -> None:
            same = equal(frame, v, wanted)
            if known(same) == (False,):
                return
            with frame.block(f"if {same.code}:"):
                frame.write(f"{name} = True")
                frame.leave(loop)

        source.each(frame, one)
    return Value(Truth(), (name,))


def _is_word(x: Value) -> bool:
    """Is this a text that may be no single letter?"""
    match x.shape:
        case Sym(values=values):
            return any(isinstance(w, str) and len(w) != 1 for w in values)
        case Packed(kind=kind) | Some(kind=kind):
            return kind is str
        case List(item=item):
            return _is_letter(item)
    return False


def _is_letter(item: Shape) -> bool:
    return isinstance(item, Sym) and all(isinstance(c, str) and len(c) == 1 for c in item.values)


def _word_in(frame: Frame, x: Value, xs: Value) -> Value:
    """A word that is looked for in a text of known length."""
    n, held, letters = xs.shape.n, frame.kept(xs), _letters(frame, x)  # type: ignore
    name, i = frame.program.temp("found"), frame.program.temp("i")
    frame.write(f"{name} = {not letters}")
    with frame.user_loop() as loop, frame.loop(f"for {i} in range({max(0, n - len(letters) + 1)}):"):
        found = [equal(frame, cells.get(frame, held, f"({i} + {j})"), x).code for j, x in enumerate(letters)]
        with frame.block(f"if {' and '.join(found) or 'True'}:"):
            frame.write(f"{name} = True")
            frame.leave(loop)
    return Value(Truth(), (name,))


def _letters(frame: Frame, x: Value) -> list[Value]:
    """The letters of a word of known length."""
    wanted = frame.kept(x)
    match x.shape:
        case Packed(n=n):
            return [frame.kept(cells.get(frame, wanted, str(j))) for j in range(n)]
        case Sym(values=words) if len({len(w) for w in words}) == 1:
            return [tabulated(frame, lambda w, j=j: w[j], wanted) for j in range(len(words[0]))]
    raise UnsupportedError("words of different lengths looked for in a text")


def _in_constant(frame: Frame, x: Value, xs: Any) -> Value:
    if isinstance(xs, range) and not isinstance(x.shape, Sym):
        code = frame.temp(as_int(frame, x))
        low, high = (xs.start, xs.stop - 1) if xs.step > 0 else (xs.stop + 1, xs.start)
        step = f" and ({code} - {xs.start}) % {abs(xs.step)} == 0" if abs(xs.step) != 1 else ""
        return Value(Truth(), (f"({low} <= {code} <= {high}{step})",))
    if domain(x) is not None and len(domain(x) or ()) <= 512:
        return tabulated(frame, lambda a: a in xs, x)
    if isinstance(x.shape, Wide):
        raise UnsupportedError("a wide integer looked for")
    members = [m for m in xs if isinstance(m, int | tuple)]
    if not members:
        return frame.constant(False)
    keys = Sym(tuple({key(m): m for m in members}.values()))
    if _box(keys) is None and all(isinstance(m, int) for m in members) and len(members) <= 16:
        code = frame.temp(as_int(frame, x))
        return Value(Truth(), ("(" + " or ".join(f"{code} == {m}" for m in members) + ")",))
    return Value(Truth(), (f"({position_in(frame, x, keys)} >= 0)",))
