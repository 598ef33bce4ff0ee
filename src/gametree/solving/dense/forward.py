# pyright: basic
"""Dense solving by looking ahead: a position is labelled when its successors are.

If no position can come back, sweeps from the ends are enough. In cycles a player may force a payoff though not all
successors have labels: then labels are assigned by rising depth, from the most extreme payoffs inwards, each depth in
one sweep. Only the codes are kept.
"""

from __future__ import annotations

import numpy as np

from gametree.compile import kernel
from gametree.engine.dual import inner
from gametree.solving.dense.common import (
    FINE,
    HIGHEST,
    HOLES,
    LABELLED,
    NO_MOVES,
    NO_NUMBER,
    NO_ROOM,
    NO_WHOLE_PAYOFF,
    STATUS,
    WHERE,
    paid,
    seen_from,
)  # fmt: skip
from gametree.solving.ends import ended

WAITS = 1
"""The status of a successor that has no label yet."""


@inner
def weighed(game, child, number, actions, codes, kinds, low, sign, best, length):
    """The best payoff for the mover so far, and its length, with one more successor: a status, and the two. The status
    is FINE, WAITS, or minus a mistake."""
    if number >= 0:
        code = np.int64(codes[number])
        if code == 0:
            return WAITS, best, length
        which = seen_from(game, child, (code - 1) % kinds, kinds)
        actions += (code - 1) // kinds
    else:
        which = paid(game, child, kinds, low)
        if which < 0:
            return -NO_WHOLE_PAYOFF, best, length
    gain = sign * (which - (kinds - 1) // 2)
    if gain > best:
        return FINE, gain, actions
    if gain == best:
        length = min(length, actions) if gain > 0 else max(length, actions)
    return FINE, best, length


@inner
def judged(game, s, codes, kinds, low, size, depth):
    """The code of a position by its successors: if all have labels, or if one of them gives the mover a payoff that is
    ``size`` better than even in ``depth`` actions. 0 if there is no code yet; negative for a mistake in the rules. A
    state without a number lies in the middle of a turn: its successors count."""
    sign = 1 if game.player(s) == 0 else -1
    whole, best, length, moves = True, -kinds, 0, 0
    for a in game.actions(s):
        child = game.result(s, a)
        number = game.index(child)
        if number >= 0 or ended(game, child):
            moves += 1
            status, best, length = weighed(game, child, number, 1, codes, kinds, low, sign, best, length)
            if status < 0:
                return status
            if status == WAITS:
                whole = False
                if size < 0:
                    return 0
        elif game.player(child) != game.player(s):
            return -NO_NUMBER
        else:
            for b in game.actions(child):
                after = game.result(child, b)
                number = game.index(after)
                if number < 0 and not ended(game, after):
                    return -NO_NUMBER
                moves += 1
                status, best, length = weighed(game, after, number, 2, codes, kinds, low, sign, best, length)
                if status < 0:
                    return status
                if status == WAITS:
                    whole = False
                    if size < 0:
                        return 0
    if moves == 0:
        return -NO_MOVES
    if whole or (best > 0 and best == size and length == depth):
        return 1 + length * kinds + seen_from(game, s, (kinds - 1) // 2 + sign * best, kinds)
    return 0


@kernel
def look_ahead(game, codes, first, last, step, kinds, low, size, depth, hole, found):
    """One sweep over the numbers from ``first`` to ``last``, backwards if ``step`` is negative."""
    for n in range(last - first):
        i = first + n if step > 0 else last - 1 - n
        if codes[i] != 0:
            continue
        s = game.state(i)
        if game.index(s) != i:
            codes[i] = hole
            found[HOLES] += 1
            continue
        if ended(game, s):
            which = paid(game, s, kinds, low)
            code = -NO_WHOLE_PAYOFF if which < 0 else 1 + seen_from(game, s, which, kinds)
        else:
            code = judged(game, s, codes, kinds, low, size, depth)
        if code < 0 or code >= hole:
            found[STATUS] = -code if code < 0 else NO_ROOM
            found[WHERE] = i
            return found[STATUS]
        if code > 0:
            codes[i] = code
            found[LABELLED] += 1
            found[HIGHEST] = max(found[HIGHEST], (code - 1) // kinds)
    return FINE
