# pyright: basic
# pyright: reportAttributeAccessIssue=false, reportCallIssue=false, reportArgumentType=false
"""Words in memory, for kernels: states as rows of words at addresses, and their hash."""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from gametree.compile import OPTIONS

ROOM = 1 << 40
"""The stated length of an array that is given by its address."""
PARTS = 256
"""The number of partitions of a space of states, by the highest bits of the hash."""
FACTOR, FINAL = 0x5851F42D4C957F2D, 0x2545F4914F6CDD1D
WORD = ir.IntType(64)


@intrinsic
def load_row(typingctx, like, address):
    """The row of words at an address, as many as ``like`` has."""

    def codegen(context, builder, signature, args):
        row = builder.inttoptr(args[1], WORD.as_pointer())
        words = [builder.load(builder.gep(row, [ir.Constant(WORD, i)])) for i in range(like.count)]
        return context.make_tuple(builder, signature.return_type, words)

    return types.UniTuple(types.int64, like.count)(like, types.int64), codegen


@intrinsic
def store_row(typingctx, words, address):
    """Write a row of words to an address."""

    def codegen(context, builder, _signature, args):
        row = builder.inttoptr(args[1], WORD.as_pointer())
        for i, word in enumerate(cgutils.unpack_tuple(builder, args[0], words.count)):
            builder.store(word, builder.gep(row, [ir.Constant(WORD, i)]))
        return context.get_dummy_value()

    return types.void(words, types.int64), codegen


@intrinsic
def word_at(typingctx, address):
    """The word at an address."""

    def codegen(_context, builder, _signature, args):
        return builder.load(builder.inttoptr(args[0], WORD.as_pointer()))

    return types.int64(types.int64), codegen


@njit(**OPTIONS)
def mixed(h, word):
    """The hash with one more word in it."""
    h = (h ^ word) * FACTOR
    return h ^ np.int64(np.uint64(h) >> np.uint64(32))


@njit(**OPTIONS)
def finished(h):
    """The hash after its last word."""
    h *= FINAL
    return h ^ np.int64(np.uint64(h) >> np.uint64(29))


@njit(**OPTIONS)
def hash_words(words):
    """The hash of a state, given as a tuple of words."""
    h = np.int64(len(words))
    for word in words:
        h = mixed(h, word)
    return finished(h)


@njit(**OPTIONS)
def hash_row(address, width):
    """The same for a row of words at an address."""
    h = np.int64(width)
    for i in range(width):
        h = mixed(h, word_at(address + 8 * i))
    return finished(h)


@njit(**OPTIONS)
def part_of(h):
    """The partition of a state with this hash."""
    return np.int64(np.uint64(h) >> np.uint64(56))
