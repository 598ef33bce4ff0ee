"""Cells of Hex that do not matter, and moves that are no better than others.

A free cell is *dead* if its colour makes no difference, however the board is filled. Around a cell lie six others; if
they cannot be filled so that the cell joins two parts of Red (without Red it would join two of Blue's then), it is
dead. Two neighbours are *captured* by a side if a stone of the other side at either of them is dead after the owner's
answer at the other one. Dead and captured cells are filled in, and the value stays what it was (Björnsson, Hayward,
Johanson & van Rijswijck 2006).

A move at a cell that one stone of the other side would make dead is *vulnerable*: it can be answered as if it had not
been made. A move is *dominated* by one after which its cell is dead or the mover's own. Neither need be tried, as long
as the stone that kills or dominates it is tried itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import has_bit, ones, with_bit
from gametree.game import MAX, S
from gametree.games.hex.cells import Cells

if TYPE_CHECKING:
    from gametree.games.hex.cells import Stones

POWERS = (1, 3, 9, 27, 81, 243)
"""The neighbours of a cell as digits: 0 free, 1 Red, 2 Blue."""


def _is_dead(code: int) -> bool:
    """Can these six neighbours no longer be filled so that they are in two parts of Red or more?"""
    ring = [code // power % 3 for power in POWERS]
    free = [d for d in range(6) if ring[d] == 0]
    for filling in range(1 << len(free)):
        filled = list(ring)
        for number, d in enumerate(free):
            filled[d] = 1 + (filling >> number & 1)
        if sum(filled[d] == 1 and filled[d - 1] == 2 for d in range(6)) > 1:
            return False
    return True


DEAD = tuple(int(_is_dead(code)) for code in range(729))


class Inferior(Cells[S]):
    """Dead, captured, vulnerable and dominated cells."""

    edges = 2
    """How many edges a side joins. Two of Hex's are its own; the three of Y belong to both sides."""

    def __init__(self, columns: int, rows: int):
        super().__init__(columns, rows)
        width = self.width
        self.steps = (1, width, width - 1, -1, -width, 1 - width)
        """From a cell to its neighbours, around it: the opposite of ``d`` is ``d + 3``."""
        self.dead = np.array(DEAD, np.int64)
        self.beyond = np.zeros(self.bits, np.int64)
        """What a cell's neighbours beyond the edges add to its code: edges are stones of their owner. (Edges of both
        sides are taken for free cells: then no cell is called dead that is not.)"""
        for cell in ones(self.full if self.edges == 2 else self.empty):
            column, row = cell % width, cell // width
            for d, (right, down) in enumerate(((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))):
                if not 0 <= row + down < rows:
                    self.beyond[cell] += POWERS[d]
                elif not 0 <= column + right < columns:
                    self.beyond[cell] += 2 * POWERS[d]

    def is_in(self, cells: Stones, cell: int) -> bool:
        """Is this cell, which may lie beyond the board, one of these?"""
        return 0 <= cell < self.bits and has_bit(cells, cell)

    def code(self, red: Stones, blue: Stones, cell: int) -> int:
        """The neighbours of a cell as one number."""
        found, power = int(self.beyond[cell]), 1
        for step in self.steps:
            near = cell + step
            if self.is_in(red, near):
                found += power
            elif self.is_in(blue, near):
                found += 2 * power
            power *= 3
        return found

    def filled_in(self, red: Stones, blue: Stones) -> tuple[Stones, Stones]:
        """The stones, and those in dead and captured cells. (A dead cell is given to Red.)"""
        changed = True
        while changed:
            changed = False
            for cell in ones(self.full & ~(red | blue)):
                if has_bit(red | blue, cell):
                    continue
                code = self.code(red, blue, cell)
                if self.dead[code]:
                    red, changed = with_bit(red, cell), True
                    continue
                power = 1
                for d in range(3):
                    near = cell + self.steps[d]
                    if self.is_in(self.full & ~(red | blue), near):
                        other, back = self.code(red, blue, near), power * 27
                        if self.dead[code + power] and self.dead[other + back]:
                            red, changed = with_bit(with_bit(red, cell), near), True
                            break
                        if self.dead[code + 2 * power] and self.dead[other + 2 * back]:
                            blue, changed = with_bit(with_bit(blue, cell), near), True
                            break
                    power *= 3
        return red, blue

    def without_inferior(self, red: Stones, blue: Stones, mover: int, region: Stones) -> Stones:
        """The moves of a region that are left when others are at least as good. What lies outside of the region loses.
        A cell for whose sake another one was left out stays."""
        own = 1 if mover == MAX else 2
        allowed = self.full & ~(red | blue)
        needed = self.empty
        for cell in ones(region):
            if not has_bit(needed, cell):
                better = self.better(red, blue, cell, own, allowed)
                if better >= 0:
                    allowed ^= with_bit(self.empty, cell)
                    needed = with_bit(needed, better)
        return region & allowed

    def better(self, red: Stones, blue: Stones, cell: int, own: int, allowed: Stones) -> int:
        """An allowed move for whose sake the move at a cell need not be tried; -1 if there is none."""
        code = self.code(red, blue, cell)
        for d in range(6):
            near = cell + self.steps[d]
            if self.is_in(self.full & ~(red | blue), near):
                power = POWERS[d]
                if has_bit(allowed, near) and (self.dead[code + power] or self.dead[code + 2 * power]):
                    return near
                found = self.capturing(red, blue, cell, d, own, allowed)
                if found >= 0:
                    return found
        return -1

    def capturing(self, red: Stones, blue: Stones, cell: int, d: int, own: int, allowed: Stones) -> int:
        """An allowed move by which the mover would capture a cell together with its neighbour at ``d``."""
        near = cell + self.steps[d]
        here = self.code(red, blue, cell) + own * POWERS[d]
        there = self.code(red, blue, near) + own * POWERS[(d + 3) % 6]
        for by in ones(self.around(with_bit(with_bit(self.empty, cell), near)) & allowed):
            if by not in (cell, near):
                first, second = here, there
                for e in range(6):
                    if cell + self.steps[e] == by:
                        first += own * POWERS[e]
                    if near + self.steps[e] == by:
                        second += own * POWERS[e]
                if self.dead[first] and self.dead[second]:
                    return by
        return -1
