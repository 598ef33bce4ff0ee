# pyright: basic
"""``a < b <= c``, ``a in b``, ``a is None``.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("0 <= i < n", i=[-3, 9], n=[1, 9])
return ((0 <= i_) and (i_ < n_))
"""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING

from gametree.compile.frontend.arrays import is_array
from gametree.compile.frontend.frame import expression
from gametree.compile.frontend.rules.numbers import as_number
from gametree.compile.frontend.rules.tabulating import all_known, tabulated
from gametree.compile.frontend.shapes import Keyed, Sym, Truth, UnsupportedError, Wide
from gametree.compile.frontend.values import Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

COMPARED = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "==", ast.IsNot: "!=",
}  # fmt: skip


_PLAIN = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


@expression(ast.Compare)
def compare(frame: Frame, node: ast.Compare) -> Value:
    """``a < b <= c``, ``a in b``, ``a is None``."""
    return _chain(frame, frame.expr(node.left), list(zip(node.ops, node.comparators, strict=True)))


def _chain(frame: Frame, left: Value, rest: list[tuple[ast.cmpop, ast.expr]]) -> Value:
    """The comparisons from the left on. As in Python, what comes after one that is false is not asked."""
    (op, comparator), *rest = rest
    right = frame.expr(comparator)
    if not rest:
        return compared(frame, op, left, right)
    right = frame.kept(right)
    first = compared(frame, op, left, right)
    with frame.aside() as written:
        second = _chain(frame, right, rest)
    if not written:
        return Value(Truth(), (f"({first.code} and {second.code})",))
    name = frame.program.temp()
    frame.write(f"{name} = {first.code}")
    with frame.block(f"if {name}:"):
        frame.write(f"{name} = {_chain(frame, right, rest).code}")
    return Value(Truth(), (name,))


def compared(frame: Frame, op: ast.cmpop, a: Value, b: Value) -> Value:
    """One comparison."""
    from gametree.compile.frontend.rules.membership import contained

    if isinstance(op, ast.In | ast.NotIn):
        found = contained(frame, a, b)
        if isinstance(op, ast.In):
            return found
        fixed = known(found)
        return frame.constant(not fixed[0]) if fixed is not None else Value(Truth(), (f"(not {found.code})",))
    symbol = COMPARED[type(op)]
    return ordered(frame, symbol, a, b)


def ordered(frame: Frame, symbol: str, a: Value, b: Value) -> Value:
    """``a == b`` and the like."""
    from gametree.compile.frontend.rules.equality import equal, sequence_order
    from gametree.compile.frontend.rules.sequences import is_sequence

    function = _PLAIN[symbol]
    if is_array(a) or is_array(b):
        from gametree.compile.frontend.rules.array_arithmetic import compared

        return compared(frame, symbol, a, b)
    fixed = all_known([a, b])
    if fixed is not None:
        try:
            return frame.constant(bool(function(*fixed)))
        except TypeError:
            raise UnsupportedError(f"{symbol} of these values") from None
    if symbol in ("==", "!="):
        found = equal(frame, a, b)
        if symbol == "==":
            return found
        fixed = known(found)
        return frame.constant(not fixed[0]) if fixed is not None else Value(Truth(), (f"(not {found.code})",))
    if isinstance(a.shape, Keyed) or isinstance(b.shape, Keyed):
        from gametree.compile.frontend.rules import sets

        return sets.operation(frame, symbol, a, b)
    if is_sequence(a) or is_sequence(b):
        return sequence_order(frame, symbol, a, b)
    if isinstance(a.shape, Sym) and isinstance(b.shape, Sym):
        return tabulated(frame, lambda x, y: bool(function(x, y)), a, b)
    x, y = as_number(frame, a), as_number(frame, b)
    if isinstance(x.shape, Wide) or isinstance(y.shape, Wide):
        from gametree.compile.frontend import wide

        return wide.compared(frame, symbol, x, y)
    return Value(Truth(), (f"({x.code} {symbol} {y.code})",))
