# pyright: basic
"""A state of the user's, as it is, where searches want something that can be hashed."""

from __future__ import annotations

from typing import Any, cast

import numpy as np


def frozen(value: Any) -> Any:
    """What tells a value from others, of things that can be hashed.

    >>> frozen([1, {2: [3]}])
    ('list', (1, ('dict', frozenset({(2, ('list', (3,)))}))))
    """
    kind = cast("type[object]", type(value))
    if issubclass(kind, np.ndarray):
        return "array", value.dtype.str, value.shape, value.tobytes()
    if issubclass(kind, list | bytearray):
        return "list", tuple(map(frozen, value))
    if issubclass(kind, tuple):
        return tuple(map(frozen, value))
    if issubclass(kind, dict):
        return "dict", frozenset((frozen(k), frozen(v)) for k, v in value.items())
    if issubclass(kind, set):
        return "set", frozenset(map(frozen, value))
    try:
        hash(value)
    except TypeError:
        return type(value).__name__, frozen(vars(value))
    if type(value).__hash__ is object.__hash__ and hasattr(value, "__dict__"):
        return type(value).__name__, frozen(vars(value))
    return value


class Held:
    """A state of the user's that cannot be hashed itself, or that a packed form has no room for: then ``grown`` is what
    compiled code says of it."""

    __slots__ = ("grown", "key", "value")

    def __init__(self, value: Any, grown: Any = None):
        self.value, self.key, self.grown = value, frozen(value), grown

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return repr(self.value)
