"""Comprehensions, generator expressions and other ways to say something in one line."""

from __future__ import annotations

from probe_base import Row, ThreeInARow


class AnyGenerator(ThreeInARow):
    """any(… for …)"""

    def full(self, s):
        return not any(cell == 0 for cell in s.cells)


class AllGenerator(ThreeInARow):
    """all(… for …)"""

    def full(self, s):
        return all(cell != 0 for cell in s.cells)


class AllWithinAny(ThreeInARow):
    """all(…) within any(…)"""

    def winner(self, s):
        for who in (1, 2):
            if any(all(s.cells[i + k] == who for k in range(3)) for i in range(4)):
                return who
        return 0


class SumGenerator(ThreeInARow):
    """sum(… for …)"""

    def full(self, s):
        return sum(1 for cell in s.cells if cell) == 6


class MinGenerator(ThreeInARow):
    """min(… for …)"""

    def full(self, s):
        return min(cell for cell in s.cells) > 0


class MaxGenerator(ThreeInARow):
    """max(… for …) with two loops"""

    def winner(self, s):
        return max(who if s.cells[i : i + 3] == (who,) * 3 else 0 for i in range(4) for who in (1, 2))


class MaxDefault(ThreeInARow):
    """max(…, default=…)"""

    def winner(self, s):
        return max((s.cells[i] for i in range(4) if s.cells[i] == s.cells[i + 1] == s.cells[i + 2]), default=0)


class LenOfList(ThreeInARow):
    """len([… for …])"""

    def full(self, s):
        return len([cell for cell in s.cells if cell == 0]) == 0


class NoneLeft(ThreeInARow):
    """len(list(self.actions(s))) == 0, not [… for …]"""

    def terminal(self, s):
        return self.winner(s) != 0 or len(list(self.actions(s))) == 0 or not [c for c in s.cells if c == 0]


class SortedGenerator(ThreeInARow):
    """sorted(… for …)"""

    def actions(self, s):
        return sorted(i for i in range(6) if s.cells[i] == 0)


class SortedByKey(ThreeInARow):
    """sorted(…, key=lambda …)"""

    def actions(self, s):
        return sorted([i for i in range(6) if not s.cells[i]], key=lambda i: abs(2 * i - 5))


class TupleOfGenerator(ThreeInARow):
    """tuple(… for …) makes the new board"""

    def result(self, s, a):
        return Row(tuple(s.turn + 1 if i == a else s.cells[i] for i in range(6)), 1 - s.turn)


class ListComprehension(ThreeInARow):
    """actions returns a list comprehension"""

    def actions(self, s):
        return [i for i in range(6) if s.cells[i] == 0]


class ListOfGenerator(ThreeInARow):
    """list(… for …)"""

    def actions(self, s):
        return list(i for i in range(6) if s.cells[i] == 0)


class TupleOfActions(ThreeInARow):
    """actions returns tuple(… for …)"""

    def actions(self, s):
        return tuple(i for i in range(6) if s.cells[i] == 0)


class GeneratorReturned(ThreeInARow):
    """actions returns a generator expression"""

    def actions(self, s):
        return (i for i in range(6) if s.cells[i] == 0)


class SetComprehension(ThreeInARow):
    """{… for …}"""

    def winner(self, s):
        for i in range(4):
            three = {s.cells[i + k] for k in range(3)}
            if len(three) == 1 and 0 not in three:
                return s.cells[i]
        return 0


class SetOfGenerator(ThreeInARow):
    """set(… for …) == {…}"""

    def full(self, s):
        return set(cell > 0 for cell in s.cells) == {True}


class DictComprehension(ThreeInARow):
    """{k: v for …}"""

    def full(self, s):
        stones = {i: cell for i, cell in enumerate(s.cells) if cell}
        return len(stones) == 6


class NestedComprehension(ThreeInARow):
    """[[… for …] for …]"""

    def winner(self, s):
        for three in [[s.cells[i + k] for k in range(3)] for i in range(4)]:
            if three[0] and three[0] == three[1] and three[1] == three[2]:
                return three[0]
        return 0


class NextGenerator(ThreeInARow):
    """next((… for …), default)"""

    def winner(self, s):
        return next((c for c, d, e in zip(s.cells, s.cells[1:], s.cells[2:]) if c and c == d == e), 0)


class Walrus(ThreeInARow):
    """:="""

    def winner(self, s):
        for i in range(4):
            if (cell := s.cells[i]) and cell == s.cells[i + 1] and cell == s.cells[i + 2]:
                return cell
        return 0


class LambdaInMax(ThreeInARow):
    """max(…, key=lambda …)"""

    def full(self, s):
        emptiest = max(range(6), key=lambda i: s.cells[i] == 0)
        return s.cells[emptiest] != 0


class LocalFunction(ThreeInARow):
    """a function within a method, which sees the method's names"""

    def winner(self, s):
        def owns(who, i):
            return s.cells[i] == who and s.cells[i + 1] == who and s.cells[i + 2] == who

        for i in range(4):
            if owns(1, i):
                return 1
            if owns(2, i):
                return 2
        return 0


class InTuple(ThreeInARow):
    """0 not in cells"""

    def full(self, s):
        return 0 not in s.cells


class Truthiness(ThreeInARow):
    """a list as a truth: not [… for …]"""

    def full(self, s):
        return not [i for i in range(6) if not s.cells[i]]


class BooleanArithmetic(ThreeInARow):
    """truths are added up"""

    def full(self, s):
        return sum([cell != 0 for cell in s.cells]) == 6


class OrAsDefault(ThreeInARow):
    """a or b for the first that is not zero"""

    def winner(self, s):
        return self.owner(s, 0) or self.owner(s, 1) or self.owner(s, 2) or self.owner(s, 3)

    def owner(self, s, i):
        return s.cells[i] if s.cells[i] == s.cells[i + 1] == s.cells[i + 2] else 0
