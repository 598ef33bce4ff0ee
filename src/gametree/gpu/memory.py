# pyright: basic
# pyright: reportAttributeAccessIssue=false, reportCallIssue=false, reportOptionalCall=false
"""Memory that all lanes share: adding to it, and rows of states in it."""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from gametree.compile import emit_pack, emit_unpack, packed_type, unpacked_type, words_of
from gametree.compile.gametype import GameType
from gametree.compile.numba_setup import WORD


@intrinsic
def add_to(typingctx, array, i, amount):
    """Add to an item of an array, also if other lanes do at the same time. Returns what it was before."""
    if not isinstance(array, types.Array) or array.dtype not in (types.int64, types.float64):
        return None
    how = "fadd" if array.dtype == types.float64 else "add"

    def codegen(context, builder, signature, args):
        place = builder.gep(context.make_array(array)(context, builder, args[0]).data, [args[1]])
        value = context.cast(builder, args[2], signature.args[2], array.dtype)
        return builder.atomic_rmw(how, place, value, "monotonic")

    return array.dtype(array, types.int64, amount), codegen


@intrinsic
def state_in(typingctx, game, rows, i):
    """The state in a row of words."""
    if not isinstance(game, GameType):
        return None
    width = len(words_of(game.game.initial()))
    state = unpacked_type(game, types.UniTuple(types.int64, width))

    def codegen(context, builder, signature, args):
        data = context.make_array(rows)(context, builder, args[1]).data
        first = builder.mul(args[2], ir.Constant(WORD, width))
        words = [builder.load(builder.gep(data, [builder.add(first, ir.Constant(WORD, k))])) for k in range(width)]
        return emit_unpack(
            context, builder, state, context.make_tuple(builder, types.UniTuple(types.int64, width), words)
        )

    return state(game, rows, types.int64), codegen


@intrinsic
def put_state(typingctx, game, s, rows, i):
    """Write a state into a row of words."""
    words = packed_type(s)
    if words is None:
        return None

    def codegen(context, builder, _signature, args):
        data = context.make_array(rows)(context, builder, args[2]).data
        first = builder.mul(args[3], ir.Constant(WORD, words.count))
        flat = emit_pack(context, builder, s, args[1])
        for k, word in enumerate(cgutils.unpack_tuple(builder, flat, words.count)):
            builder.store(word, builder.gep(data, [builder.add(first, ir.Constant(WORD, k))]))
        return context.get_dummy_value()

    return types.void(game, s, rows, types.int64), codegen
