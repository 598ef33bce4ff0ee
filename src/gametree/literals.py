"""A state read back from what Python writes for it: the default of ``parse`` where states are not integers alone."""

from __future__ import annotations

import ast
from dataclasses import fields, is_dataclass
from typing import Any, cast

from gametree.errors import quoted

MOST = 100_000
"""Longer texts are refused."""


def read_like(like: object, text: str) -> Any:
    """The value that a text writes. ``like`` is another value of its kind: it says which classes may be named. Tuples,
    lists, sets, dicts, texts, numbers, None, named tuples and dataclasses are read; ValueError and SyntaxError say that
    it is something else.

    >>> read_like((["X", "."], 0), "(['.', 'O'], 1)")
    (['.', 'O'], 1)
    >>> read_like({"who": "ann", "pile": 5}, "{'who': 'bob', 'pile': 3}")
    {'who': 'bob', 'pile': 3}
    >>> read_like("..X", "O.X")
    'O.X'
    >>> read_like((0, 1), "two")
    Traceback (most recent call last):
    ValueError: 'two' is no value
    """
    if isinstance(like, str):
        return text
    if len(text) > MOST:
        raise ValueError("the text is too long")
    return _value(ast.parse(text.strip(), mode="eval").body, like)


def _value(node: ast.expr, like: Any) -> Any:
    """What a part of the text stands for; ``like`` is None where nothing is known of its kind."""
    value = _read(node, like)
    numbers = isinstance(value, int | float) and isinstance(like, int | float)
    if like is not None and value is not None and type(value) is not type(like) and not numbers:
        raise ValueError(f"{value!r} stands where there is a {type(like).__name__}")
    return value


def _read(node: ast.expr, like: Any) -> Any:
    match node:
        case ast.Call(func=ast.Name(id="frozenset" | "set"), args=[] | [_], keywords=[]):
            return _set(_items(node.args[0], None) if node.args else [], like)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=words) if name == type(like).__name__:
            return _made(like, args, words)
        case ast.Tuple() if hasattr(like, "_fields"):
            return _made(like, node.elts, [])
        case ast.Tuple():
            return tuple(_items(node, like))
        case ast.List():
            return _items(node, like)
        case ast.Set():
            return _set(_items(node, None), like)
        case ast.Dict():
            known = cast("dict[Any, Any]", like if isinstance(like, dict) else {})
            keys = [_value(key, None) for key in node.keys if key is not None]
            if len(keys) < len(node.keys):
                raise ValueError("a dict within a dict's brackets")
            return {key: _value(v, known.get(key)) for key, v in zip(keys, node.values, strict=True)}
        case _:
            try:
                return ast.literal_eval(node)
            except ValueError:
                raise ValueError(f"{quoted(ast.unparse(node))} is no value") from None


def _set(items: list[Any], like: Any) -> Any:
    return set(items) if isinstance(like, set) else frozenset(items)


def _items(node: ast.expr, like: Any) -> list[Any]:
    """The items of a row of things; those of ``like`` say of what kind each is, where there are as many."""
    if not isinstance(node, ast.Tuple | ast.List | ast.Set):
        raise ValueError("no row of things")
    kinds: list[Any] = list(cast("tuple[Any, ...]", like)) if isinstance(like, tuple | list) else []
    if len(kinds) != len(node.elts):
        kinds = [None] * len(node.elts)
    return [_value(item, kind) for item, kind in zip(node.elts, kinds, strict=True)]


def _made(like: Any, args: list[ast.expr], words: list[ast.keyword]) -> Any:
    """An object of the class of ``like``, a named tuple or a dataclass."""
    if is_dataclass(like) and not isinstance(like, type):
        names = [field.name for field in fields(like) if field.init]
    else:
        names = list(cast("tuple[str, ...]", getattr(like, "_fields", ())))
    given = [*zip(names, args, strict=False), *((str(word.arg), word.value) for word in words)]
    if len(args) > len(names) or sorted(name for name, _ in given) != sorted(names):
        raise ValueError(f"{type(like).__name__} has the fields {', '.join(names)}")
    return type(like)(**{name: _value(node, getattr(like, name)) for name, node in given})
