# pyright: basic, reportCallIssue=false
"""The distinct children of many positions, each with the number of those positions that lead to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import NotCompiledError, kernel, pack, prepare, row_form, state_of, unpack, words_of
from gametree.compile.interpreted import tell_interpreted
from gametree.engine.dual import inner
from gametree.engine.perft import outcomes
from gametree.game import CHANCE, legal, over
from gametree.solving.attend import DONE, STATUS, STOP, attend
from gametree.solving.chance.graph import COUNT, number_of
from gametree.solving.ends import ended
from gametree.solving.words import load_row

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.solving.task import Task

FULL = 1
WORDS = COUNT + 1
LIVE, END = 0, 1


@inner
def meet(words, parent, children, slots, last, hits, shared):
    """Note that a parent leads to a child. Two moves of one parent to the same child count as one."""
    n = number_of(words, children, slots, shared)
    if n < 0:
        shared[STATUS] = FULL
    elif last[n] != parent:
        last[n] = parent
        hits[n] += 1


@kernel
def unfold_sample(game, like, parents, children, slots, last, hits, kinds, shared):
    """Add the children of ``parents`` to ``children``, each once, until there is no room for more."""
    known = shared[COUNT]
    for n in range(len(parents)):
        if n & 255 == 0 and shared[STOP]:
            return
        s = unpack(game, load_row(like, parents[n].ctypes.data))
        if not ended(game, s):
            if game.player(s) == CHANCE:
                for outcome, _ in outcomes(game, s):
                    meet(pack(game.result(s, outcome)), n + 1, children, slots, last, hits, shared)
            else:
                for a in game.actions(s):
                    meet(pack(game.result(s, a)), n + 1, children, slots, last, hits, shared)
        if shared[STATUS] == FULL:
            break
        shared[DONE] = n + 1
    for n in range(known, shared[COUNT]):
        kinds[n] = END if ended(game, unpack(game, load_row(like, children[n].ctypes.data))) else LIVE


@dataclass
class SampledChildren:
    """The children of some positions."""

    parents: int
    """How many of the positions were expanded, limited by the room."""
    rows: np.ndarray
    """The children, each once: words, or numbers of ``Sampler.states`` if the game is not compiled."""
    hits: np.ndarray
    """How many of the positions lead to each."""
    ends: np.ndarray
    """Is the game over there?"""


class Sampler:
    """Expands positions of one game, compiled if possible; at most ``room`` children at a time.

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("tictactoe")
    >>> sampler = Sampler(game, game.initial(), 1000, Task())
    >>> first = sampler.unfold(sampler.start)
    >>> second = sampler.unfold(first.rows)
    >>> len(first.rows), len(second.rows), set(second.hits.tolist())
    (9, 72, {1})
    """

    def __init__(self, game: AnyGame, start: Any, room: int, task: Task):
        self.game, self.room, self.task = game, room, task
        self.states: list[Any] = [start]
        self.numbers: dict[Any, int] = {start: 0}
        self.start = np.zeros((1, 1), np.int64)
        self.kernel: Any = None
        try:
            self.like = words_of(start)
            self.start = np.array([self.like], np.int64)
            size = 1 << (2 * room - 1).bit_length()
            self.arrays = (
                np.zeros((room, len(self.like)), np.int64), np.zeros(size, np.int32), np.zeros(room, np.int32),
                np.zeros(room, np.int32), np.zeros(room, np.uint8),
            )  # fmt: skip
            self.shared = np.zeros(WORDS, np.int64)
            self.kernel = prepare(unfold_sample, game, self.like, self.start, *self.arrays, self.shared)
        except NotCompiledError as error:
            tell_interpreted(game, error)

    @property
    def words(self) -> int:
        """Words that a position takes where it is kept."""
        return len(row_form(self.game)) if self.kernel else self.start.shape[1]

    def state(self, row: np.ndarray) -> Any:
        """The position of a row."""
        return state_of(self.game, tuple(row)) if self.kernel else self.states[int(row[0])]

    def unfold(self, parents: np.ndarray) -> SampledChildren:
        """The children of these positions; if there is no room for all, of the first ones."""
        if not self.kernel:
            return self._interpreted(parents)
        room = min(self.room, 16 * len(parents) + 64)
        while True:
            count = self._compiled(parents, room)
            if self.shared[STATUS] != FULL or room == self.room:
                break
            room = min(self.room, 4 * room)
        rows, _, _, hits, kinds = (array[:count].copy() for array in self.arrays)
        return SampledChildren(int(self.shared[DONE]), rows, hits, kinds == END)

    def _compiled(self, parents: np.ndarray, room: int) -> int:
        """The number of children found, with ``room`` for them; only that room has to be cleared."""
        rows, slots, *others = self.arrays
        parts = [rows[:room], slots[: 1 << (2 * room - 1).bit_length()], *(other[:room] for other in others)]
        for part in parts[1:]:
            part[:] = 0
        self.shared[:] = 0
        attend(
            self.task, "sampling", lambda: self.kernel(self.game, self.like, parents, *parts, self.shared), self.shared
        )
        return int(self.shared[COUNT])

    def _interpreted(self, parents: np.ndarray) -> SampledChildren:
        hits: dict[int, int] = {}
        done = 0
        for (number,) in parents:
            if len(hits) > self.room:
                break
            s = self.states[int(number)]
            for child in {self.game.result(s, a) for a in legal(self.game, s)}:
                n = self.numbers.setdefault(child, len(self.states))
                if n == len(self.states):
                    self.states.append(child)
                hits[n] = hits.get(n, 0) + 1
            done += 1
            if done % 256 == 0:
                self.task.tell("sampling", done)
        rows = np.array(list(hits), np.int64).reshape(-1, 1)
        ends = np.array([over(self.game, self.states[n]) for n in hits], bool)
        return SampledChildren(done, rows, np.array(list(hits.values()), np.int64), ends)
