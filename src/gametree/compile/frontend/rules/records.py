# pyright: basic
"""NamedTuples and dataclasses: made, read and ``_replace``\\ d field by field.

before  s._replace(turn=1 - s.turn)
after   the fields of s, with (1 - s__1) for its second
"""

from __future__ import annotations

import copy
import dataclasses
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.rules.calling import bound_arguments, builtin, method
from gametree.compile.frontend.rules.collecting import listed
from gametree.compile.frontend.shapes import Packed, Sym, Tup, UnsupportedError, field_names
from gametree.compile.frontend.values import Lazy, Value, parts_of, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def made(frame: Frame, cls: Any, args: list[Value], kws: dict[str, Value]) -> Value:
    """``State(a, b)``."""
    if hasattr(cls, "__post_init__") or ("__new__" in vars(cls) and not hasattr(cls, "_fields")):
        raise UnsupportedError(f"{cls.__name__} does something of its own when it is made")
    bound = bound_arguments(cls, args, kws, frame)
    parts = []
    for name in field_names(cls):
        v = bound[name]
        parts.append(listed(frame, v) if isinstance(v.shape, Lazy) else v)
    return product_of(parts, cls)


@method("_replace")
def replaced(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``s._replace(a=b)``."""
    if not isinstance(v.shape, Tup):
        raise UnsupportedError("_replace of this")
    names = field_names(v.shape.cls)
    parts = [kws.get(name, part) for name, part in zip(names, parts_of(v), strict=True)]
    return product_of([listed(frame, p) if isinstance(p.shape, Lazy) else p for p in parts], v.shape.cls)


@builtin(dataclasses.replace)
def dataclass_replaced(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``dataclasses.replace(s, a=b)``."""
    return replaced(frame, args[0], [], kws)


@builtin(copy.copy, copy.deepcopy)
def copied(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``copy(x)``: values are never shared here."""
    return args[0]


@method("copy", "tolist", "item")
def own_copy(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``xs.copy()``."""
    return v


@method("join")
def text_joined(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``"".join(cells)``: the same cells."""
    from gametree.compile.frontend.values import known

    if known(v) != ("",):
        raise UnsupportedError("join with something between")
    made = listed(frame, args[0], str)
    if isinstance(made.shape, Packed):
        item = made.shape.item
        if not isinstance(item, Sym) or any(len(word) != 1 for word in item.values):
            raise UnsupportedError("join of texts that are not all of one letter")
        return Value(Packed(made.shape.n, made.shape.item, str), made.codes)
    raise UnsupportedError("a text of varying length")
