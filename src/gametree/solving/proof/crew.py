# pyright: basic
"""Several threads that search for one proof, over one table.

All begin at the root, with the same question. Each has a path and stacks of its own. A position that another thread is
below counts as harder than it is (a *virtual* number, Kaneko 2010), so that the threads choose different moves where
several are promising. The first that settles the root stops the others.

That is sound: what a thread stores follows from what the table held, or from its own path, as with one thread. The
payoffs next to the goal and the sign that a position came back are those of all threads together.
"""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.errors import GameError
from gametree.game import MAX
from gametree.solving.proof.table import (
    ATTACKER,
    BAD,
    BEST,
    BUCKETS,
    EAGER,
    EPOCH,
    EPSILON,
    FULL,
    GOOD,
    INITIAL,
    LIMIT,
    LOOPED,
    MARKED,
    NODES,
    OTHERS,
    PLIES,
    REALS,
    RENEW,
    ROOM,
    RUNNING,
    SALT,
    STOP,
    STOPPED,
    STORED,
    TABLE,
    Memory,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.solving.task import Task

REPORTS = 0.1
"""Seconds between two reports."""
DEEP = 512 << 20
"""Bytes of stack for a line of a thousand plies."""
QUESTION = (ATTACKER, EPOCH, SALT, EAGER, INITIAL, EPSILON, BUCKETS, TABLE)
"""The words that are the same for all threads."""


class Crew:
    """The threads of a search. The first works in the memory that Python sees; ``title`` names the game in errors.
    ``mixed``: one half of the threads works by proof numbers and the other depth first, so that each half has only
    itself to keep out of the way of."""

    def __init__(self, first: Memory, threads: int, task: Task, title: str, *, mixed: bool = False):
        self.first, self.task, self.title, self.mixed = first, task, title, mixed
        self.settled: int | None = None
        """The thread that settled the root."""
        self.memories = [first, *(Memory(0, shared=True) for _ in range(threads - 1))]
        for memory in self.memories[1:]:
            if first.database is not None:
                memory.know(first.database)
        for i, memory in enumerate(self.memories if threads > 1 else []):
            others = [j for j in range(threads) if j != i and (not mixed or (j - i) % 2 == 0)]
            paths = [int(self.memories[j].words[MARKED]) for j in others]
            memory.set_array(OTHERS, np.array([len(paths), *paths], np.int64))

    @property
    def nodes(self) -> int:
        """How many nodes were developed so far."""
        return sum(int(memory.words[NODES]) for memory in self.memories)

    def search(self, kernel: Callable[..., Any], args: tuple[Any, ...], most: int) -> int:
        """Let all threads search until one has an answer or all must stop; the first memory then has the words of the
        answer. ``most`` is the number of nodes, for all threads together, after which they stop."""
        self._begin(most)
        found = self.run([(kernel, (*args, memory.address)) for memory in self.memories])
        self._gather()
        return found[self.settled] if self.settled is not None else 0

    def _begin(self, most: int) -> None:
        first, count = self.first, len(self.memories)
        room = first.crowded() - int(first.words[STORED])
        for i, memory in enumerate(self.memories):
            words = memory.words
            if i > 0:
                for which in QUESTION:
                    words[which] = first.words[which]
                memory.arrays[REALS][:] = first.arrays[REALS]
                words[STORED] = 0
                words[EAGER] ^= self.mixed and i % 2
            if first.plain:
                memory.arrays[MARKED].clear()
            else:
                memory.arrays[MARKED][:] = 0
            words[STOP], words[RENEW], words[LOOPED] = RUNNING, 0, first.words[LOOPED]
            words[LIMIT] = int(words[NODES]) + -(-most // count)
            words[ROOM] = int(words[STORED]) + room // count

    def _gather(self) -> None:
        """Bring what all threads have seen together in the first memory."""
        words = self.first.words
        if self.settled is not None:
            words[STOP], words[BEST] = RUNNING, self.memories[self.settled].words[BEST]
        else:
            words[STOP] = max(int(memory.words[STOP]) for memory in self.memories)
        nearest, farthest = (min, max) if int(words[ATTACKER]) == MAX else (max, min)
        self.first.set_real(GOOD, nearest(memory.real(GOOD) for memory in self.memories))
        self.first.set_real(BAD, farthest(memory.real(BAD) for memory in self.memories))
        for memory in self.memories[1:]:
            for which in (NODES, STORED):
                words[which] += memory.words[which]
                memory.words[which] = 0
            words[LOOPED] |= memory.words[LOOPED]

    def run(
        self, calls: list[tuple[Callable[..., Any], tuple[Any, ...]]], what: str = "proving", word: int = NODES
    ) -> list[int]:
        """Run each call in a thread with a large stack, and wait; if the task must stop, so do the threads. ``word``
        counts their progress. Returns what each returned; ``settled`` is the first that was not stopped."""
        answers = [0] * len(calls)
        errors: list[BaseException] = []
        ending = threading.Lock()
        self.settled = None

        def work(i: int) -> None:
            kernel, args = calls[i]
            try:
                answers[i] = int(kernel(*args))
            except BaseException as error:  # raised again in the waiting thread
                errors.append(error)
            with ending:
                why = int(self.memories[i].words[STOP])
                if why == RUNNING and self.settled is None:
                    self.settled = i
                if why != STOPPED or errors:  # at its limit of nodes, a thread leaves the others alone
                    self._stop(FULL if why == FULL else STOPPED)

        before, limit = threading.stack_size(DEEP), sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, 20 * PLIES))
        threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(len(calls))]
        try:
            try:
                for thread in threads:
                    thread.start()
            except RuntimeError:
                self._end([thread for thread in threads if thread.ident is not None])
                why = f"not enough memory for a stack of {DEEP >> 20} MiB; raise the limit (ulimit -v)"
                raise GameError(f"{self.title}: {why}") from None
            finally:
                threading.stack_size(before)
            self._wait(threads, what, word)
        finally:
            sys.setrecursionlimit(limit)
        if errors:
            raise errors[0]
        return answers

    def _stop(self, why: int) -> None:
        """Stop the threads that are still searching."""
        for i, memory in enumerate(self.memories):
            if i != self.settled and int(memory.words[STOP]) == RUNNING:
                memory.words[STOP] = why

    def _end(self, threads: list[threading.Thread]) -> None:
        """Stop the threads, and wait until they have."""
        self._stop(STOPPED)
        for thread in threads:
            thread.join()

    def _wait(self, threads: list[threading.Thread], what: str, word: int) -> None:
        try:
            threads[0].join(REPORTS / 10)
            while alive := [thread for thread in threads if thread.is_alive()]:
                self.task.tell(what, sum(int(memory.words[word]) for memory in self.memories))
                alive[0].join(REPORTS)
        except BaseException:
            self._end(threads)
            raise
