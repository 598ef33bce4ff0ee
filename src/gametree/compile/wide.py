# pyright: basic
"""Wide integers (``frontend/wide_words.py``) as integers of LLVM's: as many bits as they have words, with a sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from gametree.compile.boards import split, whole
from gametree.compile.frontend import wide_words as wide
from gametree.compile.frontend.runtime import OutOfShapeError
from gametree.compile.numba_setup import WORD
from gametree.compile.wide_division import floor_divided, power

if TYPE_CHECKING:
    from collections.abc import Callable


def _refuse(context: Any, builder: Any, condition: Any) -> None:
    """Where this holds, the number does not fit: the compiled form stops."""
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, OutOfShapeError, ())


def _instruction(function: Callable[..., Any], returns: Any, emit: Callable[..., Any]) -> None:
    @infer_global(function)  # pyright: ignore[reportOptionalCall]
    class _Template(AbstractTemplate):
        def generic(self, args, kws):
            first = args[0]
            if not (isinstance(first, types.UniTuple) and first.dtype == types.int64):
                return None
            if len(args) == 2 and isinstance(args[1], types.UniTuple) and args[1] != first:
                return None
            rest = [a if isinstance(a, types.UniTuple) else types.int64 for a in args[1:]]
            return signature(returns or first, first, *rest)

    @lower_builtin(function, types.VarArg(types.Any))
    def _lower(context, builder, sig, args):
        kind = sig.args[0]
        values = [
            whole(builder, kind, a) if isinstance(k, types.UniTuple) else a for k, a in zip(sig.args, args, strict=True)
        ]
        answer = emit(context, builder, *values)
        return answer if returns else split(context, builder, kind, answer)


def _add(context, builder, a, b):
    total = builder.add(a, b)
    _refuse(context, builder, _negative(builder, builder.and_(builder.xor(a, total), builder.xor(b, total))))
    return total


def _sub(context, builder, a, b):
    rest = builder.sub(a, b)
    _refuse(context, builder, _negative(builder, builder.and_(builder.xor(a, b), builder.xor(a, rest))))
    return rest


def _negative(builder, x):
    return builder.icmp_signed("<", x, x.type(0))


def _magnitude(builder, x):
    return builder.select(_negative(builder, x), builder.neg(x), x)


def _leading(builder, x):
    """How many zeros a number without sign begins with."""
    flag = ir.IntType(1)
    function = builder.module.declare_intrinsic("llvm.ctlz", [x.type], ir.FunctionType(x.type, [x.type, flag]))
    return builder.trunc(builder.call(function, [x, flag(0)]), WORD)


def _length(context, builder, a):
    return builder.sub(WORD(a.type.width), _leading(builder, _magnitude(builder, a)))


def _mul(context, builder, a, b):
    bits = builder.add(_length(context, builder, a), _length(context, builder, b))
    _refuse(context, builder, builder.icmp_signed(">=", bits, WORD(a.type.width)))
    return builder.mul(a, b)


def _divmod(context, builder, a, b):
    with builder.if_then(builder.icmp_signed("==", b, b.type(0)), likely=False):
        context.call_conv.return_user_exc(builder, ZeroDivisionError, ())
    return floor_divided(builder, a, b, _magnitude, _length(context, builder, a))


def _pow(context, builder, a, n):
    _refuse(context, builder, builder.icmp_unsigned(">=", n, WORD(a.type.width)))
    return power(builder, a, n, lambda x, y: _mul(context, builder, x, y))


def _shl(context, builder, a, n):
    _refuse(context, builder, builder.icmp_unsigned(">=", n, _leading(builder, _magnitude(builder, a))))
    _refuse(context, builder, builder.icmp_unsigned(">=", n, WORD(a.type.width)))
    return builder.shl(a, builder.zext(n, a.type))


def _shr(context, builder, a, n):
    _refuse(context, builder, builder.icmp_signed("<", n, WORD(0)))
    most = WORD(a.type.width - 1)
    by = builder.select(builder.icmp_signed("<", n, most), n, most)
    return builder.ashr(a, builder.zext(by, a.type))


def _popcount(context, builder, a):
    function = builder.module.declare_intrinsic("llvm.ctpop", [a.type], ir.FunctionType(a.type, [a.type]))
    return builder.trunc(builder.call(function, [_magnitude(builder, a)]), WORD)


def _narrow(context, builder, a):
    low = builder.trunc(a, WORD)
    _refuse(context, builder, builder.icmp_signed("!=", builder.sext(low, a.type), a))
    return low


for _function, _returns, _emit in (
    (wide.wide_add, None, _add),
    (wide.wide_sub, None, _sub),
    (wide.wide_mul, None, _mul),
    (wide.wide_floordiv, None, lambda c, b, x, y: _divmod(c, b, x, y)[0]),
    (wide.wide_mod, None, lambda c, b, x, y: _divmod(c, b, x, y)[1]),
    (wide.wide_pow, None, _pow),
    (wide.wide_and, None, lambda c, b, x, y: b.and_(x, y)),
    (wide.wide_or, None, lambda c, b, x, y: b.or_(x, y)),
    (wide.wide_xor, None, lambda c, b, x, y: b.xor(x, y)),
    (wide.wide_not, None, lambda c, b, x: b.not_(x)),
    (wide.wide_neg, None, lambda c, b, x: b.neg(x)),
    (wide.wide_shl, None, _shl),
    (wide.wide_shr, None, _shr),
    (wide.wide_true, types.boolean, lambda c, b, x: b.icmp_signed("!=", x, x.type(0))),
    (wide.wide_eq, types.boolean, lambda c, b, x, y: b.icmp_signed("==", x, y)),
    (wide.wide_lt, types.boolean, lambda c, b, x, y: b.icmp_signed("<", x, y)),
    (wide.wide_popcount, types.int64, _popcount),
    (wide.wide_length, types.int64, _length),
    (wide.narrow, types.int64, _narrow),
):
    _instruction(_function, _returns, _emit)
