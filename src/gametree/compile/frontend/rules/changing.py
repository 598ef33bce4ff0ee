# pyright: basic
"""Lists, sets and dicts that are changed in place: the variable is given what they become.

before  board[i] = "X"
after   board_ = board_ & ~(3 << _b1) | 2 << _b1
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import bundle
from gametree.compile.frontend.rules.numbers import as_int
from gametree.compile.frontend.rules.sequences import item, with_item
from gametree.compile.frontend.shapes import (
    Int,
    Keyed,
    List,
    Opt,
    Packed,
    Sym,
    Tup,
    UnreadyError,
    UnsupportedError,
    join,
    told,
)
from gametree.compile.frontend.values import Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def _place(frame: Frame, node: Any) -> tuple[str, list[Value]]:
    """The variable, and the indices on the way into it."""
    path: list[Value] = []
    while isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Slice):
            raise frame.cannot("a slice that is assigned to", node)
        index = frame.expr(node.slice)
        path.insert(0, frame.kept(index))
        node = node.value
    if not isinstance(node, ast.Name):
        raise frame.cannot("what is changed here is no variable of this function", node)
    name = node.id
    if name in frame.fresh.shared or name not in frame.locals or any(name in b for b in frame.binds):
        raise frame.cannot(f"{name} is changed in place, and it is not clear that nobody else holds it", node)
    return name, path


def changed_item(frame: Frame, target: ast.Subscript, value: Value) -> None:
    """``a[i] = v``, ``a[i][j] = v``, ``a[i, j] = v``."""
    name, path = _place(frame, target)
    frame.assign(name, _with(frame, frame.read(name), path, frame.kept(value)))


def _with(frame: Frame, v: Value, path: list[Value], new: Value) -> Value:
    from gametree.compile.frontend.rules.keyed import with_key
    from gametree.compile.frontend.rules.statements import items_of

    if not path:
        return new
    first, *rest = path
    if isinstance(first.shape, Tup) and isinstance(v.shape, Packed) and isinstance(v.shape.kind, tuple):
        return _with(frame, v, [*items_of(frame, first), *rest], new)
    if isinstance(v.shape, Keyed):
        return with_key(frame, v, first, _with(frame, item(frame, v, first), rest, new) if rest else new)
    if isinstance(v.shape, List):
        if rest:
            raise UnsupportedError("a list in a list that is changed")
        shape = List(join(v.shape.item, new.shape))
        if shape != v.shape:
            return Value(shape, v.codes)  # the next pass knows
        frame.write(f"{v.code}[{as_int(frame, first)}] = {bundle(coerce(frame, new, shape.item))}")
        return v
    if isinstance(v.shape, Sym) and known(v) is not None:
        from gametree.compile.frontend.rules.collecting import taken_apart

        v = taken_apart(frame, v)
    return with_item(frame, v, first, _with(frame, item(frame, v, first), rest, new) if rest else new)


def changed(frame: Frame, receiver: Any, method: str, args: list[Any]) -> None:
    """``a.append(v)`` and the like."""
    from gametree.compile.frontend.rules import keyed
    from gametree.compile.frontend.rules.calling import CHANGES

    name, path = _place(frame, receiver)
    if path:
        raise frame.cannot(f"{method} on a list inside another", receiver)
    shape = frame.shapes.get(name)
    values = [frame.expr(a) for a in args]
    if shape is None or shape == Tup((), list):
        if method == "append":
            frame.shapes[name] = List(values[0].shape)
        elif method == "extend":
            from gametree.compile.frontend.rules.collecting import item_shape
            from gametree.compile.frontend.rules.iterating import iterated

            frame.shapes[name] = List(item_shape(frame, iterated(frame, values[0])))
        elif method == "add":
            frame.shapes[name] = keyed.local_set(values[0])
        else:
            raise UnreadyError
        frame.dirty = True
        raise UnreadyError
    if isinstance(shape, Keyed):
        frame.assign(name, keyed.changed(frame, frame.read(name), method, values))
        return
    if isinstance(shape, List):
        CHANGES[method](frame, name, values) if method in CHANGES else _no(method)
        return
    if method == "append" and isinstance(shape, Packed | Tup):
        frame.shapes[name] = List(join(*(_item_of(shape), values[0].shape)))
        frame.dirty = True
        return
    raise UnsupportedError(f"{method} on {told(shape)}")


def _item_of(shape: Any) -> Any:
    from gametree.compile.frontend.shapes import join_all

    return shape.item if isinstance(shape, Packed) else join_all(shape.items)


def _no(method: str) -> None:
    raise UnsupportedError(f"the method {method} of a list")


def removed_item(frame: Frame, target: ast.Subscript) -> None:
    """``del a[k]``."""
    from gametree.compile.frontend.rules import keyed

    name, path = _place(frame, target)
    v = frame.read(name)
    if isinstance(v.shape, Keyed) and not v.shape.is_set and len(path) == 1:
        frame.assign(name, keyed.without_key(frame, v, path[0]))
    elif isinstance(v.shape, List) and len(path) == 1:
        frame.write(f"{v.code}.pop({as_int(frame, path[0])})")
    else:
        raise UnsupportedError(f"del of an item of {told(v.shape)}")


_ = (Int, Opt, product_of)
