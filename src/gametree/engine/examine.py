# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""One state as compiled code sees it, for ``check`` to compare with plain Python."""

from __future__ import annotations

import numpy as np
from numba import carray
from numba.extending import overload

from gametree.compile import AS_PART, kernel, pack, pointer, unpack

ROOM = 512
"""Room for the numbers of one state and for its first actions."""
PLAYER, TERMINAL, DRAWN, VALUE, COUNT, FIRST = range(6)
"""What the numbers are; from FIRST on, the actions."""


def payoff_number(value):
    """A payoff as one number; for a tuple, a sum with a different weight for each item."""
    return sum(x * 3**i for i, x in enumerate(value)) if isinstance(value, tuple) else float(value)


@overload(payoff_number, jit_options=AS_PART)
def _payoff_number(value):
    if not hasattr(value, "types"):
        return lambda value: np.float64(value)

    def total(value):
        result, weight = 0.0, 1.0
        for x in value:
            result += x * weight
            weight *= 3.0
        return result

    return total


@kernel
def examine(game, words, out):
    """Write the methods' answers about a state; VALUE is the utility at the end of the game, and an estimate before."""
    numbers = carray(pointer(out), ROOM, np.float64)
    s = unpack(game, words)
    ended = bool(game.terminal(s))
    numbers[PLAYER] = game.player(s)
    numbers[TERMINAL] = ended
    numbers[DRAWN] = bool(game.drawn(s))
    numbers[VALUE] = payoff_number(game.utility(s)) if ended else payoff_number(game.evaluate(s))
    count = 0
    if not ended and numbers[PLAYER] >= 0:
        for action in game.actions(s):
            if FIRST + count < ROOM:
                numbers[FIRST + count] = action
            count += 1
    numbers[COUNT] = count


@kernel
def follow(game, words, action):
    """The words of the state after an action."""
    return pack(game.result(unpack(game, words), action))
