"""Run the kernels of dense solving on a table, with all threads of the task."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import NotCompiledError, prepare
from gametree.compile.interpreted import tell_interpreted
from gametree.errors import GameError
from gametree.mixins import numbered
from gametree.solving.crew import Crew
from gametree.solving.dense.common import (
    ENDS,
    FINE,
    HIGHEST,
    LOST_END,
    NO_MOVES,
    NO_NUMBER,
    NO_ROOM,
    NO_WHOLE_PAYOFF,
    SEEN,
    STATUS,
    WHERE,
    Room,
)  # fmt: skip
from gametree.solving.dense.forward import look_ahead
from gametree.solving.dense.keeping import Keeper
from gametree.solving.dense.parents import count_successors, tell_parents
from gametree.solving.dense.table import DenseTable
from gametree.solving.dense.values import begin, improve
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gametree.game import AnyGame
    from gametree.solving.task import Task

CHUNK = 1 << 15
"""Numbers that a kernel takes at a time; a multiple of four, so that no two threads write into one byte."""

MISTAKES = {
    NO_MOVES: "has no actions in a state that is not terminal",
    NO_WHOLE_PAYOFF: "has a payoff that is not a whole number within its bounds",
    LOST_END: "has an end without a number (index −1) that is not the best payoff for the player who moved there",
    NO_NUMBER: "has a state without a number (index −1) that its mover does not leave at once",
    NO_ROOM: "has too many moves, or games too long, for a dense table",
}


class Workshop:
    """A table and the kernels that fill it."""

    seen = SEEN
    """The most successors, or predecessors, of a position."""

    def __init__(self, game: AnyGame, task: Task, folder: Path | None = None):
        """``folder`` is where the table is saved meanwhile; None: nowhere."""
        self.game, self.task, self.table = numbered(game), task, DenseTable(game)
        self.keeper = Keeper(folder, self.table)
        self.crew = Crew(task)
        self.chunk = CHUNK

    def __enter__(self) -> Workshop:
        return self

    def __exit__(self, *_: object) -> None:
        self.crew.__exit__()

    # --- the steps ---------------------------------------------------------------------------------------------

    def sweep(
        self, what: str, first: int, last: int, step: int, gain: int = -1, depth: int = 0, *, alone: bool = False
    ) -> Any:
        """Label positions by looking ahead, from the top down if ``step`` is negative."""
        table = self.table
        while True:
            args = (step, table.kinds, table.low, gain, depth, table.hole)
            found = self._run(what, look_ahead, first, last, step, args, alone=alone)
            if found[STATUS] != NO_ROOM:
                return found
            table.widen(0)

    def count(self) -> Any:
        """Count successors; the answer's HIGHEST is the largest count, and its STATUS may be NO_ROOM."""
        table = self.table
        args = (table.kinds, table.low, table.hole, Room(self.seen))
        found = self._run("counting moves", count_successors, 0, table.size, 1, args)
        table.ends[:] = found[ENDS : ENDS + table.kinds]
        return found

    def tell(self, gain: int, depth: int, most: int) -> Any:
        """Go back from the positions of one depth."""
        table = self.table
        args = (table.kinds, table.gains, gain, depth, table.hole - 1 - most, table.hole, Room(self.seen))
        return self._run(f"depth {depth}", tell_parents, 0, table.size, 1, args, fatal=True)

    def begin(self, first: int, last: int) -> None:
        """Write the first values."""
        table = self.table
        self._run("ends", begin, first, last, 1, (table.kinds, table.middle, table.packed), fatal=True)

    def improve(self, what: str, first: int, last: int, step: int) -> Any:
        """One sweep over values."""
        table = self.table
        args = (step, table.kinds, table.middle, table.packed)
        return self._run(what, improve, first, last, step, args, fatal=True)

    # --- threads -----------------------------------------------------------------------------------------------

    def _run(
        self, what: str, entry: Any, first: int, last: int, step: int, args: tuple[Any, ...], *, alone: bool = False,
        fatal: bool = False,
    ) -> Any:  # fmt: skip
        """Run a kernel over a range of numbers, in chunks divided among the threads; return the sum of its answers."""
        task, codes = self.task, self.table.codes
        edges = [first, *range((first // self.chunk + 1) * self.chunk, last, self.chunk), last]
        chunks = list(pairwise(edges))[:: 1 if step > 0 else -1]
        lanes = 1 if alone else min(task.threads, len(chunks))
        answers = [np.zeros(ENDS + self.table.kinds, np.int64) for _ in range(lanes)]
        own = [tuple(np.empty(a.size, np.int64) if isinstance(a, Room) else a for a in args) for _ in range(lanes)]
        work = self._callable(entry, codes, own[0], answers[0])
        done = [0] * lanes

        def lane(k: int) -> None:
            for begin_, end in chunks[k::lanes]:
                if task.halt.is_set() or work(self.game, codes, begin_, end, *own[k], answers[k]) != FINE:
                    return
                done[k] += end - begin_

        self.crew.run(
            [lambda k=k: lane(k) for k in range(lanes)], lambda: task.tell(what, sum(done), last - first)
        )  # fmt: skip
        return self._together(answers, fatal=fatal)

    def _together(self, answers: Any, *, fatal: bool) -> Any:
        """The sum of the answers of all threads; a mistake in the rules is told."""
        answers = np.asarray(answers)
        found, worst = answers.sum(axis=0), answers[answers[:, STATUS].argmax()]
        found[HIGHEST] = answers[:, HIGHEST].max()
        found[STATUS], found[WHERE] = worst[STATUS], worst[WHERE]
        if worst[STATUS] not in ((FINE,) if fatal else (FINE, NO_ROOM)):
            where = self.game.state(int(worst[WHERE]))
            raise GameError(f"{title(self.game)} {MISTAKES[int(worst[STATUS])]}: {where}")
        return found

    def _callable(self, entry: Any, codes: Any, args: tuple[Any, ...], answer: Any) -> Callable[..., Any]:
        try:
            return prepare(entry, self.game, codes, 0, 0, *args, answer)
        except NotCompiledError as error:
            tell_interpreted(self.game, error)
            self.chunk = min(self.chunk, 64)
            return entry.py_func
