# pyright: basic, reportCallIssue=false
"""What the kernels of dense solving share: the moves from a numbered position to the next ones, and payoffs as numbers.

Payoffs are whole numbers from ``low`` on, and there are ``kinds`` of them; *which* one is counted from 0, and the even
one is the middle one. A code is ``1 + remoteness * kinds + which``, as in ``label.py``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from gametree.compile import AS_PART
from gametree.engine.dual import inner
from gametree.solving.ends import final_worth

STATUS, WHERE, LABELLED, HIGHEST, HOLES, ENDS = range(6)
"""The words of a kernel's answer: its status and at which number, how many positions it has labelled, the highest count
or depth among them, the number of holes, and from ``ENDS`` on the number of ends with each payoff."""

FINE, NO_ROOM, NO_MOVES, NO_WHOLE_PAYOFF, LOST_END, NO_NUMBER = range(6)
"""The status of a kernel at its end."""

SEEN = 1 << 12
"""The most successors, or predecessors, of a position."""


@dataclass(frozen=True)
class Room:
    """In the arguments of a kernel: an array of ``size`` numbers to work in, another one for each thread."""

    size: int


@inner
def paid(game, s, kinds, low):
    """The number of an end's payoff; −1 if it is not a whole number within the bounds."""
    worth = final_worth(game, s)
    which = int(np.floor(worth)) - low
    return which if worth == np.floor(worth) and 0 <= which < kinds else -1


@inner
def seen_from(game, s, which, kinds):
    """Convert a payoff between Max's and the stored form, in both directions: with a relative index the mover's payoff
    is stored."""
    return kinds - 1 - which if game.relative_index and game.player(s) == 1 else which


def current(codes, i):
    """A code that another thread may be changing."""
    return codes[i]


@intrinsic
def _load_now(typingctx, codes, i):
    """The atomic instruction: a GPU would otherwise look into a cache that knows nothing of the others."""
    if not isinstance(codes, types.Array):
        return None

    def codegen(context, builder, _signature, args):
        place = builder.gep(context.make_array(codes)(context, builder, args[0]).data, [args[1]])
        return builder.load_atomic(place, "monotonic", codes.dtype.bitwidth // 8)

    return codes.dtype(codes, types.int64), codegen


@overload(current, jit_options=AS_PART)
def _current(codes, i):
    return lambda codes, i: _load_now(codes, i)


def swap(codes, i, old, new):
    """Replace an old code by a new one; False if the old one is no longer there, because another thread was faster."""
    if codes[i] != old:
        return False
    codes[i] = new
    return True


@intrinsic
def _compare_exchange(typingctx, codes, i, old, new):
    """The atomic instruction."""
    if not isinstance(codes, types.Array):
        return None

    def codegen(context, builder, signature, args):
        array = context.make_array(codes)(context, builder, args[0])
        place = builder.gep(array.data, [args[1]])
        was, will = (context.cast(builder, args[k], signature.args[k], codes.dtype) for k in (2, 3))
        answer = builder.cmpxchg(place, was, will, "monotonic", "monotonic")
        return builder.extract_value(answer, 1)

    return types.boolean(codes, types.int64, old, new), codegen


@overload(swap, jit_options=AS_PART)
def _swap(codes, i, old, new):
    return lambda codes, i, old, new: _compare_exchange(codes, i, old, new)
