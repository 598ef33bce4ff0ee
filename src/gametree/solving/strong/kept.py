# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""The moves of a graph, kept while it is explored, so that labelling need not make them and look them up again.

Of every chunk of parents the children are kept as they lie in the buffers, partition by partition: the row of each
child in its partition (4 bytes) and the number of its parent in the chunk (2 bytes). When labels are given, the codes
of a partition are then read one after the other, in a piece of memory that fits into a cache.

Moves are kept as long as there is room: states and moves together may use half of the memory. If there is no more, all
moves are forgotten, and labelling makes them again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import carray

from gametree.compile import kernel, pointer
from gametree.game import provides
from gametree.solving.strong.choose import NOTHING, code_after, rank
from gametree.solving.strong.slots import CODES
from gametree.solving.strong.unfold import DETAIL, MAX_MOVES, MIN_MOVES
from gametree.solving.words import PARTS, ROOM

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.solving.strong.buffers import Buffers
    from gametree.solving.strong.space import Array, Space

MOST = 0.5
"""How much of the memory states and moves may use together."""
PER_MOVE, PER_PARENT = 6, 2


class Chunk(NamedTuple):
    """Some parents that follow each other, and their children."""

    lane: int
    """Which thread found it."""
    share: Array
    place: tuple[int, int]
    """Where the first parent is: in which range of rows, and at which row of it."""
    kinds: Array
    """Of each parent: who moves, or the number of what is paid, as this thread counted the payoffs."""
    fill: Array
    """How many children are in each partition."""
    rows: Array
    parents: Array
    weights: Array
    tiers: Array


class Kept:
    """The moves of all levels, each level as a list of chunks; ``active`` until there is no more room."""

    def __init__(self, game: AnyGame, space: Space, buffers: list[Buffers], *, divided: bool):
        self.space, self.buffers, self.divided = space, buffers, divided
        self.tiered = provides(game, "tier")
        self.levels: list[list[Chunk]] = []
        self.bytes = 0
        self.active = MOST > 0
        for b in buffers:
            b.job[DETAIL] = self.active and (divided or self.tiered)

    def begin_level(self) -> None:
        """The next chunks belong to another level."""
        self.levels.append([])

    def forget(self) -> None:
        """Give the memory back."""
        self.levels, self.active, self.bytes, self.space.beside = [], False, 0, 0
        for b in self.buffers:
            b.job[DETAIL] = 0

    def has_room(self, working: list[Buffers], parents: list[int]) -> bool:
        """Is there room for what these buffers hold? If not, everything is forgotten."""
        if not self.active:
            return False
        self.bytes += sum(PER_MOVE * int(b.fill.sum()) + 8 * PARTS for b in working)
        self.bytes += sum(parents) * (PER_PARENT + 4 * self.divided + 8 * self.tiered)
        if self.bytes + self.space.bytes > MOST * self.space.memory:
            self.forget()
            return False
        self.space.beside = self.bytes
        return True

    def keep(self, lane: int, place: tuple[int, int], parents: int) -> None:
        """Keep the children that are in the buffers of one thread, which knows their rows."""
        b = self.buffers[lane]
        if parents == 0:
            return
        count = int(b.fill.sum())
        rows, owners = np.empty(count, np.uint32), np.empty(count, np.uint16)
        gather(b.tags, b.answers, b.fill, b.cap, rows, owners)
        nothing = b.weights[:0]
        self.levels[-1].append(
            Chunk(
                lane, b.share, place, b.kinds[:parents].astype(np.int16), b.fill.copy(), rows, owners,
                b.weights[:parents].copy() if self.divided else nothing,
                b.tiers[:parents].copy() if self.tiered else nothing,
            )
        )  # fmt: skip

    def payoffs_of(self, payoffs: tuple[float, ...]) -> list[Array]:
        """For each thread: the kinds of parents, with the payoffs in this order. The last two, for −2 and −1, stand
        for themselves."""
        order = {payoff: i for i, payoff in enumerate(payoffs)}
        return [np.array([*(order[payoff] for payoff in b.known), MIN_MOVES, MAX_MOVES]) for b in self.buffers]


@kernel
def gather(tags, answers, fill, cap, rows, owners):
    """Copy what the buffers hold, without the gaps between the partitions."""
    n = 0
    for part in range(PARTS):
        for place in range(part * cap, part * cap + fill[part]):
            rows[n] = answers[place]
            owners[n] = tags[place]
            n += 1
    return n


@kernel
def choose_kept(book, fill, rows, owners, kinds, parents, size, payoffs, below, above, ranks, codes):
    """The codes of the parents of a chunk, from those of their children, which take ``size`` bytes each."""
    for i in range(parents):
        ranks[i] = NOTHING
    n = 0
    for part in range(PARTS):
        shelf = book[part]
        small = carray(pointer(shelf[CODES]), ROOM, np.uint8)
        medium = carray(pointer(shelf[CODES]), ROOM, np.uint16)
        large = carray(pointer(shelf[CODES]), ROOM, np.uint32)
        for _ in range(fill[part]):
            row, parent = np.int64(rows[n]), np.int64(owners[n])
            n += 1
            if parent < parents:
                code = np.int64(0)
                if size == 1:
                    code = np.int64(small[row])
                elif size == 2:
                    code = np.int64(medium[row])
                else:
                    code = np.int64(large[row])
                found = rank(code, kinds[parent], payoffs, below, above)
                ranks[parent] = max(ranks[parent], found)
    for i in range(parents):
        if kinds[i] >= 0:
            codes[i] = 1 + kinds[i]
        else:
            codes[i] = code_after(ranks[i], kinds[i], payoffs, below, above)


def labelled(chunk: Chunk, names: Array, space: Space, args: tuple[int, int, int], ranks: Array, codes: Array) -> int:
    """Find the codes of the parents of a chunk; return how many there are."""
    parents = len(chunk.kinds)
    size, kinds = space.codes[0].itemsize, names[chunk.kinds].astype(np.int32)
    choose_kept(space.book, chunk.fill, chunk.rows, chunk.parents, kinds, parents, size, *args, ranks, codes)
    return parents
