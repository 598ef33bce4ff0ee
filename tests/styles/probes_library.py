"""The standard library and the built-in functions."""

from __future__ import annotations

import itertools
import math
import operator
from collections import Counter, defaultdict, deque
from functools import reduce
from itertools import accumulate, chain, combinations, groupby, pairwise, permutations, product
from typing import NamedTuple

from probe_base import Row, ThreeInARow


class Stones(NamedTuple):
    first: int
    second: int


class Bits(ThreeInARow):
    """One bit a cell and player."""

    def initial(self):
        return Stones(0, 0)

    def player(self, s):
        return self.count(s.first | s.second) % 2

    def actions(self, s):
        for i in range(6):
            if not (s.first | s.second) >> i & 1:
                yield i

    def result(self, s, a):
        if self.player(s) == 0:
            return Stones(s.first | 1 << a, s.second)
        return Stones(s.first, s.second | 1 << a)

    def full(self, s):
        return s.first | s.second == 63

    def winner(self, s):
        if s.first & s.first >> 1 & s.first >> 2:
            return 1
        return 2 if s.second & s.second >> 1 & s.second >> 2 else 0

    def count(self, stones):
        n = 0
        while stones:
            stones &= stones - 1
            n += 1
        return n


class BinCount(Bits):
    """bin(x).count("1")"""

    def count(self, stones):
        return bin(stones).count("1")


class BitCount(Bits):
    """x.bit_count()"""

    def count(self, stones):
        return stones.bit_count()


class BitLength(Bits):
    """x.bit_length() of the lowest bit"""

    def actions(self, s):
        free = 63 & ~(s.first | s.second)
        while free:
            low = free & -free
            yield low.bit_length() - 1
            free ^= low


class BitsListed(Bits):
    """[i for i in range(6) if free >> i & 1]"""

    def actions(self, s):
        free = ~(s.first | s.second)
        return [i for i in range(6) if free >> i & 1]


class Power(Bits):
    """2 ** a"""

    def result(self, s, a):
        if self.player(s) == 0:
            return Stones(s.first + 2**a, s.second)
        return Stones(s.first, s.second + 2**a)


class Product(ThreeInARow):
    """itertools.product"""

    def winner(self, s):
        for i, who in product(range(4), (1, 2)):
            if s.cells[i] == who and s.cells[i + 1] == who and s.cells[i + 2] == who:
                return who
        return 0


class Combinations(ThreeInARow):
    """itertools.combinations"""

    def winner(self, s):
        for a, b, c in combinations(range(6), 3):
            if c - a == 2 and s.cells[a] and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a]
        return 0


class Permutations(ThreeInARow):
    """itertools.permutations"""

    def winner(self, s):
        for a, b in permutations(range(6), 2):
            if b - a == 2 and s.cells[a] and s.cells[a] == s.cells[a + 1] == s.cells[b]:
                return s.cells[a]
        return 0


class Chain(ThreeInARow):
    """itertools.chain"""

    def actions(self, s):
        for i in chain(range(3), range(3, 6)):
            if s.cells[i] == 0:
                yield i


class ChainFromIterable(ThreeInARow):
    """itertools.chain.from_iterable, by the module's name"""

    def full(self, s):
        return 0 not in list(itertools.chain.from_iterable([s.cells[:2], s.cells[2:]]))


class Pairwise(ThreeInARow):
    """itertools.pairwise"""

    def winner(self, s):
        run = 1
        for a, b in pairwise(s.cells):
            run = run + 1 if a == b else 1
            if run == 3 and a:
                return a
        return 0


class GroupBy(ThreeInARow):
    """itertools.groupby"""

    def winner(self, s):
        for who, group in groupby(s.cells):
            if who and len(list(group)) >= 3:
                return who
        return 0


class Accumulate(ThreeInARow):
    """itertools.accumulate"""

    def full(self, s):
        return list(accumulate(min(cell, 1) for cell in s.cells))[-1] == 6


class Reduce(ThreeInARow):
    """functools.reduce with a lambda"""

    def full(self, s):
        return reduce(lambda found, cell: found and cell != 0, s.cells, True)


class ReduceOperator(ThreeInARow):
    """functools.reduce with an operator"""

    def full(self, s):
        return reduce(operator.mul, s.cells) != 0


class CounterOfCells(ThreeInARow):
    """collections.Counter"""

    def full(self, s):
        return Counter(s.cells)[0] == 0


class DefaultDict(ThreeInARow):
    """collections.defaultdict(int)"""

    def full(self, s):
        seen = defaultdict(int)
        for cell in s.cells:
            seen[cell] += 1
        return seen[1] + seen[2] == 6


class Deque(ThreeInARow):
    """collections.deque as a queue"""

    def full(self, s):
        todo = deque(range(6))
        while todo:
            if s.cells[todo.popleft()] == 0:
                return False
        return True


class DictCounting(ThreeInARow):
    """a dict over small keys, d[k] = d.get(k, 0) + 1"""

    def full(self, s):
        seen = {}
        for cell in s.cells:
            seen[cell] = seen.get(cell, 0) + 1
        return seen.get(0, 0) == 0


class DictOfRuns(ThreeInARow):
    """a dict literal that is looked into"""

    def utility(self, s):
        return {0: 0, 1: 1, 2: -1}[self.winner(s)]


class Divmod(ThreeInARow):
    """divmod"""

    def actions(self, s):
        for i in range(6):
            row, column = divmod(i, 3)
            if s.cells[3 * row + column] == 0:
                yield i


class Reversed(ThreeInARow):
    """reversed(t)"""

    def full(self, s):
        for cell in reversed(s.cells):
            if cell == 0:
                return False
        return True


class ReversedRange(ThreeInARow):
    """reversed(range(…))"""

    def actions(self, s):
        for i in reversed(range(6)):
            if s.cells[i] == 0:
                yield i


class ZipShifted(ThreeInARow):
    """zip(t, t[1:], t[2:])"""

    def winner(self, s):
        for a, b, c in zip(s.cells, s.cells[1:], s.cells[2:]):
            if a and a == b == c:
                return a
        return 0


class Enumerate(ThreeInARow):
    """enumerate(t)"""

    def actions(self, s):
        for i, cell in enumerate(s.cells):
            if cell == 0:
                yield i


class Map(ThreeInARow):
    """map with a function"""

    def full(self, s):
        return all(map(bool, s.cells))


class MapLambda(ThreeInARow):
    """sum(map(lambda …))"""

    def full(self, s):
        return sum(map(lambda cell: cell > 0, s.cells)) == 6


class Filter(ThreeInARow):
    """filter with a lambda"""

    def actions(self, s):
        return list(filter(lambda i: s.cells[i] == 0, range(6)))


class AllOfTuple(ThreeInARow):
    """all(t)"""

    def full(self, s):
        return all(s.cells)


class SumMinMax(ThreeInARow):
    """sum, min and max of a tuple"""

    def full(self, s):
        return min(s.cells) > 0 and sum(s.cells) >= max(s.cells)


class SortedTuple(ThreeInARow):
    """sorted(t)[0]"""

    def full(self, s):
        return sorted(s.cells)[0] > 0


class SetOperations(ThreeInARow):
    """set(range(6)) - taken"""

    def actions(self, s):
        taken = {i for i in range(6) if s.cells[i]}
        return sorted(set(range(6)) - taken)


class SetUnion(ThreeInARow):
    """a | b, a <= b of sets"""

    def full(self, s):
        first = {i for i in range(6) if s.cells[i] == 1}
        second = {i for i in range(6) if s.cells[i] == 2}
        return set(range(6)) <= first | second


class MathProd(ThreeInARow):
    """math.prod"""

    def full(self, s):
        return math.prod(s.cells) != 0


class TextOfBoard(ThreeInARow):
    """the board as a text: "111" in "".join(map(str, t))"""

    def winner(self, s):
        text = "".join(map(str, s.cells))
        if "111" in text:
            return 1
        return 2 if "222" in text else 0


class StringCount(ThreeInARow):
    """str.count on characters"""

    def full(self, s):
        return "".join("_XO"[cell] for cell in s.cells).count("_") == 0


class IntOfBool(ThreeInARow):
    """int(…), abs(…), round(…)"""

    def result(self, s, a):
        child = super().result(s, a)
        return Row(child.cells, abs(int(s.turn == 0)))


class IsInstance(ThreeInARow):
    """isinstance in rules"""

    def utility(self, s):
        won = self.winner(s)
        if isinstance(won, int) and won:
            return 3 - 2 * won
        return 0
