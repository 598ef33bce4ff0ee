# pyright: basic
"""Assignments: a list that is changed in place becomes a variable that is given a new value.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("a, b = b, a + 1", "return a - b", a=[0, 7], b=[0, 7])
a_ = a_in
b_ = b_in
_t1 = (a_ + 1)
a_ = b_
b_ = _t1
return (a_ - b_)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.frame import statement
from gametree.compile.frontend.rules.numbers import applied
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.shapes import Keyed, List, Own, Packed, Sym, Truth, Tup, UnreadyError, UnsupportedError
from gametree.compile.frontend.values import Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@statement(ast.Assign)
def assignment(frame: Frame, node: ast.Assign) -> None:
    """``a = b``, ``a, b = c``, ``a[i] = b``."""
    empty = isinstance(node.value, ast.List | ast.Call) and _empty_kind(node.value)
    if empty and all(isinstance(t, ast.Name) for t in node.targets):
        for target in node.targets:
            _begin(frame, target.id, empty)  # type: ignore
        return
    value = frame.expr(node.value)
    if isinstance(node.value, ast.Dict | ast.DictComp | ast.Call) and _grows(frame, node.targets, value):
        from gametree.compile.frontend.rules.dicts import grown_from

        value = grown_from(frame, value)
    if len(node.targets) > 1:
        value = frame.kept(value)
    for target in node.targets:
        store(frame, target, value)


def _empty_kind(node: Any) -> str:
    match node:
        case ast.List(elts=[]):
            return "list"
        case ast.Call(func=ast.Name(id="list" | "set" as kind), args=[], keywords=[]):
            return kind
        case ast.Call(func=ast.Name(id="deque") | ast.Attribute(attr="deque"), args=[], keywords=[]):
            return "list"
    return ""


def _grows(frame: Frame, targets: list[Any], value: Value) -> bool:
    """Is this a dict made of constants here that is changed later?"""
    fixed = known(value)
    here = fixed is not None and isinstance(fixed[0], dict)
    return here and any(isinstance(t, ast.Name) and t.id in frame.held.changed for t in targets)


def begun(kind: str) -> Value:
    """An empty list or set of which nothing is known yet."""
    if kind == "list":
        return Value(Tup((), list), ())
    return Value(Keyed(Sym(()), Packed(0, Truth()), Own), ())


def _begin(frame: Frame, name: str, kind: str) -> None:
    """An empty list: what it holds is known from what is put into it."""
    from gametree.compile.frontend.rules.collecting import empty_list

    shape = frame.shapes.get(name)
    if name not in frame.held.changed and shape is None:  # it stays empty, is replaced as a whole, or is handed on
        frame.assign(name, begun(kind))
        return
    if shape is None:
        frame.begun[name] = begun(kind)
        raise UnreadyError
    if isinstance(shape, List):
        frame.write(f"{frame.names_of(name, shape)[0]} = {empty_list(shape.item)}")
        return
    from gametree.compile.frontend.rules.keyed import empty_keyed

    names, codes = frame.names_of(name, shape), empty_keyed(frame, shape)
    if names:
        frame.write(f"{', '.join(names)} = {', '.join(codes)}")


@statement(ast.AnnAssign)
def annotated(frame: Frame, node: ast.AnnAssign) -> None:
    """``a: int = b``."""
    if node.value is not None:
        assignment(frame, ast.copy_location(ast.Assign([node.target], node.value), node))


@statement(ast.AugAssign)
def augmented(frame: Frame, node: ast.AugAssign) -> None:
    """``a += b``."""
    target: Any = ast.parse(ast.unparse(node.target), mode="eval").body
    ast.copy_location(target, node)
    for part in ast.walk(target):
        ast.copy_location(part, node)
    if (
        isinstance(node.op, ast.Add)
        and isinstance(node.target, ast.Name)
        and isinstance(frame.shapes.get(node.target.id), List)
    ):
        from gametree.compile.frontend.rules.changing import changed

        changed(frame, node.target, "extend", [node.value])
        return
    store(frame, node.target, applied(frame, type(node.op), frame.expr(target), frame.expr(node.value)))


def store(frame: Frame, target: Any, value: Value) -> None:
    """Give a name, several names, or a cell of a list a value."""
    match target:
        case ast.Name(id=name):
            for scope in reversed(frame.binds):
                if name in scope:
                    scope[name] = frame.kept(value)
                    return
            frame.assign(name, value)
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            unpack(frame, elts, value)
        case ast.Subscript() | ast.Attribute():
            from gametree.compile.frontend.rules.changing import changed_item

            changed_item(frame, target, value)
        case _:
            raise frame.cannot(f"{ast.unparse(target)} that is assigned to", target)


def unpack(frame: Frame, elts: list[Any], value: Value) -> None:
    """``a, b = c`` and ``a, *b = c``."""
    if isinstance(value.shape, List) and isinstance(elts[-1], ast.Starred):
        _first_and_rest(frame, elts, value)
        return
    parts = items_of(frame, value, None if any(isinstance(e, ast.Starred) for e in elts) else len(elts))
    parts = [frame.kept(p) if len(elts) > 1 else p for p in parts]
    star = next((i for i, e in enumerate(elts) if isinstance(e, ast.Starred)), None)
    if star is not None:
        after = len(elts) - star - 1
        middle = parts[star : len(parts) - after]
        rest = product_of(middle, list)
        parts = [*parts[:star], rest, *parts[len(parts) - after :]] if after else [*parts[:star], rest]
        elts = [e.value if isinstance(e, ast.Starred) else e for e in elts]
    if len(parts) != len(elts):
        raise UnsupportedError(f"{len(parts)} values for {len(elts)} names")
    for e, part in zip(elts, parts, strict=True):
        store(frame, e, part)


def _first_and_rest(frame: Frame, elts: list[Any], value: Value) -> None:
    """``first, *rest = xs`` of a list of any length."""
    from gametree.compile.frontend.frame import opened

    assert isinstance(value.shape, List)
    code = frame.temp(value.code)
    frame.raises_if(f"len({code}) < {len(elts) - 1}", ValueError)
    for i, e in enumerate(elts[:-1]):
        store(frame, e, opened(frame, f"{code}[{i}]", value.shape.item))
    store(frame, elts[-1].value, Value(value.shape, (f"{code}[{len(elts) - 1}:]",)))


@statement(ast.Delete)
def deletes(frame: Frame, node: ast.Delete) -> None:
    """``del a[k]``."""
    from gametree.compile.frontend.rules.changing import removed_item

    for target in node.targets:
        if not isinstance(target, ast.Subscript):
            raise frame.cannot("del of a name", node)
        removed_item(frame, target)
