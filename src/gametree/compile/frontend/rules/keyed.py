# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""Sets and dicts over known keys: a bit, or a cell, for each key.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("d.get(k, 7)", d=[{0: 0, 1: 1}], k=[0, 1])
_i1 = max(k_, 0)
_t2 = ((d_ >> _i1) & 1)
return (_t2 if k_ >= 0 else 7)
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend import cells
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.layout import encode
from gametree.compile.frontend.observing import ABSENT, join
from gametree.compile.frontend.rules import fields
from gametree.compile.frontend.rules.calling import method
from gametree.compile.frontend.rules.positions_in_keys import position_in
from gametree.compile.frontend.rules.tabulating import RAISES, domain, from_table, tabulated
from gametree.compile.frontend.shapes import Dict, Int, Keyed, Own, Packed, Shape, Sym, Tup, UnsupportedError, told
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def _there(frame: Frame, v: Value, at: str) -> str:
    """Is this key in the set or dict?"""
    shape = v.shape
    assert isinstance(shape, Keyed)
    cell = cells.get(frame, Value(shape.cells, v.codes), at if at.isdigit() else f"max({at}, 0)")
    if shape.is_set:
        return cell.code
    item = shape.cells.item
    if isinstance(item, Sym) and item.values[0] is ABSENT:
        return f"({cell.code} != 0)"
    return "True"


def looked_up(frame: Frame, v: Value, k: Value, default: Value | None = None) -> Value:
    """``d[k]``, ``d.get(k, default)``."""
    if isinstance(v.shape, Sym):
        return _in_table(frame, v, k, default)
    if isinstance(v.shape, Tup):
        return fields.field_of(v, k, default)
    shape = v.shape
    assert isinstance(shape, Keyed)
    if default is None and shape.kind is Counter:
        default = frame.constant(0)
    at = frame.temp(position_in(frame, k, shape.domain), "at")
    cell = frame.kept(
        cells.get(frame, Value(shape.cells, frame.kept(v).codes), at if at.isdigit() else f"max({at}, 0)")
    )
    item = shape.cells.item
    sparse = isinstance(item, Sym) and item.values[0] is ABSENT
    if default is None:
        tests = [f"{at} < 0"] if _may_be_none(k, shape.domain) else []
        tests += [f"{cell.code} == 0"] if sparse and cell.codes else []
        if tests:
            frame.raises_if(" or ".join(tests), KeyError)
        return _present(frame, cell) if sparse else cell
    present = _present(frame, cell) if sparse else cell
    joined = join(present.shape, default.shape)
    one, other = coerce(frame, present, joined), coerce(frame, default, joined)
    test = f"{at} >= 0" + (f" and {cell.code} != 0" if sparse else "")
    return Value(joined, tuple(f"({a} if {test} else {b})" for a, b in zip(one, other, strict=True)))


def _may_be_none(k: Value, keys: Sym) -> bool:
    """May this be none of the keys?"""
    mine = domain(k)
    return mine is None or any(keys.code(x) < 0 for x in mine)


def _present(frame: Frame, cell: Value) -> Value:
    """What is there, given that something is."""
    values = cell.shape.values[1:]  # type: ignore
    return from_table(frame, [RAISES, *values], lambda: cell.code)


def _in_table(frame: Frame, v: Value, k: Value, default: Value | None) -> Value:
    """A constant dict."""
    fixed = known(v)
    if fixed is None:
        if domain(k) is not None:
            return tabulated(frame, lambda d, x: d[x], v, k)
        raise UnsupportedError("an item of one of several dicts")
    content: dict[Any, Any] = fixed[0]
    plain = default is None or known(default) is not None
    if domain(k) is not None and len(domain(k) or ()) <= 512 and plain:
        if default is None:
            return tabulated(frame, lambda x: content[x], k)
        return tabulated(frame, lambda x: content.get(x, known(default)[0]), k)  # type: ignore
    keys = Sym(tuple(content))
    at = frame.temp(position_in(frame, k, keys), "at")
    if default is None:
        frame.raises_if(f"{at} < 0", KeyError)
        return from_table(frame, list(content.values()), lambda: f"max({at}, 0)")
    if plain:
        return from_table(
            frame, [*content.values(), known(default)[0]], lambda: f"({at} if {at} >= 0 else {len(content)})"
        )  # type: ignore
    found = from_table(frame, list(content.values()), lambda: f"max({at}, 0)")
    joined = join(found.shape, default.shape)  # type: ignore
    one, other = coerce(frame, found, joined), coerce(frame, default, joined)  # type: ignore
    return Value(joined, tuple(f"({a} if {at} >= 0 else {b})" for a, b in zip(one, other, strict=True)))


def keys_of(frame: Frame, v: Value, what: str = "keys") -> Lazy:
    """The keys that are there, in the order of the keys; with what they hold."""
    shape = v.shape
    assert isinstance(shape, Keyed)
    held, board = frame.kept(v), Value(shape.cells, frame.kept(v).codes)

    def each(frame: Frame, body: Any) -> None:
        i = frame.program.temp("k")
        with frame.loop(f"for {i} in range({shape.cells.n}):"):
            k = from_table(frame, list(shape.domain.values), lambda: i)
            test = _there(frame, held, i).replace(f"max({i}, 0)", i)

            def inside() -> None:
                if what == "keys":
                    body(k)
                    return
                cell = cells.get(frame, board, i)
                cell = _present(frame, cell) if isinstance(cell.shape, Sym) and cell.shape.values[0] is ABSENT else cell
                body(product_of([k, cell]) if what == "items" else cell)

            if test == "True":
                inside()
                return
            with frame.block(f"if {test}:"):
                inside()

    sure = not shape.is_set and not (isinstance(shape.cells.item, Sym) and shape.cells.item.values[0] is ABSENT)
    return Lazy(each, shape.cells.n if sure else None, again=True)


def _view(name: str) -> None:
    @method(name)
    def view(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
        if isinstance(v.shape, Dict):
            from gametree.compile.frontend.rules import dicts

            return Value(dicts.view(frame, frame.kept(v), name), ())
        if not isinstance(v.shape, Keyed):
            raise UnsupportedError(f"{name}() of {told(v.shape)}")
        return Value(keys_of(frame, v, name), ())


for _name in ("keys", "values", "items"):
    _view(_name)


@method("get")
def got(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``d.get(k, default)``."""
    if isinstance(v.shape, Dict):
        from gametree.compile.frontend.rules import dicts

        return dicts.looked_up(frame, v, args[0], args[1] if len(args) > 1 else frame.constant(None))
    return looked_up(frame, v, args[0], args[1] if len(args) > 1 else frame.constant(None))


def size_of(frame: Frame, v: Value) -> str:
    """``len(s)``."""
    from gametree import bits

    shape = v.shape
    assert isinstance(shape, Keyed)
    if shape.is_set:
        return (
            "(" + " + ".join(f"{frame.program.helper(bits.popcount)}({c})" for c in v.codes) + ")" if v.codes else "0"
        )
    name = frame.program.temp("size")
    frame.write(f"{name} = 0")
    keys_of(frame, v).each(frame, lambda _: frame.write(f"{name} += 1"))
    return name


def empty_keyed(frame: Frame, shape: Shape) -> tuple[str, ...]:
    """A set or dict with nothing in it."""
    if not isinstance(shape, Keyed):
        raise UnsupportedError("an empty list that becomes something else")
    return tuple(map(str, encode(shape.kind(), shape)))


def with_key(frame: Frame, v: Value, k: Value, new: Value) -> Value:
    """``d[k] = x``, ``s.add(k)``: a key without a place stops the compiled form."""
    from gametree.compile.frontend.rules.sequences import grown
    from gametree.compile.frontend.rules.sets import local_set
    from gametree.compile.frontend.runtime import fit

    if fields.is_fields(v):
        return fields.with_field(frame, v, k, new)
    shape = v.shape
    assert isinstance(shape, Keyed)
    if shape.kind is Own and (room := join(shape, local_set(frame, k))) != shape:
        v, shape = Value(room, coerce(frame, v, room)), room
    at = frame.temp(position_in(frame, k, shape.domain), "at")
    sure = at.isdigit() or (
        isinstance(k.shape, Sym | Int) and all(shape.domain.code(x) >= 0 for x in domain(k) or [None])
    )
    if not sure:
        frame.write(f"{frame.program.helper(fit)}({at}, 0, {shape.cells.n - 1})")
    item = shape.cells.item
    grown_item = item if shape.is_set or (isinstance(item, Sym) and item.values[0] is ABSENT) else grown(item, new)
    if isinstance(item, Sym) and item.values[0] is ABSENT and isinstance(new.shape, Sym):
        grown_item = join(item, new.shape)
    board = Packed(shape.cells.n, grown_item, shape.cells.kind)
    held = frame.kept(Value(board, coerce(frame, Value(shape.cells, v.codes), board)))
    made = cells.put(frame, held, at, coerce(frame, new, grown_item))
    return frame.kept(Value(Keyed(shape.domain, board, shape.kind), made.codes))


def without_key(frame: Frame, v: Value, k: Value, *, sure: bool = True) -> Value:
    """``del d[k]``. ``sure``: it must have been there."""
    shape = v.shape
    assert isinstance(shape, Keyed)
    item = shape.cells.item
    if not shape.is_set and not (isinstance(item, Sym) and item.values[0] is ABSENT):
        raise UnsupportedError("a key deleted from a dict that has always all of them")
    at = frame.temp(position_in(frame, k, shape.domain), "at")
    if sure:
        there = _there(frame, frame.kept(v), at)
        frame.raises_if(f"not {there}" if at.isdigit() else f"{at} < 0 or not {there}", KeyError)
    gone = ("False",) if shape.is_set else ("0",)
    made = cells.put(frame, Value(shape.cells, frame.kept(v).codes), at if at.isdigit() else f"max({at}, 0)", gone)
    if at.isdigit():
        return frame.kept(Value(shape, made.codes))
    return frame.kept(
        Value(shape, tuple(f"({new} if {at} >= 0 else {old})" for new, old in zip(made.codes, v.codes, strict=True)))
    )


def changed(frame: Frame, v: Value, name: str, args: list[Value]) -> Value:
    """``s.add(x)``, ``s.discard(x)``, ``s.update(xs)``, ``d.pop(k)``."""
    from gametree.compile.frontend.rules.sets import operation, set_of, without_first

    match name:
        case "add":
            return with_key(frame, v, args[0], frame.constant(True))
        case "discard" | "remove" | "pop" if args:
            return without_key(frame, v, args[0], sure=name != "discard" and len(args) == 1)
        case "pop":
            return without_first(frame, v)[1]
        case "clear":
            return Value(v.shape, empty_keyed(frame, v.shape))
        case "update" if v.shape.is_set:  # type: ignore
            return operation(frame, "|", v, set_of(frame, args[0], v.shape))  # type: ignore
    raise UnsupportedError(f"the method {name} of a set or dict")
