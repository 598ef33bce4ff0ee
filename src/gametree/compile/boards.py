# pyright: basic
# pyright: reportCallIssue=false
"""Boards of several words (``gametree/boards.py``) in compiled code: integers of LLVM's, as wide as their words."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin

from gametree import bits
from gametree.boards import Board
from gametree.compile.numba_setup import WORD

if TYPE_CHECKING:
    from collections.abc import Callable


def is_board(kind: Any) -> bool:
    """Is this the type of a board of several words?"""
    return isinstance(kind, types.NamedUniTuple) and issubclass(kind.instance_class, Board)


def whole(builder: Any, kind: Any, value: Any) -> Any:
    """The words as one integer."""
    full = ir.IntType(64 * kind.count)
    total = full(0)
    for i in range(kind.count):
        word = builder.zext(builder.extract_value(value, i), full)
        total = builder.or_(total, builder.shl(word, full(64 * i)))
    return total


def split(context: Any, builder: Any, kind: Any, x: Any) -> Any:
    """One integer as words."""
    words = [builder.trunc(builder.lshr(x, x.type(64 * i)), WORD) for i in range(kind.count)]
    return context.make_tuple(builder, kind, words)


def _operator(functions: tuple[Callable[..., Any], ...], emit: Callable[..., Any], *, by_number: bool = False) -> None:
    """An operator of boards: with another board, with a number of bits, or alone."""

    class _Template(AbstractTemplate):
        def generic(self, args, kws):
            if not is_board(args[0]):
                return None
            if len(args) == 2 and (not isinstance(args[1], types.Integer) if by_number else args[1] != args[0]):
                return None
            return signature(args[0], args[0], *(types.int64 if by_number else a for a in args[1:]))

    def lower(context, builder, sig, args):
        kind = sig.args[0]
        values = [a if k == types.int64 else whole(builder, kind, a) for k, a in zip(sig.args, args, strict=True)]
        return split(context, builder, kind, emit(builder, *values))

    for function in functions:
        infer_global(function)(type(_Template.__name__, (_Template,), {"key": function}))  # pyright: ignore
        kinds = (types.NamedUniTuple,) if function is operator.invert else (types.NamedUniTuple, types.Any)
        lower_builtin(function, *kinds)(lower)


def _shifted(instruction: str) -> Callable[..., Any]:
    """A shift, by any number of bits."""

    def emit(builder, x, n):
        far = builder.icmp_unsigned(">=", n, WORD(x.type.width))
        moved = getattr(builder, instruction)(x, builder.zext(n, x.type))
        return builder.select(far, x.type(0), moved)

    return emit


_operator((operator.and_, operator.iand), lambda builder, x, y: builder.and_(x, y))
_operator((operator.or_, operator.ior), lambda builder, x, y: builder.or_(x, y))
_operator((operator.xor, operator.ixor), lambda builder, x, y: builder.xor(x, y))
_operator((operator.invert,), lambda builder, x: builder.not_(x))
_operator((operator.lshift, operator.ilshift), _shifted("shl"), by_number=True)
_operator((operator.rshift, operator.irshift), _shifted("lshr"), by_number=True)


def _asked(emit: Callable[..., Any], returns: types.Type | None) -> Any:
    """An intrinsic of a board, and perhaps a number; without ``returns`` it gives a board."""

    @intrinsic
    def alone(typingctx, x):
        def codegen(context, builder, _signature, args):
            answer = emit(builder, whole(builder, x, args[0]))
            return answer if returns else split(context, builder, x, answer)

        return (returns or x)(x), codegen

    return alone


def _count(name: str) -> Callable[..., Any]:
    def emit(builder, x):
        flags = [ir.IntType(1)(0)] if name == "llvm.cttz" else []
        kinds = [x.type, *(f.type for f in flags)]
        function = builder.module.declare_intrinsic(name, [x.type], ir.FunctionType(x.type, kinds))
        return builder.trunc(builder.call(function, [x, *flags]), WORD)

    return emit


_popcount = _asked(_count("llvm.ctpop"), types.int64)
_lowest = _asked(_count("llvm.cttz"), types.int64)
_without = _asked(lambda builder, x: builder.and_(x, builder.sub(x, x.type(1))), None)
_some = _asked(lambda builder, x: builder.icmp_unsigned("!=", x, x.type(0)), types.boolean)


@intrinsic
def _has(typingctx, x, i):
    def codegen(context, builder, _signature, args):
        which, place = builder.lshr(args[1], WORD(6)), builder.and_(args[1], WORD(63))
        word = builder.extract_value(args[0], 0)
        for k in range(1, x.count):
            here = builder.icmp_unsigned("==", which, WORD(k))
            word = builder.select(here, builder.extract_value(args[0], k), word)
        return builder.trunc(builder.lshr(word, place), ir.IntType(1))

    return types.boolean(x, types.int64), codegen


@intrinsic
def _with(typingctx, x, i):
    def codegen(context, builder, _signature, args):
        which, place = builder.lshr(args[1], WORD(6)), builder.and_(args[1], WORD(63))
        one, result = builder.shl(WORD(1), place), args[0]
        for k in range(x.count):
            here = builder.select(builder.icmp_unsigned("==", which, WORD(k)), one, WORD(0))
            result = builder.insert_value(result, builder.or_(builder.extract_value(result, k), here), k)
        return result

    return x(x, types.int64), codegen


def _ones(x):
    while _some(x):
        yield _lowest(x)
        x = _without(x)


def _nth(x, n):
    at = 0
    for word in x:
        here = bits.popcount(word)
        if n < here:
            return at + bits.nth(word, n)
        n -= here
        at += 64
    return at


WIDE: dict[Callable[..., Any], Callable[..., Any]] = {
    bits.popcount: lambda x: _popcount(x),  # noqa: PLW0108 (an intrinsic is not a Python function)
    bits.lowest: lambda x: _lowest(x),  # noqa: PLW0108
    bits.without_lowest: lambda x: _without(x),  # noqa: PLW0108
    bits.ones: _ones,
    bits.nth: _nth,
    bits.has_bit: lambda x, i: _has(x, i),  # noqa: PLW0108
    bits.with_bit: lambda x, i: _with(x, i),  # noqa: PLW0108
}
"""How the functions of ``bits`` are compiled for boards of several words."""
