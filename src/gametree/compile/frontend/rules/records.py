# pyright: basic
"""NamedTuples, dataclasses and objects: made, read and ``_replace``\\ d field by field.

>>> from gametree.compile.frontend.examples import Pair, rewritten
>>> rewritten("s._replace(b=1 - s.b)", s=[Pair(0, 1), Pair(1, 0)])
return (s__0, (1 - s__1))
"""

from __future__ import annotations

import copy
import dataclasses
from types import FunctionType
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import opened
from gametree.compile.frontend.kinds import field_names, is_simple
from gametree.compile.frontend.observing import join_all
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.collecting import listed, solid
from gametree.compile.frontend.rules.fields import is_fields
from gametree.compile.frontend.rules.functions import bound_arguments, prepared
from gametree.compile.frontend.shapes import Dict, List, Packed, Sym, Tup, Unset, UnsupportedError, slots
from gametree.compile.frontend.values import Value, parts_of, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def made(frame: Frame, cls: Any, args: list[Value], kws: dict[str, Value]) -> Value:
    """``State(a, b)``."""
    if hasattr(cls, "__post_init__") or ("__new__" in vars(cls) and not hasattr(cls, "_fields")):
        raise UnsupportedError(f"{cls.__name__} does something of its own when it is made")
    if not hasattr(cls, "_fields") and not is_simple(cls):
        return _initialised(frame, cls, args, kws)
    bound = bound_arguments(cls, args, kws, frame)
    parts = []
    for name in field_names(cls):
        parts.append(solid(frame, bound[name]))
    return product_of(parts, cls)


def _initialised(frame: Frame, cls: Any, args: list[Value], kws: dict[str, Value]) -> Value:
    """An object whose ``__init__`` does something of its own: it is given an object without any values."""
    kind, init = frame.program.objects.get(cls), getattr(cls, "__init__", None)
    if kind is None or not isinstance(init, FunctionType):
        raise UnsupportedError(f"{cls.__name__} does something of its own when it is made")
    blank = Value(Tup(tuple(Unset() for _ in kind.names), kind), ())
    spec, codes, given = prepared(frame, init, [blank, *args], kws)
    name = next(iter(given))
    if list(spec.changes) != [name]:
        raise UnsupportedError(f"{cls.__name__} changes what it is made of")
    if slots(spec.returns or Unset()):
        raise UnsupportedError(f"{cls.__name__}.__init__ returns something")
    return opened(frame, f"{spec.name}({', '.join(codes)})", spec.after[name])


@method("_replace")
def replaced(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``s._replace(a=b)``."""
    if not isinstance(v.shape, Tup) or is_fields(v):
        raise UnsupportedError("_replace of this")
    names = field_names(v.shape.cls)
    parts = [kws.get(name, part) for name, part in zip(names, parts_of(v), strict=True)]
    return product_of([solid(frame, p) for p in parts], v.shape.cls)


@builtin(dataclasses.replace)
def dataclass_replaced(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``dataclasses.replace(s, a=b)``."""
    return replaced(frame, args[0], [], kws)


@builtin(copy.copy, copy.deepcopy)
def copied(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``copy(x)``."""
    return own_copy(frame, args[0], [], {})


@method("copy", "tolist", "item")
def own_copy(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``xs.copy()``: what lies in words is never shared, what lies on the heap is copied."""
    if isinstance(v.shape, List):
        return Value(v.shape, (f"{v.code}[:]",))
    if isinstance(v.shape, Dict):
        from gametree.compile.frontend.rules.dicts import duplicate

        return duplicate(v)
    return v


@method("join")
def text_joined(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``"".join(cells)``: the same cells."""
    from gametree.compile.frontend.values import known

    if known(v) != ("",):
        raise UnsupportedError("join with something between")
    made = listed(frame, args[0], str)
    item = made.shape.item if isinstance(made.shape, Packed | List) else None
    if isinstance(made.shape, Tup) and made.shape.items:
        item = join_all(made.shape.items)
        board = Packed(len(made.shape.items), item)
        made = frame.kept(Value(board, coerce(frame, made, board)))
    if item is not None and (not isinstance(item, Sym) or any(len(word) != 1 for word in item.values)):
        raise UnsupportedError("join of texts that are not all of one letter")
    if isinstance(made.shape, Packed):
        return Value(Packed(made.shape.n, made.shape.item, str), made.codes)
    return made  # a text of varying length: a list of letters
