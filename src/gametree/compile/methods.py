# pyright: basic
# pyright: reportAttributeAccessIssue=false
# (Numba's own annotations of contexts made lazily are wrong)
"""The methods of a game as functions that Numba compiles: with their helpers, and without ``super()``."""

from __future__ import annotations

import ast
import copy
import dis
import inspect
import textwrap
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit
from numba.core.registry import cpu_target

from gametree.compile.constants import SUPER, method_of
from gametree.compile.digest import names_in
from gametree.compile.frontend.runtime import REWRITTEN
from gametree.compile.pipeline import AS_PART, IN_PLACE
from gametree.compile.trial.watched import is_ours
from gametree.hooks import HOOKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.game import AnyGame

TABLE = "TABLE_"
"""How the tables of rewritten rules are called: tuples in Python, arrays of constants when compiled."""

_jitted: dict[tuple[str, FunctionType, type | None], Any] = {}


def jitted(identity: str, function: FunctionType, owner: type | None = None) -> Any:
    """A plain function or method, compiled; the helpers that it names are compiled with it.

    Numba freezes a module's constants and helpers when it compiles. So compiled code belongs to one ``identity`` of the
    rules: a notebook may change a constant and compile again.
    """
    key = identity, function, owner
    if key not in _jitted:
        scope = dict(function.__globals__)
        made = _without_super(function, owner, scope) if "__class__" in function.__code__.co_freevars else None
        if made is None:
            made = FunctionType(
                function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
            )
        made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, function.__qualname__
        made.__module__ = __name__  # must be importable where the cache is read; a user's file is not
        _jitted[key] = njit(**_options(function, owner))(made)
        for name in names_in(made.__code__):
            helper = scope.get(name)
            if name.startswith(TABLE) and isinstance(helper, tuple):
                scope[name] = np.array(helper)
            elif isinstance(helper, FunctionType) and not _known_to_numba(helper):
                scope[name] = jitted(identity, helper)
    return _jitted[key]


def methods_of(game: AnyGame, identity: str) -> Iterator[tuple[str, Any]]:
    """The game's own methods that were compiled in this process for these rules, by name, with Numba's result for each;
    not those that ``super()`` leads to."""
    for (whose, function, owner), form in list(_jitted.items()):
        found = method_of(game, function.__name__)
        if whose == identity and owner and found and found[0].__qualname__ == owner.__qualname__:
            yield function.__name__, form


def _options(function: FunctionType, owner: type | None) -> Any:
    """How a function of the rules is compiled. Python calls a user's method too, to compare it (``comparison.py``). For
    that it is wrapped when it is needed, but a generator from the start."""
    inlined = function.__name__ in HOOKS and HOOKS[function.__name__].inlined
    theirs = owner is not None and not is_ours(owner)
    compared = theirs and inspect.isgeneratorfunction(function)
    return {**(IN_PLACE if inlined else AS_PART), "no_cpython_wrapper": not compared, **_strictness(function)}


def _strictness(function: FunctionType) -> Any:
    """Where Python raises an error, a user's compiled rules must not answer: what is divided by zero, and what an array
    does not have. Rules that the front end has written test their indices themselves."""
    if (function.__module__ or "").split(".")[0] == "gametree":
        return {}
    return {"error_model": "python", "boundscheck": REWRITTEN not in function.__globals__}


def _known_to_numba(function: FunctionType) -> bool:
    return cpu_target.typing_context._lookup_global(function) is not None


def _without_super(function: FunctionType, owner: type | None, scope: dict[str, Any]) -> FunctionType:
    """The method with ``super().name`` rewritten to an attribute that names the class after which to look."""
    method = _text_of(function)
    tree = ast.Module([method], [])
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    this = method.args.args[0].arg

    class Rewrite(ast.NodeTransformer):
        def visit_Attribute(self, node):
            self.generic_visit(node)
            match node.value:
                case ast.Call(func=ast.Name(id="super"), args=[]):
                    node.attr = f"{SUPER}{owner.__qualname__ if owner else ''}.{node.attr}"
                    node.value = ast.copy_location(ast.Name(this, ast.Load()), node)
            return node

    method.decorator_list = []
    rewritten = ast.fix_missing_locations(Rewrite().visit(tree))
    local: dict[str, Any] = {}
    exec(compile(rewritten, function.__code__.co_filename, "exec"), scope, local)
    return local[function.__name__]


def _text_of(function: FunctionType) -> ast.FunctionDef:
    """The definition of a method, read from its file. ChangedError if the file has another text by now: compiled code
    must be of the rules that Python runs."""
    try:
        found = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError, IndexError):
        found = None
    if not isinstance(found, ast.FunctionDef) or not _means(found, function):
        raise ChangedError(function)
    return found


def _means(method: ast.FunctionDef, function: FunctionType) -> bool:
    """Is this the definition of this function?"""
    code = function.__code__
    if method.name != code.co_name:
        return False
    if code.co_freevars != ("__class__",):  # what is defined inside another function cannot be compiled by itself
        return [a.arg for a in method.args.args] == list(code.co_varnames[: code.co_argcount])
    plain = copy.copy(method)
    plain.decorator_list = []
    owner = function.__qualname__.split(".")[-2]  # names like __x depend on it
    text = f"class {owner}:\n{textwrap.indent(ast.unparse(plain), '    ')}"
    whole = compile(text, "<rules>", "exec", dont_inherit=True)
    (cls,) = (c for c in whole.co_consts if isinstance(c, CodeType))
    other = next(c for c in cls.co_consts if isinstance(c, CodeType) and c.co_name == method.name)
    return _steps(other) == _steps(code)


def _steps(code: CodeType) -> list[tuple[str, Any]]:
    """What a function does, step by step. Left out is what also depends on the rest of the file: Python calls a method
    in another way than a function of a module that the file imports."""
    found: list[tuple[str, Any]] = []
    for step in dis.get_instructions(code):
        if step.opname == "PUSH_NULL":
            continue
        value = step.argval
        if isinstance(value, CodeType):
            value = _steps(value)
        elif step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
            value = None
        found.append(("LOAD_ATTR" if step.opname == "LOAD_METHOD" else step.opname, (type(value), value)))
    return found


class ChangedError(Exception):
    """The file of the rules was edited after they were read."""

    def __init__(self, function: FunctionType):
        file = Path(function.__code__.co_filename).name
        super().__init__(f"{file} has changed since {function.__qualname__} was read: load the game again")
