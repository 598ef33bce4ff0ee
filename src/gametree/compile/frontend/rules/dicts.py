# pyright: basic
"""Dicts that grow: ``{}``, ``defaultdict(int)``, ``Counter(xs)``. A list has a cell for each key that may come, with a
flag, and a second list the numbers of the keys in the order in which they came.

>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("seen = {}", "for c in cells:", "    seen[c] = seen.get(c, 0) + 1", "return len(seen)", cells=CELLS)
_cells1, _order2 = [(0, 0) for _ in range(3)], [0 for _ in range(0)]
seen__0, seen__1 = _cells1, _order2
for _i3 in range(3):
    c_ = ((cells_ >> _i3 * 2) & 3)
    _got4 = 0
    if seen__0[c_][0] != 0:
        _got4 = seen__0[c_][1]
    _t5 = (_got4 + 1)
    if seen__0[c_][0] == 0:
        seen__1.append(c_)
    seen__0[c_] = (1, _t5)
return len(seen__1)
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import bundle
from gametree.compile.frontend.observing import join, join_all
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.collecting import zeros
from gametree.compile.frontend.rules.iterating import counted, iterated
from gametree.compile.frontend.rules.numbers import applied
from gametree.compile.frontend.rules.positions_in_keys import MOST_KEYS, keys_for, position_in
from gametree.compile.frontend.rules.sorting import in_order
from gametree.compile.frontend.rules.tabulating import domain, from_table
from gametree.compile.frontend.runtime import fit
from gametree.compile.frontend.shapes import (
    Default,
    Dict,
    Int,
    Keyed,
    Shape,
    Sym,
    Truth,
    Tup,
    UnreadyError,
    UnsupportedError,
    slots,
    told,
)
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

NOTHING = Sym(())


def started(kind: Any = dict) -> Dict:
    """A dict of which nothing is known yet."""
    return Dict(NOTHING, None, kind)


def with_room(frame: Frame, shape: Dict, k: Value, item: Shape | None) -> Dict:
    """The shape of a dict into which a key is put."""
    keys = keys_for(frame, k)
    if keys is None or len(keys) > MOST_KEYS:
        raise UnsupportedError("a dict whose keys may be too many things")
    new = Dict(Sym(tuple(keys)), item, shape.kind)
    return join(shape, new)  # type: ignore


def empty(shape: Dict) -> tuple[str, str]:
    """The texts of a dict with nothing in it."""
    item = zeros(shape.item) if shape.item is not None else []
    return f"[{bundle(['0', *item])} for _ in range({len(shape.domain.values)})]", "[0 for _ in range(0)]"


def _cell(shape: Dict, codes: Any) -> str:
    return bundle(["1", *codes])


def _part(frame: Frame, v: Value, at: str) -> tuple[str, Value]:
    """The flag of a key, and what it holds."""
    shape = v.shape
    assert isinstance(shape, Dict)
    assert shape.item is not None
    whole = f"{v.codes[0]}[{at}]"
    n = slots(shape.item)
    if n == 0:
        return whole, Value(shape.item, ())
    return f"{whole}[0]", Value(shape.item, tuple(f"{whole}[{i + 1}]" for i in range(n)))


def _spot(frame: Frame, v: Value, k: Value) -> tuple[str, bool]:
    """The number of a key, and whether it is one for certain."""
    shape = v.shape
    assert isinstance(shape, Dict)
    at = frame.temp(position_in(frame, k, shape.domain), "at")
    mine = domain(k)
    return at, at.isdigit() or (mine is not None and all(shape.domain.code(x) >= 0 for x in mine))


def contained(frame: Frame, k: Value, v: Value) -> Value:
    """``k in d``."""
    if v.shape.item is None:  # type: ignore
        return frame.constant(False)
    at, sure = _spot(frame, v, k)
    if at == "-1":
        return frame.constant(False)
    flag, _ = _part(frame, v, at)
    return Value(Truth(), (f"({flag} != 0)" if sure else f"({at} >= 0 and {flag} != 0)",))


def looked_up(frame: Frame, v: Value, k: Value, default: Value | None = None) -> Value:
    """``d[k]``, ``d.get(k, default)``."""
    shape = v.shape
    assert isinstance(shape, Dict)
    if default is None and shape.kind is Counter:
        default = frame.constant(0)
    if default is None and isinstance(shape.kind, Default):
        default = frame.constant(shape.kind.value)
    if shape.item is None:
        if default is None:
            raise UnreadyError
        return default
    at, sure = _spot(frame, v, k)
    if at == "-1":
        if default is None:
            raise UnsupportedError("a key that this dict never has")
        return default
    if default is None:
        flag, held = _part(frame, v, at)
        frame.raises_if(f"{flag} == 0" if sure else f"{at} < 0 or {flag} == 0", KeyError)
        return frame.kept(held)
    flag, held = _part(frame, v, at)
    joined = join(held.shape, default.shape)
    names = tuple(frame.program.temp("got") for _ in range(slots(joined)))
    if not names:
        return Value(joined, ())
    frame.write(f"{', '.join(names)} = {', '.join(coerce(frame, default, joined))}")
    with frame.block(f"if {flag} != 0:" if sure else f"if {at} >= 0 and {flag} != 0:"):
        frame.write(f"{', '.join(names)} = {', '.join(coerce(frame, held, joined))}")
    return Value(joined, names)


def put(frame: Frame, v: Value, k: Value, new: Value) -> Value:
    """``d[k] = x``."""
    shape = v.shape
    assert isinstance(shape, Dict)
    grown = with_room(frame, shape, k, new.shape)
    if grown != shape:
        return Value(grown, v.codes)  # the next pass knows
    at, sure = _spot(frame, v, k)
    if not sure:
        frame.write(f"{frame.program.helper(fit)}({at}, 0, {len(shape.domain.values) - 1})")
    codes = coerce(frame, new, shape.item)  # type: ignore
    flag, _ = _part(frame, v, at)
    with frame.block(f"if {flag} == 0:"):
        frame.write(f"{v.codes[1]}.append({at})")
    frame.write(f"{v.codes[0]}[{at}] = {_cell(shape, codes)}")
    return v


def defaulting(frame: Frame, name: str, k: Value) -> Value:
    """``d[k]`` of a defaultdict: a key that is not there is put there."""
    v = frame.read(name)
    shape = v.shape
    assert isinstance(shape, Dict)
    assert isinstance(shape.kind, Default)
    value = frame.constant(shape.kind.value)
    if with_room(frame, shape, k, value.shape) != shape:
        frame.assign(name, put(frame, v, k, value))
        return looked_up(frame, frame.read(name), k)
    k = frame.kept(k)
    with frame.block(f"if not {contained(frame, k, v).code}:"):
        put(frame, v, k, value)
    return frame.kept(looked_up(frame, v, k))


def without(frame: Frame, v: Value, k: Value, *, sure: bool = True) -> Value:
    """``del d[k]``: the key is where it is no more. ``sure``: it must have been there."""
    if v.shape.item is None:  # type: ignore
        raise UnreadyError
    at, is_key = _spot(frame, v, k)
    flag, _ = _part(frame, v, at)
    there = f"{flag} != 0" if is_key else f"{at} >= 0 and {flag} != 0"
    if sure:
        frame.raises_if(f"not ({there})", KeyError)
    with frame.block(f"if {there}:"):
        frame.write(f"{v.codes[1]}.remove({at})")
        frame.write(f"{v.codes[0]}[{at}] = {bundle(['0', *zeros(v.shape.item)])}")  # type: ignore
    return v


def changed(frame: Frame, v: Value, name: str, args: list[Value]) -> Value:
    """``d.pop(k)``, ``d.clear()``, ``d.setdefault(k, x)``, ``d.update(…)``, ``counter.update(xs)``."""
    shape = v.shape
    assert isinstance(shape, Dict)
    match name, args:
        case "clear", []:
            frame.write(f"{', '.join(v.codes)} = {', '.join(empty(shape))}")
            return v
        case "pop", [k, *default]:
            return without(frame, v, k, sure=not default)
        case "setdefault", [k, x]:
            if with_room(frame, shape, k, x.shape) != shape:
                return put(frame, v, k, x)
            with frame.block(f"if not {contained(frame, frame.kept(k), v).code}:"):
                put(frame, v, k, x)
            return v
        case "update", [xs]:
            return _updated(frame, v, xs)
    raise UnsupportedError(f"the method {name} of a dict")


def _updated(frame: Frame, v: Value, xs: Value) -> Value:
    """More keys: of another dict, of pairs, or for a Counter more to be counted."""
    counts = v.shape.kind is Counter  # type: ignore
    pairs = isinstance(xs.shape, Keyed | Dict) or (isinstance(xs.shape, Sym) and _are_dicts(xs.shape))
    source = iterated(frame, items(frame, xs) if pairs else xs)
    grown = v

    def add(x: Value) -> None:
        nonlocal grown
        if pairs or not counts:
            k, new = _pair(frame, x)
            new = applied(frame, ast.Add, looked_up(frame, grown, k, frame.constant(0)), new) if counts else new
        else:
            k = frame.kept(x)
            new = applied(frame, ast.Add, looked_up(frame, grown, k, frame.constant(0)), frame.constant(1))
        grown = put(frame, grown, k, new)

    with frame.user_loop(compound=True):
        source.each(frame, add)
    return grown


def _pair(frame: Frame, v: Value) -> list[Value]:
    from gametree.compile.frontend.rules.statements import items_of

    return items_of(frame, v, 2)


def _are_dicts(shape: Sym) -> bool:
    return all(isinstance(x, dict) for x in shape.values)


def items(frame: Frame, v: Value) -> Value:
    """``d.items()``, of any dict."""
    from gametree.compile.frontend.rules.keyed import keys_of

    if isinstance(v.shape, Dict):
        return Value(view(frame, v, "items"), ())
    if isinstance(v.shape, Keyed):
        return Value(keys_of(frame, v, "items"), ())
    fixed = known(v)
    if fixed is None:
        raise UnsupportedError("the items of one of several dicts")
    return frame.constant(tuple(fixed[0].items()))


def view(frame: Frame, v: Value, what: str = "keys") -> Lazy:
    """The keys in the order in which they came, with what they hold."""
    shape = v.shape
    assert isinstance(shape, Dict)
    if shape.item is None:
        return counted(0, None)

    def item(frame: Frame, i: str) -> Value:
        at = frame.temp(f"{v.codes[1]}[{i}]", "at")
        k = from_table(frame, list(shape.domain.values), lambda: at)
        held = _part(frame, v, at)[1]
        return k if what == "keys" else held if what == "values" else product_of([k, held])

    return counted(f"len({v.codes[1]})", item)


def duplicate(v: Value) -> Value:
    """A copy, which may change by itself."""
    return Value(v.shape, tuple(f"{c}[:]" for c in v.codes))


def recoded(frame: Frame, v: Value, shape: Dict) -> tuple[str, ...]:
    """A dict as one with room for more."""
    names = frame.program.temp("cells"), frame.program.temp("order")
    frame.write(f"{', '.join(names)} = {', '.join(empty(shape))}")
    made = Value(shape, names)

    def add(x: Value) -> None:
        put(frame, made, *_pair(frame, x))

    iterated(frame, items(frame, v)).each(frame, add)
    return names


def grown_from(frame: Frame, v: Value) -> Value:
    """A dict of known keys, as one that grows."""
    if isinstance(v.shape, Dict):
        return duplicate(v)
    fixed = known(v)
    if fixed is not None:
        return _of_constant(frame, v, fixed[0])
    from gametree.compile.frontend.rules.collecting import item_shape

    pair = item_shape(frame, iterated(frame, items(frame, v)))
    assert isinstance(pair, Tup)
    shape = with_room(frame, started(), Value(pair.items[0], ("",)), pair.items[1])
    return Value(shape, recoded(frame, v, shape))


def _of_constant(frame: Frame, v: Value, content: dict[Any, Any]) -> Value:
    if not content:
        return Value(started(), empty(started()))
    shape = Dict(Sym(tuple(content)), join_all(frame.constant(x).shape for x in content.values()))
    return Value(shape, recoded(frame, v, shape))


@builtin(Counter)
def tally(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``Counter(xs)``: a count for each key that is there."""
    if not args and not kws:
        return Value(started(Counter), empty(started(Counter)))
    if len(args) != 1 or kws:
        raise UnsupportedError("this form of Counter")
    from gametree.compile.frontend.rules.collecting import item_shape

    source = iterated(frame, args[0])
    shape = with_room(frame, started(Counter), Value(item_shape(frame, source), ("",)), Int(0, None))
    names = frame.program.temp("counts"), frame.program.temp("order")
    frame.write(f"{', '.join(names)} = {', '.join(empty(shape))}")
    made = Value(shape, names)

    def add(x: Value) -> None:
        k = frame.kept(x)
        put(frame, made, k, applied(frame, ast.Add, looked_up(frame, made, k), frame.constant(1)))

    with frame.user_loop(compound=True):
        source.each(frame, add)
    return made


@builtin(defaultdict)
def with_default(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``defaultdict(int)``."""
    fixed = known(args[0]) if len(args) == 1 and not kws else None
    if fixed is None or fixed[0] not in (int, float, bool):
        raise UnsupportedError("a defaultdict of something else than int, float or bool")
    shape = started(Default(fixed[0]()))
    return Value(shape, empty(shape))


@method("most_common")
def commonest(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``counter.most_common()``: the pairs, those with the highest counts first."""
    if not isinstance(v.shape, Dict) or args or kws:
        raise UnsupportedError(f"most_common of {told(v.shape)}")
    import operator

    by_count = {"key": frame.constant(operator.itemgetter(1)), "reverse": frame.constant(True)}
    return in_order(frame, [items(frame, v)], by_count)
