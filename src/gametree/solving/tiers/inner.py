# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""Labels within a tier whose moves may stay in it: extra turns, and loops.

Every state knows the best of its *exits*, the children in lower tiers, whose labels are known. The moves that stay form
a graph, which is labelled like a whole game, with an end as an exit of remoteness 0. Payoffs above the value of endless
play are assigned from the best one down, to every state in which Max can force them; those below are Min's, from the
worst one up. The rest has the value of endless play, and an end only if every move that keeps this value leads to one.
Within a payoff, states get their labels in the order of their remoteness, round by round: a mover who hurries as soon
as one child has it, one who stalls when the last child has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from gametree.compile import OPTIONS, kernel
from gametree.solving.strong.unfold import MAX_MOVES, MIN_MOVES

if TYPE_CHECKING:
    from gametree.files import Array

NEVER = 1 << 40
"""The remoteness of an exit from which play never ends."""
NO_EXIT = -1
"""The payoff of the exit of a state that has none."""
MAX_FORCES, MIN_FORCES, NOBODY = 0, 1, 2


@dataclass(frozen=True)
class Inner:
    """The graph to label: of each state its mover (or MAX_MOVES − 2 for an end), and its best exit as the number of a
    payoff and a remoteness, counted from the state itself; and the moves that stay, by parent and child."""

    movers: Array
    exits: Array
    distances: Array
    parents: Array
    children: Array


ENDED = MAX_MOVES - 2
"""The mover of a state in which the game is over: its exit is its payoff, at distance 0."""


@kernel
def link(children, parents, heads, links, waiting):
    """Sort the moves by child: the parents of each, and how many moves each parent has."""
    for k in range(len(children)):
        heads[children[k] + 1] += 1
        waiting[parents[k]] += 1
    for n in range(1, len(heads)):
        heads[n] += heads[n - 1]
    place = heads[:-1].copy()
    for k in range(len(children)):
        links[place[children[k]]] = parents[k]
        place[children[k]] += 1


@njit(**OPTIONS)
def _allows(forcing, exit_payoff, payoff):
    """May a player who stalls have this label? Not if one of the exits is better for that player."""
    if exit_payoff == NO_EXIT:
        return True
    if forcing == MAX_FORCES:
        return exit_payoff >= payoff
    return exit_payoff <= payoff


@kernel
def force(
    payoff, forcing, hurry, order, movers, exits, distances, heads, links, waiting, values, remoteness, queue, behind,
    halt,
):  # fmt: skip
    """Assign one payoff. ``order`` lists the states that have an exit with it, the nearest first; ``hurry`` is the
    mover who hurries (0: nobody), ``queue`` and ``behind`` are working memory for all states."""
    seed, now, count = 0, 0, 0
    while (count > 0 or seed < len(order)) and not halt[0]:
        if count == 0:
            now = max(now, distances[order[seed]])
            if now >= NEVER:
                break
        # the states that have their exit at this distance
        while seed < len(order) and distances[order[seed]] <= now:
            n = order[seed]
            seed += 1
            if values[n] != NO_EXIT:
                continue
            if movers[n] == ENDED or movers[n] == hurry or waiting[n] == 0:
                values[n], remoteness[n] = payoff, now
                queue[count] = n
                count += 1
        after = 0
        for i in range(count):
            child = queue[i]
            for k in range(heads[child], heads[child + 1]):
                n = links[k]
                waiting[n] -= 1
                if values[n] != NO_EXIT:
                    continue
                if movers[n] != hurry:
                    if waiting[n] > 0 or (forcing != NOBODY and not _allows(forcing, exits[n], payoff)):
                        continue
                    if exits[n] == payoff and distances[n] > now + 1:
                        continue  # the exit is further away: it comes later
                values[n], remoteness[n] = payoff, now + 1
                behind[after] = n
                after += 1
        for i in range(after):
            queue[i] = behind[i]
        count = after
        now += 1


@kernel
def count_unlabelled(heads, links, values, waiting):
    """How many children without a label each state has."""
    waiting[:] = 0
    for child in range(len(values)):
        if values[child] == NO_EXIT:
            for k in range(heads[child], heads[child + 1]):
                waiting[links[k]] += 1


@kernel
def acyclic(heads, links, waiting, queue):
    """Do the moves that stay have no cycle? (Kahn 1962; from the states without a move that stays, upwards.)"""
    count = 0
    for n in range(len(waiting)):
        if waiting[n] == 0:
            queue[count] = n
            count += 1
    done = 0
    while done < count:
        child = queue[done]
        done += 1
        for k in range(heads[child], heads[child + 1]):
            n = links[k]
            waiting[n] -= 1
            if waiting[n] == 0:
                queue[count] = n
                count += 1
    return count == len(waiting)


def label_inner(graph: Inner, payoffs: int, endless: int, hurries: int, halt: Array) -> tuple[Array, Array, bool]:
    """The payoff (by number) and the remoteness of every state, −1 where play never ends; and whether there is a loop.

    ``endless`` is the number of the payoff of endless play, and ``hurries`` the mover who hurries there: MAX_MOVES,
    MIN_MOVES or 0 for nobody. When ``halt[0]`` is set it stops.

    >>> one_loop = Inner(
    ...     np.array([MAX_MOVES, MIN_MOVES, MAX_MOVES]), np.array([-1, -1, 2]), np.array([0, 0, 3]),
    ...     np.array([0, 1, 1]), np.array([1, 0, 2]))
    >>> label_inner(one_loop, 3, 1, 0, np.zeros(1, int))                    # Min repeats positions
    (array([1, 1, 2]), array([-1, -1,  3]), True)
    """
    count = len(graph.movers)
    heads, links = np.zeros(count + 1, np.int64), np.empty(len(graph.children), np.int64)
    moves = np.zeros(count, np.int64)
    link(graph.children, graph.parents, heads, links, moves)
    values, remoteness = np.full(count, NO_EXIT), np.full(count, -1)
    queue, behind = np.empty(count, np.int64), np.empty(count, np.int64)
    order = np.lexsort((graph.distances, graph.exits))
    begins = np.searchsorted(graph.exits[order], np.arange(payoffs + 1))
    arrays = (graph.movers, graph.exits, graph.distances, heads, links)

    def give(payoff: int, forcing: int, hurry: int, waiting: Array) -> None:
        own = order[begins[payoff] : begins[payoff + 1]]
        force(payoff, forcing, hurry, own, *arrays, waiting, values, remoteness, queue, behind, halt)

    waiting = moves.copy()
    for payoff in range(payoffs - 1, endless, -1):
        give(payoff, MAX_FORCES, MAX_MOVES, waiting)
    waiting = moves.copy()
    for payoff in range(endless):
        give(payoff, MIN_FORCES, MIN_MOVES, waiting)
    count_unlabelled(heads, links, values, waiting)
    give(endless, NOBODY, hurries, waiting)
    values[values == NO_EXIT] = endless
    return values, remoteness, not acyclic(heads, links, moves, queue)
