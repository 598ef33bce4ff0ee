"""The flow of control: recursion, generators within generators, exceptions, assertions."""

from __future__ import annotations

from probe_base import Row, ThreeInARow


class RecursiveMethod(ThreeInARow):
    """a method that calls itself"""

    def winner(self, s):
        for i in range(6):
            if s.cells[i] and self.run(s, i) >= 3:
                return s.cells[i]
        return 0

    def run(self, s, i):
        if i == 5 or s.cells[i + 1] != s.cells[i]:
            return 1
        return 1 + self.run(s, i + 1)


def emptied(cells, i):
    """How many cells from ``i`` on are empty."""
    if i == 6:
        return 0
    return (cells[i] == 0) + emptied(cells, i + 1)


class RecursiveFunction(ThreeInARow):
    """a function of the module that calls itself"""

    def full(self, s):
        return emptied(s.cells, 0) == 0


class YieldFrom(ThreeInARow):
    """yield from self.empty(…)"""

    def actions(self, s):
        yield from self.empty(s)

    def empty(self, s):
        for i in range(6):
            if s.cells[i] == 0:
                yield i


class YieldFromList(ThreeInARow):
    """yield from [… for …]"""

    def actions(self, s):
        yield from [i for i in range(6) if s.cells[i] == 0]


class YieldFromBranches(ThreeInARow):
    """yield from in two branches"""

    def actions(self, s):
        if s.turn == 0:
            yield from self.empty(s, 0, 6)
        else:
            yield from self.empty(s, 0, 3)
            yield from self.empty(s, 3, 6)

    def empty(self, s, start, end):
        for i in range(start, end):
            if s.cells[i] == 0:
                yield i


class HelperGenerator(ThreeInARow):
    """a loop over a generator method"""

    def full(self, s):
        for _ in self.actions(s):
            return False
        return True


class TryIndex(ThreeInARow):
    """try … except IndexError around an index"""

    def winner(self, s):
        for i in range(6):
            try:
                if s.cells[i] and s.cells[i] == s.cells[i + 1] == s.cells[i + 2]:
                    return s.cells[i]
            except IndexError:
                continue
        return 0


class TryTupleIndex(ThreeInARow):
    """try: t.index(0) except ValueError"""

    def full(self, s):
        try:
            s.cells.index(0)
        except ValueError:
            return True
        return False


class Assertion(ThreeInARow):
    """assert, with a message"""

    def result(self, s, a):
        assert s.cells[a] == 0, "the cell is taken"
        return super().result(s, a)


class AssertionFormatted(ThreeInARow):
    """assert with an f-string"""

    def result(self, s, a):
        assert s.cells[a] == 0, f"cell {a} is taken"
        return super().result(s, a)


class Raises(ThreeInARow):
    """raise ValueError for an illegal move"""

    def result(self, s, a):
        if s.cells[a] != 0:
            raise ValueError("the cell is taken")
        return super().result(s, a)


class RaisesFormatted(ThreeInARow):
    """raise ValueError with an f-string"""

    def result(self, s, a):
        if s.cells[a] != 0:
            raise ValueError(f"cell {a} is taken")
        return super().result(s, a)


class ForElse(ThreeInARow):
    """for … else"""

    def full(self, s):
        for cell in s.cells:
            if cell == 0:
                break
        else:
            return True
        return False


class WhileLoop(ThreeInARow):
    """while with an index"""

    def full(self, s):
        i = 0
        while i < 6:
            if s.cells[i] == 0:
                return False
            i += 1
        return True


class MatchStatement(ThreeInARow):
    """match … case"""

    def utility(self, s):
        match self.winner(s):
            case 1:
                return 1
            case 2:
                return -1
            case _:
                return 0


class MixedReturn(ThreeInARow):
    """utility returns 1, -1 or 0.5 - 0.5"""

    def utility(self, s):
        if self.winner(s) == 1:
            return 1
        if self.winner(s) == 2:
            return -1
        return 0.0


class NoneReturned(ThreeInARow):
    """winner returns None for nobody"""

    def winner(self, s):
        for i in range(4):
            if s.cells[i] != 0 and s.cells[i] == s.cells[i + 1] == s.cells[i + 2]:
                return s.cells[i]
        return None

    def terminal(self, s):
        return self.winner(s) is not None or self.full(s)


class ElseAfterLoop(ThreeInARow):
    """else after a loop over zip, break in it"""

    def winner(self, s):
        for a, b, c in zip(s.cells, s.cells[1:], s.cells[2:]):
            if a == b == c != 0:
                found = a
                break
        else:
            found = 0
        return found


class SeveralErrors(ThreeInARow):
    """except (IndexError, KeyError)"""

    def at(self, s, i):
        try:
            return s.cells[i]
        except (IndexError, KeyError):
            return 0

    def winner(self, s):
        return next(
            (self.at(s, i) for i in range(6) if 0 != self.at(s, i) == self.at(s, i + 1) == self.at(s, i + 2)), 0
        )


class GuardedCase(ThreeInARow):
    """match with a guard"""

    def utility(self, s):
        won = self.winner(s)
        match won:
            case 1 if sum(s.cells) > 0:
                return 1
            case 1 | 2:
                return -1
            case _:
                return 0


class TrueOrNone(ThreeInARow):
    """a helper returns True, False or None"""

    def first_won(self, s):
        for i in range(4):
            if s.cells[i] != 0 and s.cells[i] == s.cells[i + 1] == s.cells[i + 2]:
                return s.cells[i] == 1
        return None

    def terminal(self, s):
        return self.first_won(s) is not None or self.full(s)

    def utility(self, s):
        won = self.first_won(s)
        return 0 if won is None else 1 if won else -1


class SimulatedMove(ThreeInARow):
    """evaluate tries each move with result"""

    def evaluate(self, s):
        best = 0
        for a in self.actions(s):
            if self.winner(self.result(s, a)):
                best += 1 if s.turn == 0 else -1
        return best


class KeywordArguments(ThreeInARow):
    """keyword arguments and defaults"""

    def winner(self, s):
        return self.owner(s, length=3)

    def owner(self, s, length=3, start=0):
        for i in range(start, 7 - length):
            if s.cells[i] and s.cells[i] == s.cells[i + 1] == s.cells[i + 2]:
                return s.cells[i]
        return 0

    def result(self, s, a):
        return Row(cells=super().result(s, a).cells, turn=1 - s.turn)


class TypeHints(ThreeInARow):
    """variables with annotations"""

    def full(self, s: Row) -> bool:
        empty: int = 0
        for cell in s.cells:
            empty += cell == 0
        done: bool = empty == 0
        return done


class RangeEitherWay(ThreeInARow):
    """range(a, b, step) with a step that is 1 or -1"""

    def winner(self, s):
        step = 1 if s.turn == 0 else -1
        for i in range(0 if step > 0 else 5, 4 if step > 0 else 1, step):
            if s.cells[i] and all(s.cells[j] == s.cells[i] for j in range(i, i + 3 * step, step)):
                return s.cells[i]
        return 0
