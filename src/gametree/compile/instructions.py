# pyright: basic
# pyright: reportCallIssue=false
# (intrinsics are called without their typing context)
# ruff: noqa: PLW0108
# (an intrinsic is not a Python function)
"""Instructions of the processor for compiled code, and what ``gametree.bits`` is compiled to."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from gametree import bits
from gametree.compile.boards import WIDE, is_board
from gametree.compile.numba_setup import WORD
from gametree.compile.pipeline import AS_PART

if TYPE_CHECKING:
    from collections.abc import Callable


@intrinsic
def pointer(typingctx, address):
    """An integer address as a pointer, for ``carray``: it is passed as one word; an array is seven."""

    def codegen(_context, builder, _signature, args):
        return builder.inttoptr(args[0], cgutils.voidptr_t)

    return types.voidptr(address), codegen


@intrinsic
def prefetch(typingctx, address):
    """Let the processor fetch the memory at an address, without waiting."""

    def codegen(context, builder, _signature, args):
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [builder.inttoptr(args[0], byte), number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(types.int64), codegen


def _unary(name: str) -> Any:
    """An intrinsic for an LLVM instruction on one 64-bit word; counting zeros of 0 gives 64."""

    @intrinsic
    def instruction(typingctx, x):
        def codegen(_context, builder, _signature, args):
            flag = [ir.Constant(ir.IntType(1), 0)] if name.startswith("llvm.ct") and name != "llvm.ctpop" else []
            kinds = [WORD, ir.IntType(1)] if flag else [WORD]
            function = builder.module.declare_intrinsic(name, [WORD], ir.FunctionType(WORD, kinds))
            return builder.call(function, [args[0], *flag])

        return types.int64(types.int64), codegen

    return instruction


_ctpop, _cttz, _ctlz, _bswap = map(_unary, ("llvm.ctpop", "llvm.cttz", "llvm.ctlz", "llvm.bswap"))


@intrinsic
def _replaced(typingctx, t, i, value):
    """A tuple with one item replaced; the index is known at run time. Out of range, nothing is replaced."""
    if not (isinstance(t, types.UniTuple | types.NamedUniTuple) and isinstance(i, types.Integer)):
        return None

    def codegen(context, builder, _signature, args):
        new = context.cast(builder, args[2], value, t.dtype)
        result = args[0]
        for slot in range(t.count):
            here = builder.icmp_signed("==", args[1], ir.Constant(args[1].type, slot))
            result = builder.insert_value(result, builder.select(here, new, builder.extract_value(result, slot)), slot)
        return result

    return t(t, i, value), codegen


def _ones(x):
    while x:
        yield _cttz(x)
        x &= x - 1


def _nth(x, n):
    """By halves: are there enough bits in the lower one?"""
    if n >= _ctpop(x):
        return 64
    at = np.int64(0)
    for half in (32, 16, 8, 4, 2, 1):
        below = _ctpop(x & (np.int64(1) << half) - 1)
        if n >= below:
            n -= below
            x = np.int64(np.uint64(x) >> np.uint64(half))
            at += half
    return at


_BITS: dict[Callable[..., Any], Callable[..., Any]] = {
    bits.signed: lambda x: x,
    bits.bit: lambda i: np.int64(1) << i,
    bits.popcount: lambda x: _ctpop(x),
    bits.lowest: lambda x: _cttz(x),
    bits.highest: lambda x: 63 - _ctlz(x),
    bits.without_lowest: lambda x: x & (x - 1),
    bits.ones: _ones,
    bits.nth: _nth,
    bits.shift_left: lambda x, n: x << n,
    bits.shift_right: lambda x, n: np.int64(np.uint64(x) >> np.uint64(n)),
    bits.flip_rows: lambda x: _bswap(x),
    bits.put: lambda t, i, value: _replaced(t, i, value),
    bits.has_bit: lambda x, i: x >> i & 1 == 1,
    bits.with_bit: lambda x, i: x | np.int64(1) << i,
}
"""How each function of ``bits`` is compiled."""


def compile_as(
    plain: Callable[..., Any],
    compiled: Callable[..., Any],
    options: Any = AS_PART,
    wide: Callable[..., Any] | None = None,
) -> None:
    """In compiled code, replace calls of ``plain`` by ``compiled``, which has the same parameters; by ``wide`` where
    the first of them is a board of several words."""
    names = ", ".join(inspect.signature(plain).parameters)
    scope: dict[str, Any] = {"choose": lambda first: compiled if wide is None or not is_board(first) else wide}
    exec(f"def implementation({names}): return choose({names.partition(',')[0]})", scope)
    overload(plain, inline="never", jit_options=options)(scope["implementation"])


for _plain, _compiled in _BITS.items():
    compile_as(_plain, _compiled, wide=WIDE.get(_plain))
