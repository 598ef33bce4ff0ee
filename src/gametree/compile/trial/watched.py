# pyright: basic
"""A game whose rules are watched: a copy of it, of its methods and of the helpers that they name.

The text of the rules is read as a syntax tree; the operators, loops and calls in it are replaced by functions that
report to a ``Watch``, and the tree is compiled under the same name and lines as the original. The user's module is not
run again, and the game itself is not changed: the copies have their own classes and name spaces. A function without
source text, or whose text has changed since, is called unwatched. So are functions of the package and of libraries.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import sys
import sysconfig
from collections import defaultdict
from functools import cache
from pathlib import Path
from types import CellType, CodeType, FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gametree import bits
from gametree.compile.digest import code_text, names_in
from gametree.compile.trial.operators import ARITHMETIC, HIGHEST, LOWEST, Watch
from gametree.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

_OURS = Path(__file__).resolve().parents[2]
_LIBRARIES = (
    _OURS,
    Path(np.__file__).resolve().parent,
    *(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")),
)
_FEW = frozenset(("range", "len", "enumerate", "zip", "isinstance", "print", "reversed", "bool"))
"""Functions whose results are never too wide."""

_FOLDED = ("Add", "Sub", "Mult", "LShift", "Pow")
"""The operators that Python folds if both operands are constants; the result may be too wide."""


def is_ours(cls: type) -> bool:
    """Is this a class of the package, or of Python itself? Their rules are tested with the package."""
    if cls.__module__.split(".")[0] not in ("gametree", "builtins", "typing", "abc"):
        return False
    return getattr(sys.modules.get(cls.__module__), cls.__name__, None) is cls  # not a user's file of that name


class Watched:
    """The watched copy of a game, in ``game``. It reports to ``watch``. ``whole`` says whether all its code is watched.
    Without ``numbers`` only loops are watched, which is fast.

    >>> from gametree.games.nim import Nim
    >>> Watched(Nim()).whole
    True
    """

    def __init__(self, game: AnyGame, *, numbers: bool = True, trusting: bool = True):
        """``trusting``: the package's own games are not watched."""
        self.watch = Watch()
        self._trusting = trusting
        self.whole = True
        self._numbers = numbers
        self._original = game
        self._classes: dict[type, type] = {}
        self._functions: dict[FunctionType, FunctionType] = {}
        self._scopes: dict[int, dict[str, Any]] = {}
        self._files: dict[str, tuple[_Codes, _Codes] | None] = {}
        self.game = self._copy(game)

    def _copy(self, game: AnyGame) -> AnyGame:
        cls = type(game)
        if self._trusted(cls):
            return game
        twin = object.__new__(self._class(cls))
        vars(twin).update(vars(game))
        return twin

    def _trusted(self, cls: type) -> bool:
        return is_ours(cls) and (self._trusting or not cls.__module__.startswith("gametree.games."))

    def _is_foreign(self, function: FunctionType) -> bool:
        if not self._trusting and function.__module__.startswith("gametree.games."):
            return False
        return is_library(function.__code__.co_filename)

    def _class(self, cls: type) -> type:
        """The class with watched methods; super() in them leads to watched ones too."""
        if self._trusted(cls) or not issubclass(cls, Game):
            return cls
        if cls not in self._classes:
            bases = tuple(self._class(base) for base in cls.__bases__)
            body = {k: v for k, v in vars(cls).items() if k not in ("__dict__", "__weakref__")}
            made = self._classes[cls] = cast("Any", type(cls))(cls.__name__, bases, body)
            for name, value in body.items():
                watched = self._attribute(value)
                if watched is not value:
                    setattr(made, name, watched)
        return self._classes[cls]

    def _attribute(self, value: Any) -> Any:
        if isinstance(value, FunctionType):
            return self._function(value)
        if isinstance(value, staticmethod | classmethod):
            inner = cast("Any", value).__func__
            return type(cast("Any", value))(self._function(inner)) if isinstance(inner, FunctionType) else value
        if isinstance(value, property) and isinstance(value.fget, FunctionType):
            return property(self._function(value.fget))
        return value

    def _function(self, function: FunctionType) -> FunctionType:
        if function in self._functions:
            return self._functions[function]
        if self._is_foreign(function):
            return function
        code = self._code(function)
        if code is None:
            self.whole = False
            code = function.__code__
        scope = self._scope(function)
        self._functions[function] = function  # until the copy is made: a function may refer to itself
        cells = None if function.__closure__ is None else tuple(map(self._cell, function.__closure__))
        copy = FunctionType(code, scope, function.__name__, function.__defaults__, cells)
        copy.__kwdefaults__, copy.__qualname__ = function.__kwdefaults__, function.__qualname__
        copy.__module__ = function.__module__
        self._functions[function] = copy
        for name in names_in(function.__code__):
            helper = scope.get(name)
            if helper is bits:
                scope[name] = SimpleNamespace(**{**vars(bits), **self.watch.bits})
            elif isinstance(helper, FunctionType) and helper.__module__ == bits.__name__:
                scope[name] = self.watch.bits.get(name, helper)
            elif isinstance(helper, FunctionType):
                scope[name] = self._function(helper)
            elif isinstance(helper, type) and issubclass(helper, Game):
                scope[name] = self._class(helper)
        return copy

    def _cell(self, cell: CellType) -> CellType:
        content = cell.cell_contents
        if isinstance(content, FunctionType):
            return CellType(self._function(content))
        return CellType(self._class(content)) if isinstance(content, type) and content in self._classes else cell

    def _scope(self, function: FunctionType) -> dict[str, Any]:
        """The name space of a module's watched functions."""
        original = function.__globals__
        if id(original) not in self._scopes:
            self._scopes[id(original)] = {**original, **self.watch.names}
        return self._scopes[id(original)]

    def _code(self, function: FunctionType) -> CodeType | None:
        """The watched code of a function; None if its source text is missing or has changed."""
        if (text := self._texts(function)) is not None:
            return self._rewritten(function, text)
        file = function.__code__.co_filename
        if file not in self._files:
            self._files[file] = self._read(file, function.__globals__)
        pair = self._files[file]
        if pair is None:
            return None
        plain, watched = pair
        key = function.__code__.co_qualname, function.__code__.co_firstlineno
        for i, code in enumerate(plain[key]):
            if code_text(code) == code_text(function.__code__) and i < len(watched[key]):
                return watched[key][i]
        return None

    def _texts(self, function: FunctionType) -> str | None:
        """The text of a function of rewritten rules (``frontend/``), which no file holds."""
        front = vars(self._original).get("_front")
        return front.texts_of(function) if front is not None else None

    def _rewritten(self, function: FunctionType, text: str) -> CodeType:
        scope = function.__globals__
        rewrite = _Rewrite(scope, self._original, self._is_foreign) if self._numbers else _Loops()
        tree = ast.fix_missing_locations(rewrite.visit(ast.parse(text)))
        made = compile(tree, function.__code__.co_filename, "exec", dont_inherit=True)
        return next(c for c in made.co_consts if isinstance(c, CodeType) and c.co_name == function.__name__)

    def _read(self, file: str, scope: dict[str, Any]) -> tuple[_Codes, _Codes] | None:
        linecache.checkcache(file)
        text = "".join(linecache.getlines(file, scope))
        try:
            plain = compile(text, file, "exec", dont_inherit=True)
            rewrite = _Rewrite(scope, self._original, self._is_foreign) if self._numbers else _Loops()
            tree = rewrite.visit(ast.parse(text))
            return _codes(plain), _codes(compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True))
        except (SyntaxError, ValueError, RecursionError):
            return None


_Codes = defaultdict[tuple[str, int], list[CodeType]]


def _codes(code: CodeType) -> _Codes:
    """The functions of a module by name and line, in the order in which they are written."""
    found: _Codes = defaultdict(list)
    stack = [code]
    while stack:
        inner = [c for c in stack.pop(0).co_consts if isinstance(c, CodeType)]
        for c in inner:
            found[c.co_qualname, c.co_firstlineno].append(c)
        stack = inner + stack
    return found


@cache
def is_library(file: str) -> bool:
    """Is this file the package's own, or a library's?"""
    return file.startswith("<frozen") or any(Path(file).resolve().is_relative_to(place) for place in _LIBRARIES)


def _is_wide(value: object) -> bool:
    if isinstance(value, tuple | list):
        return any(map(_is_wide, cast("tuple[object, ...]", value)))
    return type(value) is int and not LOWEST <= value <= HIGHEST


class _Loops(ast.NodeTransformer):
    """Adds a counted step to each loop and function of a module, and bounds the operators that make long numbers.

    >>> print(ast.unparse(_Loops().visit(ast.parse("for a in b: c"))))
    for a in b:
        __watch_step__()
        c
    """

    operators: frozenset[str] = frozenset(("Mult", "LShift", "Pow"))

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """``a + b``."""
        name = type(node.op).__name__
        self.generic_visit(node)
        return _call(f"__watch_{name}__", node, node.left, node.right) if name in self.operators else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """``a += b``, of a name or of an item."""
        name = type(node.op).__name__
        self.generic_visit(node)
        if name not in self.operators:
            return node
        match node.target:
            case ast.Name(id=target):
                made = _call(f"__watch_i{name}__", node, ast.Name(target, ast.Load()), node.value)
                return ast.copy_location(ast.Assign([node.target], made), node)
            case ast.Subscript(value=container, slice=index) if not isinstance(index, ast.Slice | ast.Tuple):
                made = _call("__watch_at__", node, container, index, ast.Constant(name), node.value)
                return ast.copy_location(ast.Expr(made), node)
            case _:
                return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        """``while a:``."""
        self.generic_visit(node)
        node.body.insert(0, _step(node))
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        """``for a in b:``."""
        self.generic_visit(node)
        node.body.insert(0, _step(node))
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        """The loop of a comprehension."""
        self.generic_visit(node)
        node.ifs = [_call("__watch_step__", node.target), *node.ifs]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        """A function, which may call itself for ever. Defaults and decorators are left alone."""
        node.body = [self.visit(s) for s in node.body]
        after = 1 if ast.get_docstring(node, clean=False) is not None else 0
        node.body.insert(after, _step(node))
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """Annotations are left alone."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


class _Rewrite(_Loops):
    """Replaces the operators, tests, loops and calls of a module by functions that report.

    >>> print(ast.unparse(_Rewrite({}, None, bool).visit(ast.parse("if a + b: x <<= 1"))))
    if __watch_fit__(__watch_Add__(a, b)):
        x = __watch_iLShift__(x, 1)
    """

    operators = frozenset(ARITHMETIC)

    def __init__(self, scope: dict[str, Any], game: object, foreign: Callable[[FunctionType], bool]):
        self.scope, self.game, self.foreign = scope, game, foreign

    # --- numbers ------------------------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """``a + b``; Python folds two constants into one, which may be too wide."""
        name = type(node.op).__name__
        match node.left, node.right:
            case ast.Constant(value=int(left)), ast.Constant(value=int(right)) if name in _FOLDED and 0 <= right < 1000:
                if _is_wide(ARITHMETIC[name](left, right)):
                    return _call("__watch_fit__", node, node)
            case _:
                pass
        return super().visit_BinOp(node)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """A number that is too wide as it is written."""
        return _call("__watch_fit__", node, node) if _is_wide(node.value) else node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A constant of the module that is too wide."""
        wide = isinstance(node.ctx, ast.Load) and _is_wide(self.scope.get(node.id))
        return _call("__watch_fit__", node, node) if wide else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """An attribute of the game that is too wide."""
        self.generic_visit(node)
        wide = isinstance(node.ctx, ast.Load) and _is_self(node.value) and _is_wide(getattr(self.game, node.attr, None))
        return _call("__watch_fit__", node, node) if wide else node

    # --- uses where the width matters -----------------------------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """``a < b``, ``a in b``."""
        self.generic_visit(node)
        node.left = _fit(node.left)
        node.comparators = [_fit(c) for c in node.comparators]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """``not a``."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = _fit(node.operand)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """``a and b``."""
        self.generic_visit(node)
        node.values = [_fit(v) for v in node.values]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """``a if b else c``."""
        self.generic_visit(node)
        node.test = _fit(node.test)
        return node

    def visit_If(self, node: ast.If) -> ast.stmt:
        """``if a:``."""
        self.generic_visit(node)
        node.test = _fit(node.test)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        """``while a:``."""
        super().visit_While(node)
        node.test = _fit(node.test)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        """``for a in b if c``."""
        super().visit_comprehension(node)
        node.ifs = [_fit(test) for test in node.ifs]
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        """``(a, b)``."""
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.elts = [_fit(e) for e in node.elts]
        return node

    def visit_List(self, node: ast.List) -> ast.expr:
        """``[a, b]``."""
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.elts = [_fit(e) for e in node.elts]
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        """``[a for b in c]``."""
        self.generic_visit(node)
        node.elt = _fit(node.elt)
        return node

    def visit_Yield(self, node: ast.Yield) -> ast.expr:
        """``yield a``."""
        self.generic_visit(node)
        node.value = node.value and _fit(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A call. Arguments of watched functions may be wide, since these report it, and so may those of ``bits``,
        which uses the low 64 bits. For other functions wide arguments are noted."""
        self.generic_visit(node)
        if self._is_watched(node.func):
            return node
        node.args = [_fit(a) for a in node.args]
        for keyword in node.keywords:
            keyword.value = _fit(keyword.value)
        answers = not isinstance(node.func, ast.Name) or node.func.id not in _FEW
        return _call("__watch_fit__", node, node) if answers and not _is_super(node) else node

    def _is_watched(self, function: ast.expr) -> bool:
        match function:
            case ast.Name(id=name):
                found = self.scope.get(name, getattr(builtins, name, None))
                return isinstance(found, FunctionType) and (
                    found.__module__ == bits.__name__ or not self.foreign(found)
                )
            case ast.Attribute(value=value):
                ours = isinstance(value, ast.Name) and self.scope.get(value.id) is bits
                return ours or _is_self(value) or _is_super(value)
            case _:
                return False


def _call(name: str, at: ast.AST, *args: ast.expr) -> ast.expr:
    call = ast.Call(ast.Name(name, ast.Load()), list(args), [])
    return cast("ast.expr", ast.fix_missing_locations(ast.copy_location(call, at)))


def _step(at: ast.AST) -> ast.stmt:
    return ast.copy_location(ast.Expr(_call("__watch_step__", at)), at)


def _fit(node: ast.expr) -> ast.expr:
    """The expression, checked if it may be a number that is too wide."""
    match node:
        case ast.Constant() | ast.Compare() | ast.BoolOp() | ast.Starred() | ast.Lambda() | ast.JoinedStr():
            return node
        case ast.GeneratorExp() | ast.ListComp() | ast.List() | ast.Tuple() | ast.Dict() | ast.Set() | ast.DictComp():
            return node
        case ast.UnaryOp(op=ast.Not()):
            return node
        case ast.Call(func=ast.Name(id="__watch_fit__" | "__watch_step__" | "range" | "len")):
            return node
        case _:
            return _call("__watch_fit__", node, node)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
