# pyright: basic
"""Dense solving backwards, from the ends along ``parents`` (Thompson 1986), counting successors.

One table is enough: until its label is known, the code of a position is a number from the top of the range that counts
its successors without a label. Symmetric successors share a number and count once, and symmetric predecessors are
informed once, so the counts agree.
"""

from __future__ import annotations

import numpy as np

from gametree.compile import kernel
from gametree.engine.dual import inner
from gametree.solving.dense.common import (
    ENDS,
    FINE,
    HIGHEST,
    HOLES,
    LABELLED,
    LOST_END,
    NO_MOVES,
    NO_NUMBER,
    NO_ROOM,
    NO_WHOLE_PAYOFF,
    STATUS,
    WHERE,
    current,
    paid,
    seen_from,
    swap,
)  # fmt: skip
from gametree.solving.ends import ended


@inner
def is_new(seen, n, key):
    """Is a key not among the first ``n``? Then it is written after them."""
    for k in range(n):
        if seen[k] == key:
            return False
    seen[n] = key
    return True


@inner
def one_more(game, child, number, actions, seen, n, quickest, sign, kinds, low):
    """Count one more successor of a position: the status, how many there are, and in how many actions the quickest end
    without a number is reached, which must be the mover's best payoff."""
    if number >= 0:
        if n + 1 >= len(seen):
            return NO_ROOM, n, quickest
        if is_new(seen, n, 2 * number + actions):
            n += 1
        return FINE, n, quickest
    middle = (kinds - 1) // 2
    if sign * (paid(game, child, kinds, low) - middle) != middle:
        return LOST_END, n, quickest
    return FINE, n, actions if quickest == 0 else min(quickest, actions)


@kernel
def count_successors(game, codes, first, last, kinds, low, hole, seen, found):
    """Label the ends, and count the successors of the others. ``seen`` is room for the numbers of one position's. A
    state without a number lies in the middle of a turn: its successors count."""
    middle = (kinds - 1) // 2
    for i in range(first, last):
        s = game.state(i)
        status, code = FINE, np.int64(0)
        if game.index(s) != i:
            code = np.int64(hole)
            found[HOLES] += 1
        elif ended(game, s):
            which = paid(game, s, kinds, low)
            if which < 0:
                status = NO_WHOLE_PAYOFF
            else:
                stored = seen_from(game, s, which, kinds)
                code = np.int64(1 + stored)
                found[ENDS + stored] += 1
        else:
            sign = 1 if game.player(s) == 0 else -1
            n, quickest = 0, 0
            for a in game.actions(s):
                child = game.result(s, a)
                number = game.index(child)
                if number >= 0 or ended(game, child):
                    told, n, quickest = one_more(game, child, number, 1, seen, n, quickest, sign, kinds, low)
                    status = max(status, told)
                elif game.player(child) != game.player(s):
                    status = NO_NUMBER
                else:
                    for b in game.actions(child):
                        after = game.result(child, b)
                        number = game.index(after)
                        told = NO_NUMBER
                        if number >= 0 or ended(game, after):
                            told, n, quickest = one_more(game, after, number, 2, seen, n, quickest, sign, kinds, low)
                        status = max(status, told)
            if quickest > 0:
                stored = seen_from(game, s, middle + sign * middle, kinds)
                code = np.int64(1 + quickest * kinds + stored)
                found[ENDS + stored] += 1
            elif n == 0:
                status = max(status, NO_MOVES)
            else:
                code = np.int64(hole - 1 - n)
                found[HIGHEST] = max(found[HIGHEST], n)
                if n > hole // 2:
                    status = NO_ROOM
        if status != FINE:
            found[STATUS], found[WHERE] = status, i
            return status
        codes[i] = code
    return FINE


@inner
def inform(game, codes, parent, number, which, kinds, values, depth, floor, hole):
    """Tell a predecessor that one of its successors has this payoff at this depth. Returns 1 if that labels it."""
    sign = 1 if game.player(parent) == 0 else -1
    stored = seen_from(game, parent, which, kinds)
    label = 1 + (depth + 1) * kinds + stored
    hurries = sign * values[which] > 0
    while True:
        old = np.int64(current(codes, number))
        waiting = floor <= old < hole - 1
        if hurries:
            # an end without a number was counted already
            if not waiting and not (label < old < floor and (old - 1) % kinds == stored):
                return 0
            new = label
        else:
            if not waiting:
                return 0
            new = label if old + 1 == hole - 1 else old + 1
        if swap(codes, number, old, new):
            return 1 if new == label else 0


@kernel
def tell_parents(game, codes, first, last, kinds, values, size, depth, floor, hole, seen, found):
    """Go through the positions whose payoff is ``size`` better than even for a side, at this depth, and tell their
    predecessors; through a state without a number, those of one depth less."""
    for i in range(first, last):
        code = np.int64(codes[i])
        if code == 0 or code >= floor:
            continue
        away = depth - (code - 1) // kinds
        stored = (code - 1) % kinds
        if (away != 0 and away != 1) or abs(values[stored]) != size:
            continue
        s, n = game.state(i), 0
        which = seen_from(game, s, stored, kinds)
        for parent in game.parents(s):
            number = game.index(parent)
            if away == 0 and number >= 0 and is_new(seen, n, number):
                n += 1
                found[LABELLED] += inform(game, codes, parent, number, which, kinds, values, depth, floor, hole)
            elif away == 1 and number < 0:
                for grandparent in game.parents(parent):
                    number = game.index(grandparent)
                    if number >= 0 and is_new(seen, n, number):
                        n += 1
                        found[LABELLED] += inform(
                            game, codes, grandparent, number, which, kinds, values, depth, floor, hole
                        )  # fmt: skip
            if n + 1 >= len(seen):
                found[STATUS], found[WHERE] = NO_ROOM, i
                return NO_ROOM
    return FINE
