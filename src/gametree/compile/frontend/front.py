# pyright: basic
"""Which form of a game is compiled: as it is written, where that compiles; else its packed twin; else none."""

from __future__ import annotations

import ast
import hashlib
import random
import types
from enum import Enum
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import cache
from gametree.compile.digest import definitions, function_of, names_in, rules_key
from gametree.compile.frontend.interned import Interned
from gametree.compile.frontend.runtime import OutgrownError, OutOfShapeError
from gametree.compile.frontend.shapes import HIGHEST, LOWEST, FaultError, UnsupportedError
from gametree.compile.frontend.source import tree_of
from gametree.compile.frontend.twin import FRONT, TWIN, Made
from gametree.compile.interpreted import WHY_NOT_REWRITTEN
from gametree.compile.trial.trying import is_remembered, too_wide
from gametree.compile.trial.watched import is_ours
from gametree.game import CHANCE, Game, provides
from gametree.hooks import COMPILED_METHODS
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.game import AnyGame


def front_of(game: AnyGame) -> Made | Interned | None:
    """How a twin was made; None for a game that is none."""
    return vars(game).get(FRONT)


def fronted(game: AnyGame) -> AnyGame:
    """The form of a game that searches take: the game itself, or its twin.

    >>> from gametree.games.nim import Nim
    >>> game = Nim()
    >>> fronted(game) is game
    True
    """
    if is_ours(type(game)):
        return game
    front = front_of(game)
    if front is not None:
        return fronted(front.original) if front.outgrown else game
    mark = rules_key(game)
    kept = vars(game).get(TWIN)
    if kept is None or kept[0] != mark:
        form, reason = _chosen(game)
        kept = mark, form
        if form is not game:
            _entitle(form, game)
        elif reason:
            WHY_NOT_REWRITTEN[game] = reason
        vars(game)[TWIN] = kept
    return kept[1]


def outgrown(game: AnyGame) -> OutgrownError:
    """A value has come up that the packed form of this game has no room for. It is given more, here and in processes
    to come; what is known of the old form is void."""
    front = front_of(game)
    assert front is not None
    if not front.outgrown:
        front.outgrown = True
        vars(front.original).pop(TWIN, None)
        room_of(front.original, more=True)
    return OutgrownError(f"{title(game)}: a value has no room in the packed form; it has more now: ask again")


_rooms: dict[str, int] = {}


def room_of(game: AnyGame, *, more: bool = False) -> int:
    """How often this game's packed form was too small."""
    key = f"room-{hashlib.sha256(rules_key(game).encode()).hexdigest()[:32]}"
    if key not in _rooms:
        kept = cache.read(key)
        _rooms[key] = int(kept) if kept else 0
    if more:
        _rooms[key] += 1
        cache.write(key, str(_rooms[key]).encode())
    return _rooms[key]


def _entitle(twin: AnyGame, game: AnyGame) -> None:
    from gametree import titles

    for register in (titles._specs, titles._made):
        if game in register:
            register[twin] = register[game]  # type: ignore


def _chosen(game: AnyGame) -> tuple[AnyGame, str]:
    """The form of a game, and why it is not rewritten."""
    try:
        _some_states(game)
    except Exception:  # the rules themselves raise: the search that asks them reports it, with the line
        return game, ""
    wide = too_wide(game)
    if not wide and is_plain(game):
        return game, ""
    try:
        return twin(game, wide=bool(wide)).game, ""
    except UnsupportedError as error:
        where = "" if "line" in str(error) or not error.line else f"line {error.line}: "
        reason = f"{where}{error}"
    return (game if _is_taken(game) else Interned(game, reason).game), reason


def _is_taken(game: AnyGame) -> bool:
    """Do searches take this game as it is, at least interpreted?"""
    for s in _some_states(game):
        try:
            hash(s)
        except TypeError:
            return False
        if type(s).__hash__ is object.__hash__:
            return False
        if any(not isinstance(a, int | np.integer) for a in _actions(game, s)):
            return False
    return True


def _some_states(game: AnyGame) -> list[Any]:
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


def twin(game: AnyGame, *, wide: bool = False) -> Made:
    """The packed twin of a game, looked at beside it; UnsupportedError says why there is none."""
    if room_of(game) >= TRIES:
        raise UnsupportedError("its values outgrow every packed form")
    told = ""
    for room in range(room_of(game), room_of(game) + TRIES):
        try:
            made = Made(game, wide=wide, room=room)
            told = "" if is_remembered(made.game) else made.difference() or too_wide(made.game)
            if not told:
                made.total = True
                return made
        except UnsupportedError as error:
            told = str(error)
            if "bits" not in told:
                raise
        except Exception as error:  # whatever goes wrong here, the game can still be run as it is written
            if not _is_outgrown(error):
                raise FaultError(f"rewriting it fails: {type(error).__name__}: {error}") from error
            told = "its numbers outgrow every packed form"
            continue
        if not wide:
            break
    raise UnsupportedError(told)


TRIES = 4
"""The number of forms that are tried, each with more room."""


def _is_outgrown(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, OutOfShapeError):
        error = error.__cause__
    return error is not None


# --- does it compile as it is written? -------------------------------------------------------------------------------


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
    return all(map(_is_words, _some_states(game))) and _is_taken(game)


def _is_words(s: Any, *, top: bool = True) -> bool:
    if isinstance(s, tuple):
        return all(_is_words(x, top=False) for x in s)
    return (
        not top
        and isinstance(s, int | np.integer | np.bool_)
        and not isinstance(s, Enum)
        and LOWEST <= int(s) <= HIGHEST
    )


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
