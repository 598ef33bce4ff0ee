# pyright: basic
"""The memory of the search: the tree, an array for each fact about its nodes, and the words of each thread.

Node 0 is the root. The children of a node lie side by side, behind the node itself; ``CHILDREN`` holds where they begin
and how many they are, 0 for a leaf. Payoffs are Max's, in units (``score.py``); with more than two players every player
has one: TOTAL, LOW and HIGH have an item for each *seat* of a node, side by side. In plain Python the arrays are lists.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import constant
from gametree.engine.block import (
    DEEPEST,
    MAX_PLY,
    NO_MOVES,
    NO_PLAYER,
    NO_ROOM,
    NODES,
    OUT_OF_BOUNDS,
    PAST,
    PATH,
    RANKS,
    ROOT,
    RUNNING,
    STACK,
    STOP,
    STOPPED,
    WORDS,
)  # fmt: skip
from gametree.errors import GameError

if TYPE_CHECKING:
    from gametree.engine.mcts.options import MctsOptions
    from gametree.game import AnyGame

(
    ACTION, PARENT, CHILDREN, VISITS, TOTAL, LOW, HIGH, LENGTH, WEIGHT, FORWARD, SHARED,
    GUESS, AMAF_VISITS, AMAF_TOTAL, KEYS, FOUND,
    TRAIL, MOVERS, PAID, SUMS, PLAYED, MARKS, NOTED, MASK, SIZE, DEEP, PLIES, PLAYOUTS, RANDOM, SWITCHES, CROWD, RAVE,
    EXPLORATION, URGENCY, BIAS, IMPLICIT, SQUASH, ALL,
) = range(WORDS, WORDS + 38)  # fmt: skip
"""The words of a thread, behind those of ``block.py`` that this search uses too. From ACTION to SHARED: the arrays of
the tree. LOW, HIGH and WEIGHT are floats; WEIGHT is the probability of an outcome, or the prior of a move. From GUESS
to FOUND: arrays that only some options need (``guessing.py``, ``amaf.py``, ``sharing.py``). TRAIL, MOVERS and PATH: the
nodes of the path from the root, their players and their positions. PAID: what a round pays to each seat; SUMS: what
rounds pay together. PLAYED, MARKS and NOTED: what was played (``amaf.py``). From EXPLORATION on: floats."""
ARRAYS = (ACTION, PARENT, CHILDREN, VISITS, TOTAL, LOW, HIGH, LENGTH, WEIGHT, FORWARD)
FLOATS = (LOW, HIGH, WEIGHT, GUESS)
BY_SEAT = (TOTAL, LOW, HIGH, GUESS)
WORST, BEST, FULL, TOP, GROW, USED = 0, 1, 2, 3, 4, 16
"""The items of SHARED: the least and the greatest payoff that was found, whether the tree is full, the node that
becomes the root when it is tidied up, how many visits make a leaf grow; and how many nodes are in use, which changes in
every round and so lies in a cache line of its own."""
BITS = 20
"""CHILDREN is the first child, times 2**20, plus the number of children."""
GROWING = -1
"""In CHILDREN: a thread is growing this node."""
NOBODY = -1
"""In PARENT: this is no node."""
UNKNOWN = 1 << 40
"""In LENGTH: nobody knows how soon the end can be forced."""
FORESIGHT, POLICY, DECISIVE, PUCT, PRIORS, BY_ORDER, GUESSING, AMAF, SHARING, REPLYING = (1 << i for i in range(10))
"""The switches."""
MARKED = 1 << 16
"""How many actions a thread can mark; others fall on the same marks."""
LEAST, MOST_IN_PYTHON = 1 << 12, 1 << 17
"""The least number of nodes, and the greatest in plain Python."""
SHARED_ITEMS = 32


class Tree:
    """The tree of a search, in at most this many MiB, for a number of seats, with ``more`` arrays; ``plain``: for plain
    Python.

    >>> tree = Tree(1)
    >>> tree.size, tree.used
    (13107, 1)
    """

    generation = age = 0  # a transposition table has these (``relay.py``)

    def __init__(self, mebibytes: int, seats: int = 1, more: tuple[int, ...] = (), *, plain: bool = False):
        self.seats, self.plain, self.own = seats, plain, (*ARRAYS, *more)
        self.bytes = 8 * sum(map(self._items, self.own))
        self.size = max((mebibytes << 20) // self.bytes, LEAST)
        if plain:
            self.size = min(self.size, MOST_IN_PYTHON)
        self.slots = 1 << (self.size - 1).bit_length()
        """How many positions are found again (``sharing.py``)."""
        self.arrays: dict[int, Any] = {which: self._zeros(which) for which in (*self.own, SHARED)}
        self.begin(fresh=True)

    def _items(self, which: int) -> int:
        """How many items of an array a node has."""
        return self.seats if which in BY_SEAT else 1

    def _zeros(self, which: int) -> Any:
        size = {SHARED: SHARED_ITEMS, FOUND: self.slots}.get(which, self.size * self._items(which))
        if self.plain:
            return [0] * size
        try:
            return np.zeros(size, np.float64 if which in FLOATS else np.int64)
        except MemoryError:
            raise GameError(f"there is not enough memory for a tree of {self.size * self.bytes >> 20} MiB") from None

    def begin(self, *, fresh: bool) -> None:
        """A search begins; a ``fresh`` one with nothing but a root without children."""
        if fresh:
            if FOUND in self.own:
                keys = self.arrays[KEYS][: self.used]
                for slot in {int(key) & self.slots - 1 for key in keys}:
                    self.arrays[FOUND][slot] = 0
            for which in self.own:
                for i in range(self._items(which)):
                    self.arrays[which][i] = 0
            self.arrays[SHARED][:] = [0] * SHARED_ITEMS
            self.arrays[SHARED][USED] = 1

    def set_up(self, game: AnyGame, grow: int) -> None:
        """Before the first round: nothing is known about the root but what its children show."""
        facts, shared = self.arrays, self.arrays[SHARED]
        facts[LENGTH][0] = UNKNOWN
        for seat in range(self.seats):
            facts[LOW][seat], facts[HIGH][seat] = constant(game, "_low"), constant(game, "_high")
        shared[WORST] = shared[BEST] = constant(game, "_even")
        shared[GROW] = grow

    @property
    def used(self) -> int:
        """How many nodes are in use."""
        return min(int(self.arrays[SHARED][USED]), self.size)

    def use(self) -> float:
        """The fraction of the memory that is in use."""
        return self.used / self.size

    def give_back(self) -> None:
        """Free the memory. The tree must not be used after that."""
        self.arrays = {}

    def best_action(self, state: Any, slots: Any = None) -> int | None:
        """A transposition table knows the best action of any state; a tree does not."""
        return None

    def children(self, node: int) -> range:
        """The children of a node; none for a leaf, or while a thread is growing it."""
        packed = int(self.arrays[CHILDREN][node])
        if packed <= 0:
            return range(0)
        first = packed >> BITS
        return range(first, first + (packed & (1 << BITS) - 1))


class Block:
    """The words of one thread, and what they point to."""

    def __init__(self, game: AnyGame, tree: Tree, options: MctsOptions, past: list[Any], *, plain: bool):
        self.tree, self.is_plain = tree, plain
        self.words: Any = [0] * ALL if plain else np.zeros(ALL, np.int64)
        own: dict[int, int] = {
            STACK: 1 << 18,
            RANKS: 1 << 18,
            TRAIL: MAX_PLY + 2,
            MOVERS: MAX_PLY + 2,
            PAID: tree.seats,
            SUMS: tree.seats,
            PLAYED: 2 * (MAX_PLY + 2),
            MARKS: MARKED if options.rave else 1,
            ROOT: 256,
            PATH: len(past) + MAX_PLY + 2,
        }
        zeros = (lambda size: [0] * min(size, 1 << 16)) if plain else (lambda size: np.zeros(size, np.int64))
        self.arrays: dict[int, Any] = {which: zeros(size) for which, size in own.items()}
        self.arrays[PATH][: len(past)] = past
        self.join()
        words = self.words
        words[PAST] = len(past)
        words[SIZE], words[DEEP] = tree.size, MAX_PLY
        words[PLIES] = options.plies if options.plies >= 0 else MAX_PLY
        words[PLAYOUTS], words[SWITCHES] = options.playouts, options.switches(game)
        words[MASK], words[RAVE] = tree.slots - 1, options.rave
        self.seed(options.seed, 0)
        self.real(EXPLORATION, options.exploration)
        self.real(URGENCY, options.urgency)
        self.real(BIAS, options.bias)
        self.real(IMPLICIT, options.implicit)
        self.real(SQUASH, squash(game))

    def seed(self, seed: int, number: int) -> None:
        """Begin the random numbers of a thread."""
        self.words[RANDOM] = scattered(seed, number)

    def join(self) -> None:
        """Point to the arrays of the tree."""
        for which, array in (*self.arrays.items(), *self.tree.arrays.items()):
            self.words[which] = array if self.is_plain else array.ctypes.data

    def real(self, which: int, value: float) -> None:
        """Write a word that is a float."""
        (self.words if self.is_plain else self.words.view(np.float64))[which] = value

    def begin(self) -> None:
        """Compiled code takes over from plain Python: the tree is another one."""
        self.join()

    @property
    def address(self) -> Any:
        """The argument of the kernel."""
        return self.words if self.is_plain else self.words.ctypes.data

    @property
    def nodes(self) -> int:
        """How many rounds there were so far."""
        return int(self.words[NODES])

    @property
    def deepest(self) -> int:
        """The deepest ply of the tree."""
        return int(self.words[DEEPEST])

    @property
    def stopped(self) -> bool:
        """Was the search stopped, or did it stop itself?"""
        return self.words[STOP] != RUNNING

    def stop(self) -> None:
        """Ask the kernel to stop soon; may be called from any thread."""
        if not self.stopped:  # keep a mistake that has stopped it
            self.words[STOP] = STOPPED

    def mistake(self) -> str | None:
        """What is wrong with the game, if the kernel met something that the rules must not do."""
        return {
            NO_ROOM: "too many moves in one position for the memory of the search: give it a larger table",
            NO_MOVES: "a state that is not terminal has no legal action",
            NO_PLAYER: "player(s) returns neither a player of the game nor CHANCE",
            OUT_OF_BOUNDS: "a utility lies outside the game's bounds: declare them with bounds = (low, high)",
        }.get(int(self.words[STOP]))

    def give_back(self) -> None:
        """Nothing is kept for other searches."""


def scattered(seed: int, number: int) -> int:
    """The first state of a thread's random numbers, never 0.

    >>> scattered(0, 0) != scattered(1, 0) != scattered(1, 1)
    True
    """
    mask = (1 << 64) - 1
    h = (seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xD1342543DE82EF95) & mask
    h = (h ^ h >> 31) * 0xBF58476D1CE4E5B9 & mask
    h = (h ^ h >> 27) * 0x94D049BB133111EB & mask
    return (h ^ h >> 31) >> 1 | 1


def squash(game: AnyGame) -> float:
    """An estimate of this size, where estimates are relative, counts as about three quarters of a win."""
    from gametree.engine.score import ESTIMATE_STEP
    from gametree.engine.searcher import margin

    return 6 * max(margin(game), 1) / ESTIMATE_STEP if constant(game, "_relative") else 1.0


def is_finite(game: AnyGame) -> bool:
    """Are the payoffs bounded?"""
    return all(map(math.isfinite, game.bounds))
