"""Awari (Oware): sow round the board; a last stone that makes two or three in an enemy pit takes them."""

from __future__ import annotations

import re
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.errors import GameError
from gametree.features import Scored
from gametree.game import MAX, MIN
from gametree.games.played import played

if TYPE_CHECKING:
    from collections.abc import Iterator

BITS = 6
"""The bits of a pit in a word."""
PIT = (1 << BITS) - 1


class State(NamedTuple):
    """Six bits a pit, each side's from its own left; the stones go from left to right, and on to the other side."""

    south: int  # Max's pits
    north: int  # Min's pits
    taken: int  # stones that Max has taken; Min has those that are missing
    turn: int


class Awari(Scored[State]):
    """Awari with ``pits`` a side and ``stones`` in each. The payoff is Max's stones taken minus Min's.

    The rules are those of the databases (Lincke 2002, appendix A; Romein and Bal 2002). The stones of a pit are sown
    one by one into the next pits, round and round, but never into the pit that they came from. If the last one makes
    two or three in an enemy pit, these are taken, and so are those of the pits before it while they are the enemy's
    and hold two or three. A move that leaves the other side without stones is legal only if every move does. A player
    without stones to move loses the rest to the other side. If a position comes back, the rest is divided evenly.

    ``endgame``: the number of stones altogether, spread evenly, with nothing taken yet. ``gametree solve
    awari:endgame=9`` labels every position of up to nine stones.

    A pit is called by its number, from 1, counted from the mover's left.

    >>> game = Awari()
    >>> print(game.text(game.parse("6 1")))
       5 5 6 6 6 0
    0               0
       4 4 4 4 4 0   Max to move
    """

    repetition = "draw"
    relative_index = True
    terms = ("stones taken", "stones in the pits", "pits with one or two", "pits that can move")

    def __init__(self, pits: int = 6, stones: int = 4, endgame: int = 0):
        self.amount = endgame or 2 * pits * stones
        if not 1 <= pits <= 8 or stones < 1 or endgame < 0 or self.amount > PIT:
            raise GameError(f"not possible: 1 to 8 pits a side, and 1 to {PIT} stones altogether")
        self.pits, self.stones, self.endgame = pits, stones, endgame
        self.bounds = (-self.amount, self.amount)
        each, more = divmod(self.amount, 2 * pits)
        filled = [each + (p < more) for p in range(2 * pits)]
        self.start = _packed(filled[:pits]), _packed(filled[pits:])
        # the number of ways in which n pits (0 to all) hold m stones
        self.ways = np.array(
            [
                [comb(n + k - 1, k - 1) if k else int(n == 0) for n in range(self.amount + 1)]
                for k in range(2 * pits + 2)
            ],
            np.int64,
        )
        self.index_size = comb(self.amount + 2 * pits, 2 * pits)
        self.weights = np.array([1.0, 0.1, -0.3, 0.2])

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.start[0], self.start[1], 0, MAX)

    def player(self, s: State) -> int:
        return s.turn

    def sown(self, mine: int, theirs: int, pit: int) -> tuple[int, int, int]:
        """The mover's pits, the other's, and the stones taken, after a move."""
        hand, at = mine >> BITS * pit & PIT, pit
        mine &= ~(PIT << BITS * pit)
        while hand > 0:
            at = at + 1 if at + 1 < 2 * self.pits else 0
            if at != pit:
                if at < self.pits:
                    mine += 1 << BITS * at
                else:
                    theirs += 1 << BITS * (at - self.pits)
                hand -= 1
        taken, at = 0, at - self.pits
        while at >= 0:
            there = theirs >> BITS * at & PIT
            if there < 2 or there > 3:
                break
            taken += there
            theirs &= ~(PIT << BITS * at)
            at -= 1
        return mine, theirs, taken

    def actions(self, s: State) -> Iterator[int]:
        """A pit is an action, 0 to pits − 1 from the mover's left."""
        mine, theirs = (s.south, s.north) if s.turn == MAX else (s.north, s.south)
        feeding = False
        for pit in range(self.pits):
            if mine >> BITS * pit & PIT and self.sown(mine, theirs, pit)[1]:
                feeding = True
                yield pit
        if not feeding:
            for pit in range(self.pits):
                if mine >> BITS * pit & PIT:
                    yield pit

    def result(self, s: State, a: int) -> State:
        if s.turn == MAX:
            south, north, taken = self.sown(s.south, s.north, a)
            return State(south, north, s.taken + taken, MIN)
        north, south, taken = self.sown(s.north, s.south, a)
        return State(south, north, s.taken, MAX)

    def terminal(self, s: State) -> bool:
        return (s.south if s.turn == MAX else s.north) == 0

    def utility(self, s: State) -> int:
        rest = self.tier(s)
        return self.banked(s) + (rest if s.turn == MIN else -rest)

    def repeated(self, s: State) -> int:
        """The rest is divided evenly."""
        return self.banked(s)

    def count(self, side: int) -> int:
        """The stones of one side."""
        stones = 0
        for pit in range(self.pits):
            stones += side >> BITS * pit & PIT
        return stones

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        yield 0, self.banked(s)
        for pit in range(self.pits):
            own, other = s.south >> BITS * pit & PIT, s.north >> BITS * pit & PIT
            yield 1, own - other
            yield 2, (1 if 0 < own < 3 else 0) - (1 if 0 < other < 3 else 0)
            yield 3, (1 if own else 0) - (1 if other else 0)

    # --- hints for search ----------------------------------------------------------------------------------------

    def order(self, s: State, a: int) -> int:
        """By the stones taken."""
        mine, theirs = (s.south, s.north) if s.turn == MAX else (s.north, s.south)
        return self.sown(mine, theirs, a)[2]

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def tier(self, s: State) -> int:
        """How many stones are still in the pits."""
        return self.count(s.south) + self.count(s.north)

    def banked(self, s: State) -> int:
        """The stones taken: Max's minus Min's."""
        return 2 * s.taken + self.tier(s) - self.amount

    def index(self, s: State) -> int:
        """The number of the pits from the mover's side, without what was taken; fewer stones come first."""
        mine, theirs = (s.south, s.north) if s.turn == MAX else (s.north, s.south)
        left = self.tier(s)
        number = int(self.ways[2 * self.pits + 1, left - 1]) if left else 0
        for pit in range(2 * self.pits - 1):
            there = mine >> BITS * pit & PIT if pit < self.pits else theirs >> BITS * (pit - self.pits) & PIT
            row = 2 * self.pits - pit
            number += int(self.ways[row, left] - self.ways[row, left - there])
            left -= there
        return number

    def state(self, i: int) -> State:
        """The position of a number, with Max to move; Min has taken all missing stones."""
        left = 0
        while left < self.amount and self.ways[2 * self.pits + 1, left] <= i:
            left += 1
        rank = i - (int(self.ways[2 * self.pits + 1, left - 1]) if left else 0)
        mine, theirs = 0, 0
        for pit in range(2 * self.pits):
            row, there = 2 * self.pits - pit, left
            if pit < 2 * self.pits - 1:
                all_ways, there = int(self.ways[row, left]), 0
                while there < left and all_ways - int(self.ways[row, left - there - 1]) <= rank:
                    there += 1
                rank -= all_ways - int(self.ways[row, left - there])
            left -= there
            if pit < self.pits:
                mine |= there << BITS * pit
            else:
                theirs |= there << BITS * (pit - self.pits)
        return State(mine, theirs, 0, MAX)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.pits:awari"
    called = "Awari (Oware)"
    how_to_play = (
        "Take all stones of one of your pits and sow them one by one to the right, leaving out the pit they came "
        "from. If the last stone makes two or three in a pit of the other side, they are taken, and so are the twos "
        "and threes right before it. You must leave the other side a move if you can. More than half of the stones "
        "win."
    )
    player_names = ("South", "North")
    player_colours = ("p0", "p1")

    def name(self, s: State, a: int, style: str = "") -> str:
        return str(a + 1)

    def text(self, s: State) -> str:
        """The board as Max sees it: Min's pits above from right to left, what was taken at the ends."""
        south, north = ([side >> BITS * p & PIT for p in range(self.pits)] for side in (s.south, s.north))
        theirs = self.amount - self.tier(s) - s.taken
        width = max(len(str(n)) for n in (*south, *north, s.taken, theirs))
        above = " ".join(f"{n:>{width}}" for n in reversed(north))
        below = " ".join(f"{n:>{width}}" for n in south)
        gap = " " * (width + 2)
        stores = f"{theirs:>{width}}  {' ' * len(above)}  {s.taken:>{width}}"
        return f"{gap}{above}\n{stores}\n{gap}{below}   {('Max', 'Min')[s.turn]} to move"

    def parse(self, text: str) -> State:
        """Pits played from the start ("6 1"), or a board as ``text`` draws it: Min's pits from right to left, what Min
        and what Max have taken, Max's pits; and who moves, if it is not Max."""
        numbers = [int(word) for word in re.findall(r"\d+", text)]
        if re.search(r"[^\d\s]", re.sub(r"(Max|Min) to move\s*$", "", text)):
            raise GameError(f"not a position: {text!r}; write pits to play, or numbers laid out as in the first text")
        if "\n" not in text.strip() and len(numbers) != 2 * self.pits + 2:
            return played(self, map(str, numbers), "pit {} cannot be played")
        if len(numbers) != 2 * self.pits + 2:
            raise GameError(f"not a position: expected {2 * self.pits + 2} numbers, laid out as in the first text")
        above, stores, below = numbers[: self.pits], numbers[self.pits : self.pits + 2], numbers[self.pits + 2 :]
        if sum(numbers) != self.amount:
            raise GameError(f"not a position: {sum(numbers)} stones, but there are {self.amount}")
        return State(_packed(below), _packed(above[::-1]), stores[1], int("Min to move" in text))


def _packed(stones: list[int]) -> int:
    return sum(n << BITS * p for p, n in enumerate(stones))
