# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false
"""The children of many states, in chunks, each child with its tier: compiled (``unfold.py``), or in plain Python for a
game that does not compile, with the same interface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import NotCompiledError, kernel, loosened, prepare, row_form, row_of, state_of, unpack
from gametree.compile.interpreted import tell_interpreted
from gametree.engine.dual import tier_of
from gametree.errors import GameError
from gametree.game import MAX, MIN, legal, over, payoff, provides, smallest, worth
from gametree.solving.strong.buffers import Buffers
from gametree.solving.strong.unfold import DETAIL, MAX_MOVES, unfold
from gametree.solving.words import PARTS, load_row, store_row
from gametree.solving.worths import images
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.files import Array
    from gametree.game import AnyGame

PLAIN = 1 << 10
"""Parents of a chunk in plain Python."""


@dataclass(frozen=True)
class Chunk:
    """Some states, one after the other, and all their children."""

    first: int
    """The row of the first of them."""
    kinds: Array
    """Of each: its mover (``unfold.MAX_MOVES``, ``MIN_MOVES``), or the number of its payoff at the end."""
    weights: Array
    """How many positions each represents."""
    cycles: Array
    """The value of endless play through each."""
    words: Array
    """The children."""
    tags: Array
    """Which of the states each is a child of, counted within the chunk."""
    tiers: Array


@kernel
def gather(game, like, words, tags, fill, cap, parents, rows, owners, tiers):
    """The children of a chunk from all partitions, one after the other, with their tiers; return their number."""
    width, n = 8 * len(like), 0
    for part in range(PARTS):
        for place in range(part * cap, part * cap + fill[part]):
            if tags[place] < parents:
                child = load_row(like, words + place * width)
                store_row(child, rows + n * width)
                owners[n] = tags[place]
                tiers[n] = tier_of(game, unpack(game, loosened(like, child)))
                n += 1
    return n


class Children:
    """The children of states of one game, compiled, for one thread. ``payoffs`` are those of the ends seen so far, by
    number."""

    def __init__(self, game: AnyGame, start: Any, payoffs: tuple[float, ...] = (), *, divided: bool):
        """Raises NotCompiledError if the game cannot be compiled."""
        self.game, self.like = game, row_form(game)
        self.buffers = Buffers(game, self.like, prepare(unfold, game, self.like, 0), divided=divided)
        self.buffers.know(payoffs)
        self.buffers.job[DETAIL] = 1
        rows, tags, tiers = np.empty((0, len(self.like)), np.int64), np.empty(0, np.int32), np.empty(0, np.int64)
        b = self.buffers
        self.gather = prepare(
            gather, game, self.like, b.words.ctypes.data, b.tags, b.fill, b.cap, 0, rows.ctypes.data, tags, tiers
        )

    @property
    def payoffs(self) -> tuple[float, ...]:
        return tuple(self.buffers.known)

    def of(self, keys: Array) -> Iterator[Chunk]:
        """The children of all these rows, chunk by chunk."""
        b, done = self.buffers, 0
        keys = np.ascontiguousarray(keys)
        b.take(np.array([(0, 0, len(keys))]))
        b.sources[0, 0] = keys.ctypes.data
        while not b.done:
            parents = b.unfold()
            count = int(b.fill.sum())
            rows = np.empty((count, len(self.like)), np.int64)
            tags, tiers = np.empty(count, np.int32), np.empty(count, np.int64)
            n = self.gather(
                self.game, self.like, b.words.ctypes.data, b.tags, b.fill, b.cap, parents, rows.ctypes.data, tags, tiers
            )
            kinds, weights, cycles = (array[:parents].copy() for array in (b.kinds, b.weights, b.cycles))
            yield Chunk(done, kinds, weights, cycles, rows[:n], tags[:n], tiers[:n])
            done += parents


class PlainChildren:
    """The same in plain Python."""

    def __init__(self, game: AnyGame, start: Any, payoffs: tuple[float, ...] = (), *, divided: bool):
        self.game, self.form, self.divided = game, row_form(game), divided
        self.known = list(payoffs)

    @property
    def payoffs(self) -> tuple[float, ...]:
        return tuple(self.known)

    def of(self, keys: Array) -> Iterator[Chunk]:
        """The children of all these rows, chunk by chunk."""
        for first in range(0, len(keys), PLAIN):
            states = [state_of(self.game, self.form.words(row)) for row in keys[first : first + PLAIN].tolist()]
            kinds = [self._kind(s) for s in states]
            children = [(i, child) for i, s in enumerate(states) if kinds[i] < 0 for child in self._children(s)]
            words = np.array([row_of(self.game, self.form, child) for _, child in children], np.int64).reshape(
                -1, len(self.form)
            )
            yield Chunk(
                first, np.array(kinds, np.int32),
                np.array([images(self.game, s) if self.divided else 1 for s in states], np.int32),
                np.array([self._cycle(s) for s in states], np.float64), words,
                np.array([i for i, _ in children], np.int32),
                np.array([self.game.tier(child) for _, child in children], np.int64),
            )  # fmt: skip

    def _kind(self, s: Any) -> int:
        if over(self.game, s):
            paid = float(worth(payoff(self.game, s)))
            if paid not in self.known:
                self.known.append(paid)
            return self.known.index(paid)
        player = self.game.player(s)
        if player not in (MAX, MIN):
            raise GameError(f"{title(self.game)}: player({s}) is {player}, neither Max (0) nor Min (1)")
        return MAX_MOVES - player

    def _children(self, s: Any) -> list[Any]:
        found = [self.game.result(s, a) for a in legal(self.game, s)]
        if not found:
            raise GameError(f"{title(self.game)} has no actions in a state that is not terminal: {s}")
        return [smallest(self.game, child) for child in found] if self.divided else found

    def _cycle(self, s: Any) -> float:
        return float(worth(self.game.repeated(s))) if provides(self.game, "repeated") else 0.0


def children_of(
    game: AnyGame, start: Any, payoffs: tuple[float, ...] = (), *, divided: bool
) -> Children | PlainChildren:
    """An object that gives the children of states of a game. ``start`` is any state, and ``divided`` says that the
    smallest of symmetric states represents all.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> chunk = next(children_of(game, game.initial(), divided=True).of(np.zeros((1, 2), np.int64)))
    >>> len(chunk.words), chunk.tiers.tolist()
    (9, [8, 8, 8, 8, 8, 8, 8, 8, 8])
    """
    try:
        return Children(game, start, payoffs, divided=divided)
    except NotCompiledError as error:
        tell_interpreted(game, error)
        return PlainChildren(game, start, payoffs, divided=divided)
