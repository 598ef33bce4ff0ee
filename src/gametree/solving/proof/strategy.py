# pyright: basic
"""Strategies: the moves of one side, for every reply of the other, that reach what was proven.

A side that needs more than the even payoff must reach an end: each of its positions has a *rank*, the most actions to
the end, and every move leads to a lower rank. A side for which the even payoff is enough need not: its strategy is a
set of positions that the other side cannot leave, and without a bad end; endless play in it is good enough. Such a set
is a proof in itself, so it also decides if a search met repetitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import prepare, state_of, words_of
from gametree.engine.dual import in_python
from gametree.errors import GameError
from gametree.solving.proof.follow import BROKEN, CROWDED, DONE, ENDLESS, GROW, NOTHING, RANK, follow
from gametree.solving.proof.table import (
    CAPACITY,
    CHOICES,
    COUNT,
    INDEX,
    MASK,
    NEXT,
    OWNER,
    RANKS,
    RUNNING,
    STATES,
    STOP,
)
from gametree.solving.task import StoppedError
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.solving.proof.prover import Prover, Question

FIRST = 1 << 12
"""The room for positions at the beginning."""
Array = np.ndarray[Any, Any]
follow_in_python = in_python(follow)


@dataclass(frozen=True)
class Strategy:
    """A strategy of one side: it gets at least (Max) or at most (Min) the ``payoff``."""

    side: int
    payoff: float
    states: list[Any] | Array
    """Every position that it can lead to, the start first: rows of words, or states if the rules are interpreted."""
    choices: Array
    """The action in each position in which the side is to move; NOTHING in the others."""
    ranks: Array | None
    """The most actions to the end; None if play need not end."""

    @property
    def positions(self) -> int:
        """The number of positions that it can lead to, without ends."""
        return len(self.choices)


class WrongAnswerError(Exception):
    """There is no such strategy: the answer of the search depended on a path. (A proof of the contrary was found.)"""


class EndlessError(Exception):
    """The strategy has a cycle, but should reach an end."""


def gather(prover: Prover, question: Question, start: Any, *, proven: bool, payoff: float, ends: bool) -> Strategy:
    """The strategy behind the answer to a question: the attacker's if it is proven, otherwise the defender's. It has
    ranks if it must end."""
    prover.pose(question)
    side = question.attacker if proven else 1 - question.attacker
    book = _Book(prover, start, side)
    while (why := book.run(GROW)) != DONE:
        if why == CROWDED:
            book.grow()
            continue
        n = int(prover.words[NEXT])
        answer = prover.search(book.state(n))  # the table has lost it, or its entry was wrong
        if why == BROKEN or answer.proven != proven:
            raise WrongAnswerError
        prover.memory.arrays[CHOICES][n] = answer.action
    ranks = None
    if ends:
        if book.run(RANK) == ENDLESS:
            raise EndlessError
        ranks = book.column(RANKS)
    return Strategy(side, payoff, book.states(), book.column(CHOICES), ranks)


class _Book:
    """The arrays into which a strategy is gathered."""

    def __init__(self, prover: Prover, start: Any, side: int):
        self.prover, self.memory = prover, prover.memory
        self.root: Any = words_of(start) if prover.compiled else start
        self.kernel: Any = follow_in_python
        words = prover.words
        words[OWNER], words[NEXT], words[COUNT], words[STOP] = side, 0, 0, RUNNING
        if prover.compiled:
            width = len(self.root)
            self.memory.set_array(STATES, np.zeros(FIRST * width, np.int64))
            self.memory.set_array(CHOICES, np.full(FIRST, NOTHING, np.int64))
            self.memory.set_array(RANKS, np.zeros(FIRST, np.int64))
            words[CAPACITY] = FIRST
            self.memory.arrays[STATES][:width] = self.root
            words[COUNT] = 1
            self._index()
            self.kernel = prepare(follow, prover.game, self.root, GROW, self.memory.address)
        else:
            for which, empty in ((STATES, [start]), (CHOICES, [NOTHING]), (RANKS, [0]), (INDEX, {start: 0})):
                self.memory.set_array(which, empty)
            words[CAPACITY], words[COUNT] = 1 << 62, 1

    def _index(self) -> None:
        """Number the positions again in a table of twice the size."""
        words = self.prover.words
        mask = 4 * int(words[CAPACITY]) - 1
        index = np.zeros(mask + 1, np.int64)
        rows = self.memory.arrays[STATES].reshape(-1, len(self.root))[: int(words[COUNT])]
        homes = _keys(rows) & mask
        pending = np.arange(len(rows))
        while len(pending):  # rows whose slot is free take it, one row per slot; the others try the next slot
            free = pending[index[homes[pending]] == 0]
            slots, first = np.unique(homes[free], return_index=True)
            index[slots] = free[first] + 1
            pending = pending[index[homes[pending]] != pending + 1]
            homes[pending] = (homes[pending] + 1) & mask
        self.memory.set_array(INDEX, index)
        words[MASK] = mask

    def grow(self) -> None:
        """Make room for twice as many positions."""
        words = self.prover.words
        room = int(words[CAPACITY])
        needed = 2 * room * (8 * len(self.root) + 16 + 32)
        if needed > self.prover.task.memory:
            raise GameError(f"{title(self.prover.game)}: the strategy has over {room:,} positions; give it more memory")
        for which, fill in ((STATES, 0), (CHOICES, NOTHING), (RANKS, 0)):
            old = self.memory.arrays[which]
            self.memory.set_array(which, np.concatenate([old, np.full_like(old, fill)]))
        words[CAPACITY] = 2 * room
        self._index()

    def run(self, mode: int) -> int:
        """Continue the kernel."""
        prover = self.prover
        what = "gathering the strategy" if mode == GROW else "ranking the strategy"
        prover.words[STOP] = RUNNING
        call = self.kernel, (prover.rules, self.root, mode, self.memory.address)
        why = prover.crew.run([call], what, COUNT)[0]
        if int(prover.words[STOP]) != RUNNING:
            raise StoppedError
        return why

    def state(self, n: int) -> Any:
        """The position of a number."""
        if not self.prover.compiled:
            return self.memory.arrays[STATES][n]
        width = len(self.root)
        row = self.memory.arrays[STATES][n * width : (n + 1) * width]
        return state_of(self.prover.game, tuple(int(word) for word in row))

    def states(self) -> list[Any] | Array:
        """All the positions."""
        states = self.memory.arrays[STATES]
        if not self.prover.compiled:
            return list(states)
        return states.reshape(-1, len(self.root))[: int(self.prover.words[COUNT])].copy()

    def column(self, which: int) -> Array:
        """One column of numbers, one for each position."""
        return np.array(self.memory.arrays[which][: int(self.prover.words[COUNT])], np.int64)


def _keys(rows: Array) -> Array:
    """The keys of positions, as compiled code computes them."""
    h = np.full(len(rows), 0x94D049BB133111EB, np.uint64)
    for word in rows.view(np.uint64).T:
        h = (h ^ word ^ (word >> np.uint64(48)) * np.uint64(0xBF58476D1CE4E5B9)) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    return h.view(np.int64)
