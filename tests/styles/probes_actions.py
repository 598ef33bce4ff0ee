"""Actions as people think of them, and integers of any size."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np
from probe_base import Row, ThreeInARow


class TupleActions(ThreeInARow):
    """actions are pairs (row, column)"""

    def actions(self, s):
        for r in range(2):
            for c in range(3):
                if s.cells[3 * r + c] == 0:
                    yield r, c

    def result(self, s, a):
        r, c = a
        return super().result(s, 3 * r + c)


class StringActions(ThreeInARow):
    """actions are strings: "a1" """

    def actions(self, s):
        return ["abc"[i % 3] + str(i // 3 + 1) for i in range(6) if s.cells[i] == 0]

    def result(self, s, a):
        return super().result(s, "abc".index(a[0]) + 3 * (int(a[1]) - 1))


class Cell(Enum):
    A = 0
    B = 1
    C = 2
    D = 3
    E = 4
    F = 5


class EnumActions(ThreeInARow):
    """actions are members of an Enum"""

    def actions(self, s):
        return [cell for cell in Cell if s.cells[cell.value] == 0]

    def result(self, s, a):
        return super().result(s, a.value)


class Put(NamedTuple):
    mark: int
    cell: int


class NamedTupleActions(ThreeInARow):
    """actions are NamedTuples"""

    def actions(self, s):
        return [Put(s.turn + 1, i) for i in range(6) if s.cells[i] == 0]

    def result(self, s, a):
        return Row(tuple(a.mark if i == a.cell else s.cells[i] for i in range(6)), 1 - s.turn)


class NumpyActions(ThreeInARow):
    """actions are NumPy integers"""

    def actions(self, s):
        return np.flatnonzero(np.array(s.cells) == 0)


class DictOfActions(ThreeInARow):
    """actions returns a dict from action to result"""

    def actions(self, s):
        return {i: s.cells[i] for i in range(6) if s.cells[i] == 0}


class SetOfActions(ThreeInARow):
    """actions returns a set"""

    def actions(self, s):
        return {i for i in range(6) if s.cells[i] == 0}


class Wide(NamedTuple):
    first: int
    second: int
    turn: int


class WideIntegers(ThreeInARow):
    """one integer of 96 bits a player: a cell every 16 bits"""

    step = 16

    def initial(self):
        return Wide(0, 0, 0)

    def actions(self, s):
        for i in range(6):
            if not (s.first | s.second) >> self.step * i & 1:
                yield i

    def result(self, s, a):
        stone = 1 << self.step * a
        if s.turn == 0:
            return Wide(s.first | stone, s.second, 1)
        return Wide(s.first, s.second | stone, 0)

    def full(self, s):
        return s.first + s.second == sum(1 << self.step * i for i in range(6))

    def winner(self, s):
        for who, stones in ((1, s.first), (2, s.second)):
            if stones & stones >> self.step & stones >> 2 * self.step:
                return who
        return 0


class WideCounted(WideIntegers):
    """a wide integer with bit_count and its lowest bit"""

    def player(self, s):
        return (s.first | s.second).bit_count() % 2

    def actions(self, s):
        free = ~(s.first | s.second) & sum(1 << self.step * i for i in range(6))
        while free:
            low = free & -free
            yield (low.bit_length() - 1) // self.step
            free ^= low


class Bit63(WideIntegers):
    """a board that uses bit 63 (and 64), as 8×8 boards do"""

    step = 12

    def initial(self):
        return Wide(0, 0, 0)

    def result(self, s, a):
        stone = 1 << self.step * a + 4
        if s.turn == 0:
            return Wide(s.first | stone, s.second, 1)
        return Wide(s.first, s.second | stone, 0)

    def actions(self, s):
        for i in range(6):
            if not (s.first | s.second) >> self.step * i + 4 & 1:
                yield i

    def full(self, s):
        return s.first + s.second == sum(1 << self.step * i + 4 for i in range(6))


class WideConstant(ThreeInARow):
    """a large constant on the way to a small number"""

    def full(self, s):
        code = 0
        for cell in s.cells:
            code = code * 10**15 + cell
        return all(code // 10 ** (15 * i) % 10**15 for i in range(6))
