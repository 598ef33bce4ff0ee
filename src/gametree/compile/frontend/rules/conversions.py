# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""``bool``, ``int``, ``float``, ``abs``, ``round``, ``divmod``, ``pow``, and the functions of ``operator``.

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("divmod(a, 3)", a=[0, 9])
return ((a_ // 3), (a_ % 3))
"""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.rules.calling import builtin
from gametree.compile.frontend.rules.tabulating import tabulated
from gametree.compile.frontend.shapes import Float, Int, Sym, Truth, UnsupportedError
from gametree.compile.frontend.values import Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

# --- numbers ---------------------------------------------------------------------------------------------------------


@builtin(bool)
def to_truth(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``bool(x)``."""
    from gametree.compile.frontend.rules.numbers import as_truth

    return Value(Truth(), (as_truth(frame, args[0]),))


@builtin(int)
def to_int(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``int(x)``."""
    from gametree.compile.frontend.rules.numbers import as_number

    v = args[0]
    if isinstance(v.shape, Sym) and any(isinstance(x, str) for x in v.shape.values):
        return tabulated(frame, int, v)
    n = as_number(frame, v)
    return Value(Int(), (f"int({n.code})",)) if isinstance(n.shape, Float) else n


@builtin(float)
def to_float(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``float(x)``."""
    from gametree.compile.frontend.coerce import coerce
    from gametree.compile.frontend.rules.numbers import as_number

    fixed = known(args[0])
    if fixed is not None:
        return frame.constant(float(fixed[0]))
    return Value(Float(), coerce(frame, as_number(frame, args[0]), Float()))


@builtin(abs)
def magnitude(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``abs(x)``."""
    from gametree.compile.frontend.rules.numbers import as_number

    n = as_number(frame, args[0])
    fixed = known(n)
    if fixed is not None:
        return frame.constant(abs(fixed[0]))
    if isinstance(n.shape, Float):
        return Value(Float(), (f"abs({n.code})",))
    lo, hi = n.shape.lo, n.shape.hi  # type: ignore
    return Value(Int(0, max(-lo, hi) if lo is not None and hi is not None else None), (f"abs({n.code})",))


@builtin(round)
def rounded(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``round(x)``."""
    from gametree.compile.frontend.rules.numbers import as_number

    n = as_number(frame, args[0])
    if len(args) > 1 or not isinstance(n.shape, Float):
        raise UnsupportedError("round to digits")
    return Value(Int(), (f"int(round({n.code}))",))


@builtin(divmod)
def both(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``divmod(a, b)``."""
    from gametree.compile.frontend.rules.numbers import applied
    from gametree.compile.frontend.values import product_of

    a, b = (frame.kept(v) for v in args)
    return product_of([applied(frame, ast.FloorDiv, a, b), applied(frame, ast.Mod, a, b)])


@builtin(pow)
def power(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``pow(a, b)``."""
    from gametree.compile.frontend.rules.numbers import applied

    if len(args) != 2:
        raise UnsupportedError("pow with a modulus")
    return applied(frame, ast.Pow, *args)


@builtin(operator.not_)
def negated(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``operator.not_(x)``."""
    from gametree.compile.frontend.rules.numbers import as_truth

    return Value(Truth(), (f"(not {as_truth(frame, args[0])})",))


def _operators() -> None:
    from gametree.compile.frontend.rules.numbers import OPERATORS

    for kind, (_, function) in OPERATORS.items():

        @builtin(function)
        def rule(frame: Frame, args: list[Value], kws: dict[str, Value], kind: Any = kind) -> Value:
            from gametree.compile.frontend.rules.numbers import applied

            return applied(frame, kind, *args)

    for symbol, function in (
        ("==", operator.eq),
        ("!=", operator.ne),
        ("<", operator.lt),
        ("<=", operator.le),
        (">", operator.gt),
        (">=", operator.ge),
    ):

        @builtin(function)
        def comparison(frame: Frame, args: list[Value], kws: dict[str, Value], symbol: str = symbol) -> Value:
            from gametree.compile.frontend.rules.comparing import ordered

            return ordered(frame, symbol, *args)

    @builtin(operator.getitem)
    def getitem(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
        from gametree.compile.frontend.rules.sequences import item

        return item(frame, *args)
