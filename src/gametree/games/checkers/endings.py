"""Endgames of checkers by numbers: every position of few pieces has a number, and no number is unused.

Positions are grouped by material, men and kings of each side; a group is a block of numbers, and blocks follow each
other as taking and crowning lead from one to the next: those of fewer pieces come first, and of as many, those of fewer
men. The mover's men on the first row come before the others, since no man of the other side can be there. So the places
left for the others depend only on their number, and no number is unused.
"""

from __future__ import annotations

from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.bits import highest, ones, popcount
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games.checkers.rules import Rules, State, moved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.checkers.board import Board

MOST = 10
"""The most pieces: with these there are 4 · 10¹³ positions."""


class Numbering:
    """The blocks of the positions with up to ``pieces`` pieces, by the mover's men and kings and the other side's.

    One piece can stand in 120 ways: a man of either side on 28 squares, a king of either side on 32.

    >>> from gametree.games.checkers.board import Board
    >>> [Numbering(Board(8), n).size for n in (1, 2, 3)]
    [120, 7092, 268316]
    """

    def __init__(self, board: Board, pieces: int):
        if not 0 <= pieces <= MOST:
            raise GameError(f"an endgame of {pieces} pieces is not possible: 1 to {MOST}, and 0 for none")
        row = board.size // 2
        squares, side = board.squares, pieces + 1
        self.ways = np.array([[comb(n, k) for k in range(max(row, pieces) + 1)] for n in range(squares + 1)], np.int64)
        self.starts = np.full((side,) * 4 + (row + 1,), -1, np.int64)
        materials = [m for m in product(range(side), repeat=4) if 0 < sum(m) <= pieces]
        materials.sort(key=lambda m: (sum(m), m[0] + m[2], m[0] + m[1], m[0]))
        together = {max(m, m[2:] + m[:2]): 0 for m in materials}
        for group, pair in enumerate(sorted(together, key=lambda m: (sum(m), m[0] + m[2], m))):
            together[pair] = group
        rows: list[tuple[int, ...]] = []
        slices: list[tuple[int, ...]] = []
        self.size = 0
        for men, kings, others, queens in materials:
            left, first = squares - men - others, self.size
            for back in range(min(men, row) + 1):
                places = comb(row, back) * comb(squares - 2 * row, men - back)
                places *= comb(squares - row - (men - back), others)
                count = places * comb(left, kings) * comb(max(left - kings, 0), queens) if left >= kings else 0
                if count:
                    self.starts[men, kings, others, queens, back] = self.size
                    rows.append((men, kings, others, queens, back, self.size))
                    self.size += count
            if self.size > first:
                own = men, kings, others, queens
                slices.append((first, self.size, together[max(own, own[2:] + own[:2])]))
        self.slices = np.array(slices, np.int64).reshape(-1, 3)
        self.blocks = np.array(rows, np.int64).reshape(-1, 6)


class Endings(Rules):
    """Hooks for solving checkers. ``Checkers`` sets the attributes."""

    relative_index = True
    endgame: int
    """Positions of up to this many pieces have numbers."""
    ways: Any
    starts: Any
    blocks: Any

    def tier(self, s: State) -> int:
        """The material: first how many pieces there are, then how many men, then which of them are Black's."""
        men = popcount(s.black & ~s.kings)
        all_men = popcount((s.black | s.white) & ~s.kings)
        return ((popcount(s.black | s.white) * 32 + all_men) * 32 + popcount(s.black)) * 32 + men

    # --- numbers -----------------------------------------------------------------------------------------------

    def rank(self, pieces: int, places: int, turn: int) -> int:
        """The number of a choice of these places, as this side sees them."""
        number = 0
        for place in ones(pieces):
            below = (1 << place) - 1 if turn == MAX else -(2 << place)
            number += int(self.ways[popcount(places & below), popcount(pieces & below) + 1])
        return number

    def chosen(self, number: int, pieces: int, places: int) -> int:
        """The choice of ``pieces`` of these places with this number, from Black's side."""
        found, below = 0, popcount(places) - 1
        while pieces > 0:
            top = 1 << highest(places)
            choices = int(self.ways[below, pieces])
            if choices <= number:
                number -= choices
                found |= top
                pieces -= 1
            places &= ~top
            below -= 1
        return found

    def index(self, s: State) -> int:
        """The number of the pieces from the mover's side; −1 if there are too many."""
        mine, theirs = self.sides(s)
        if popcount(mine | theirs) > self.endgame:
            return -1
        men, kings, others, queens = mine & ~s.kings, mine & s.kings, theirs & ~s.kings, theirs & s.kings
        home = self.home[s.turn]
        back, front = men & home, men & ~home
        m, k, o, q = popcount(men), popcount(kings), popcount(others), popcount(queens)
        start = int(self.starts[m, k, o, q, popcount(back)])
        if start < 0:
            return -1
        inner = self.full & ~(self.home[0] | self.home[1])
        number = self.rank(back, home, s.turn)
        number = number * int(self.ways[popcount(inner), popcount(front)]) + self.rank(front, inner, s.turn)
        places = self.full & ~(home | front)
        number = number * int(self.ways[popcount(places), o]) + self.rank(others, places, s.turn)
        places = self.full & ~(men | others)
        number = number * int(self.ways[popcount(places), k]) + self.rank(kings, places, s.turn)
        places &= ~kings
        return start + number * int(self.ways[popcount(places), q]) + self.rank(queens, places, s.turn)

    def state(self, i: int) -> State:
        """The position of a number, with Black to move."""
        low, high = 0, len(self.blocks)
        while high - low > 1:
            middle = (low + high) // 2
            if self.blocks[middle, 5] <= i:
                low = middle
            else:
                high = middle
        m, k, o, q = (
            int(self.blocks[low, 0]), int(self.blocks[low, 1]), int(self.blocks[low, 2]), int(self.blocks[low, 3]),
        )  # fmt: skip
        b, number = int(self.blocks[low, 4]), i - int(self.blocks[low, 5])
        home, inner = self.home[0], self.full & ~(self.home[0] | self.home[1])
        left = popcount(self.full) - m - o
        queen_ways, king_ways = int(self.ways[left - k, q]), int(self.ways[left, k])
        other_ways = int(self.ways[popcount(self.full & ~home) - (m - b), o])
        front_ways = int(self.ways[popcount(inner), m - b])
        number, queen = number // queen_ways, number % queen_ways
        number, king = number // king_ways, number % king_ways
        number, other = number // other_ways, number % other_ways
        back = self.chosen(number // front_ways, b, home)
        front = self.chosen(number % front_ways, m - b, inner)
        others = self.chosen(other, o, self.full & ~(home | front))
        places = self.full & ~(back | front | others)
        kings = self.chosen(king, k, places)
        queens = self.chosen(queen, q, places & ~kings)
        return State(back | front | kings, others | queens, kings | queens, MAX, 0)


class Retraced(Endings):
    """The positions before a position, for retrograde solving; only for games in which progress is not counted, since
    the count before a man's move is unknown."""

    def parents(self, s: State) -> Iterator[State]:
        """The positions before the last move; of those with more pieces, as far as they have numbers."""
        mine, theirs = self.sides(s)
        for place in ones(theirs):
            end = 1 << place
            for king in range(2):
                # a king on the last row may have been a man before
                if (s.kings & end) != 0 if king else (s.kings & end & ~self.crown[1 - s.turn]) == 0:
                    for start, taken in self.undone(s, end, king):
                        kings = s.kings & ~end | (start if king else 0)
                        crowned = taken  # of the pieces taken, those that were kings
                        while crowned >= 0:
                            if taken & ~crowned & self.crown[s.turn] == 0:
                                before = self.turned_back(s, mine | taken, theirs & ~end | start, kings | crowned)
                                if taken or self.jumpers(before) == 0:
                                    yield before
                            crowned = (crowned - 1) & taken if crowned else -1

    def inner_parents(self, s: State) -> Iterator[State]:
        """The positions before a step that crowned no man."""
        mine, theirs = self.sides(s)
        empty = self.full & ~(mine | theirs)
        for k in range(4):
            forward = (k < 2) == (s.turn != MAX)
            pieces = theirs if forward else theirs & s.kings
            for end in ones(moved(empty, self.steps[k]) & pieces):
                start = moved(1 << end, -self.steps[k])
                kings = s.kings & ~(1 << end) | start if s.kings >> end & 1 else s.kings
                before = self.turned_back(s, mine, theirs & ~(1 << end) | start, kings)
                if self.jumpers(before) == 0:
                    yield before

    def turned_back(self, s: State, mine: int, theirs: int, kings: int) -> State:
        """The position with these pieces and the other side to move."""
        if s.turn == MAX:
            return State(mine, theirs, kings, 1, 0)
        return State(theirs, mine, kings, 0, 0)

    def undone(self, s: State, end: int, king: int) -> Iterator[tuple[int, int]]:
        """From where a man or a king may have come to a square (a bit), and what it took on the way."""
        mine, _ = self.sides(s)
        empty = self.full & ~(s.black | s.white)
        first, last = (0, 2) if s.turn == MAX else (2, 4)  # backwards, for who moved
        if king:
            first, last = 0, 4
        complete = True
        for k in range(first, last):
            start = moved(end, self.steps[k]) & empty
            if start:
                yield start, 0
            step = self.steps[3 - k]
            if moved(moved(end, step) & mine, step) & empty:
                complete = False
        room = self.endgame - popcount(s.black | s.white) if complete else 0
        for jumps in range(1, room + 1):
            for _, start, taken in self.routes(end, empty, empty | end, first, last, jumps):
                if popcount(taken) == jumps:
                    yield start, taken
