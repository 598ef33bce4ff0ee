"""Endgames of morris: symmetries, moves taken back, and numbers for the positions in which all men are on the board."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.bits import ones, popcount
from gametree.game import MAX, MIN
from gametree.games.morris.board import images as images_of
from gametree.games.morris.rules import Rules, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gametree.games.morris.board import Board


class Endings(Rules):
    """Hooks for solving morris. ``Morris`` sets the attributes."""

    relative_index = True
    turned: Any
    """Of the eight points of a square, as bits: where they come to lie under each of its eight symmetries."""
    rings: int
    """How many squares the board has."""
    images: int
    """How many symmetries it has."""
    ways: Any
    sets: Any
    set_starts: Any
    pairs: Any
    starts: Any

    # --- symmetry ------------------------------------------------------------------------------------------------

    def image(self, k: int, men: int) -> int:
        """A set of points under one of the symmetries: turned, mirrored, and for the second half of them inside out."""
        if self.rings == 1:
            return int(self.turned[k, men & 255]) | men >> 8 << 8
        found = 0
        for ring in range(self.rings):
            to = ring if k < 8 else self.rings - 1 - ring
            found |= int(self.turned[k & 7, men >> 8 * ring & 255]) << 8 * to
        return found

    def symmetries(self, s: State) -> Iterator[State]:
        """The board turned, mirrored and, where it has several squares, turned inside out: 16 in all."""
        for k in range(1, self.images):
            yield State(
                self.image(k, s.white), self.image(k, s.black), s.white_hand, s.black_hand, s.turn, s.removing
            )  # fmt: skip

    def tier(self, s: State) -> int:
        """By the men that are left, then by those still in hand."""
        hands = s.white_hand + s.black_hand
        return (popcount(s.white) + popcount(s.black) + hands) * 32 + hands

    # --- moves taken back ----------------------------------------------------------------------------------------

    def parents(self, s: State) -> Iterator[State]:
        """What led here: a man placed or moved by the other side; before a man is taken, by the mover itself."""
        other = s.turn if s.removing else 1 - s.turn
        theirs, mine, hand = s.white, s.black, s.white_hand
        if other == MIN:
            theirs, mine, hand = s.black, s.white, s.black_hand
        empty = self.full & ~(mine | theirs)
        mills = self.in_mills(theirs) if self.men > 3 and mine else 0
        moved = mills if s.removing else theirs & ~mills
        if popcount(theirs) + hand < 3 or (self.men == 3 and self.in_mills(mine)):
            moved = mills = 0  # the game was over before
        for point in ones(moved):
            before = theirs & ~(1 << point)
            if hand < self.hand and not (self.men == 3 and self.in_mills(before)):
                w = 1 - other
                if other == MAX:
                    yield State(before, mine, s.white_hand + w, s.black_hand + 1 - w, other, 0)
                else:
                    yield State(mine, before, s.white_hand + w, s.black_hand + 1 - w, other, 0)
            if hand == 0 or self.lasker:
                for start in ones(empty if self.flies(theirs, hand) else empty & int(self.near[point])):
                    was = before | 1 << start
                    if not (self.men == 3 and self.in_mills(was)):
                        if other == MAX:
                            yield State(was, mine, s.white_hand, s.black_hand, other, 0)
                        else:
                            yield State(mine, was, s.white_hand, s.black_hand, other, 0)
        held = s.black_hand if other == MAX else s.white_hand
        if not s.removing and mills and popcount(mine) + held < self.men:
            for point in ones(empty):
                if self.removable(mine | 1 << point) >> point & 1:
                    if other == MAX:
                        yield State(s.white, s.black | 1 << point, s.white_hand, s.black_hand, other, 1)
                    else:
                        yield State(s.white | 1 << point, s.black, s.white_hand, s.black_hand, other, 1)

    # --- numbers -------------------------------------------------------------------------------------------------

    def index(self, s: State) -> int:
        """The number of a position without men in hand, as the mover sees it, the same for those that are symmetric;
        −1 for any other, and while a man is being taken."""
        mine, theirs = (s.white, s.black) if s.turn == MAX else (s.black, s.white)
        m, t = popcount(mine), popcount(theirs)
        if s.removing or s.white_hand + s.black_hand > 0 or self.starts[m, t] < 0:
            return -1
        large, small = (mine, theirs) if m >= t else (theirs, mine)
        best = large << self.points | small
        for k in range(1, self.images):
            best = min(best, self.image(k, large) << self.points | self.image(k, small))
        large, small = best >> self.points, best & self.full
        many, few = max(m, t), min(m, t)
        low, high = int(self.set_starts[many]), int(self.set_starts[many + 1])
        while high - low > 1:
            middle = (low + high) // 2
            if self.sets[middle] <= large:
                low = middle
            else:
                high = middle
        rank = 0
        for point in ones(small):
            below = (1 << point) - 1
            rank += int(self.ways[point - popcount(large & below), popcount(small & below) + 1])
        return int(self.starts[m, t] + (low - self.set_starts[many]) * self.ways[self.points - many, few]) + rank

    def state(self, i: int) -> State:
        """The position of a number, with Max to move. Of numbers that stand for the same position up to symmetry only
        one comes back from ``index``: the others are holes."""
        row = len(self.pairs) - 1
        while self.pairs[row, 2] > i:
            row -= 1
        m, t = int(self.pairs[row, 0]), int(self.pairs[row, 1])
        many, few = max(m, t), min(m, t)
        inside = i - int(self.pairs[row, 2])
        choices = int(self.ways[self.points - many, few])
        large = int(self.sets[self.set_starts[many] + inside // choices])
        rank, small, place = inside % choices, 0, self.points - many
        for point in range(self.points - 1, -1, -1):
            if not large >> point & 1:
                place -= 1
                if few > 0 and self.ways[place, few] <= rank:
                    rank -= int(self.ways[place, few])
                    few -= 1
                    small |= 1 << point
        if m >= t:
            return State(large, small, 0, 0, MAX, 0)
        return State(small, large, 0, 0, MAX, 0)


class Numbering:
    """Numbers for the positions with given pairs of men (the mover's, the other's), one block for each pair.

    In a block the larger side's men come first, by the number of their class up to symmetry, then the other men, by
    their rank among the ways to put them on the points that are left. All pairs from 3-3 to 9-9 together take
    9,074,932,579 numbers: the range of Gasser's 28 databases.

    >>> from gametree.games.morris.board import Board
    >>> Numbering(Board(3), [(3, 3)]).size          # 158 classes of three men, 1330 places for the others
    210140
    """

    def __init__(self, board: Board, pairs: Iterable[tuple[int, int]]):
        chosen = list(pairs)
        points, most = board.points, max((max(p) for p in chosen), default=0)
        self.ways = np.array([[comb(n, k) for k in range(13)] for n in range(points + 1)], np.int64)
        needed = {max(pair) for pair in chosen}
        classes = [canonical_sets(board, k) if k in needed else np.zeros(0, np.int64) for k in range(most + 1)]
        self.set_starts = np.cumsum([0, *map(len, classes)]).astype(np.int64)
        self.sets = np.concatenate([np.zeros(0, np.int64), *classes])
        self.starts = np.full((points + 1, points + 1), -1, np.int64)
        rows: list[tuple[int, int, int]] = []
        self.size = 0
        for mine, theirs in chosen:
            many, few = max(mine, theirs), min(mine, theirs)
            self.starts[mine, theirs] = self.size
            rows.append((mine, theirs, self.size))
            self.size += len(classes[many]) * comb(points - many, few)
        self.pairs = np.array(rows, np.int64).reshape(-1, 3)


def canonical_sets(board: Board, men: int) -> Any:
    """The sets of ``n`` points that are the smallest among their images, in rising order."""
    chosen = np.fromiter((sum(c) for c in combinations([1 << p for p in range(board.points)], men)), np.int64)
    smallest = images_of(board, chosen).min(axis=0)
    return np.sort(chosen[chosen == smallest])
