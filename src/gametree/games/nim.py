"""Nim: take stones from one heap; the player who takes the last stone wins, or loses in misère."""

from __future__ import annotations

import math
import re
import string
from itertools import permutations, product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import put
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import MAX

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 1 << 40
"""The largest heap: actions and numbers of states stay well within 63 bits."""

MOST_EXCHANGES = 120
"""As many orders as five heaps have."""


class State(NamedTuple):
    """What is left of each heap, and whose turn it is."""

    heaps: tuple[int, ...]
    turn: int


class Nim(Weighted[State]):
    """Nim with any heaps; ``limit``: take at most this many at once (0: any number); ``misere``: the last stone loses.

    The heaps are called a, b, c, …; "b3" takes three stones from the second.

    >>> game = Nim((3, 4, 5))
    >>> print(game.text(game.initial()))
    a3 b4 c5   nim-sum 2   Max to move
    >>> s = game.result(game.initial(), game.rule_of_thumb(game.initial()))    # Bouton's strategy
    >>> print(game.text(s))
    a1 b4 c5   nim-sum 0   Min to move
    """

    repetition = "ignore"  # every move takes a stone away: no position comes back
    terms = ("a heap without a twin", "an odd heap out")

    def __init__(self, heaps: tuple[int, ...] = (3, 4, 5), limit: int = 0, misere: bool = False):
        self.heaps = (heaps,) if isinstance(heaps, int) else tuple(heaps)  # one heap may come as a number: nim:7
        if not 1 <= len(self.heaps) <= 26 or not all(type(h) is int and 0 <= h <= LARGEST for h in self.heaps):
            raise GameError(f"heaps are 1 to 26 whole numbers from 0 to {LARGEST}, not {heaps!r}")
        if limit < 0:
            raise GameError(f"limit is 1 or more, or 0 for none, not {limit}")
        self.limit, self.misere = limit, misere
        self.count = len(self.heaps)
        self.weights = np.array([1.0, 1.0])
        self.exchanges = _exchanges(self.heaps)
        size = 2 * math.prod(h + 1 for h in self.heaps)
        self.index_size = size if size < 1 << 62 else 0

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.heaps, MAX)

    def player(self, s: State) -> int:
        return s.turn

    def most(self, stones: int) -> int:
        """How many of these stones may be taken at once."""
        return stones if self.limit == 0 else min(stones, self.limit)

    def actions(self, s: State) -> Iterator[int]:
        """Taking ``n`` from heap ``i`` is the action ``n * count + i``."""
        for i in range(self.count):
            for n in range(1, self.most(s.heaps[i]) + 1):
                yield n * self.count + i

    def result(self, s: State, a: int) -> State:
        i = a % self.count
        return State(put(s.heaps, i, s.heaps[i] - a // self.count), 1 - s.turn)

    def terminal(self, s: State) -> bool:
        return self.tier(s) == 0

    def utility(self, s: State) -> int:
        """The mover finds nothing to take: the other one took the last stone."""
        took_last = 1 if s.turn == 1 else -1
        return -took_last if self.misere else took_last

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        """What a learner may know who does not know the theory: for the mover it is bad when every heap has a twin, for
        then the other one can copy each move, and good when a heap stands out: when an odd number of heaps reach the
        power of two that the largest one reaches."""
        mover = 1 if s.turn == MAX else -1
        alone, top, large = 0, 1, 0
        for i in range(self.count):
            large = max(large, self.nimber(s.heaps[i]))
        while 2 * top <= large:
            top *= 2
        standing = 0
        for i in range(self.count):
            twins = 0
            for j in range(self.count):
                if self.nimber(s.heaps[j]) == self.nimber(s.heaps[i]):
                    twins += 1
            if self.nimber(s.heaps[i]) > 0 and twins % 2 == 1:
                alone = 1
            if self.nimber(s.heaps[i]) >= top:
                standing += 1
        yield 0, mover if alone else -mover
        yield 1, mover if standing % 2 else -mover

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """Heaps that began alike exchanged, in every way."""
        for way in range(len(self.exchanges)):
            heaps = s.heaps
            for i in range(self.count):
                heaps = put(heaps, i, s.heaps[int(self.exchanges[way, i])])
            yield State(heaps, s.turn)

    def tier(self, s: State) -> int:
        """How many stones are left."""
        stones = 0
        for i in range(self.count):
            stones += s.heaps[i]
        return stones

    def parents(self, s: State) -> Iterator[State]:
        """Put stones back on a heap, which is never larger than at the start."""
        for i in range(self.count):
            for n in range(1, self.most(self.heaps[i] - s.heaps[i]) + 1):
                yield State(put(s.heaps, i, s.heaps[i] + n), 1 - s.turn)

    def index(self, s: State) -> int:
        """The heaps as digits of a number, each to its own base, and the turn as the last."""
        number = 0
        for i in range(self.count):
            number = number * (self.heaps[i] + 1) + s.heaps[i]
        return 2 * number + s.turn

    def state(self, i: int) -> State:
        heaps, number = self.heaps, i // 2
        for h in range(self.count - 1, -1, -1):
            heaps = put(heaps, h, number % (self.heaps[h] + 1))
            number //= self.heaps[h] + 1
        return State(heaps, i % 2)

    # --- theory --------------------------------------------------------------------------------------------------

    def nimber(self, stones: int) -> int:
        """The Grundy value of one heap: its stones, modulo ``limit + 1`` where there is a limit."""
        return stones if self.limit == 0 else stones % (self.limit + 1)

    def grundy(self, s: State) -> int:
        """The Grundy value: the nim-sum (exclusive or) of the heaps' values. In normal play the mover loses at 0.

        >>> Nim((5, 8, 13)).grundy(State((5, 8, 13), 0)), Nim((7,), limit=3).grundy(State((7,), 0))
        (0, 3)
        """
        total = 0
        for i in range(self.count):
            total ^= self.nimber(s.heaps[i])
        return total

    def lost(self, s: State) -> bool:
        """Does the mover lose against best play? Bouton's theorem: where the nim-sum is 0; but in misère, once no heap
        is worth more than 1, where it is 1.

        >>> Nim((1, 1, 1)).lost(State((1, 1, 1), 0)), Nim((1, 1, 1), misere=True).lost(State((1, 1, 1), 0))
        (False, True)
        """
        large = 0
        for i in range(self.count):
            large = max(large, self.nimber(s.heaps[i]))
        return self.grundy(s) == (1 if self.misere and large <= 1 else 0)

    def rule_of_thumb(self, s: State) -> int:
        """Leave the other one lost if you can; else take one stone and hope."""
        chosen = -1
        for a in self.actions(s):
            if self.lost(self.result(s, a)):
                return a
            if chosen < 0:
                chosen = a
        return chosen

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.heaps:nim"
    called = "Nim"
    how_to_play = (
        "There are a few heaps of stones. Take as many stones as you like from one heap, at least one (with a limit, "
        "at most that many). Whoever takes the last stone wins; in the misère game whoever takes it loses."
    )

    def name(self, s: State, a: int, style: str = "") -> str:
        return f"{string.ascii_lowercase[a % self.count]}{a // self.count}"

    def text(self, s: State) -> str:
        heaps = " ".join(f"{letter}{stones}" for letter, stones in zip(string.ascii_lowercase, s.heaps, strict=False))
        return f"{heaps}   nim-sum {self.grundy(s)}   {('Max', 'Min')[s.turn]} to move"

    def parse(self, text: str) -> State:
        """What is left of each heap ("a3 b4 c5", "3 4 5"), and who moves if it is not Max ("Min to move")."""
        body, turn = text.strip(), 0
        if body.endswith(("Max to move", "Min to move")):
            body, turn = body[: -len("Max to move")].rstrip(), int(body.endswith("Min to move"))
        body = re.sub(r"nim-sum \d+$", "", body)
        heaps = tuple(int(n) for n in re.findall(r"\d+", body))
        if re.search(r"[^a-z\d,\s]", body) or len(heaps) != self.count:
            raise GameError(
                f"not a position: {text!r}; write the {self.count} heaps, like {self.text(self.initial())!r}"
            )
        for letter, stones, most in zip(string.ascii_lowercase, heaps, self.heaps, strict=False):
            if stones > most:
                raise GameError(f"not a position: heap {letter} has {stones} stones, and began with {most}")
        return State(heaps, turn)


def _exchanges(heaps: tuple[int, ...]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """The orders of the heaps that keep the start unchanged, except the first one; empty if they are too many for
    each state to be compared with all its images."""
    if math.prod(math.factorial(heaps.count(h)) for h in set(heaps)) > MOST_EXCHANGES:
        return np.zeros((0, len(heaps)), np.int64)
    groups = [[i for i, h in enumerate(heaps) if h == size] for size in sorted(set(heaps))]
    ways: list[list[int]] = []
    for orders in product(*map(permutations, groups)):
        way = [0] * len(heaps)
        for group, order in zip(groups, orders, strict=True):
            for i, j in zip(group, order, strict=True):
                way[i] = j
        ways.append(way)
    return np.array(ways[1:], np.int64).reshape(-1, len(heaps))
