# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""Dicts over known keys, made by displays, comprehensions and ``dict``.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("{**d, k: 1}", d=[{0: 0, 1: 1}], k=[0, 1])
_t1 = (d_ & ~(1 << k_) | 1 << k_)
return _t1
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from gametree.compile.frontend import cells
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import expression
from gametree.compile.frontend.layout import encode
from gametree.compile.frontend.observing import ABSENT, join_all, observe
from gametree.compile.frontend.rules import fields
from gametree.compile.frontend.rules.calling import builtin
from gametree.compile.frontend.rules.collecting import item_shape
from gametree.compile.frontend.rules.comprehensions import generator
from gametree.compile.frontend.rules.keyed import with_key
from gametree.compile.frontend.rules.positions_in_keys import MOST_KEYS
from gametree.compile.frontend.rules.tabulating import domain
from gametree.compile.frontend.shapes import Dict, Keyed, Packed, Sym, Tup, UnreadyError, UnsupportedError, slots, width
from gametree.compile.frontend.values import Value, known, parts_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@builtin(dict)
def to_dict(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``dict(d)``: a copy; ``dict(d, who=x)``; ``dict(piles=a, who=b)``."""
    if len(args) == 1 and kws and (isinstance(args[0].shape, Keyed) or fields.is_fields(args[0])):
        made = args[0]
        for name, value in kws.items():
            made = with_key(frame, made, frame.constant(name), value)
        return made
    if not args and kws and _are_unlike(list(kws.values())):
        return fields.record(frame, list(kws), list(kws.values()))
    if len(args) == 1 and not kws:
        if isinstance(args[0].shape, Keyed) or fields.is_fields(args[0]):
            return args[0]
        if isinstance(args[0].shape, Dict):
            from gametree.compile.frontend.rules import dicts

            return dicts.duplicate(args[0])
        if (fixed := known(args[0])) is not None and isinstance(fixed[0], dict):
            shape = observe([fixed[0]], exact=True)
            return Value(shape, tuple(map(str, encode(fixed[0], shape))))
    raise UnsupportedError("dict made of something else than a dict")


@expression(ast.DictComp)
def dict_comprehension(frame: Frame, node: ast.DictComp) -> Value:
    """``{f(x): g(x) for x in xs}``."""
    source = generator(frame, node, (node.key, node.value))
    pair = item_shape(frame, source)
    assert isinstance(pair, Tup)
    keys = domain(Value(pair.items[0], ("",)))
    if keys is None or len(keys) > MOST_KEYS:
        raise UnsupportedError("a dict whose keys may be too many things")
    item = pair.items[1]
    sparse = Sym((ABSENT, *(domain(Value(item, ("",))) or ())))
    if len(sparse.values) < 2 or len(sparse.values) > 256:
        raise UnsupportedError("a dict whose values may be too many things")
    shape = Keyed(Sym(tuple(keys)), Packed(len(keys), sparse), dict)
    names = tuple(frame.program.temp("dict") for _ in range(slots(shape)))
    frame.write(f"{' = '.join(names)} = 0")

    def add(v: Value) -> None:
        k, x = parts_of(v)
        new = with_key(frame, Value(shape, names), k, x)
        frame.write(f"{', '.join(names)} = {', '.join(coerce(frame, new, shape))}")

    with frame.user_loop(compound=True):
        source.each(frame, add)
    return Value(shape, names)


def _are_unlike(values: list[Value]) -> bool:
    """Is there no kind of cell that holds all of these?"""
    try:
        width(join_all(v.shape for v in values))
    except UnreadyError:
        raise
    except UnsupportedError:
        return True
    return False


@expression(ast.Dict)
def dict_display(frame: Frame, node: ast.Dict) -> Value:
    """``{**d, k: v}``, and dicts of constants."""
    made: Value | None = None
    if all(k is not None for k in node.keys):
        keys, values = [frame.expr(k) for k in node.keys], [frame.expr(v) for v in node.values]
        known_keys, known_values = [known(k) for k in keys], [known(v) for v in values]
        if all(k is not None for k in known_keys):
            if all(v is not None for v in known_values):
                return frame.constant({k[0]: v[0] for k, v in zip(known_keys, known_values, strict=True)})  # type: ignore
            domain_ = Sym(tuple(k[0] for k in known_keys))  # type: ignore
            if all(isinstance(name, str) for name in domain_.values) and _are_unlike(values):
                return fields.record(frame, list(domain_.values), values)
            board = Packed(len(keys), join_all(v.shape for v in values), tuple)
            built = cells.build(frame, board, [coerce(frame, v, board.item) for v in values])
            return frame.kept(Value(Keyed(domain_, board, dict), built.codes))
    for k, v in zip(node.keys, node.values, strict=True):
        if k is None:
            if made is not None:
                raise UnsupportedError("two dicts joined")
            made = frame.expr(v)
        else:
            if made is None or not (isinstance(made.shape, Keyed) or fields.is_fields(made)):
                raise UnsupportedError("a dict made here with keys that are not known")
            made = with_key(frame, made, frame.expr(k), frame.expr(v))
    if made is None:
        raise UnsupportedError("an empty dict")
    return made
