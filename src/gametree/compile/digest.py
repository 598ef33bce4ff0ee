"""The identity of a game's rules: a digest of everything that its compiled code can reach.

Compiled code starts from the methods that searches call. From there a name leads to another method (in any class of the
inheritance line), to an attribute of the game, or to a helper or constant of the module; all of these are digested, by
what they are compiled from (byte code and values). ``text``, ``parse`` and comments are not reached, so an edit there
needs no compilation. An array counts by its kind and shape, not by what it holds: arrays are data.
"""

from __future__ import annotations

import hashlib
from enum import Enum
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import numpy as np

from gametree.compile.unchanged import Unchanged
from gametree.game import OFFERING, Game
from gametree.hooks import COMPILED_METHODS, COMPILED_SETTINGS, DECIDING_METHODS, DECIDING_SETTINGS, HOOKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gametree.game import AnyGame


def digest(game: AnyGame) -> str:
    """Sixteen hexadecimal digits that change when the compiled rules would.

    >>> from gametree import load
    >>> digest(load("connect4")) == digest(load("connect4"))
    True
    >>> digest(load("connect4")) == digest(load("connect4", width=5))
    False
    """
    known, state = _known.get(game), shape(game.initial())
    if known is not None and known[0].holds() and known[1] == state:
        return known[2]
    reach = _Reach(game)
    found = hashlib.sha256("\n".join(sorted([f"state {state}", *reach.reached()])).encode()).hexdigest()[:16]
    _known[game] = reach.unchanged, state, found
    return found


_known: WeakKeyDictionary[AnyGame, tuple[Unchanged, str, str]] = WeakKeyDictionary()


def rules_digest(game: AnyGame) -> str:
    """Sixteen hexadecimal digits that change when the rules do: arrays count by their content; ``evaluate`` and the
    like do not count.

    >>> from gametree import load
    >>> rules_digest(load("nim:3,4,5")) == rules_digest(load("nim:3,4,6"))
    False
    """
    start = game.initial()
    reached = _Reach(game, DECIDING_METHODS, DECIDING_SETTINGS, data=False).reached()
    facts = [*sorted([f"state {shape(start)}", *reached]), value_text(start)]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]


def definitions(cls: type[AnyGame], name: str) -> Iterator[tuple[type[AnyGame], object]]:
    """Each class of the inheritance line that defines a name, the most derived first, with its definition; for a hook
    that no class defines, the class that offers it."""
    if not hasattr(cls, name) and name in HOOKS:
        yield HOOKS[name].owner, HOOKS[name].neutral
    for owner in cls.__mro__:
        attributes = vars(owner)
        if issubclass(owner, Game) and name in attributes:
            yield owner, attributes[name]


def function_of(definition: object) -> FunctionType | None:
    """The function behind a method, a static method or a property; None for any other value."""
    if isinstance(definition, staticmethod | classmethod):
        definition = cast("Callable[..., Any]", definition.__func__)
    if isinstance(definition, property):
        definition = definition.fget
    return definition if isinstance(definition, FunctionType) else None


def names_in(code: CodeType) -> set[str]:
    """Every name that a function and the functions inside it look up in a module or on an object."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= names_in(constant)
    return names


def rules_key(game: AnyGame) -> str:
    """The text of all that the rules can reach, with the first state and the content of arrays. No rule is run."""
    return "\n".join(sorted(_Reach(game, (*COMPILED_METHODS, "initial"), data=False).reached()))


class _Reach:
    """A walk from the hooks of one game through everything that they name."""

    def __init__(
        self,
        game: AnyGame,
        hooks: Sequence[str] = COMPILED_METHODS,
        settings: Sequence[str] = COMPILED_SETTINGS,
        *,
        data: bool = True,
    ):
        """``data``: arrays count by their kind and shape only."""
        self.game, self.hooks, self.settings, self.data = game, hooks, settings, data
        self.seen: set[str] = set()
        self.found: list[str] = []
        self.unchanged = Unchanged()
        for names in (vars(game), *map(vars, type(game).__mro__)):
            self.unchanged.scope(names)

    def reached(self) -> list[str]:
        """What the walk found, as text, in no particular order. No rule is run for it."""
        for name in (*self.settings, *self.hooks):
            self._attribute(name)
        return self.found

    def _attribute(self, name: str) -> None:
        """An attribute of the game: methods by their code, parameters by their value."""
        if f"self.{name}" in self.seen:
            return
        self.seen.add(f"self.{name}")
        if name in vars(self.game):
            self.found.append(f"self.{name} = {self._text(vars(self.game)[name], data=self.data)}")
        for owner, definition in definitions(type(self.game), name):
            function = function_of(definition)
            if function is not None and owner in OFFERING and not self.data:
                continue  # defined for all games: not a rule of this one
            if function is not None:
                self._function(f"{owner.__qualname__}.{name}", function)
            elif name not in vars(self.game):
                self.found.append(f"{owner.__qualname__}.{name} = {self._text(definition, data=self.data)}")

    def _function(self, label: str, function: FunctionType) -> None:
        self.found.append(f"def {label}: {code_text(undocumented(function))} {self._text(function.__defaults__)}")
        self.unchanged.function(function)
        for cell in function.__closure__ or ():
            if not isinstance(cell.cell_contents, type):  # not super()'s own class
                self._global(f"{label}.cell", cell.cell_contents)
        names = names_in(function.__code__)
        scope = function.__globals__
        self.unchanged.scope(scope)
        for name in names:
            if hasattr(self.game, name):
                self._attribute(name)
            if name in scope:
                self._global(f"{function.__module__}.{name}", scope[name], names)

    def _global(self, label: str, value: object, names: frozenset[str] | set[str] = frozenset()) -> None:
        """A helper or a constant of a module."""
        if label in self.seen:
            return
        self.seen.add(label)
        if isinstance(value, FunctionType):
            self._function(label, value)
        elif isinstance(value, ModuleType):
            if not _is_library(value):
                self.unchanged.scope(vars(value))
            for name in names & set(vars(value)):
                if not _is_library(value):
                    self._global(f"{value.__name__}.{name}", vars(value)[name], names)
        elif isinstance(value, type):
            fields = getattr(cast("type[object]", value), "_fields", "")
            members = [(m.name, m.value) for m in value] if issubclass(value, Enum) else fields
            self.found.append(f"class {label}: {members}")
        else:
            self.found.append(f"{label} = {self._text(value)}")

    def _text(self, value: Any, *, data: bool = False) -> str:
        """A value as text; if it can change, what it is now is remembered."""
        form = _kind_of_array if data and issubclass(type(value), np.ndarray) else partial(value_text, data=data)
        self.unchanged.value(value, form)
        return value_text(value, data=data)


def _is_library(module: ModuleType) -> bool:
    return module.__name__.split(".")[0] in ("numpy", "math", "gametree")


def undocumented(function: FunctionType) -> CodeType:
    """A function's code without its docstring."""
    code = function.__code__
    if function.__doc__ is not None and code.co_consts[:1] == (function.__doc__,):
        return code.replace(co_consts=(None, *code.co_consts[1:]))
    return code


def code_text(code: CodeType) -> str:
    """What a function does, as text: byte code, names and constants, without line numbers and file names."""
    constants = [code_text(c) if isinstance(c, CodeType) else value_text(c) for c in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} {constants}"


def value_text(value: object, *, data: bool = False) -> str:
    """A value as text that is the same in every process; with ``data``, an array by its kind and shape only."""
    if isinstance(value, np.ndarray):
        array = cast("np.ndarray[Any, Any]", value)
        content = "" if data else hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
        return f"array {array.dtype.str} {array.shape} {array.strides} {array.flags.writeable} {content}"
    if isinstance(value, FunctionType):
        return code_text(value.__code__)
    if isinstance(value, tuple | list):
        items = cast("tuple[object, ...]", value)
        return f"{type(items).__name__}({', '.join(value_text(v, data=data) for v in items)})"
    if isinstance(value, set | frozenset):
        return f"set({', '.join(sorted(value_text(v) for v in cast('set[object]', value)))})"
    if isinstance(value, dict):
        pairs = cast("dict[object, object]", value).items()
        return f"dict({', '.join(sorted(f'{value_text(k)}: {value_text(v)}' for k, v in pairs))})"
    return f"{type(value).__name__} {value!r}"


def _kind_of_array(array: np.ndarray[Any, Any]) -> object:
    """What ``value_text`` tells of an array that is data."""
    return array.dtype, array.shape, array.strides, array.flags.writeable


def shape(state: object) -> str:
    """The form of a state: its kind and the names of its fields, not its numbers.

    >>> shape((1, (2, 3)))
    'tuple(int, tuple(int, int))'
    """
    if isinstance(state, tuple):
        items = cast("tuple[object, ...]", state)
        names: tuple[str, ...] = getattr(items, "_fields", ("",) * len(items))
        fields = [f"{name}: {shape(v)}" if name else shape(v) for name, v in zip(names, items, strict=True)]
        return f"{type(items).__name__}({', '.join(fields)})"
    return type(state).__name__ if not isinstance(state, bool) else "int"
