"""Positions of any kind: an object of another program, with a form of it that can be compared and hashed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, cast

import numpy as np

from gametree.errors import GameError

_ATOMS = (int, float, complex, str, bytes, type(None), Enum, type, FunctionType, BuiltinFunctionType, ModuleType)


class Position:
    """An object that is never changed, and is equal to another where all that they hold is equal.

    >>> Position([1, 2], "rules") == Position([1, 2], "rules") != Position([1, 3], "rules")
    True
    """

    __slots__ = ("frozen", "held", "identity", "rules")
    _fields = ("held", "rules", "identity")  # all that it is: so the front end packs it

    def __init__(self, held: Any, rules: str, identity: Any = None):
        """``rules``: a digest of the rules to which it belongs. ``identity``: what tells it from others, where that is
        not all that it holds."""
        self.held, self.rules, self.identity = held, rules, identity
        self.frozen = rules, frozen(held) if identity is None else identity

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.frozen == other.frozen

    def __hash__(self) -> int:
        return hash(self.frozen)

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self

    def __repr__(self) -> str:
        return f"Position({hashlib.sha256(_stable(self.frozen).encode()).hexdigest()[:12]})"


def frozen(value: Any, within: tuple[int, ...] = ()) -> Any:
    """All that an object holds, as something that can be hashed: lists as tuples, arrays as bytes, objects as their
    attributes.

    >>> frozen({"board": [[1, 2], [3]], "seen": {4}})
    frozenset({...})
    """
    if isinstance(value, _ATOMS):
        return value
    if isinstance(value, Position):
        return value.frozen
    if id(value) in within:  # it holds itself, this many steps up
        return "itself", within[::-1].index(id(value))
    inside = (*within, id(value))
    if isinstance(value, list | tuple):
        return tuple(frozen(item, inside) for item in cast("list[Any]", value))
    if isinstance(value, Mapping):
        pairs = cast("Mapping[Any, Any]", value).items()
        return frozenset((frozen(key, inside), frozen(item, inside)) for key, item in pairs)
    if isinstance(value, set | frozenset):
        return frozenset(frozen(item, inside) for item in cast("set[Any]", value))
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, np.generic):
        return cast("Any", value).item()
    if isinstance(value, np.ndarray):
        array = cast("np.ndarray[Any, Any]", value)
        held = frozen(array.tolist(), inside) if array.dtype.hasobject else array.tobytes()
        return array.shape, array.dtype.str, held
    if isinstance(value, MethodType):
        return value.__func__.__qualname__
    return _object(value, inside)


def _object(value: Any, inside: tuple[int, ...]) -> Any:
    cls = cast("type[object]", type(value))
    names = [name for owner in cls.__mro__ for name in _slots(owner)]
    held = {name: getattr(value, name) for name in names if hasattr(value, name)} | getattr(value, "__dict__", {})
    if held:
        return cls.__qualname__, frozen(held, inside)
    try:
        hash(value)
    except TypeError:
        raise GameError(f"a position holds a {cls.__name__}, which cannot be compared with another") from None
    return value


def _stable(form: Any) -> str:
    """A frozen form as a text that is the same in every process."""
    if isinstance(form, frozenset):
        return f"{{{', '.join(sorted(map(_stable, cast('frozenset[Any]', form))))}}}"
    if isinstance(form, tuple):
        return f"({', '.join(map(_stable, cast('tuple[Any, ...]', form)))})"
    return form.__qualname__ if isinstance(form, type | FunctionType) else repr(form)


def _slots(owner: type) -> list[str]:
    slots: Any = vars(owner).get("__slots__", ())
    return [slots] if isinstance(slots, str) else [name for name in slots if not name.startswith("__")]


def word(move: Any) -> str:
    """What people call a move: one word.

    >>> word("A1 B2"), word((1, 2)), word(((0, 1), (2, 3))), word(7)
    ('A1-B2', '1,2', '0,1-2,3', '7')
    """
    if isinstance(move, list | tuple):
        items = cast("list[Any]", move)
        nested = any(isinstance(item, list | tuple) for item in items)
        return ("-" if nested else ",").join(map(word, items)) or "()"
    text = move.name if isinstance(move, Enum) else str(move)
    return "-".join(text.split()) or "pass"
