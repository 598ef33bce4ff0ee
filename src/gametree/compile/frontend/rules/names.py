# pyright: basic
"""Names, constants and attributes: of the game, of a state, of a module, of an enum.

>>> from gametree.compile.frontend.examples import Pair, rewritten
>>> rewritten("s.a + s.b", s=[Pair(1, 2)])
return (s__0 + s__1)
"""

from __future__ import annotations

import ast
import math
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.frontend.arrays import field_of, is_array
from gametree.compile.frontend.frame import expression
from gametree.compile.frontend.kinds import class_of, field_names
from gametree.compile.frontend.rules.fields import is_fields
from gametree.compile.frontend.rules.tabulating import tabulated
from gametree.compile.frontend.shapes import Array, Sym, Tup, UnsupportedError
from gametree.compile.frontend.values import Bound, Closure, Value, known, parts_of
from gametree.game import Game

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@expression(ast.Constant)
def literal(frame: Frame, node: ast.Constant) -> Value:
    """``3``, ``"X"``, ``None``."""
    return frame.constant(node.value)


@expression(ast.Name)
def name(frame: Frame, node: ast.Name) -> Value:
    """A variable, or a constant of the module."""
    return frame.read(node.id)


@expression(ast.NamedExpr)
def walrus(frame: Frame, node: ast.NamedExpr) -> Value:
    """``(n := f(x))``."""
    frame.assign(node.target.id, frame.expr(node.value))
    return frame.read(node.target.id)


@expression(ast.Lambda)
def function(frame: Frame, node: ast.Lambda) -> Value:
    """A lambda: it is written out where it is called."""
    return Value(Sym((Closure(node, frame, tuple(frame.binds)),)), ())


@expression(ast.Attribute)
def attribute(frame: Frame, node: ast.Attribute) -> Value:
    """``a.b``."""
    match node.value:
        case ast.Call(func=ast.Name(id="super"), args=[]):
            return _above(frame, node.attr)
    return attribute_of(frame, frame.expr(node.value), node.attr)


def attribute_of(frame: Frame, v: Value, attr: str) -> Value:
    """An attribute of a value."""
    fixed = known(v)
    if fixed is not None and isinstance(fixed[0], Game):
        return _of_game(frame, v, fixed[0], attr)
    v = frame.there(v, AttributeError)
    if isinstance(v.shape, Tup) and v.shape.cls not in (tuple, list) and not is_fields(v):
        names = field_names(v.shape.cls)
        if attr in names:
            return parts_of(v)[names.index(attr)]
        found = defined(v.shape.cls, attr)
        if isinstance(found, property) and isinstance(found.fget, FunctionType):
            from gametree.compile.frontend.rules.functions import call_function

            return call_function(frame, found.fget, [v], {})
        if isinstance(found, FunctionType) and attr not in _GIVEN:
            return Value(Sym((Bound(v, attr, found),)), ())
        if isinstance(found, staticmethod):
            return frame.constant(found.__func__)
        if found is not None and not callable(found) and not isinstance(found, property | classmethod):
            return frame.constant(found)
        return Value(Sym((Bound(v, attr),)), ())
    if isinstance(v.shape, Sym):
        return _of_constant(frame, v, attr)
    if is_array(v) and attr in ("shape", "ndim", "size", "T"):
        return _of_array(frame, v, attr)
    return Value(Sym((Bound(v, attr),)), ())


_GIVEN = ("_replace", "_asdict", "_make")


def _of_array(frame: Frame, v: Value, attr: str) -> Value:
    field = field_of(frame, v)
    if attr == "T":
        from gametree.compile.frontend.rules.array_indexing import turned

        return Value(turned(field), ())
    extent = field.extent
    return frame.constant({"shape": extent, "ndim": len(extent), "size": math.prod(extent)}[attr])


def defined(cls: Any, attr: str) -> Any:
    """What a class, or one above it, has under a name."""
    return next((vars(c)[attr] for c in class_of(cls).__mro__ if attr in vars(c) and c is not tuple), None)


def _of_constant(frame: Frame, v: Value, attr: str) -> Value:
    values = v.shape.values  # type: ignore
    if attr.startswith("__"):
        raise UnsupportedError(f"the attribute {attr}")
    found = [getattr(x, attr, None) if x is not None else None for x in values]
    if any(callable(f) and not isinstance(f, type) for f in found):
        if len(values) == 1 and (
            isinstance(found[0], FunctionType) or type(values[0]).__name__ == "module" or isinstance(values[0], type)
        ):
            return frame.constant(found[0])
        first = next(type(x) for x in values if x is not None)
        method = defined(first, attr) if isinstance(first, type) else None
        user = method if isinstance(method, FunctionType) else None
        return Value(Sym((Bound(v, attr, user),)), ())
    return tabulated(frame, lambda x: getattr(x, attr), v)


def _of_game(frame: Frame, v: Value, game: Any, attr: str) -> Value:
    from gametree.compile.frontend.digesting import definitions, function_of

    if attr not in vars(game):
        found = next(iter(definitions(type(game), attr)), None)
        made = function_of(found[1]) if found is not None else None
        if found is not None and isinstance(found[1], property) and made is not None:
            from gametree.compile.frontend.rules.functions import call_function

            return call_function(frame, made, [v], {})
        if found is not None and made is not None:
            if isinstance(found[1], staticmethod):
                return frame.constant(made)
            if isinstance(found[1], classmethod):
                raise UnsupportedError(f"the class method {attr}")
            return Value(Sym((Bound(v, attr, made),)), ())
    value = getattr(game, attr, _Missing)
    if value is _Missing:
        raise UnsupportedError(f"self has no attribute {attr}")
    if isinstance(value, np.ndarray):
        return Value(Array(str(value.dtype), value.shape), (f"self.{attr}",))
    return frame.constant(value)


class _Missing:
    pass


def _above(frame: Frame, attr: str) -> Value:
    """``super().name``: the next definition after the class of this method."""
    from gametree.compile.frontend.digesting import definitions, function_of

    game = frame.program.game
    cell = frame.plain.__code__.co_freevars.index("__class__")
    owner = frame.plain.__closure__[cell].cell_contents  # type: ignore
    mro = type(game).__mro__
    for cls, definition in definitions(type(game), attr):
        made = function_of(definition)
        if mro.index(cls) > mro.index(owner) and made is not None:
            return Value(Sym((Bound(frame.constant(game), attr, made),)), ())
    raise UnsupportedError(f"super().{attr}")
