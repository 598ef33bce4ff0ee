"""Labels of a graph that is not graded: the moves are kept as numbers of states, and labels go along them.

Without loops one pass is enough, from the last state to the first. With loops the ends send their labels back to their
parents, one payoff after the other; positions in which nobody can force anything have the value of endless play
(``plain.py`` is the short form). Keeping the moves takes 4 bytes each, and twice that with loops.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.game import MAX, MIN, provides
from gametree.solving.label import Coding
from gametree.solving.strong import network
from gametree.solving.strong.explore import split, whole
from gametree.solving.strong.slots import COUNT, look_up
from gametree.solving.strong.space import FullError
from gametree.solving.strong.tally import Tally
from gametree.solving.worths import middle, refuse_loops, several_worths, sides

if TYPE_CHECKING:
    from gametree.solving.crew import Crew
    from gametree.solving.strong.buffers import Buffers
    from gametree.solving.strong.explore import Explored
    from gametree.solving.strong.space import Array
    from gametree.solving.task import Task

PER_STATE, PER_MOVE = 8 + 4 + 2 + 4 + 4 + 4 + 4, 4
LOOPY_STATE, LOOPY_MOVE = 8, 4
"""Bytes in addition to those of the space; and further bytes if positions come back."""


@dataclass
class Moves:
    """Who moves in each state (or what is paid there), and where the moves lead, by the numbers of the states."""

    kinds: Array
    starts: Array
    degrees: Array
    targets: Array
    weights: Array | None
    tiers: Array | None
    cycle: float | None
    """The value of a cycle, if the game gives one."""


def label_graph(found: Explored, task: Task, crew: Crew) -> tuple[Coding, Tally, int | None]:
    """Give every state its code; return the coding, the counts by tier, and the length of the longest game if it must
    end."""
    size = len(found.space)
    _afford(found, size * PER_STATE + found.edges * PER_MOVE)
    moves = _link(found, task, crew)
    halt = np.zeros(1, np.int64)

    def run(entry: Any, *args: Any) -> Any:
        return crew.aside(lambda: entry(*args, halt), lambda: halt.put(0, 1), lambda: task.tell("labelling", 0, size))

    waiting, order, level = (np.zeros(size, np.int32) for _ in range(3))
    run(network.arrivals, moves.targets, waiting)
    root = found.number(found.start)
    before = waiting.copy()
    loops = run(network.arrange, root, moves.starts, moves.degrees, moves.targets, waiting, order, level) < size
    even = middle(found.game)
    coding = Coding(found.payoffs, even if moves.cycle is None else moves.cycle)
    codes = np.zeros(size, np.uint32)
    if loops:
        refuse_loops(found.game)
        _afford(found, size * (PER_STATE + LOOPY_STATE) + found.edges * (PER_MOVE + LOOPY_MOVE))
        _retrograde(found, moves, coding, even, codes, before, waiting, order, run)
    else:
        arrays = moves.starts, moves.degrees, moves.targets, moves.kinds
        run(network.back_up, order, *arrays, len(coding.payoffs), *sides(found.game, coding), codes)
    longest = None if loops else int(level.max())
    tally = Tally(found.game, coding)
    weights = np.ones(size, np.int32) if moves.weights is None else moves.weights
    tiers = codes if moves.tiers is None else moves.tiers
    tally.count(codes.astype(np.int64), weights, tiers, 0 if longest is None else longest - level)
    found.space.give_codes(np.min_scalar_type(int(codes.max())))
    for part, (first, count) in enumerate(zip(found.offsets, found.space.book[:, COUNT], strict=True)):
        found.space.codes[part][:] = codes[first : first + count]
    return coding, tally, longest


def _retrograde(
    found: Explored, moves: Moves, coding: Coding, even: float, codes: Array, before: Array, waiting: Array,
    queue: Array, run: Any,
) -> None:  # fmt: skip
    """Codes if positions come back; ``before`` is how often each state is a child."""
    ends = np.cumsum(before) - before
    parents = np.empty(len(moves.targets), np.int32)
    run(network.turn_round, moves.starts, moves.degrees, moves.targets, ends, parents)
    leaves = np.flatnonzero(moves.kinds >= 0)
    leaves = leaves[np.argsort(moves.kinds[leaves], kind="stable")]
    cuts = np.searchsorted(moves.kinds[leaves], np.arange(len(coding.payoffs) + 1))

    def force(which: int, *hurry: int) -> None:
        own = leaves[cuts[which] : cuts[which + 1]]
        network_args = ends, parents, moves.kinds, len(coding.payoffs), waiting, codes, queue
        run(network.force, which, own, MAX in hurry, MIN in hurry, *network_args)

    waiting[:] = moves.degrees
    for which, payoff in reversed(list(enumerate(coding.payoffs))):
        if payoff > coding.endless:
            force(which, MAX)
    waiting[:] = moves.degrees
    for which, payoff in enumerate(coding.payoffs):
        if payoff < coding.endless:
            force(which, MIN)
    if (
        coding.endless in coding.payoffs
    ):  # ending or not has the same value: a player who is better off than even hurries
        run(network.open_children, moves.starts, moves.degrees, moves.targets, codes, waiting)
        hurry = (MAX,) if coding.endless > even else (MIN,) if coding.endless < even else ()
        force(coding.payoffs.index(coding.endless), *hurry)


def _afford(found: Explored, more: int) -> None:
    if found.space.bytes + more > found.space.memory:
        raise FullError(len(found.space), found.space.bytes + more)


# --- the moves as numbers --------------------------------------------------------------------------------------------


def _link(found: Explored, task: Task, crew: Crew) -> Moves:
    """Look up every child of every state once, and keep its number."""
    size = len(found.space)
    moves = Moves(
        kinds=np.empty(size, np.int16), starts=np.empty(size, np.int64), degrees=np.empty(size, np.int32),
        targets=np.empty(found.edges, np.int32),
        weights=np.empty(size, np.int32) if found.divided else None,
        tiers=np.empty(size, np.int64) if provides(found.game, "tier") else None, cycle=None,
    )  # fmt: skip
    desk = _Desk(threading.Lock())
    works: list[Any] = []
    for b, share in zip(found.buffers, split(whole(found.space), task.threads), strict=True):
        b.know(found.payoffs)
        b.take(share)
        b.aim(found.space)
        first = found.offsets[share[0, 0]] + share[0, 1] if len(share) else 0
        works.append(lambda b=b, first=int(first): _link_share(found, moves, b, first, desk, task))
    crew.run(works, lambda: task.tell("linking", desk.states, size))
    if provides(found.game, "repeated"):
        paid = sorted(desk.cycles)
        if len(paid) > 1:
            raise several_worths(found.game, paid[0], paid[1])
        moves.cycle = paid[0] if paid else None
    return moves


class _Desk:
    """Gives threads room among the targets, and collects their other results."""

    def __init__(self, lock: threading.Lock):
        self.lock, self.states, self.moves = lock, 0, 0
        self.cycles: set[float] = set()

    def take(self, states: int, moves: int, cycles: set[float]) -> int:
        """Room for this many moves: where it begins."""
        with self.lock:
            begin = self.moves
            self.moves += moves
            self.states += states
            self.cycles |= cycles
            return begin


def _link_share(found: Explored, moves: Moves, b: Buffers, first: int, desk: _Desk, task: Task) -> None:
    """One thread's share: states whose numbers follow each other, from ``first`` on."""
    space = found.space
    repeats = provides(found.game, "repeated")
    targets = np.empty(0, np.int32)
    while not b.done and not task.halt.is_set():
        parents = b.unfold()
        look_up(space.book, b.words.ctypes.data, b.fill, b.cap, space.width, 0, b.answers)
        here = slice(first, first + parents)
        if len(targets) < len(b.tags):
            targets = np.empty(len(b.tags), np.int32)
        degrees = moves.degrees[here]
        total = network.link(b.tags, b.answers, b.fill, b.cap, parents, degrees, targets)
        kinds = b.kinds[:parents]
        cycles = set(np.unique(b.cycles[:parents][kinds < 0]).tolist()) if repeats else set[float]()
        begin = desk.take(parents, total, cycles)
        moves.targets[begin : begin + total] = targets[:total]
        moves.starts[here] = begin + np.cumsum(degrees) - degrees
        moves.kinds[here] = kinds
        if moves.weights is not None:
            moves.weights[here] = b.weights[:parents]
        if moves.tiers is not None:
            moves.tiers[here] = b.tiers[:parents]
        first += parents
