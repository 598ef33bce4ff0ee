# pyright: basic
"""``and``, ``or``, ``a if b else c``: what needs statements of its own becomes an ``if``.

>>> from gametree.compile.frontend.examples import CELLS, rewritten
>>> rewritten("full or any(c == 1 for c in cells)", full=[True, False], cells=CELLS)
_t1 = full_
if not full_:
    _found2 = False
    for _i3 in range(3):
        _t4 = ((cells_ >> _i3 * 2) & 3)
        if (_t4 == 1):
            _found2 = True
            break
    _t1 = _found2
return _t1
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import expression
from gametree.compile.frontend.observing import join
from gametree.compile.frontend.rules.numbers import as_truth
from gametree.compile.frontend.shapes import Truth
from gametree.compile.frontend.values import Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@expression(ast.BoolOp)
def connected(frame: Frame, node: ast.BoolOp) -> Value:
    """``a and b``, ``a or b``."""
    both = isinstance(node.op, ast.And)
    value = frame.expr(node.values[0])
    for operand in node.values[1:]:
        fixed = known(value)
        if fixed is not None:
            if bool(fixed[0]) is both:
                value = frame.expr(operand)
            continue
        value = _pair(frame, value, operand, both)
    return value


def _pair(frame: Frame, a: Value, operand: ast.expr, both: bool) -> Value:
    with frame.aside() as written:
        b = frame.expr(operand)
    plain = isinstance(a.shape, Truth) and isinstance(b.shape, Truth)
    if plain and not written:
        return Value(Truth(), (f"({a.code} {'and' if both else 'or'} {b.code})",))
    a = frame.kept(a)
    test = as_truth(frame, a)
    return _chosen(frame, test if both else f"not {test}", operand, a)


def condition(frame: Frame, node: ast.expr) -> Value:
    """An expression of which only matters whether it is true."""
    if not isinstance(node, ast.BoolOp):
        v = frame.expr(node)
        fixed = known(v)
        return frame.constant(bool(fixed[0])) if fixed is not None else Value(Truth(), (as_truth(frame, v),))
    both = isinstance(node.op, ast.And)
    value = condition(frame, node.values[0])
    for operand in node.values[1:]:
        fixed = known(value)
        if fixed is not None:
            value = condition(frame, operand) if fixed[0] is both else value
            continue
        with frame.aside() as written:
            other = condition(frame, operand)
        if not written:
            value = Value(Truth(), (f"({value.code} {'and' if both else 'or'} {other.code})",))
            continue
        name = frame.program.temp()
        frame.write(f"{name} = {value.code}")
        with frame.block(f"if {name}:" if both else f"if not {name}:"):
            frame.write(f"{name} = {condition(frame, operand).code}")
        value = Value(Truth(), (name,))
    return value


def _chosen(frame: Frame, test: str, operand: ast.expr, otherwise: Value) -> Value:
    """The operand where a test holds, else what is there already."""
    with frame.aside():
        shape = join(frame.expr(operand).shape, otherwise.shape)
    names = tuple(frame.program.temp() for _ in coerce(frame, otherwise, shape))
    _set(frame, names, coerce(frame, otherwise, shape))
    with frame.block(f"if {test}:"):
        _set(frame, names, coerce(frame, frame.expr(operand), shape))
    return Value(shape, names)


def _set(frame: Frame, names: tuple[str, ...], codes: tuple[str, ...]) -> None:
    if names:
        frame.write(f"{', '.join(names)} = {', '.join(codes)}")


def chosen(frame: Frame, test: Value, a: Value, b: Value) -> Value:
    """One of two values that are there already."""
    fixed = known(test)
    if fixed is not None:
        return a if fixed[0] else b
    shape = join(a.shape, b.shape)
    one, other = coerce(frame, a, shape), coerce(frame, b, shape)
    return Value(shape, tuple(f"({x} if {test.code} else {y})" for x, y in zip(one, other, strict=True)))


def _kept(frame: Frame, node: ast.expr) -> Value:
    from gametree.compile.frontend.rules.collecting import solid

    return solid(frame, frame.expr(node))


@expression(ast.IfExp)
def either(frame: Frame, node: ast.IfExp) -> Value:
    """``a if b else c``."""
    test = condition(frame, node.test)
    fixed = known(test)
    if fixed is not None:
        return frame.expr(node.body if fixed[0] else node.orelse)
    code = as_truth(frame, test)
    with frame.aside() as written:
        a, b = _kept(frame, node.body), _kept(frame, node.orelse)
        shape = join(a.shape, b.shape)
        one, other = coerce(frame, a, shape), coerce(frame, b, shape)
    if not written and len(one) <= 1:
        return Value(
            shape, tuple(f"({x} if {code} else {y})" if x != y else x for x, y in zip(one, other, strict=True))
        )
    names = tuple(frame.program.temp() for _ in one)
    with frame.block(f"if {code}:"):
        _set(frame, names, coerce(frame, _kept(frame, node.body), shape))
    with frame.block("else:"):
        _set(frame, names, coerce(frame, _kept(frame, node.orelse), shape))
    return Value(shape, names)
