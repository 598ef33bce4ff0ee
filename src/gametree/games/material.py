"""Endgames of men and kings by numbers: every position of few pieces has a number, and no number is unused.

Positions are grouped by material, men and kings of each side; a group is a block of numbers, and blocks follow each
other as taking and crowning lead from one to the next: those of fewer pieces come first, and of as many, those of fewer
men. The mover's men on the first row come before the others, since no man of the other side can be there. So the places
left for the others depend only on their number, and no number is unused. Checkers and draughts share this.
"""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any, TypeVar

import numpy as np

from gametree.bits import highest, ones, popcount
from gametree.errors import GameError
from gametree.game import MAX, Game

S = TypeVar("S", bound="tuple[Any, ...]")

MOST = 10
"""The most pieces: in checkers there are 4 · 10¹³ positions with so many."""


class Numbering:
    """The blocks of the positions with up to ``pieces`` pieces, by the mover's men and kings and the other side's, on a
    board of so many squares, of which a row has ``row``. With ``both`` each side has a piece at least: where a side has
    none the game is over, so that these need no numbers.

    In checkers one piece can stand in 120 ways: a man of either side on 28 squares, a king of either side on 32.

    >>> [Numbering(squares=32, row=4, pieces=n).size for n in (1, 2, 3)]
    [120, 7092, 268316]
    """

    def __init__(self, squares: int, row: int, pieces: int, *, both: bool = False):
        if not 0 <= pieces <= MOST:
            raise GameError(f"an endgame of {pieces} pieces is not possible: 1 to {MOST}, and 0 for none")
        side = pieces + 1
        self.binomials = np.array(
            [[comb(n, k) for k in range(max(row, pieces) + 1)] for n in range(squares + 1)], np.int64
        )
        self.starts = np.full((side,) * 4 + (row + 1,), -1, np.int64)
        materials = [m for m in product(range(side), repeat=4) if 0 < sum(m) <= pieces]
        if both:
            materials = [m for m in materials if m[0] + m[1] and m[2] + m[3]]
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


class ByMaterial(Game[S]):
    """Hooks for solving a game of men and kings. The first three fields of a state are Max's pieces, Min's, and those
    of them that are kings; turning the board round exchanges the sides."""

    relative_index = True
    endgame: int
    """Positions of up to this many pieces have numbers."""
    full: Any
    home: Any
    """The first row of each side."""
    binomials: Any
    starts: Any
    blocks: Any

    def numbered(self, numbers: Numbering) -> None:
        """Take over the numbers."""
        self.index_size, self.slices = numbers.size, numbers.slices
        self.binomials, self.starts, self.blocks = numbers.binomials, numbers.starts, numbers.blocks

    def placed(self, first: Any, second: Any, kings: Any) -> S:
        """The state with these pieces and Max to move."""
        raise NotImplementedError

    def tier(self, s: S) -> int:
        """The material: first how many pieces there are, then how many men, then which of them are Max's."""
        first, second, kings = s[0], s[1], s[2]
        all_men = popcount((first | second) & ~kings)
        of_max = popcount(first) * 32 + popcount(first & ~kings)
        return (popcount(first | second) * 32 + all_men) * 1024 + of_max

    def number_among(self, pieces: int, places: int, turn: int) -> int:
        """The number of a choice of these places, as this side sees them."""
        number = 0
        for place in ones(pieces):
            below = (1 << place) - 1 if turn == MAX else -(2 << place)
            number += int(self.binomials[popcount(places & below), popcount(pieces & below) + 1])
        return number

    def chosen(self, number: int, pieces: int, places: int) -> int:
        """The choice of ``pieces`` of these places with this number, from Max's side."""
        found, below = 0, popcount(places) - 1
        while pieces > 0:
            top = 1 << highest(places)
            choices = int(self.binomials[below, pieces])
            if choices <= number:
                number -= choices
                found |= top
                pieces -= 1
            places &= ~top
            below -= 1
        return found

    def index(self, s: S) -> int:
        """The number of the pieces from the mover's side; −1 if there are too many."""
        turn = self.player(s)
        mine, theirs = (s[0], s[1]) if turn == MAX else (s[1], s[0])
        crowned = s[2]
        if popcount(mine | theirs) > self.endgame:
            return -1
        men, kings, others, queens = mine & ~crowned, mine & crowned, theirs & ~crowned, theirs & crowned
        home = self.home[turn]
        back, front = men & home, men & ~home
        m, k, o, q = popcount(men), popcount(kings), popcount(others), popcount(queens)
        start = int(self.starts[m, k, o, q, popcount(back)])
        if start < 0:
            return -1
        inner = self.full & ~(self.home[0] | self.home[1])
        number = self.number_among(back, home, turn)
        number = number * int(self.binomials[popcount(inner), popcount(front)]) + self.number_among(front, inner, turn)
        places = self.full & ~(home | front)
        number = number * int(self.binomials[popcount(places), o]) + self.number_among(others, places, turn)
        places = self.full & ~(men | others)
        number = number * int(self.binomials[popcount(places), k]) + self.number_among(kings, places, turn)
        places &= ~kings
        return start + number * int(self.binomials[popcount(places), q]) + self.number_among(queens, places, turn)

    def state(self, i: int) -> S:
        """The position of a number, with Max to move."""
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
        queen_ways, king_ways = int(self.binomials[left - k, q]), int(self.binomials[left, k])
        other_ways = int(self.binomials[popcount(self.full & ~home) - (m - b), o])
        front_ways = int(self.binomials[popcount(inner), m - b])
        number, queen = number // queen_ways, number % queen_ways
        number, king = number // king_ways, number % king_ways
        number, other = number // other_ways, number % other_ways
        back = self.chosen(number // front_ways, b, home)
        front = self.chosen(number % front_ways, m - b, inner)
        others = self.chosen(other, o, self.full & ~(home | front))
        places = self.full & ~(back | front | others)
        kings = self.chosen(king, k, places)
        queens = self.chosen(queen, q, places & ~kings)
        return self.placed(back | front | kings, others | queens, kings | queens)
