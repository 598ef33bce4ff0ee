"""Everything that can be reached, level by level.

Each thread expands its share of a level into buffers, and then adds the states of its own partitions. There are no
locks, and the result does not depend on the number of threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import RowForm, prepare, row_form, row_of
from gametree.solving.strong.buffers import Buffers
from gametree.solving.strong.kept import Kept
from gametree.solving.strong.slots import COUNT, OFFSET, find_one
from gametree.solving.strong.space import FullError, Space
from gametree.solving.strong.unfold import unfold
from gametree.solving.words import PARTS
from gametree.solving.worths import divides

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame
    from gametree.solving.crew import Crew
    from gametree.solving.strong.space import Array
    from gametree.solving.task import Task

ALONE = 1 << 12
"""A smaller level is not divided among threads."""
FORESEE, FORESIGHT = 4, 3.0
"""When this part of the memory is used, the whole is estimated for this many seconds."""
CAPS = (128, 2048)
"""The least and the most room for children in each partition; it grows with the number of states."""


@dataclass
class Explored:
    """All states that can be reached from a start."""

    game: AnyGame
    form: RowForm
    """How its states are kept."""
    start: tuple[int, ...]
    """The row of the start."""
    space: Space
    divided: bool
    """Is one state stored for all its symmetric images?"""
    levels: list[Array]
    """Where each level begins, in each partition; the last entry is where the last level ends."""
    graded: bool
    """Does every move lead from one level to the next?"""
    edges: int
    payoffs: tuple[float, ...]
    """The payoffs of the ends, in rising order."""
    buffers: list[Buffers]
    kept: Kept
    """The moves, if there was room for them."""

    def level(self, number: int) -> Array:
        """The states of a level as rows (partition, first row, count)."""
        return ranges(self.levels[number], self.levels[number + 1])

    @property
    def offsets(self) -> Array:
        """The number of the first state of each partition."""
        return self.space.book[:, OFFSET]

    def number(self, words: tuple[int, ...]) -> int:
        """The number of a stored state."""
        part, row = find_one(self.space.book, np.array(words, np.int64), self.space.width)
        return int(self.offsets[part] + row)


def explore(game: AnyGame, start: Any, task: Task, crew: Crew) -> Explored:
    """Visit everything that can be reached from a position."""
    form = row_form(game)
    row = row_of(game, form, start)
    kernel = prepare(unfold, game, form, 0)
    divided = divides(game, start)
    buffers = [Buffers(game, form, kernel, divided=divided) for _ in range(task.threads)]
    space = Space(len(form), task.memory)
    kept = Kept(game, space, buffers, divided=divided)
    _plant(space, buffers[0], row)
    levels = [np.zeros(PARTS, np.int64), space.begin_level()]
    graded, foreseen = True, False
    while True:
        if not foreseen and space.bytes > task.memory // FORESEE:
            _foresee(game, start, len(space), task)
            foreseen = True
        old = _level(space, buffers, ranges(levels[-2], levels[-1]), kept, task, crew)
        graded = graded and not old
        if not graded:
            kept.forget()
        levels.append(space.begin_level())
        if (levels[-1] == levels[-2]).all():
            break
    levels.pop()
    space.settle()
    payoffs = tuple(sorted({payoff for b in buffers for payoff in b.known}))
    edges = sum(b.edges for b in buffers)
    return Explored(game, form, row, space, divided, levels, graded, edges, payoffs, buffers, kept)


def _foresee(game: AnyGame, start: Any, states: int, task: Task) -> None:
    """Part of the memory is used: estimate now whether the rest is enough."""
    from gametree.solving.estimating.estimate import estimate

    likely = estimate(game, start, seconds=FORESIGHT, task=task)
    surely = likely.bytes / (likely.factor or 1) if likely.kind == "estimate" else likely.bytes
    if surely > task.memory:
        raise FullError(states, int(likely.bytes))


def _plant(space: Space, buffers: Buffers, words: tuple[int, ...]) -> None:
    """Add the start, the first state."""
    part, _ = find_one(space.book, np.array(words, np.int64), space.width)
    buffers.words[part * buffers.cap] = words
    buffers.fill[part] = 1
    space.add([buffers])


def _level(space: Space, buffers: list[Buffers], level: Array, kept: Kept, task: Task, crew: Crew) -> bool:
    """Expand one level; True if a child was found that is older than the next level."""
    kept.begin_level()
    count, rows = len(space), int(level[:, 2].sum())
    threads = task.threads if rows >= ALONE else 1
    cap = min(max(CAPS[0], 1 << (count // PARTS // 64).bit_length()), CAPS[1])
    for b, share in zip(buffers, split(level, threads), strict=False):
        if cap > b.cap:
            b.take_cap(cap)
        b.take(share)
    working = buffers[:threads]
    cap = max(b.cap for b in working)
    old = False

    def report() -> None:
        task.tell("exploring", len(space), None)

    while not all(b.done for b in working):
        for b in working:
            b.aim(space)
        places = [b.place for b in working]
        parents = crew.run([b.unfold for b in working], report)
        _same_cap(working)
        adders = [
            lambda first=first: space.add(working, first, threads, answered=kept.active) for first in range(threads)
        ]
        old = any(crew.run(adders, report)) or old
        if kept.has_room(working, parents):
            jobs = enumerate(zip(places, parents, strict=True))
            keepers: list[Callable[[], None]] = [partial(kept.keep, lane, *job) for lane, job in jobs]
            crew.run(keepers, report)
    return old


def _same_cap(buffers: list[Buffers]) -> None:
    """Give all buffers the room of the largest one; their content is kept."""
    cap = max(b.cap for b in buffers)
    for b in buffers:
        b.widen(cap)


def ranges(lower: Array, upper: Array) -> Array:
    """Rows (partition, first, count) for each partition that has some."""
    parts = np.flatnonzero(upper > lower)
    return np.stack([parts, lower[parts], upper[parts] - lower[parts]], axis=1)


def whole(space: Space) -> Array:
    """All states, in the order of their numbers."""
    return ranges(np.zeros(PARTS, np.int64), space.book[:, COUNT])


def split(level: Array, shares: int) -> list[Array]:
    """Ranges of rows cut into consecutive shares of about the same size.

    >>> [share.tolist() for share in split(np.array([(0, 5, 3), (7, 0, 5)]), 2)]
    [[[0, 5, 3], [7, 0, 1]], [[7, 1, 4]]]
    """
    ends = np.cumsum(level[:, 2])
    total = int(ends[-1]) if len(ends) else 0
    found: list[Array] = []
    for share in range(shares):
        low, high = total * share // shares, total * (share + 1) // shares
        begin = np.maximum(ends - level[:, 2], low)
        count = np.minimum(ends, high) - begin
        some = count > 0
        first = level[:, 1] + begin - (ends - level[:, 2])
        found.append(np.stack([level[some, 0], first[some], count[some]], axis=1))
    return found
