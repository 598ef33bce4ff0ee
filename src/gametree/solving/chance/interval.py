# pyright: basic
"""Expectations on a graph with Max, Min and chance: two bounds for every position, brought together.

The graph falls into components of positions that can all reach each other (Tarjan 1972). A component is computed after
those that it leads to. Most often it is one position, whose value follows from those of its moves. In a game that must
end this is all: backward induction.

If positions come back, every position of the component has a lower and an upper bound, at first the least and the
greatest payoff. Each round replaces a bound by what follows from the bounds of its moves. The value solves that
equation, so bounds stay bounds: *interval iteration*. But they need not meet: if the players can stay in a set of
positions for ever, weak bounds can support each other around a cycle. Then the value of endless play, the even payoff,
is used. Suppose that a player can keep play within a set, whatever chance does, and the other player can leave it only
to where the bound is at least b. Then the player's bound is at least the smaller of b and the even payoff. With this
the bounds meet, as Kelmendi, Krämer, Křetínský and Weininger (CAV 2018) showed for the payoff of reaching a goal;
docs/solving.md has the argument for any payoffs. Bounds are rounded outwards, so they are bounds in exact arithmetic
too.
"""

from __future__ import annotations

import numpy as np

from gametree.compile import kernel
from gametree.engine.dual import inner
from gametree.game import CHANCE, MAX, MIN
from gametree.solving.attend import DONE, STATUS, STOP
from gametree.solving.chance.graph import END

FINE, CHANCE_LOOPS = range(2)
LOOPS, SWEEPS, WORDS = range(4, 7)
"""Further shared words: does any position come back, and the number of rounds."""


@kernel
def components(heads, children, component, members, low, edge, path, stack, shared):
    """Number the components in an order in which each comes after those that it leads to; ``members`` lists their
    positions.

    ``low``, ``edge``, ``path`` and ``stack`` are room to work in. The word LOOPS is set if anything comes back.
    """
    count, found, done, depth, height = 0, 0, 0, 1, 1
    path[0] = stack[0] = 0
    found = 1
    low[0] = 1
    edge[0] = heads[0]
    # low: the number, from 1, at which a position was found, or the earliest number that it leads back to
    while depth > 0:
        n = path[depth - 1]
        if edge[n] < heads[n + 1]:
            child = children[edge[n]]
            edge[n] += 1
            if child == n:
                shared[LOOPS] = 1
            if low[child] == 0:
                found += 1
                if found & 1023 == 0:
                    shared[DONE] = found
                    if shared[STOP]:
                        return
                low[child] = found
                edge[child] = heads[child]
                path[depth] = child
                stack[height] = child
                depth += 1
                height += 1
            continue
        depth -= 1
        number = low[n]
        least = number
        for e in range(heads[n], heads[n + 1]):
            if component[children[e]] < 0:
                least = min(least, low[children[e]])
        low[n] = least
        if least == number:
            while True:
                height -= 1
                member = stack[height]
                component[member] = count
                members[done] = member
                done += 1
                if member == n:
                    break
            count += 1
    if count < done:
        shared[LOOPS] = 1


@inner
def backup(n, heads, children, odds, movers, values, rounding):
    """The value of a position from the values of its moves; ``rounding`` is added for each number in a sum."""
    mover = movers[n]
    if mover == CHANCE:
        total = 0.0
        for e in range(heads[n], heads[n + 1]):
            total += odds[e] * values[children[e]]
        return total + (heads[n + 1] - heads[n] + 2) * rounding
    best = values[children[heads[n]]]
    for e in range(heads[n] + 1, heads[n + 1]):
        v = values[children[e]]
        if (mover == MAX and v > best) or (mover == MIN and v < best):
            best = v
    return best


@inner
def can_last(first, last, heads, children, movers, component, members, staying):
    """Can both players together keep play within a component for ever? ``staying`` marks where; it is 0 elsewhere,
    before and after the call."""
    home = component[members[first]]
    for i in range(first, last):
        staying[members[i]] = 1
    changed = True
    while changed:
        changed = False
        for i in range(first, last):
            n = members[i]
            if staying[n]:
                some, all_ = False, True
                for e in range(heads[n], heads[n + 1]):
                    inside = component[children[e]] == home and staying[children[e]] != 0
                    some, all_ = some or inside, all_ and inside
                if not (all_ if movers[n] == CHANCE else some):
                    staying[n] = 0
                    changed = True
    lasting = False
    for i in range(first, last):
        lasting = lasting or staying[members[i]] != 0
        staying[members[i]] = 0
    return lasting


@inner
def stay(first, last, heads, children, movers, component, members, bounds, sign, even, safe):
    """Raise the lower bounds (``sign`` 1) to what Max gets by staying, or lower the upper ones (-1) to what Min gets.

    ``safe`` is the greatest bound below which the player never falls, even with the worst luck. As in any safety game
    it is the greatest solution of its equation, computed from above, from the even payoff.
    """
    home = component[members[first]]
    player = MAX if sign > 0 else MIN
    for i in range(first, last):
        safe[members[i]] = sign * even
    changed = True
    while changed:
        changed = False
        for i in range(first, last):
            n = members[i]
            best, worst = -np.inf, np.inf
            for e in range(heads[n], heads[n + 1]):
                child = children[e]
                v = sign * bounds[child]
                if component[child] == home and safe[child] > v:
                    v = safe[child]
                best, worst = max(best, v), min(worst, v)
            v = best if movers[n] == player else worst
            if v < safe[n]:
                safe[n] = v
                changed = True
    raised = False
    for i in range(first, last):
        n = members[i]
        if safe[n] > sign * bounds[n]:
            bounds[n] = sign * safe[n]
            raised = True
    return raised


@inner
def iterate(first, last, heads, children, odds, movers, component, members, lows, highs, safe, staying,
            even, least, most, tolerance, rounding, shared):  # fmt: skip
    """Bring the bounds of one component together, up to rounding."""
    for i in range(first, last):
        lows[members[i]], highs[members[i]] = least, most
    lasting = can_last(first, last, heads, children, movers, component, members, staying)
    while True:
        if shared[STOP]:
            return
        gap, changed = 0.0, False
        for i in range(first, last):
            n = members[i]
            low = backup(n, heads, children, odds, movers, lows, -rounding)
            high = backup(n, heads, children, odds, movers, highs, rounding)
            if low > lows[n]:
                lows[n], changed = low, True
            if high < highs[n]:
                highs[n], changed = high, True
            gap = max(gap, highs[n] - lows[n])
        shared[SWEEPS] += 1
        if gap <= tolerance:
            return
        if lasting:
            up = stay(first, last, heads, children, movers, component, members, lows, 1, even, safe)
            down = stay(first, last, heads, children, movers, component, members, highs, -1, even, safe)
            changed = changed or up or down
        if not changed:
            return


@kernel
def approach(heads, children, odds, movers, worths, component, members, lows, highs, lengths, safe, staying,
             even, least, most, tolerance, rounding, fair, shared):  # fmt: skip
    """The bounds of all positions, component by component; ``lengths`` are the longest games, where nothing comes back.

    If chance leads back to a position, and a rule of repetition applies (not ``fair``), nothing is done.
    """
    first = 0
    while first < len(members):
        if first & 1023 == 0:
            shared[DONE] = first
            if shared[STOP]:
                return
        n = members[first]
        last = first + 1
        while last < len(members) and component[members[last]] == component[n]:
            last += 1
        loops = last > first + 1
        for e in range(heads[n], heads[n + 1]):
            loops = loops or children[e] == n
        if movers[n] == END:
            lows[n] = highs[n] = worths[n]
        elif not loops:
            lows[n] = backup(n, heads, children, odds, movers, lows, -rounding)
            highs[n] = backup(n, heads, children, odds, movers, highs, rounding)
            for e in range(heads[n], heads[n + 1]):
                lengths[n] = max(lengths[n], lengths[children[e]] + 1)
        else:
            for i in range(first, last):
                if movers[members[i]] == CHANCE and not fair:
                    shared[STATUS] = CHANCE_LOOPS
                    return
            iterate(first, last, heads, children, odds, movers, component, members, lows, highs, safe, staying,
                    even, least, most, tolerance, rounding, shared)  # fmt: skip
        first = last
    shared[DONE] = first
