"""Tuples and lists: taken apart, put together, changed on a copy."""

from __future__ import annotations

from probe_base import Row, ThreeInARow


class TupleOfList(ThreeInARow):
    """b = list(t); b[i] = v; tuple(b)"""

    def result(self, s, a):
        cells = list(s.cells)
        cells[a] = s.turn + 1
        return Row(tuple(cells), 1 - s.turn)


class OneNameForBoth(ThreeInARow):
    """b = s.cells; b = list(b); b[i] = v; b = tuple(b)"""

    def result(self, s, a):
        cells, turn = s.cells, s.turn
        cells = list(cells)
        cells[a] = turn + 1
        cells = tuple(cells)
        return Row(cells, 1 - turn)


class StarredList(ThreeInARow):
    """b = [*t]; (*b,)"""

    def result(self, s, a):
        cells = [*s.cells]
        cells[a] = s.turn + 1
        return Row((*cells,), 1 - s.turn)


class SlicesJoined(ThreeInARow):
    """t[:i] + (v,) + t[i + 1:]"""

    def result(self, s, a):
        return Row(s.cells[:a] + (s.turn + 1,) + s.cells[a + 1 :], 1 - s.turn)


class SliceCompared(ThreeInARow):
    """t[i:i + 3] == (1, 1, 1)"""

    def winner(self, s):
        for i in range(4):
            if s.cells[i : i + 3] == (1, 1, 1):
                return 1
            if s.cells[i : i + 3] == (2, 2, 2):
                return 2
        return 0


class FirstRest(ThreeInARow):
    """first, *rest = t"""

    def full(self, s):
        first, *rest = s.cells
        empty = first == 0
        for cell in rest:
            empty = empty or cell == 0
        return not empty


class Unpacked(ThreeInARow):
    """cells, turn = s"""

    def result(self, s, a):
        cells, turn = s
        return Row(tuple(turn + 1 if i == a else cells[i] for i in range(6)), 1 - turn)


class UnequalJoined(ThreeInARow):
    """tuples of unequal, known lengths joined"""

    def winner(self, s):
        ring = s.cells + (0, 0)
        for i in range(6):
            if ring[i] and ring[i] == ring[i + 1] == ring[i + 2]:
                return ring[i]
        return 0


class TupleRepeated(ThreeInARow):
    """(0,) * 6"""

    def initial(self):
        return Row((0,) * 6, 0)

    def full(self, s):
        return tuple(min(cell, 1) for cell in s.cells) == (1,) * 6


class TupleCount(ThreeInARow):
    """t.count(0)"""

    def full(self, s):
        return s.cells.count(0) == 0


class TupleIndex(ThreeInARow):
    """t.index(0)"""

    def actions(self, s):
        first = s.cells.index(0)
        for i in range(first, 6):
            if s.cells[i] == 0:
                yield i


class NegativeIndex(ThreeInARow):
    """t[-1]"""

    def winner(self, s):
        for i in range(1, 5):
            if s.cells[-i] and s.cells[-i] == s.cells[-i - 1] == s.cells[-i - 2]:
                return s.cells[-i]
        return 0


class Backwards(ThreeInARow):
    """t[::-1]"""

    def full(self, s):
        for cell in s.cells[::-1]:
            if cell == 0:
                return False
        return True


class EmptyListGrown(ThreeInARow):
    """moves = []; moves.append(…); return moves"""

    def actions(self, s):
        moves = []
        for i in range(6):
            if s.cells[i] == 0:
                moves.append(i)
        return moves


class EmptyListReturned(ThreeInARow):
    """return [] where there is nothing"""

    def actions(self, s):
        if self.full(s):
            return []
        return [i for i in range(6) if s.cells[i] == 0]


class ListsJoined(ThreeInARow):
    """moves += [i]"""

    def actions(self, s):
        moves = []
        for i in range(6):
            if s.cells[i] == 0:
                moves += [i]
        return moves


class ListOfTuplesLocal(ThreeInARow):
    """a list of pairs is made and looped over"""

    def winner(self, s):
        found = []
        for i in range(4):
            found.append((s.cells[i], s.cells[i + 1] == s.cells[i] and s.cells[i + 2] == s.cells[i]))
        for cell, same in found:
            if cell and same:
                return cell
        return 0


class StackPopped(ThreeInARow):
    """a stack: while todo: i = todo.pop()"""

    def full(self, s):
        todo = [0, 1, 2, 3, 4, 5]
        while todo:
            if s.cells[todo.pop()] == 0:
                return False
        return True


class SumOfSlices(ThreeInARow):
    """a board made by sum of parts: left, right = t[:3], t[3:]"""

    def full(self, s):
        left, right = s.cells[:3], s.cells[3:]
        return min(left) > 0 and min(right) > 0


class AlikeItems(ThreeInARow):
    """a list of equal numbers, [2 for c in t], summed"""

    def full(self, s):
        return sum([2 for c in s.cells]) == 2 * sum([1 for c in s.cells if c != 0])
