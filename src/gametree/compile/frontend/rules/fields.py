# pyright: basic
"""Dicts that are records: the same words as keys in every state, with values of several kinds. They are read and
changed field by field; the keys must be known where they stand.

>>> from gametree.compile.frontend.examples import rewritten
>>> states = [{"piles": (3, 1, 2), "who": "ann"}, {"piles": (0, 0, 1), "who": "bob"}]
>>> rewritten("{**s, 'who': 'ann' if s['who'] == 'bob' else 'bob'}", s=states)
return (s__0, (0 if (s__1 == 1) else 1))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.compile.frontend.kinds import Fields
from gametree.compile.frontend.rules.collecting import solid
from gametree.compile.frontend.shapes import Tup, UnsupportedError
from gametree.compile.frontend.values import Value, known, parts_of, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def is_fields(v: Value) -> bool:
    """Is this a dict that is a record?"""
    return isinstance(v.shape, Tup) and isinstance(v.shape.cls, Fields)


def _place(v: Value, k: Value) -> int | None:
    """Which field this key names; None for one that is not there."""
    if not is_fields(v):
        raise UnsupportedError("a key of something else than a dict")
    name = known(k)
    if name is None:
        raise UnsupportedError("a dict with values of several kinds, asked for a key that is not known here")
    names = v.shape.cls.names  # type: ignore
    return names.index(name[0]) if name[0] in names else None


def field_of(v: Value, k: Value, default: Value | None) -> Value:
    """``s["who"]``, ``s.get("who")``."""
    at = _place(v, k)
    if at is not None:
        return parts_of(v)[at]
    if default is None:
        raise UnsupportedError("a key that the dicts of states do not have")
    return default


def with_field(frame: Frame, v: Value, k: Value, new: Value) -> Value:
    """``s["who"] = x``, ``{**s, "who": x}``."""
    at = _place(v, k)
    if at is None:
        raise UnsupportedError("a key that the dicts of states do not have")
    parts = parts_of(v)
    parts[at] = solid(frame, new)
    return product_of(parts, v.shape.cls)  # type: ignore


def record(frame: Frame, names: list[str], values: list[Value]) -> Value:
    """``{"piles": a, "who": b}``."""
    given = dict(zip(names, values, strict=True))
    return product_of([solid(frame, v) for v in given.values()], Fields(tuple(given)))
