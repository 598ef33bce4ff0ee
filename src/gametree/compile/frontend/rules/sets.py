# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""Sets over known keys: made, and ``& | - ^ <=`` of their bits.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("one - other", one=[{0, 1}], other=[{0, 1}])
_t1 = (one_ & ~other_)
return _t1
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import expression
from gametree.compile.frontend.observing import join
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.collecting import item_shape
from gametree.compile.frontend.rules.comprehensions import generator
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.keyed import keys_of, with_key, without_key
from gametree.compile.frontend.rules.positions_in_keys import MOST_KEYS, keys_for
from gametree.compile.frontend.shapes import (
    Keyed,
    List,
    Own,
    Packed,
    Shape,
    Sym,
    Truth,
    Tup,
    UnsupportedError,
    key,
    slots,
)
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def local_set(frame: Frame, first: Value) -> Shape:
    """The shape of a set of a function's own, by what is put into it."""
    members = keys_for(frame, first)
    if members is None or len(members) > MOST_KEYS:
        raise UnsupportedError("a set of values that may be too many things")
    keys = Sym(tuple(members))
    return Keyed(keys, Packed(len(members), Truth()), Own)


def set_of(frame: Frame, v: Value, shape: Keyed | None = None) -> Value:
    """``set(xs)``."""
    if isinstance(v.shape, Keyed) and v.shape.is_set and shape is None:
        return v
    source = iterated(frame, v)
    if shape is None:
        shape = local_set(frame, Value(item_shape(frame, source), ("",)))  # type: ignore
    assert shape is not None
    names = tuple(frame.program.temp("set") for _ in range(slots(shape)))
    if names:
        frame.write(f"{' = '.join(names)} = 0")

    def add(x: Value) -> None:
        new = with_key(frame, Value(shape, names), x, frame.constant(True))
        if names:
            frame.write(f"{', '.join(names)} = {', '.join(new.codes)}")

    with frame.user_loop(compound=True):
        source.each(frame, add)
    return Value(shape, names)


def without_first(frame: Frame, v: Value) -> tuple[Value, Value]:
    """``s.pop()``: a member, here the first one there is, and the set without it."""
    from gametree.compile.frontend.rules.searching import first

    one = frame.kept(first(frame, [Value(keys_of(frame, v), ())], {}, KeyError))
    return one, without_key(frame, v, one)


def operation(frame: Frame, symbol: str, a: Value, b: Value) -> Value:
    """``& | - ^ <= <`` of sets: of their bits."""
    shapes = [v.shape for v in (a, b) if isinstance(v.shape, Keyed)]
    shape = shapes[0] if len(shapes) == 1 else join(*shapes)
    if not isinstance(shape, Keyed) or not shape.is_set:
        raise UnsupportedError(f"{symbol} of dicts")
    if len(shapes) == 1:  # the other may have keys of its own
        other = b if a.shape is shapes[0] else a
        if isinstance(other.shape, Tup | Packed | List | Lazy):
            made = set_of(frame, other, shape)
            a, b = (a, made) if other is b else (made, b)
        elif isinstance(other.shape, Sym):
            extra = [m for x in other.shape.values for m in x]
            missing = [m for m in extra if shape.domain.code(m) < 0]
            if missing:
                keys = Sym((*shape.domain.values, *{key(m): m for m in missing}.values()))
                shape = Keyed(keys, Packed(len(keys.values), Truth()), shape.kind)
    x = frame.kept(Value(shape, coerce(frame, a, shape)))
    y = frame.kept(Value(shape, coerce(frame, b, shape)))
    pairs = list(zip(x.codes, y.codes, strict=True))
    if symbol in ("<=", "<", ">=", ">"):
        if symbol[0] == ">":
            pairs = [(q, p) for p, q in pairs]
        inside = " and ".join(f"{p} & {q} == {p}" for p, q in pairs)
        unequal = "" if len(symbol) == 2 else f" and ({' or '.join(f'{p} != {q}' for p, q in pairs)})"
        return Value(Truth(), (f"({inside}{unequal})",))
    form = {"&": "({0} & {1})", "|": "({0} | {1})", "^": "({0} ^ {1})", "-": "({0} & ~{1})"}
    if symbol not in form:
        raise UnsupportedError(f"{symbol} of sets")
    return frame.kept(Value(shape, tuple(form[symbol].format(p, q) for p, q in pairs)))


def _named(name: str, symbol: str) -> None:
    @method(name)
    def rule(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
        if not isinstance(v.shape, Keyed):
            v = set_of(frame, v)
        other = args[0] if isinstance(args[0].shape, Keyed | Sym) else set_of(frame, args[0])
        if symbol == "disjoint":
            both = operation(frame, "&", v, other)
            return Value(Truth(), ("(" + " and ".join(f"{c} == 0" for c in both.codes) + ")",))
        return operation(frame, symbol, v, other)


for _name, _symbol in (
    ("union", "|"), ("intersection", "&"), ("difference", "-"), ("symmetric_difference", "^"),
    ("issubset", "<="), ("issuperset", ">="), ("isdisjoint", "disjoint"),
):  # fmt: skip
    _named(_name, _symbol)


@builtin(set, frozenset)
def to_set(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``set(xs)``."""
    if not args:
        return frame.constant(frozenset())
    fixed = known(args[0])
    return frame.constant(frozenset(fixed[0])) if fixed is not None else set_of(frame, args[0])


@expression(ast.Set)
def set_display(frame: Frame, node: ast.Set) -> Value:
    """``{a, b}``."""
    value = product_of([frame.expr(e) for e in node.elts])
    fixed = known(value)
    if fixed is not None:
        return frame.constant(frozenset(fixed[0]))
    try:
        return set_of(frame, value)
    except UnsupportedError:
        return Value(Tup(value.shape.items, frozenset), value.codes)  # type: ignore


@expression(ast.SetComp)
def set_comprehension(frame: Frame, node: ast.SetComp) -> Value:
    """``{f(x) for x in xs}``."""
    return set_of(frame, Value(generator(frame, node), ()))
