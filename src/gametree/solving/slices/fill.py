# pyright: basic
"""Win, draw or loss of every position of some slices at once, with one byte a position and nothing else in memory.

``settle`` looks at each position's moves once. A move out of the slices leads to one that is solved, which is read
where it lies, packed (``packing.py``). What that does not decide waits: it can be lost only when all its moves within
the slices are won for the other side, so these are counted; unless a move out keeps a draw: then only a win is left to
wait for. ``spread`` goes back from what was decided, by the game's ``inner_parents``, until nothing changes. What still
waits is a draw: neither side can force an end.

A byte is an outcome (``packing.py``), a *fresh* win or loss whose ``inner_parents`` were not told yet, or a count.
"""

from __future__ import annotations

import numpy as np

from gametree.compile import kernel
from gametree.engine.dual import inner
from gametree.engine.packed import DRAW, HOLE, LOSS, WIN, solved
from gametree.solving.dense.common import SEEN, paid, swap
from gametree.solving.dense.parents import is_new
from gametree.solving.ends import ended

FRESH = 4
"""Added to an outcome that must still be told."""
WAITING = 8
"""The code of a position that waits for so many moves less than its code says, until it is lost."""
SAFE = 255
"""The code of a position that is a draw at least."""
STATUS, WHERE, DECIDED = range(3)
"""The words of a kernel's answer."""
FINE, NO_MOVES, NO_NUMBER, TOO_MANY, SAME_MOVER, ABOVE, NO_WHOLE_PAYOFF = range(7)
"""The status of a kernel at its end."""


@inner
def place_of(parts, number):
    """Where the code of a number is among those of the slices at work; −1 if it is in another one. ``parts`` has of
    each slice its first number, the one after its last, and where its codes begin."""
    for k in range(len(parts)):
        if parts[k, 0] <= number < parts[k, 1]:
            return number - parts[k, 0] + parts[k, 2]
    return -1


@inner
def judged(game, s, parts, shelf, seen):
    """The code of a position by its moves, once; negative for a mistake in the rules."""
    best, waits, moves = LOSS - 1, 0, 0
    for a in game.actions(s):
        child = game.result(s, a)
        moves += 1
        number = game.index(child)
        if number < 0:
            if not ended(game, child):
                return -NO_NUMBER
            theirs = paid(game, child, WIN + 1, -1)  # Max's, and Max has moved
            if theirs < 0:
                return -NO_WHOLE_PAYOFF
            best = max(best, theirs)
            continue
        if game.player(child) == game.player(s):
            return -SAME_MOVER
        if place_of(parts, number) >= 0:
            if is_new(seen, waits, number):
                waits += 1
        else:
            theirs = solved(shelf, number)
            if theirs < 0:
                return -ABOVE
            best = max(best, WIN - theirs)
        if best == WIN:
            return WIN + FRESH
        if waits + 1 >= len(seen):
            return -TOO_MANY
    if moves == 0:
        return -NO_MOVES
    if waits == 0:
        return LOSS + FRESH if best == LOSS else best
    if best == DRAW:
        return SAFE
    return WAITING + waits


@kernel
def settle(game, codes, first, last, parts, shelf, found):
    """Give every position from one number to another its first code."""
    seen = np.empty(SAFE - WAITING, np.int64)
    for i in range(first, last):
        s = game.state(i)
        if game.index(s) != i:
            code = HOLE
        elif ended(game, s):
            which = paid(game, s, WIN + 1, -1)
            code = -NO_WHOLE_PAYOFF if which < 0 else which if which == DRAW else which + FRESH
        else:
            code = judged(game, s, parts, shelf, seen)
        if code < 0:
            found[STATUS], found[WHERE] = -code, i
            return -code
        codes[place_of(parts, i)] = code
    return FINE


@inner
def told(codes, place, won):
    """Tell a position that one of its moves is won for the other side, or lost; 1 if that decides it."""
    while True:
        old = np.int64(codes[place])
        if old < WAITING or (won and old == SAFE):
            return 0
        new = old - 1 if won else WIN + FRESH
        if new == WAITING:
            new = LOSS + FRESH
        if swap(codes, place, old, new):
            return 1 if new < WAITING else 0


@kernel
def spread(game, codes, first, last, parts, found):
    """Tell the positions before each fresh one."""
    seen = np.empty(SEEN, np.int64)
    for i in range(first, last):
        place = place_of(parts, i)
        code = np.int64(codes[place])
        if code != WIN + FRESH and code != LOSS + FRESH:
            continue
        codes[place] = code - FRESH
        n = 0
        for before in game.inner_parents(game.state(i)):
            number = game.index(before)
            there = place_of(parts, number)
            if there >= 0 and is_new(seen, n, number):
                n += 1
                found[DECIDED] += told(codes, there, code == WIN + FRESH)
            if n + 1 >= SEEN:
                found[STATUS], found[WHERE] = TOO_MANY, i
                return TOO_MANY
    return FINE
