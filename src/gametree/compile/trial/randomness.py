"""Rules that roll dice themselves: a result must follow from the state and the action alone."""

from __future__ import annotations

import random
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.digest import definitions, function_of, names_in

if TYPE_CHECKING:
    from gametree.game import AnyGame

ADVICE = (
    "the same action must always lead to the same state. Give chance a turn of its own: "
    "player returns CHANCE where dice are rolled; "
    "chances(s) returns [(n, 1 / 6) for n in range(1, 7)]; "
    "result(s, n) then gets the number rolled as its action"
)
_MODULES = ("random", "numpy.random", "secrets")
TIMES = 12
"""How often a result is asked for again, if its method names something random."""


def rolled_in(game: AnyGame, method: str) -> str:
    """What a method, or a function that it calls, names of the random generators; empty if nothing.

    >>> from gametree.games.nim import Nim
    >>> rolled_in(Nim(), "result")
    ''
    """
    seen: set[str] = set()
    named: list[str] = []
    stack = _functions(game, method)
    while stack:
        function = stack.pop()
        scope = {**vars(type(game)), **vars(game), **function.__globals__}
        for name in names_in(function.__code__) - seen:
            seen.add(name)
            if _is_random(scope.get(name)):
                named.append(name)
            elif isinstance(scope.get(name), FunctionType):
                stack.append(scope[name])
            else:
                stack += _functions(game, name)
    functions = {name for name in named if name != "random" and hasattr(random, name)}
    return min(named, key=lambda name: (name in functions, name), default="")  # random itself, then its randint


def _functions(game: AnyGame, name: str) -> list[FunctionType]:
    found = [function_of(definition) for _, definition in definitions(type(game), name)]
    return [function for function in found if function is not None]


def _is_random(value: Any) -> bool:
    if isinstance(value, ModuleType):
        return value.__name__ in _MODULES
    if isinstance(value, random.Random | np.random.Generator | np.random.RandomState):
        return True
    owner = getattr(value, "__self__", None)  # randint, say, imported by its name
    return isinstance(owner, random.Random | np.random.RandomState)


def differs(one: Any, other: Any) -> bool:
    """Are these two states different, whatever they are made of?

    >>> differs((1, 2), (1, 2)), differs([1], [2])
    (False, True)
    """
    try:
        return bool(one != other) and repr(one) != repr(other)
    except ValueError:  # arrays
        return repr(one) != repr(other)
