# pyright: basic
"""Does a game compile as it is written? Are its states and actions taken as they are, at least interpreted?"""

from __future__ import annotations

import ast
import random
import types
from enum import Enum
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.digest import definitions, function_of, names_in
from gametree.compile.frontend.shapes import HIGHEST, LOWEST, UnsupportedError
from gametree.compile.frontend.source import tree_of
from gametree.game import CHANCE, Game, provides
from gametree.hooks import COMPILED_METHODS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.game import AnyGame


def is_plain(game: AnyGame) -> bool:
    """Are states integers and tuples of them, actions integers, and the rules written with what Numba takes?"""
    functions = reached(game)
    names = {name for f in functions for name in names_in(f.__code__)}
    own = [v for name, v in vars(game).items() if name in names]
    own += [
        v
        for c in type(game).__mro__
        for name, v in vars(c).items()
        if name in names and isinstance(v, dict | set | list | str)
    ]
    if not all(map(_is_plain_function, functions)) or not all(isinstance(v, list) or _is_plain_value(v) for v in own):
        return False
    return all(map(_is_words, some_states(game))) and is_taken(game)


def _is_words(s: Any, *, top: bool = True) -> bool:
    if isinstance(s, tuple):
        return all(_is_words(x, top=False) for x in s)
    return (
        not top
        and isinstance(s, int | np.integer | np.bool_)
        and not isinstance(s, Enum)
        and LOWEST <= int(s) <= HIGHEST
    )


def is_taken(game: AnyGame) -> bool:
    """Do searches take this game as it is, at least interpreted?"""
    for s in some_states(game):
        try:
            hash(s)
        except TypeError:
            return False
        if type(s).__hash__ is object.__hash__:
            return False
        if any(not isinstance(a, int | np.integer) for a in _actions(game, s)):
            return False
    return True


def some_states(game: AnyGame) -> list[Any]:
    """The states of the beginning of a random game."""
    dice, s, found = random.Random(0), game.initial(), []
    for _ in range(40):
        found.append(s)
        moves = _actions(game, s)
        if not moves:
            break
        s = game.result(s, dice.choice(moves))
    return found


def _actions(game: AnyGame, s: Any) -> list[Any]:
    if game.terminal(s) or game.drawn(s):
        return []
    return [m[0] for m in game.chances(s)] if game.player(s) == CHANCE else list(game.actions(s))


def reached(game: AnyGame) -> list[FunctionType]:
    """The functions of the user's that compiled code would call."""
    found: dict[FunctionType, None] = {}
    stack = [f for name in COMPILED_METHODS if provides(game, name) for f in _methods(game, name)]
    while stack:
        function = stack.pop()
        if function in found or function.__module__.startswith("gametree."):
            continue
        found[function] = None
        for name in names_in(function.__code__):
            if hasattr(type(game), name):
                stack += _methods(game, name)
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType):
                stack.append(value)
    return list(found)


def _methods(game: AnyGame, name: str) -> list[FunctionType]:
    return [f for _, d in definitions(type(game), name) if (f := function_of(d)) is not None]


_CALLS = {
    "any", "all", "sum", "sorted", "set", "frozenset", "dict", "tuple", "list", "map", "filter", "reversed", "next",
    "bin", "iter", "isinstance", "defaultdict", "deque", "product", "combinations", "permutations", "chain", "pairwise",
    "reduce", "Counter", "deepcopy", "copy", "replace",
}  # fmt: skip
_ATTRIBUTES = {
    "_replace",
    "bit_count",
    "count",
    "index",
    "join",
    "copy",
    "get",
    "items",
    "values",
    "keys",
    "from_iterable",
    "prod",
    "deque",
    "defaultdict",
}
_NODES = (
    ast.GeneratorExp, ast.SetComp, ast.DictComp, ast.ListComp, ast.YieldFrom, ast.Starred, ast.NamedExpr, ast.Try,
    ast.Lambda, ast.Dict, ast.Set, ast.Slice, ast.Match, ast.FunctionDef, ast.JoinedStr, ast.List,
)  # fmt: skip


def _is_plain_function(function: FunctionType) -> bool:
    try:
        node = tree_of(function)
    except UnsupportedError:
        return True
    this = node.args.args[0].arg if isinstance(node, ast.FunctionDef) and node.args.args else ""
    modules = {k for k, v in function.__globals__.items() if isinstance(v, types.ModuleType)}
    parts = list(_parts(node))
    if any(map(_is_odd, parts)) or any(_is_method_of_other(p, {this, *modules}) for p in parts):
        return False
    if function.__name__ in names_in(function.__code__):  # it calls itself
        return False
    return all(map(_is_plain_value, _constants(function)))


def _is_method_of_other(node: ast.AST, plain: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name not in plain
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")))):
            return False
        case ast.Call(func=ast.Attribute()):
            return True
    return False


def _parts(node: Any) -> Iterator[Any]:
    parts = node.body if isinstance(node.body, list) else [node.body]
    for i, statement in enumerate(parts):
        if i == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        yield from ast.walk(statement)


def _is_odd(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
            return True
        case ast.Call(func=ast.Attribute(attr=attr)) if attr in _ATTRIBUTES:
            return True
        case ast.Return(value=ast.Call(func=ast.Name(id="range"))) | ast.Call(func=ast.Subscript()):
            return True
        case ast.Constant(value=str() | bytes()) | ast.Constant(value=None):
            return True
    return isinstance(node, _NODES)


def _constants(function: FunctionType) -> Iterator[Any]:
    for name in names_in(function.__code__):
        if name in function.__globals__:
            yield function.__globals__[name]


def _is_plain_value(value: Any) -> bool:
    if isinstance(value, tuple):
        return _is_words(value) and (
            not any(isinstance(x, tuple) for x in value) or len({_form(x) for x in value}) == 1
        )
    if isinstance(value, types.ModuleType):
        return value.__name__.split(".")[0] in ("numpy", "math", "gametree")
    if isinstance(value, type):
        return not issubclass(value, Enum) and not issubclass(value, Game)
    return isinstance(value, int | float | np.ndarray | FunctionType | types.BuiltinFunctionType) and not isinstance(
        value, Enum
    )


def _form(x: Any) -> Any:
    return tuple(map(_form, x)) if isinstance(x, tuple) else 0
