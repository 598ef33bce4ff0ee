# pyright: basic
"""Slices, and a cell replaced by slices.

>>> from gametree.compile.frontend.examples import BOARD, rewritten
>>> rewritten("board[:i] + ('X',) + board[i + 1:]", board=BOARD, i=[0, 1, 2])
_i1 = fit(i_, 0, 2)
_b2 = _i1 * 2
_t3 = (board_ & ~(3 << _b2) | 2 << _b2)
return _t3
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend import cells
from gametree.compile.frontend.rules.numbers import as_int
from gametree.compile.frontend.rules.sequences import item, with_item
from gametree.compile.frontend.rules.statements import items_of
from gametree.compile.frontend.rules.tabulating import domain, tabulated
from gametree.compile.frontend.runtime import fit
from gametree.compile.frontend.shapes import Int, Packed, Sym, Tup, UnsupportedError
from gametree.compile.frontend.values import Lazy, Value, known, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def _slice(frame: Frame, v: Value, node: ast.Slice) -> Value:
    ends = [frame.expr(p) if p is not None else frame.constant(None) for p in (node.lower, node.upper, node.step)]
    fixed = [known(e) for e in ends]
    if all(f is not None for f in fixed):
        cut = slice(*(f[0] for f in fixed))  # type: ignore
        if isinstance(v.shape, Sym):
            return tabulated(frame, lambda x: x[cut], v)
        if isinstance(v.shape, Packed) and cut == slice(None):
            return v
        if isinstance(v.shape, Packed | Tup):
            parts = items_of(frame, v)[cut]
            kind = v.shape.kind if isinstance(v.shape, Packed) else v.shape.cls
            return _repacked(frame, parts, kind if kind in (tuple, list, str) else tuple, v)
    if isinstance(v.shape, Sym) and all(domain(e) is not None for e in ends):
        return tabulated(frame, lambda x, a, b, c: x[a:b:c], v, *ends)
    k = _constant_length(node)
    if k is not None and isinstance(v.shape, Packed | Tup) and isinstance(ends[0].shape, Int):
        n, low = _length(v), ends[0].shape
        if low.lo is not None and low.hi is not None and low.lo >= 0 and low.hi + k <= n:
            start, held = frame.temp(ends[0].code), frame.kept(v)
            parts = [item(frame, held, Value(Int(low.lo + j, low.hi + j), (f"({start} + {j})",))) for j in range(k)]
            return _repacked(frame, [frame.kept(p) for p in parts], tuple, v)
    return _loose_slice(frame, v, *ends)


def _constant_length(node: ast.Slice) -> int | None:
    """The length of ``t[i:i + 3]``."""
    match node:
        case ast.Slice(
            lower=ast.expr() as low,
            upper=ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=int(k))),
            step=None,
        ):
            return k if ast.dump(low) == ast.dump(left) else None
    return None


def _repacked(frame: Frame, parts: list[Value], kind: Any, like: Value) -> Value:
    """Some items: packed as those they come from."""
    if isinstance(like.shape, Packed) and len(parts) > 2:
        shape = Packed(len(parts), like.shape.item, kind)
        return frame.kept(cells.build(frame, shape, [p.codes for p in parts]))
    if isinstance(like.shape, Packed) and kind is str:
        return Value(
            Packed(len(parts), like.shape.item, str),
            cells.build(frame, Packed(len(parts), like.shape.item, str), [p.codes for p in parts]).codes,
        )
    return product_of(parts, kind if kind is not str else tuple)


def _loose_slice(frame: Frame, v: Value, low: Value, high: Value, step: Value) -> Value:
    """A slice whose ends are not known beforehand: a list."""
    from gametree.compile.frontend.rules.collecting import gathered
    from gametree.compile.frontend.rules.iterating import iterated

    source = iterated(frame, v)
    by = known(step)
    if by is None or (by[0] or 1) < 1 or source.item is None:
        raise UnsupportedError("a slice with this step")
    n = source.length
    a, b = frame.program.temp("from"), frame.program.temp("to")
    for name, end, otherwise in ((a, low, "0"), (b, high, str(n))):
        code = otherwise if known(end) == (None,) else frame.temp(as_int(frame, end))
        frame.write(f"{name} = min({code} if {code} >= 0 else max({code} + {n}, 0), {n})")
    i = frame.program.temp("i")

    def each(frame: Frame, body: Any) -> None:
        with frame.loop(f"for {i} in range({a}, {b}{f', {by[0]}' if by[0] not in (None, 1) else ''}):"):
            body(source.item(frame, i))  # type: ignore

    return gathered(frame, Lazy(each))


def replaced(frame: Frame, node: ast.BinOp) -> Value | None:
    """``t[:i] + (v,) + t[i + 1:]``; None where it is something else."""
    match node:
        case ast.BinOp(
            left=ast.BinOp(
                left=ast.Subscript(value=one, slice=ast.Slice(lower=None, upper=ast.expr() as i, step=None)),
                op=ast.Add(),
                right=middle,
            ),
            right=ast.Subscript(value=other, slice=ast.Slice(lower=ast.expr() as after, upper=None, step=None)),
        ):
            pass
        case _:
            return None
    if ast.dump(one) != ast.dump(other) or not _is_next(i, after):
        return None
    value = frame.expr(one)
    if isinstance(value.shape, Sym) and all(isinstance(x, str | tuple | list) for x in value.shape.values):
        lengths = {len(x) for x in value.shape.values}
        if len(lengths) != 1:
            return None
    if not isinstance(value.shape, Packed | Tup):
        return None
    match middle:
        case ast.Tuple(elts=[e]) | ast.List(elts=[e]):
            new = frame.expr(e)
        case _:
            new = frame.expr(middle)
            if isinstance(new.shape, Packed | Tup) and len(items_of(frame, new)) == 1:
                new = items_of(frame, new)[0]
            elif not (isinstance(new.shape, Sym) and all(isinstance(x, str) and len(x) == 1 for x in new.shape.values)):
                return None
    return with_item(frame, value, _inside(frame, frame.expr(i), _length(value)), new)


def _length(v: Value) -> int:
    assert isinstance(v.shape, Packed | Tup)
    return len(v.shape.items) if isinstance(v.shape, Tup) else v.shape.n


def _inside(frame: Frame, i: Value, n: int) -> Value:
    """A place that must be one of a board: slices that begin elsewhere would make it longer."""
    shape = i.shape if isinstance(i.shape, Int) else Int()
    if shape.lo is not None and shape.hi is not None and shape.lo >= 0 and shape.hi < n:
        return i
    return Value(Int(0, n - 1), (f"{frame.program.helper(fit)}({as_int(frame, i)}, 0, {n - 1})",))


def _is_next(i: ast.expr, after: ast.expr) -> bool:
    match i, after:
        case ast.Constant(value=int(a)), ast.Constant(value=int(b)):
            return b == a + 1
        case _, ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=1)):
            return ast.dump(left) == ast.dump(i)
        case _, ast.BinOp(left=ast.Constant(value=1), op=ast.Add(), right=right):
            return ast.dump(right) == ast.dump(i)
    return False
