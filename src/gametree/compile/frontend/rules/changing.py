# pyright: basic
"""Lists, sets, dicts and objects that are changed in place: the variable is given what they become.

>>> from gametree.compile.frontend.examples import BOARD, rewritten
>>> rewritten("cells = list(board)", "cells[i] = 'X'", "return tuple(cells)", board=BOARD, i=[0, 1, 2])
cells_ = board_
if i_ >= 3:
    raise RaisesError
_b1 = i_ * 2
_t2 = (cells_ & ~(3 << _b1) | 2 << _b1)
cells_ = _t2
return cells_
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import bundle
from gametree.compile.frontend.kinds import field_names, is_record
from gametree.compile.frontend.observing import join
from gametree.compile.frontend.ownership import ANY
from gametree.compile.frontend.rules.fields import is_fields
from gametree.compile.frontend.rules.sequences import item, list_index, with_item
from gametree.compile.frontend.shapes import (
    Dict,
    Keyed,
    List,
    Packed,
    Some,
    Sym,
    Tup,
    UnreadyError,
    UnsupportedError,
    told,
)
from gametree.compile.frontend.values import Value, known, parts_of, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@dataclass
class Place:
    """A variable, and the way into it: an index, or the name of an attribute."""

    name: str
    path: list[Value | str]


def is_place(node: Any) -> bool:
    """Is this a variable, or something inside one?"""
    while isinstance(node, ast.Subscript | ast.Attribute):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return False
        node = node.value
    return isinstance(node, ast.Name)


def place(frame: Frame, node: Any, inside: tuple[str, ...] = (), *, above: int = 0) -> Place:
    """The place that is changed: ``inside`` it, or this many steps ``above``. Nobody else may hold what is there."""
    node = _spelled_out(frame, node)
    path: list[Value | str] = []
    while isinstance(node, ast.Subscript | ast.Attribute):
        if isinstance(node, ast.Attribute):
            path.insert(0, node.attr)
        elif isinstance(node.slice, ast.Slice):
            raise frame.cannot("a slice that is assigned to", node)
        else:
            path.insert(0, frame.kept(frame.expr(node.slice)))
        node = node.value
    if not isinstance(node, ast.Name):
        raise frame.cannot("what is changed here is no variable of this function", node)
    name = node.id
    if name not in frame.locals or any(name in b for b in frame.binds):
        raise frame.cannot(f"{name} is changed in place, and it is not clear that nobody else holds it", node)
    steps = [into if isinstance(into, str) else _word(into) for into in path]
    frame.changes(name, (*steps[: len(steps) - above], *inside), node)
    return Place(name, path)


def _word(k: Value) -> str:
    """A key that is a known word, as a step; else a step into any item."""
    fixed = known(k)
    return fixed[0] if fixed is not None and isinstance(fixed[0], str) else ANY


def _spelled_out(frame: Frame, node: Any) -> Any:
    """``self.player.pawns``, where ``player`` is a property, with what the property returns in its place."""
    from gametree.compile.frontend.rules.names import defined
    from gametree.compile.frontend.source import tree_of

    if not isinstance(node, ast.Subscript | ast.Attribute):
        return node
    node = copy.copy(node)
    node.value = _spelled_out(frame, node.value)
    if not isinstance(node, ast.Attribute):
        return node
    if isinstance(node.value, ast.Name) and node.value.id not in frame.shapes:
        return node
    with frame.aside():
        shape = frame.expr(node.value).shape
    if not isinstance(shape, Tup) or not is_record(shape.cls) or node.attr in field_names(shape.cls):
        return node
    found = defined(shape.cls, node.attr)
    if not isinstance(found, property) or not isinstance(found.fget, FunctionType):
        return node
    tree = tree_of(found.fget)
    match [s for s in tree.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]:
        case [ast.Return(value=ast.expr() as answer)]:
            return _Instead(tree.args.args[0].arg, node.value).visit(copy.deepcopy(answer))
    return node


class _Instead(ast.NodeTransformer):
    """A name with an expression in its place."""

    def __init__(self, name: str, value: Any):
        self.name, self.value = name, value

    def visit_Name(self, node: ast.Name) -> Any:
        return self.value if node.id == self.name else node


def changed_item(frame: Frame, target: Any, value: Value) -> None:
    """``a[i] = v``, ``a[i][j] = v``, ``a[i, j] = v``, ``a.b = v``."""
    where = place(frame, target, above=1)
    frame.assign(where.name, _with(frame, frame.read(where.name), where.path, frame.kept(value)))


def written_back(frame: Frame, target: Any, value: Value, inside: tuple[str, ...]) -> None:
    """What a function has made of an argument that it changes."""
    where = place(frame, target, inside)
    if not where.path:
        frame.assign(where.name, value)
        return
    frame.assign(where.name, _with(frame, frame.read(where.name), where.path, frame.kept(value)))


def _at(frame: Frame, v: Value, step: Value | str) -> Value:
    from gametree.compile.frontend.rules.names import attribute_of

    return attribute_of(frame, v, step) if isinstance(step, str) else item(frame, v, step)


def _with(frame: Frame, v: Value, path: list[Value | str], new: Value) -> Value:
    from gametree.compile.frontend.rules import dicts
    from gametree.compile.frontend.rules.keyed import with_key
    from gametree.compile.frontend.rules.statements import items_of

    if not path:
        return new
    first, *rest = path
    inner = lambda: _with(frame, _at(frame, v, first), rest, new) if rest else new  # noqa: E731
    if isinstance(first, str):
        return _with_attribute(frame, v, first, inner)
    if isinstance(first.shape, Tup) and isinstance(v.shape, Packed) and isinstance(v.shape.kind, tuple):
        return _with(frame, v, [*items_of(frame, first), *rest], new)
    if isinstance(v.shape, Keyed) or is_fields(v):
        return with_key(frame, v, first, inner())
    if isinstance(v.shape, Sym) and _is_dict(v):
        return _with(frame, dicts.grown_from(frame, v), path, new)
    if isinstance(v.shape, Dict):
        return dicts.put(frame, v, first, inner())
    if isinstance(v.shape, List):
        if rest:
            raise UnsupportedError("a list in a list that is changed")
        shape = List(join(v.shape.item, new.shape))
        if shape != v.shape:
            return Value(shape, v.codes)  # the next pass knows
        at = list_index(frame, v.code, first)
        frame.write(f"{v.code}[{at}] = {bundle(coerce(frame, new, shape.item))}")
        return v
    if isinstance(v.shape, Sym) and known(v) is not None:
        from gametree.compile.frontend.rules.collecting import taken_apart

        v = taken_apart(frame, v)
    return with_item(frame, v, first, inner())


def _with_attribute(frame: Frame, v: Value, attr: str, inner: Any) -> Value:
    if not isinstance(v.shape, Tup) or not is_record(v.shape.cls) or is_fields(v):
        raise UnsupportedError("an attribute that is changed: what changes belongs to the state")
    names = field_names(v.shape.cls)
    if attr not in names:
        raise UnsupportedError(f"the attribute {attr}, which states do not have")
    parts = parts_of(v)
    parts[names.index(attr)] = inner()
    return product_of(parts, v.shape.cls)


def _is_dict(v: Value) -> bool:
    fixed = known(v)
    return fixed is not None and isinstance(fixed[0], dict)


def changed(frame: Frame, receiver: Any, method: str, args: list[Any], keywords: list[Any] | None = None) -> None:
    """``a.append(v)`` and the like."""
    from gametree.compile.frontend.rules import dicts, keyed, lists

    where = place(frame, receiver)
    values = [frame.expr(a) for a in args]
    kws = {k.arg: frame.expr(k.value) for k in keywords or []}
    if not where.path and where.name not in frame.shapes:
        _first(frame, where.name, method, values)
    v = frame.read(where.name)
    for step in where.path:
        v = _at(frame, v, step)
    if isinstance(v.shape, Keyed):
        new = keyed.changed(frame, v, method, values)
    elif isinstance(v.shape, Dict) or _is_dict(v):
        new = dicts.changed(frame, dicts.grown_from(frame, v) if isinstance(v.shape, Sym) else v, method, values)
    elif isinstance(v.shape, List | Packed | Some | Tup):
        new = lists.changed(frame, frame.kept(v), method, values, kws)
    else:
        raise UnsupportedError(f"{method} on {told(v.shape)}")
    frame.assign(where.name, _with(frame, frame.read(where.name), where.path, new))


def _first(frame: Frame, name: str, method: str, values: list[Value]) -> None:
    """What an empty list or set holds is known from what is first put into it."""
    from gametree.compile.frontend.rules import sets
    from gametree.compile.frontend.rules.collecting import item_shape
    from gametree.compile.frontend.rules.iterating import iterated

    if method in ("append", "appendleft"):
        frame.shapes[name] = List(values[0].shape)
    elif method == "insert":
        frame.shapes[name] = List(values[1].shape)
    elif method in ("extend", "extendleft"):
        frame.shapes[name] = List(item_shape(frame, iterated(frame, values[0])))
    elif method == "add":
        frame.shapes[name] = sets.local_set(frame, values[0])
    else:
        raise UnreadyError
    frame.dirty = True
    raise UnreadyError


def removed_item(frame: Frame, target: ast.Subscript) -> None:
    """``del a[k]``."""
    from gametree.compile.frontend.rules import dicts, keyed

    where = place(frame, target, above=1)
    *path, last = where.path
    v = frame.read(where.name)
    for step in path:
        v = _at(frame, v, step)
    assert isinstance(last, Value)
    if isinstance(v.shape, Keyed) and not v.shape.is_set:
        new = keyed.without_key(frame, v, last)
    elif isinstance(v.shape, Dict):
        new = dicts.without(frame, v, last)
    elif isinstance(v.shape, List):
        frame.write(f"{v.code}.pop({list_index(frame, v.code, last)})")
        new = v
    else:
        raise UnsupportedError(f"del of an item of {told(v.shape)}")
    frame.assign(where.name, _with(frame, frame.read(where.name), path, new))
