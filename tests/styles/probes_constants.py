"""Constants and helpers: of the module, of the class, of the game, of another module."""

from __future__ import annotations

import math
from functools import cache

import probe_helpers
import probe_helpers as helpers
from probe_base import Row, ThreeInARow

LINES = ((0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5))
LISTED = [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]]
RAGGED = ((0, 1, 2, 3), (2, 3, 4), (3, 4, 5))
RAGGED_LISTS = [[1, 2], [2, 3], [3, 4], [4, 5], [], []]
FOLLOWING = {0: (1, 2), 1: (2, 3), 2: (3, 4), 3: (4, 5)}
NAMES = {0: 0, 1: 1, 2: -1}
STARTS = {0, 1, 2, 3}
CELLS = range(6)
OPPONENT = [1, 0]
NO_ONE = 0


class ModuleTuples(ThreeInARow):
    """for a, b, c in LINES, a tuple of tuples"""

    def winner(self, s):
        for a, b, c in LINES:
            if s.cells[a] and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a]
        return 0


class ModuleLists(ThreeInARow):
    """for a, b, c in LINES, a list of lists"""

    def winner(self, s):
        for a, b, c in LISTED:
            if s.cells[a] and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a]
        return 0


class ModuleList(ThreeInARow):
    """OPPONENT[turn], a list of the module"""

    def result(self, s, a):
        return Row(tuple(s.turn + 1 if i == a else s.cells[i] for i in range(6)), OPPONENT[s.turn])


class ModuleRange(ThreeInARow):
    """for i in CELLS, a range of the module"""

    def actions(self, s):
        for i in CELLS:
            if s.cells[i] == NO_ONE:
                yield i


class ModuleDict(ThreeInARow):
    """a dict of the module, from cell to cells"""

    def winner(self, s):
        for i in range(4):
            b, c = FOLLOWING[i]
            if s.cells[i] and s.cells[i] == s.cells[b] == s.cells[c]:
                return s.cells[i]
        return 0


class ModuleDictItems(ThreeInARow):
    """for a, (b, c) in FOLLOWING.items()"""

    def winner(self, s):
        for a, (b, c) in FOLLOWING.items():
            if s.cells[a] and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a]
        return 0


class DictGet(ThreeInARow):
    """NAMES.get(key, default)"""

    def utility(self, s):
        return NAMES.get(self.winner(s), 0)


class ModuleSet(ThreeInARow):
    """i in STARTS, a set of the module"""

    def winner(self, s):
        for i in range(6):
            if i in STARTS and s.cells[i] and s.cells[i] == s.cells[i + 1] == s.cells[i + 2]:
                return s.cells[i]
        return 0


class RaggedTuples(ThreeInARow):
    """a tuple of tuples of unequal lengths"""

    def winner(self, s):
        for line in RAGGED:
            for k in range(len(line) - 2):
                if s.cells[line[k]] and s.cells[line[k]] == s.cells[line[k + 1]] == s.cells[line[k + 2]]:
                    return s.cells[line[k]]
        return 0


class RaggedLists(ThreeInARow):
    """RAGGED[i], a list of lists of unequal lengths, some empty"""

    def winner(self, s):
        for i in range(6):
            others = RAGGED_LISTS[i]
            if s.cells[i] and others and all(s.cells[j] == s.cells[i] for j in others):
                return s.cells[i]
        return 0


class ClassConstant(ThreeInARow):
    """self.LINES of the class"""

    LINES = ((0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5))

    def winner(self, s):
        for a, b, c in self.LINES:
            if s.cells[a] and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a]
        return 0


class ClassConstantByName(ThreeInARow):
    """Class.SIZE, named by its class"""

    SIZE = 6

    def actions(self, s):
        for i in range(ClassConstantByName.SIZE):
            if s.cells[i] == 0:
                yield i


class SelfList(ThreeInARow):
    """self.lines, a list of tuples made in __init__"""

    def __init__(self):
        self.lines = [(i, i + 1, i + 2) for i in range(4)]

    def winner(self, s):
        for a, b, c in self.lines:
            if s.cells[a] and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a]
        return 0


class SelfDict(ThreeInARow):
    """self.following, a dict made in __init__"""

    def __init__(self):
        self.following = {i: (i + 1, i + 2) for i in range(4)}

    def winner(self, s):
        for i in range(4):
            b, c = self.following[i]
            if s.cells[i] and s.cells[i] == s.cells[b] == s.cells[c]:
                return s.cells[i]
        return 0


class SelfSet(ThreeInARow):
    """self.starts, a set made in __init__"""

    def __init__(self):
        self.starts = set(range(4))

    def winner(self, s):
        for i in range(6):
            if i in self.starts and s.cells[i] and s.cells[i] == s.cells[i + 1] == s.cells[i + 2]:
                return s.cells[i]
        return 0


class SelfNamed(ThreeInARow):
    """a method of the class that is static"""

    def winner(self, s):
        for i in range(4):
            if self.same(s.cells[i], s.cells[i + 1], s.cells[i + 2]):
                return s.cells[i]
        return 0

    @staticmethod
    def same(a, b, c):
        return a != 0 and a == b and b == c


class ClassMethod(ThreeInARow):
    """a class method"""

    SIZE = 6

    @classmethod
    def cells(cls):
        return cls.SIZE

    def actions(self, s):
        for i in range(self.cells()):
            if s.cells[i] == 0:
                yield i


class PropertyOfGame(ThreeInARow):
    """a property of the game"""

    @property
    def size(self):
        return 6

    def actions(self, s):
        for i in range(self.size):
            if s.cells[i] == 0:
                yield i


class ModuleHelper(ThreeInARow):
    """module.helper(…)"""

    def winner(self, s):
        return helpers.owner(s.cells)


class ModuleConstant(ThreeInARow):
    """module.CONSTANT"""

    def actions(self, s):
        for i in range(probe_helpers.SIZE):
            if s.cells[i] == 0:
                yield i


@cache
def threes():
    """All lines, worked out once."""
    return tuple((i, i + 1, i + 2) for i in range(4))


class CachedHelper(ThreeInARow):
    """a helper under functools.cache"""

    def winner(self, s):
        for a, b, c in threes():
            if s.cells[a] and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a]
        return 0


class MathInfinity(ThreeInARow):
    """math.inf as the worst so far"""

    def full(self, s):
        least = math.inf
        for cell in s.cells:
            if cell < least:
                least = cell
        return least > 0


class GlobalHelper(ThreeInARow):
    """a function of the module, imported by name"""

    def winner(self, s):
        return probe_owner(s.cells)


probe_owner = probe_helpers.owner
