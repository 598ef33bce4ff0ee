# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""Labels of any graph of numbered states, loops or not: the kernels, the same for every game.

``starts`` and ``degrees`` say where the children of a state are among ``targets``. Codes are those of ``label.py``.
Every kernel checks ``halt`` from time to time, and stops when it is set.
"""

from __future__ import annotations

import numpy as np

from gametree.compile import kernel
from gametree.solving.strong.choose import NOTHING, code_after, rank
from gametree.solving.strong.unfold import MAX_MOVES
from gametree.solving.words import PARTS

STRIDE = (1 << 16) - 1
"""States between two checks of ``halt``."""


@kernel
def link(tags, answers, fill, cap, parents, degrees, targets):
    """The children of the parents of a chunk, in the order of the parents: how many each has, and their numbers."""
    degrees[:parents] = 0
    for part in range(PARTS):
        for place in range(part * cap, part * cap + fill[part]):
            if tags[place] < parents:
                degrees[tags[place]] += 1
    place_of = np.empty(parents, np.int64)
    total = 0
    for i in range(parents):
        place_of[i] = total
        total += degrees[i]
    for part in range(PARTS):
        for place in range(part * cap, part * cap + fill[part]):
            if tags[place] < parents:
                targets[place_of[tags[place]]] = answers[place]
                place_of[tags[place]] += 1
    return total


@kernel
def arrivals(targets, waiting, halt):
    """Count how often each state is a child."""
    for i in range(len(targets)):
        if i & STRIDE == 0 and halt[0]:
            return
        waiting[targets[i]] += 1


@kernel
def arrange(root, starts, degrees, targets, waiting, order, level, halt):
    """Parents before children (Kahn 1962), and the most actions from the start to each. Returns how many states are in
    the order: all of them if and only if no position comes back. ``waiting`` is how often each is a child."""
    if waiting[root]:
        return 0
    order[0] = root
    done, known = 0, 1
    while done < known:
        if done & STRIDE == 0 and halt[0]:
            return done
        n = order[done]
        done += 1
        for i in range(starts[n], starts[n] + degrees[n]):
            child = targets[i]
            level[child] = max(level[child], level[n] + 1)
            waiting[child] -= 1
            if waiting[child] == 0:
                order[known] = child
                known += 1
    return done


@kernel
def back_up(order, starts, degrees, targets, kinds, payoffs, below, above, codes, halt):
    """The codes of all states, children before parents."""
    for k in range(len(order)):
        if k & STRIDE == 0 and halt[0]:
            return
        n = order[len(order) - 1 - k]
        if kinds[n] >= 0:
            codes[n] = 1 + kinds[n]
            continue
        best = NOTHING
        for i in range(starts[n], starts[n] + degrees[n]):
            best = max(best, rank(np.int64(codes[targets[i]]), kinds[n], payoffs, below, above))
        codes[n] = code_after(best, kinds[n], payoffs, below, above)


@kernel
def turn_round(starts, degrees, targets, ends, parents, halt):
    """The same moves from child to parent: the parents of state n are from ``ends[n - 1]`` to before ``ends[n]``. At
    first ``ends`` holds where they begin; it is changed to where they end."""
    for n in range(len(degrees)):
        if n & STRIDE == 0 and halt[0]:
            return
        for i in range(starts[n], starts[n] + degrees[n]):
            parents[ends[targets[i]]] = n
            ends[targets[i]] += 1


@kernel
def open_children(starts, degrees, targets, codes, waiting, halt):
    """How many children of each state have no code yet."""
    for n in range(len(degrees)):
        if n & STRIDE == 0 and halt[0]:
            return
        waiting[n] = 0
        for i in range(starts[n], starts[n] + degrees[n]):
            waiting[n] += codes[targets[i]] == 0


@kernel
def force(which, leaves, max_hurries, min_hurries, ends, parents, kinds, payoffs, waiting, codes, queue, halt):
    """Label all states from which this payoff can be forced; ``leaves`` are the ends that have it.

    A mover who hurries needs one child with this payoff; another mover has it when all children that count, whose
    number is in ``waiting``, have a code.
    """
    known = len(leaves)
    for i in range(known):
        queue[i] = leaves[i]
        codes[leaves[i]] = 1 + which
    done = 0
    while done < known:
        if done & STRIDE == 0 and halt[0]:
            return
        n = queue[done]
        done += 1
        for i in range(ends[n - 1] if n else 0, ends[n]):
            parent = parents[i]
            if codes[parent]:
                continue
            waiting[parent] -= 1
            hurries = max_hurries if kinds[parent] == MAX_MOVES else min_hurries
            if hurries or waiting[parent] == 0:
                codes[parent] = codes[n] + payoffs
                queue[known] = parent
                known += 1
