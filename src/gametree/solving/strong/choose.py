# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""Which child a player chooses, in codes (``label.py``).

The better value first; for the same value, a player who is ahead hurries, and the other stalls. A rank is a number that
is larger for a better child: the value in its upper part, and in its lower part the remoteness, or FAR minus the
remoteness.
"""

from __future__ import annotations

from numba import njit

from gametree.compile import OPTIONS, kernel
from gametree.solving.strong.unfold import MAX_MOVES
from gametree.solving.words import PARTS

FAR = 1 << 32
"""More than any remoteness."""
NOTHING = -1
"""The rank before any child was seen."""


@njit(**OPTIONS)
def rank(code, kind, payoffs, below, above):
    """The rank of a child with this code for the mover. ``payoffs`` is the number of payoffs; those with a number less
    than ``below`` are less than even, those from ``above`` on more."""
    remoteness, which = divmod(code - 1, payoffs)
    if kind == MAX_MOVES:
        return which * FAR + (FAR - 1 - remoteness if which >= above else remoteness)
    return (payoffs - 1 - which) * FAR + (FAR - 1 - remoteness if which < below else remoteness)


@njit(**OPTIONS)
def code_after(best, kind, payoffs, below, above):
    """The code of a parent whose best child has this rank: the same value, one action further away."""
    which, distance = divmod(best, FAR)
    if kind == MAX_MOVES:
        remoteness = FAR - 1 - distance if which >= above else distance
    else:
        which = payoffs - 1 - which
        remoteness = FAR - 1 - distance if which < below else distance
    return 1 + (remoteness + 1) * payoffs + which


@kernel
def choose(tags, answers, fill, cap, kinds, parents, payoffs, below, above, ranks, codes):
    """The codes of the parents of a chunk, from those of their children, which are in the buffers."""
    for i in range(parents):
        ranks[i] = NOTHING
    for part in range(PARTS):
        for place in range(part * cap, part * cap + fill[part]):
            parent = tags[place]
            if parent < parents:
                found = rank(answers[place], kinds[parent], payoffs, below, above)
                ranks[parent] = max(ranks[parent], found)
    for i in range(parents):
        if kinds[i] >= 0:
            codes[i] = 1 + kinds[i]
        else:
            codes[i] = code_after(ranks[i], kinds[i], payoffs, below, above)
