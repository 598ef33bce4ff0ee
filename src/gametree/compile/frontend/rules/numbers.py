# pyright: basic
"""Operators: on numbers as they stand, with the range of what comes out; on constants beforehand; on wide integers as
calls (``wide.py``).

>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("(x + 1) % 3 << 2", x=[0, 7])
return (((x_ + 1) % 3) << 2)
"""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.arrays import is_array
from gametree.compile.frontend.frame import expression
from gametree.compile.frontend.rules.tabulating import all_known, domain, tabulated
from gametree.compile.frontend.shapes import (
    Dict,
    Float,
    Int,
    Keyed,
    List,
    Opt,
    Packed,
    Shape,
    Some,
    Sym,
    Truth,
    Tup,
    UnsupportedError,
    Wide,
    told,
)
from gametree.compile.frontend.values import Lazy, Value, known
from gametree.compile.frontend.wide_words import wide_true

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

OPERATORS: dict[type, tuple[str, Any]] = {
    ast.Add: ("+", operator.add), ast.Sub: ("-", operator.sub), ast.Mult: ("*", operator.mul),
    ast.FloorDiv: ("//", operator.floordiv), ast.Mod: ("%", operator.mod), ast.Div: ("/", operator.truediv),
    ast.Pow: ("**", operator.pow), ast.LShift: ("<<", operator.lshift), ast.RShift: (">>", operator.rshift),
    ast.BitAnd: ("&", operator.and_), ast.BitOr: ("|", operator.or_), ast.BitXor: ("^", operator.xor),
}  # fmt: skip


def as_number(frame: Frame, v: Value) -> Value:
    """A value as an integer, a float or a wide integer."""
    match v.shape:
        case Int() | Float() | Wide():
            return v
        case Truth():
            return (
                Value(Int(0, 1), (f"(1 if {v.code} else 0)",))
                if known(v) is None
                else frame.constant(int(v.code == "True"))
            )
        case Opt():
            return as_number(frame, frame.there(v))
        case Sym(values=values):
            real = [x for x in values if isinstance(x, int | float)]
            if real:
                return (
                    tabulated(frame, lambda x: +x if isinstance(x, int | float) else 0, v)
                    if len(real) == len(values)
                    else tabulated(frame, _number, v)
                )
    raise UnsupportedError(f"{told(v.shape)} used as a number")


def _number(x: Any) -> Any:
    if isinstance(x, int | float):
        return +x
    raise TypeError


def as_int(frame: Frame, v: Value) -> str:
    """The text of an integer."""
    n = as_number(frame, v)
    if isinstance(n.shape, Wide):
        from gametree.compile.frontend.coerce import coerce

        return coerce(frame, n, Int())[0]
    if isinstance(n.shape, Float):
        raise UnsupportedError("a float where an integer belongs")
    return n.code


def as_truth(frame: Frame, v: Value) -> str:
    """The text of a condition."""
    fixed = known(v)
    if fixed is not None:
        return "True" if fixed[0] else "False"
    match v.shape:
        case Truth():
            return v.code
        case Int() | Float():
            return f"({v.code} != 0)"
        case Wide():
            return f"{frame.program.helper(wide_true)}({v.code})"
        case Sym():
            return tabulated(frame, bool, v).code
        case Opt(item=Tup() | Packed()):
            return f"({v.codes[0]} != 0)"
        case Opt(item=item):
            return f"({v.codes[0]} != 0 and {as_truth(frame, Value(item, v.codes[1:]))})"
        case Some():
            return f"({v.codes[0]} > 0)"
        case List():
            return f"(len({v.code}) > 0)"
        case Tup(items=items, cls=cls):
            return "True" if items or cls not in (tuple, list) else "False"
        case Packed(n=n):
            return "True" if n else "False"
        case Dict():
            return f"(len({v.codes[1]}) > 0)"
        case Keyed():
            from gametree.compile.frontend.rules.keyed import size_of

            return f"({size_of(frame, v)} > 0)"
    raise UnsupportedError(f"{told(v.shape)} as a condition")


@expression(ast.BinOp)
def operation(frame: Frame, node: ast.BinOp) -> Value:
    """``a + b`` and the like."""
    from gametree.compile.frontend.rules.slicing import replaced

    if isinstance(node.op, ast.Add) and (made := replaced(frame, node)) is not None:
        return made
    return applied(frame, type(node.op), frame.expr(node.left), frame.expr(node.right))


def applied(frame: Frame, kind: type, a: Value, b: Value) -> Value:
    """An operator on two values."""
    from gametree.compile.frontend.rules import joining, sequences, sets

    if is_array(a) or is_array(b):
        from gametree.compile.frontend.rules.array_arithmetic import operated

        return operated(frame, kind, a, b)
    if kind not in OPERATORS:
        raise UnsupportedError("the operator @")
    symbol, function = OPERATORS[kind]
    fixed = all_known([a, b])
    if fixed is not None:
        try:
            return frame.constant(function(*fixed))
        except (ArithmeticError, ValueError, TypeError) as error:
            raise UnsupportedError(f"{symbol} raises {type(error).__name__}") from None
    if isinstance(a.shape, Keyed) or isinstance(b.shape, Keyed):
        return sets.operation(frame, symbol, a, b)
    if symbol in ("+", "*") and (sequences.is_sequence(a) or sequences.is_sequence(b)):
        return joining.joined(frame, a, b) if symbol == "+" else joining.repeated(frame, a, b)
    if symbol == "%" and isinstance(a.shape, Sym) and any(isinstance(x, str) for x in a.shape.values):
        raise UnsupportedError("a text made with %")
    if isinstance(a.shape, Sym) and isinstance(b.shape, Sym):
        return tabulated(frame, function, a, b)
    x, y = as_number(frame, a), as_number(frame, b)
    if isinstance(x.shape, Float) or isinstance(y.shape, Float) or symbol == "/":
        return Value(Float(), (f"({x.code} {symbol} {y.code})",))
    grows = frame.program.wide and (symbol in ("<<", "**") or (symbol == "*" and _grows(x.shape, y.shape)))
    if isinstance(x.shape, Wide) or (isinstance(y.shape, Wide) and symbol not in ("<<", ">>")) or grows:
        from gametree.compile.frontend import wide

        return wide.operation(frame, symbol, x, y)
    if isinstance(y.shape, Wide):
        y = Value(Int(), (as_int(frame, y),))
    if symbol in ("<<", ">>") and (y.shape.lo is None or y.shape.lo < 0):  # type: ignore
        y = frame.kept(y)
        frame.raises_if(f"{y.code} < 0", ValueError)
    if symbol == "**" and not (isinstance(y.shape, Int) and y.shape.lo is not None and y.shape.lo >= 0):
        from gametree.compile.frontend.runtime import fit

        y = Value(Int(0, 63), (f"{frame.program.helper(fit)}({y.code}, 0, 63)",))
    return Value(span(symbol, x.shape, y.shape), (f"({x.code} {symbol} {y.code})",))


LIMIT = 1 << 62


LARGE = 1 << 16


"""A factor from which on a product is expected to outgrow 64 bits, where numbers may."""


def _grows(a: Shape, b: Shape) -> bool:
    if not isinstance(a, Int) or not isinstance(b, Int):
        return False
    product = span("*", a, b)
    factors = [s.lo for s in (a, b) if s.lo is not None and s.lo == s.hi]
    return (product.lo is None or product.hi is None) and any(abs(f) >= LARGE for f in factors)


def span(symbol: str, a: Shape, b: Shape) -> Int:
    """The range of what an operator gives."""
    assert isinstance(a, Int)
    assert isinstance(b, Int)
    al, ah, bl, bh = a.lo, a.hi, b.lo, b.hi
    lo: int | None = None
    hi: int | None = None
    whole = al is not None and ah is not None and bl is not None and bh is not None
    match symbol:
        case "+":
            lo = None if al is None or bl is None else al + bl
            hi = None if ah is None or bh is None else ah + bh
        case "-":
            lo = None if al is None or bh is None else al - bh
            hi = None if ah is None or bl is None else ah - bl
        case "*" if whole:
            ends = [al * bl, al * bh, ah * bl, ah * bh]  # type: ignore
            lo, hi = min(ends), max(ends)
        case "//" if bl is not None and bl > 0:
            lo = None if al is None else al // bl if al < 0 else 0 if bh is None else al // bh
            hi = None if ah is None else ah // bl if ah >= 0 else 0
        case "%" if bl is not None and bl > 0:
            lo, hi = 0, None if bh is None else bh - 1
            if al is not None and al >= 0 and ah is not None and (hi is None or ah < hi):
                hi = ah
        case "&":
            tops = [h for lo_, h in ((al, ah), (bl, bh)) if lo_ is not None and lo_ >= 0]
            if tops:
                lo = 0
                highs = [h for h in tops if h is not None]
                hi = min(highs) if highs else None
        case "|" | "^" if al is not None and bl is not None and al >= 0 and bl >= 0:
            lo = 0
            hi = None if ah is None or bh is None else (1 << max(ah.bit_length(), bh.bit_length())) - 1
        case "<<" if whole and al >= 0 and bl >= 0 and bh < 62:  # type: ignore
            lo, hi = al << bl, ah << bh  # type: ignore
        case ">>" if al is not None and al >= 0:
            lo, hi = 0, ah if ah is None or bl is None or bl < 0 else ah >> bl
    if lo is not None and abs(lo) > LIMIT:
        lo = None
    if hi is not None and abs(hi) > LIMIT:
        hi = None
    return Int(lo, hi)


@expression(ast.UnaryOp)
def unary(frame: Frame, node: ast.UnaryOp) -> Value:
    """``not a``, ``-a``, ``~a``."""
    if isinstance(node.op, ast.Not):
        from gametree.compile.frontend.rules.choosing import condition

        v = condition(frame, node.operand)
    else:
        v = frame.expr(node.operand)
    if isinstance(node.op, ast.Not):
        fixed = known(v)
        return frame.constant(not fixed[0]) if fixed is not None else Value(Truth(), (f"(not {as_truth(frame, v)})",))
    if is_array(v):
        from gametree.compile.frontend.rules.array_arithmetic import negated

        return negated(frame, {ast.USub: "-", ast.Invert: "~", ast.UAdd: "+"}[type(node.op)], v)
    fixed = known(v)
    functions = {ast.USub: ("-", operator.neg), ast.Invert: ("~", operator.invert), ast.UAdd: ("+", operator.pos)}
    symbol, function = functions[type(node.op)]
    if fixed is not None:
        return frame.constant(function(fixed[0]))
    n = as_number(frame, v)
    if isinstance(n.shape, Wide):
        from gametree.compile.frontend import wide

        return wide.unary(frame, symbol, n)
    if isinstance(n.shape, Float):
        return Value(Float(), (f"({symbol}{n.code})",))
    a = n.shape
    assert isinstance(a, Int)
    shape = (
        Int(None if a.hi is None else -a.hi, None if a.lo is None else -a.lo)
        if symbol == "-"
        else a
        if symbol == "+"
        else Int()
    )
    return Value(shape, (f"({symbol}{n.code})",))


def simple(v: Value) -> bool:
    return isinstance(v.shape, Int | Truth | Float) and not isinstance(v.shape, Lazy) and domain(v) is not None
