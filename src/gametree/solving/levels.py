# pyright: basic
"""Dynamic programming for a graded game, keeping only the levels that are still needed.

A game is graded here when it numbers its positions (``index``, ``state``) so that every move leads to a smaller number,
and by a bounded step: a heap from which a move takes 1 to k stones. Positions are then labelled in the order of their
numbers, the ends first, and a label is needed only until the numbers have gone past the longest step.

The numbers are processed in blocks. For each block the row of labels just below it is kept, from which the block can be
computed again. The second sweep, from the start down, finds and counts the positions that can be reached, and uses
that. Later it gives the label of any position. For n numbers and steps of at most r this takes memory for about r + the
square root of n r labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import NotCompiledError, kernel, prepare
from gametree.compile.interpreted import tell_interpreted
from gametree.errors import GameError
from gametree.game import CHANCE, MAX, provides
from gametree.mixins import Numbered, numbered
from gametree.solving.attend import DONE, STATUS, STOP, WHERE, attend
from gametree.solving.ends import ended, final_worth, middle
from gametree.solving.label import Label
from gametree.solving.solution import Solution
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.solving.task import Task

FINE, RISES, TOO_FAR, DICE, NO_MOVES = range(5)
"""The status of a sweep: a move did not lead to a smaller number, or led below the kept labels; a chance node; a
position that is not an end has no move."""
STEP, WINS, LOSSES, DRAWS, WORDS = range(4, 9)
"""Further shared words: how far down a too long move went, and the count of positions that can be reached."""
UNKNOWN = -1
"""The distance of a position that has no label."""
BLOCK = 1 << 15
"""The fewest positions of a block."""
SHORTEST = 16
"""The fewest labels kept below a block."""


@kernel
def sweep(game, first, count, reach, marking, values, distances, lengths, marks, shared):
    """Label the positions from number ``first`` up; or, if ``marking``, mark the positions that marked ones lead to.

    The rows hold ``reach`` positions below the first, then the positions themselves. Numbers may stand for impossible
    positions, in which the rules make no sense: they get no label. That is a mistake only if one can be reached.
    """
    even = middle(game)
    for n in range(count):
        k = reach + (count - 1 - n if marking else n)
        if n & 255 == 0 and shared[STOP]:
            return
        if marking and not marks[k]:
            continue
        s = game.state(first + k - reach)
        if marking:
            shared[WINS if values[k] > even else LOSSES if values[k] < even else DRAWS] += 1
        if ended(game, s):
            values[k], distances[k], lengths[k] = final_worth(game, s), 0, 0
            continue
        mover = game.player(s)
        if mover == CHANCE:
            shared[STATUS], shared[WHERE] = DICE, first + k - reach
            return
        sign = 1 if mover == MAX else -1
        best, distance, length, moves, sound = -np.inf, 0, 0, 0, True
        for a in game.actions(s):
            child = game.index(game.result(s, a)) - first + reach
            if child >= k or child + first < reach:
                sound = False
                if marking:
                    shared[STATUS], shared[WHERE] = RISES, first + k - reach
                    return
                break
            if child < 0:
                shared[STATUS], shared[WHERE], shared[STEP] = TOO_FAR, first + k - reach, k - child
                return
            moves += 1
            if marking:
                marks[child] = 1
                continue
            if distances[child] < 0:
                sound = False
                break
            v = sign * values[child]
            if v > best:
                best, distance = v, distances[child]
            elif v == best:  # better than even: hurry; otherwise delay
                if best > sign * even:
                    distance = min(distance, distances[child])
                else:
                    distance = max(distance, distances[child])
            length = max(length, lengths[child])
        if marking:
            if moves == 0:
                shared[STATUS], shared[WHERE] = NO_MOVES, first + k - reach
                return
        elif sound and moves > 0:
            values[k], distances[k], lengths[k] = sign * best, distance + 1, length + 1
        else:
            values[k], distances[k], lengths[k] = np.nan, UNKNOWN, 0
    shared[DONE] += count


class Levels:
    """The labels of a graded game from its ends up to ``top``; only a few are in memory at a time."""

    def __init__(self, game: AnyGame, top: int, reach: int, task: Task):
        self.game, self.top, self.task = numbered(game), top, task
        self.reach = reach = min(reach, top + 1)
        self.block = min(max(BLOCK, round((top * reach) ** 0.5)), top + 1)
        self.rows = (
            np.zeros(reach + self.block),
            np.zeros(reach + self.block, np.int64),
            np.zeros(reach + self.block, np.int64),
        )
        self.marks = np.zeros(reach + self.block, np.uint8)
        self.shared = np.zeros(WORDS, np.int64)
        self.blocks = -(-(top + 1) // self.block)
        self.kept: list[Any] = [np.zeros((self.blocks, reach), row.dtype) for row in self.rows]
        self.held = -1
        try:
            self.sweep = prepare(sweep, game, 0, 1, reach, False, *self.rows, self.marks, self.shared)
        except NotCompiledError as error:
            tell_interpreted(game, error)
            self.sweep = sweep.py_func

    @property
    def bytes(self) -> int:
        """The memory of the labels."""
        arrays = (*self.rows, self.marks, *self.kept)
        return sum(array.nbytes for array in arrays)

    def count(self, number: int) -> int:
        """How many positions a block has."""
        return min(self.block, self.top + 1 - number * self.block)

    def label_all(self) -> None:
        """The first sweep, from the ends up. The labels just below each block are kept."""
        for number in range(self.blocks):
            for row, kept in zip(self.rows, self.kept, strict=True):
                kept[number] = row[self.block :]
                row[: self.reach] = kept[number]
            self._run("labelling", number, marking=False)
        self.held = self.blocks - 1

    def count_all(self) -> None:
        """The second sweep, from the start down: mark what can be reached, and count it by outcome."""
        self.marks[:] = 0
        self.marks[self.reach + self.top - (self.blocks - 1) * self.block] = 1
        for number in range(self.blocks - 1, -1, -1):
            self.hold(number)
            self._run("counting", number, marking=True)
            below = self.marks[: self.reach].copy()
            self.marks[:] = 0
            self.marks[self.block :] = below

    def hold(self, number: int) -> None:
        """Load the labels of this block into the rows, computed again from those below it."""
        if number == self.held:
            return
        for row, kept in zip(self.rows, self.kept, strict=True):
            row[: self.reach] = kept[number]
        self._run("labelling", number, marking=False)
        self.held = number

    def label(self, state: Any) -> Label | None:
        """The label of a position whose number is not above the start's."""
        i = int(self.game.index(state))
        if not 0 <= i <= self.top:
            return None
        number, k = divmod(i, self.block)
        self.hold(number)
        if self.rows[1][self.reach + k] < 0:
            return None
        return Label(float(self.rows[0][self.reach + k]), int(self.rows[1][self.reach + k]))

    def longest(self) -> int:
        """Actions of the longest game from the start; its block must be held."""
        return int(self.rows[2][self.reach + self.top % self.block])

    def _run(self, what: str, number: int, *, marking: bool) -> None:
        first, count, shared = number * self.block, self.count(number), self.shared
        shared[DONE] = 0
        work = lambda: self.sweep(  # noqa: E731
            self.game, first, count, self.reach, marking, *self.rows, self.marks, shared
        )
        done = self.top + 1 - first - count if marking else first
        attend(self.task, what, work, shared, done, self.top + 1)
        if shared[STATUS] != FINE:
            raise _Refused(int(shared[STATUS]), int(shared[WHERE]), int(shared[STEP]))


class _Refused(Exception):  # noqa: N818
    def __init__(self, status: int, where: int, step: int):
        self.status, self.where, self.step = status, where, step


def solve_levels(game: AnyGame, start: Any, task: Task) -> Solution:
    """Solve a graded game by dynamic programming.

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("nim:heaps=1000000,limit=3")
    >>> solution = solve_levels(game, game.initial(), Task())
    >>> solution.outcome, solution.remoteness, solution.positions
    ('loss', 500000, 2000000)
    >>> solution.labels.bytes < 2_000_000
    True
    """
    game = numbered(game)
    if not (provides(game, "index") and provides(game, "state")):
        raise GameError(f"{title(game)} does not number its positions (index, state): there are no levels to fill")
    if game.players > 2:
        raise GameError(f"{title(game)} has {game.players} players; solving is for two")
    if task.out is not None:
        raise GameError("levels are not kept, so there is no database to write; leave out the path")
    top, reach = int(game.index(start)), SHORTEST
    while True:
        levels = Levels(game, top, reach, task)
        if levels.bytes > task.memory:
            raise GameError(
                f"{title(game)}: moves reach {reach:,} numbers down; the labels for that need "
                f"{levels.bytes:,} bytes of memory, not {task.memory:,}"
            )
        try:
            levels.label_all()
            found = levels.label(start)
            longest = levels.longest()
            levels.count_all()
        except _Refused as refused:
            if refused.status != TOO_FAR:
                raise _mistake(game, refused) from None
            reach = 2 * refused.step
            continue
        break
    assert found is not None
    wins, losses, draws = (int(levels.shared[word]) for word in (WINS, LOSSES, DRAWS))
    return Solution(
        game=title(game), level="strong", value=found.value, remoteness=found.remoteness,
        positions=wins + losses + draws, seconds=task.seconds, method="levels", wins=wins, losses=losses, draws=draws,
        longest=longest, loops=False, rules=game, labels=levels,
    )  # fmt: skip


def _mistake(game: Numbered[Any], refused: _Refused) -> GameError:
    where = f"{title(game)}: position {refused.where} ({game.state(refused.where)})"
    if refused.status == DICE:
        return GameError(f"{where} is decided by chance; the levels hold outcomes, not expectations")
    if refused.status == NO_MOVES:
        return GameError(f"{where} is not terminal and has no actions")
    return GameError(f"{where} has a move to a number that is not smaller, or is below 0: the game is not graded")
