# pyright: basic
"""Dense solving for values alone, without remoteness: two bits a position for three payoffs, a byte for up to 255.

At first every position has the even value, that of endless play. Then each position repeatedly gets the best value of
its successors, until nothing changes. Values only move away from even, and a position that is better than even for a
side stays so. So it may be done in place, by several threads and in any order. It ends with the values that can be
forced in finite time (Romein and Bal 2002 assigned Awari's values from the highest down; here all change at once).

If a game banks what has been won, values are those of the rest, and tiers are done one after the other.
"""

from __future__ import annotations

import numpy as np

from gametree.compile import kernel
from gametree.engine.dual import inner
from gametree.solving.dense.common import (
    FINE,
    HOLES,
    LABELLED,
    NO_MOVES,
    NO_NUMBER,
    NO_WHOLE_PAYOFF,
    STATUS,
    WHERE,
    seen_from,
)  # fmt: skip
from gametree.solving.ends import as_worth, ended, final_worth


@inner
def get(codes, i, packed):
    """The code of a number; packed, four are in a byte."""
    return np.int64(codes[i >> 2]) >> 2 * (i & 3) & 3 if packed else np.int64(codes[i])


@inner
def set_code(codes, i, packed, code):
    """Write the code of a number."""
    if packed:
        shift = 2 * (i & 3)
        codes[i >> 2] = (np.int64(codes[i >> 2]) & ~(3 << shift)) | code << shift
    else:
        codes[i] = code


@inner
def rest(game, worth, s, kinds, middle):
    """The number of the payoff of the rest of the game, given the value of the whole; −1 if it is not a whole
    number."""
    left = worth - as_worth(game.banked(s)) - middle
    which = int(np.floor(left)) + (kinds - 1) // 2
    return which if left == np.floor(left) and 0 <= which < kinds else -1


@kernel
def begin(game, codes, first, last, kinds, middle, packed, found):
    """Write the first values: holes, ends, and even for all others. A code is 0 for a hole, otherwise 1 + the number of
    the payoff; ``middle`` is the even one."""
    for i in range(first, last):
        s = game.state(i)
        code = 1 + (kinds - 1) // 2
        if game.index(s) != i:
            code = 0
            found[HOLES] += 1
        elif ended(game, s):
            which = rest(game, final_worth(game, s), s, kinds, middle)
            if which < 0:
                found[STATUS], found[WHERE] = NO_WHOLE_PAYOFF, i
                return NO_WHOLE_PAYOFF
            code = 1 + which
        set_code(codes, i, packed, code)
    return FINE


NOTHING = -(1 << 40)
"""Instead of a payoff that is not a whole number within the bounds."""


@inner
def promised(game, s, child, number, codes, here, kinds, middle, packed, sign):
    """How much better than even a successor is for the mover, as far as is known; or NOTHING."""
    if number >= 0:
        which = seen_from(game, child, get(codes, number, packed) - 1, kinds)
        which += int(as_worth(game.banked(child)) - here)
    else:
        which = rest(game, final_worth(game, child), s, kinds, middle)
    return sign * (which - (kinds - 1) // 2) if 0 <= which < kinds else NOTHING


@kernel
def improve(game, codes, first, last, step, kinds, middle, packed, found):
    """One sweep: every position gets the best value of its successors."""
    even = (kinds - 1) // 2
    for n in range(last - first):
        i = first + n if step > 0 else last - 1 - n
        code = get(codes, i, packed)
        if code == 0:
            continue
        s = game.state(i)
        sign = 1 if game.player(s) == 0 else -1
        if code == 1 + even + sign * even or ended(game, s):  # nothing is better
            continue
        best, here = -kinds, as_worth(game.banked(s))
        for a in game.actions(s):
            child = game.result(s, a)
            number = game.index(child)
            if number >= 0 or ended(game, child):
                gain = promised(game, s, child, number, codes, here, kinds, middle, packed, sign)
                best = max(best, gain)
                lost = gain == NOTHING
            elif game.player(child) != game.player(s):
                lost = True
                found[STATUS] = NO_NUMBER
            else:
                lost = False
                for b in game.actions(child):
                    after = game.result(child, b)
                    number = game.index(after)
                    if number < 0 and not ended(game, after):
                        lost = True
                        found[STATUS] = NO_NUMBER
                        break
                    gain = promised(game, s, after, number, codes, here, kinds, middle, packed, sign)
                    best = max(best, gain)
                    if gain == NOTHING:
                        lost = True
                        break
            if lost:
                found[STATUS], found[WHERE] = max(found[STATUS], NO_WHOLE_PAYOFF), i
                return found[STATUS]
        if best == -kinds:
            found[STATUS], found[WHERE] = NO_MOVES, i
            return NO_MOVES
        new = 1 + even + sign * best
        if new != code:
            set_code(codes, i, packed, new)
            found[LABELLED] += 1
    return FINE
