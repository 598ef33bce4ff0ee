"""The buffers of one thread of a strong solve: the children of a chunk of states, by partition, and facts about their
parents."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import RowForm, state_of
from gametree.errors import GameError
from gametree.solving.strong.slots import ROWS
from gametree.solving.strong.unfold import (
    CAP,
    CYCLES,
    DETAIL,
    DIVIDED,
    EDGES,
    FIELDS,
    FILL,
    KINDS,
    KNOWN,
    LIMIT,
    MISTAKE,
    MOST,
    NO_ACTIONS,
    NO_PLAYER,
    PAYOFFS,
    RANGE,
    RANGES,
    ROW,
    SOURCES,
    TAGS,
    TIERS,
    WEIGHTS,
    WORDS,
)  # fmt: skip
from gametree.solving.words import PARTS
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame
    from gametree.solving.strong.space import Array, Space

CHUNK = 1 << 15
"""Parents at a time."""
MOST_PAYOFFS = 1 << 14


class Buffers:
    """The buffers of one thread, for rows of the form ``like``."""

    def __init__(self, game: AnyGame, like: RowForm, kernel: Callable[..., Any], *, divided: bool):
        self.game, self.like, self.kernel = game, like, kernel
        self.job = np.zeros(FIELDS, np.int64)
        self.kinds = np.empty(CHUNK, np.int32)
        self.weights = np.empty(CHUNK, np.int32)
        self.tiers = np.empty(CHUNK, np.int64)
        self.cycles = np.empty(CHUNK, np.float64)
        self.payoffs = np.empty(MOST_PAYOFFS, np.float64)
        self.fill = np.zeros(PARTS, np.int64)
        self.job[[KINDS, WEIGHTS, TIERS, CYCLES, PAYOFFS, FILL]] = [
            a.ctypes.data for a in (self.kinds, self.weights, self.tiers, self.cycles, self.payoffs, self.fill)
        ]
        self.job[[LIMIT, DIVIDED, MOST]] = CHUNK, divided, MOST_PAYOFFS
        self.take_cap(128)

    def take_cap(self, cap: int) -> None:
        """Room for this many children in each partition."""
        self.cap = cap
        self.words = np.empty((PARTS * cap, len(self.like)), np.int64)
        self.tags = np.empty(PARTS * cap, np.int32)
        self.answers = np.empty(PARTS * cap, np.uint32)
        self.job[[CAP, WORDS, TAGS]] = cap, self.words.ctypes.data, self.tags.ctypes.data

    def widen(self, cap: int) -> None:
        """Make room for more children; those in the buffers are kept."""
        if cap == self.cap:
            return
        old, words, tags = self.cap, self.words.reshape(PARTS, self.cap, -1), self.tags.reshape(PARTS, -1)
        self.take_cap(cap)
        self.words.reshape(PARTS, cap, -1)[:, :old] = words
        self.tags.reshape(PARTS, -1)[:, :old] = tags

    def know(self, payoffs: tuple[float, ...]) -> None:
        """Number these payoffs in this order, and collect the details of every parent from now on."""
        self.payoffs[: len(payoffs)] = payoffs
        self.job[[KNOWN, DETAIL]] = len(payoffs), 1

    @property
    def known(self) -> list[float]:
        """The payoffs seen so far."""
        return [float(payoff) for payoff in self.payoffs[: self.job[KNOWN]]]

    def take(self, share: Array) -> None:
        """A new task: ranges of rows, each as a partition, the first row and how many."""
        self.share = share
        self.sources = np.empty((len(share), 2), np.int64)
        self.sources[:, 1] = share[:, 2]
        self.job[[SOURCES, RANGES, RANGE, ROW]] = self.sources.ctypes.data, len(share), 0, 0

    def aim(self, space: Space) -> None:
        """Update the addresses of the task's rows: they move when a partition grows."""
        rows = space.book[self.share[:, 0], ROWS]
        self.sources[:, 0] = rows + self.share[:, 1] * 8 * len(self.like)

    @property
    def place(self) -> tuple[int, int]:
        """The state of the task: its range and its row."""
        return int(self.job[RANGE]), int(self.job[ROW])

    @property
    def done(self) -> bool:
        """Is the task finished?"""
        return bool(self.job[RANGE] == self.job[RANGES])

    @property
    def edges(self) -> int:
        """The children of all parents so far."""
        return int(self.job[EDGES])

    def unfold(self) -> int:
        """Expand the next chunk of parents; return how many parents that were."""
        while True:
            self.fill[:] = 0
            parents = int(self.kernel(self.game, self.like, self.job.ctypes.data))
            if self.job[MISTAKE]:
                raise self._mistake()
            if parents or self.done:
                return parents
            self.take_cap(2 * self.cap)  # one parent has more children than there is room for

    def _mistake(self) -> GameError:
        """What is wrong with the rules, and where."""
        address, row = int(self.sources[self.job[RANGE], 0]), int(self.job[ROW])
        words = (ctypes.c_int64 * len(self.like)).from_address(address + 8 * row * len(self.like))
        s, name = state_of(self.game, self.like.words(tuple(words))), title(self.game)
        if self.job[MISTAKE] == NO_ACTIONS:
            return GameError(f"{name} has no actions in a state that is not terminal: {s}")
        if self.job[MISTAKE] == NO_PLAYER:
            return GameError(f"{name}: player({s}) is {self.game.player(s)}, neither Max (0) nor Min (1)")
        return GameError(f"{name} has more than {MOST_PAYOFFS:,} different payoffs: too many to label")


def write_codes(space: Space, share: Array, place: tuple[int, int], codes: Array) -> None:
    """Write the codes of the parents of a share (ranges of rows), from a place in it on (a range and a row)."""
    which, row = place
    while len(codes):
        part, first, count = (int(n) for n in share[which])
        here = min(count - row, len(codes))
        space.codes[part][first + row : first + row + here] = codes[:here]
        codes = codes[here:]
        which, row = which + 1, 0
