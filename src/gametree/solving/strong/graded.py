"""Labels of a graph in which every move leads from one level to the next: one pass, the last level first.

When a level is labelled, all its children have their codes. Threads share a level and never wait for each other: each
writes the codes of its own states, and reads those of the level below. The moves were kept (``kept.py``), or are made
and looked up once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.solving.strong.buffers import CHUNK, write_codes
from gametree.solving.strong.choose import choose
from gametree.solving.strong.explore import ALONE, split
from gametree.solving.strong.kept import labelled
from gametree.solving.strong.slots import look_up
from gametree.solving.strong.tally import Tally
from gametree.solving.worths import sides

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.solving.crew import Crew
    from gametree.solving.label import Coding
    from gametree.solving.strong.buffers import Buffers
    from gametree.solving.strong.explore import Explored
    from gametree.solving.strong.kept import Chunk
    from gametree.solving.strong.space import Array
    from gametree.solving.task import Task


def label_levels(found: Explored, coding: Coding, task: Task, crew: Crew) -> Tally:
    """Give every state its code; return the counts by tier."""
    space, longest, kept = found.space, len(found.levels) - 2, found.kept
    space.give_codes(coding.dtype(longest))
    names = kept.payoffs_of(found.payoffs)
    for b in found.buffers:
        b.know(found.payoffs)
    total = Tally(found.game, coding)
    done = [0] * task.threads
    for level in reversed(range(longest + 1)):
        rows = found.level(level)
        threads = task.threads if rows[:, 2].sum() >= ALONE else 1
        works: list[Callable[[], Tally]] = []
        if kept.active:
            chunks = kept.levels.pop() if len(kept.levels) == level + 1 else []
            for lane in range(threads):
                works.append(
                    lambda own=chunks[lane::threads], n=lane, left=longest - level: _recall(
                        found, coding, own, names, left, task, done, n
                    )
                )
        else:
            for number, share in enumerate(split(rows, threads)):
                buffers = found.buffers[number]
                buffers.take(share)
                buffers.aim(space)
                works.append(
                    lambda b=buffers, n=number, left=longest - level: _share(found, coding, b, left, task, done, n)
                )
        for part in crew.run(works, lambda: task.tell("labelling", sum(done), len(space))):
            total.add(part)
    return total


def _share(found: Explored, coding: Coding, b: Buffers, left: int, task: Task, done: list[int], number: int) -> Tally:
    """Label one thread's share of a level, chunk by chunk."""
    space, tally = found.space, Tally(found.game, coding)
    below, above = sides(found.game, coding)
    ranks, codes = np.empty(len(b.kinds), np.int64), np.empty(len(b.kinds), np.int64)
    size = space.codes[0].itemsize
    while not b.done and not task.halt.is_set():
        where = b.place
        parents = b.unfold()
        if not look_up(space.book, b.words.ctypes.data, b.fill, b.cap, space.width, size, b.answers):
            raise AssertionError("a child was not found again")
        choose(b.tags, b.answers, b.fill, b.cap, b.kinds, parents, len(coding.payoffs), below, above, ranks, codes)
        write_codes(space, b.share, where, codes[:parents])
        tally.count(codes[:parents], b.weights[:parents], b.tiers[:parents], left)
        done[number] += parents
    return tally


def _recall(
    found: Explored, coding: Coding, chunks: list[Chunk], names: list[Array], left: int, task: Task, done: list[int],
    number: int,
) -> Tally:  # fmt: skip
    """Label the chunks of one thread, whose moves were kept."""
    space, tally = found.space, Tally(found.game, coding)
    args = len(coding.payoffs), *sides(found.game, coding)
    ranks, codes = np.empty(CHUNK, np.int64), np.empty(CHUNK, np.int64)
    ones = np.ones(CHUNK, np.int32)
    for chunk in chunks:
        if task.halt.is_set():
            break
        parents = labelled(chunk, names[chunk.lane], space, args, ranks, codes)
        write_codes(space, chunk.share, chunk.place, codes[:parents])
        weights = chunk.weights if len(chunk.weights) else ones[:parents]
        tally.count(codes[:parents], weights, chunk.tiers, left)
        done[number] += parents
    return tally
