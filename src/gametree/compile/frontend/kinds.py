# pyright: basic
"""Classes of the user's: which of them are records of fields, and how an object is taken apart and made again."""

from __future__ import annotations

import ast
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import FunctionType
from typing import Any

from gametree.compile.frontend.shapes import UnsupportedError


def field_names(cls: Any) -> tuple[str, ...]:
    """The names of the fields of a NamedTuple, dataclass, object, or dict that is a record."""
    if isinstance(cls, Object | Fields):
        return cls.names
    if hasattr(cls, "_fields"):
        return tuple(cls._fields)
    if is_dataclass(cls):
        return tuple(f.name for f in fields(cls) if f.init)
    return _own_fields(cls)


@dataclass(frozen=True)
class Object:
    """The kind of objects that are no more than their attributes, as states have shown them."""

    cls: type
    names: tuple[str, ...]

    @property
    def __name__(self) -> str:
        return self.cls.__name__


@dataclass(frozen=True)
class Fields:
    """The kind of dicts that are records: the same words as keys in every state, with values of several kinds."""

    names: tuple[str, ...]
    __name__ = "dict"


def class_of(kind: Any) -> Any:
    """The class of a tuple, record or object."""
    return kind.cls if isinstance(kind, Object) else dict if isinstance(kind, Fields) else kind


def attributes(x: Any) -> tuple[str, ...]:
    """The attributes of an object of a class of the user's; nothing for values of other kinds."""
    cls = type(x)
    if cls.__module__ in ("builtins", "numpy") or isinstance(x, Enum | tuple | list | dict | set | str | int | type):
        return ()
    slots = [n for c in cls.__mro__ for n in _names(vars(c).get("__slots__", ())) if hasattr(x, n)]
    return (*slots, *getattr(x, "__dict__", ()))


def _names(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


def instance(cls: Any, parts: list[Any]) -> Any:
    """A NamedTuple, dataclass, object or dict with these fields."""
    if isinstance(cls, Fields):
        return dict(zip(cls.names, parts, strict=True))
    if not isinstance(cls, Object):
        return cls(*parts)
    made = object.__new__(cls.cls)
    for name, part in zip(cls.names, parts, strict=True):
        object.__setattr__(made, name, part)
    return made


@cache
def _own_fields(cls: Any) -> tuple[str, ...]:
    """The fields of a class written by hand: those that __init__ is given, and does nothing with but keep."""
    init = vars(cls).get("__init__")
    if not isinstance(init, FunctionType) or not ("__eq__" in vars(cls) or "__attrs_attrs__" in vars(cls)):
        return ()
    if "__attrs_attrs__" in vars(cls):
        return tuple(a.name for a in cls.__attrs_attrs__)
    from gametree.compile.frontend.source import tree_of

    try:
        node = tree_of(init)
    except UnsupportedError:
        return ()
    names = [a.arg for a in node.args.args][1:]
    kept = []
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=this), attr=attr)], value=ast.Name(id=given)):
                if attr != given or this != node.args.args[0].arg:
                    return ()
                kept.append(attr)
            case ast.Expr(value=ast.Constant()):
                continue
            case _:
                return ()
    return tuple(names) if sorted(kept) == sorted(names) else ()


def is_simple(cls: Any) -> bool:
    """Does making one do nothing but keep what is given?"""
    return hasattr(cls, "_fields") or is_dataclass(cls) or bool(_own_fields(cls))


def is_record(cls: Any) -> bool:
    """Is this a class whose instances are their fields?"""
    if isinstance(cls, Object | Fields):
        return True
    return isinstance(cls, type) and cls not in (tuple, list) and is_simple(cls)
