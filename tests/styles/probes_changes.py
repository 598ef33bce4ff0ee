"""What is changed in place: by a helper, by an inner function, by an object's own methods; dicts, lists and queues."""

from __future__ import annotations

import copy
import operator
from collections import Counter, defaultdict, deque
from operator import itemgetter

from probe_base import Row, ThreeInARow

from gametree.bits import put


class DictFilled(ThreeInARow):
    """a dict that is asked with in, and filled"""

    def full(self, s):
        places = {}
        for i, cell in enumerate(s.cells):
            if cell not in places:
                places[cell] = i
        return 0 not in places and len(places) == 2


class DictOfZeros(ThreeInARow):
    """a dict of zeros that counts"""

    def full(self, s):
        counts = {0: 0, 1: 0, 2: 0}
        for cell in s.cells:
            counts[cell] += 1
        return counts[0] == 0 and counts[1] + counts[2] == 6


class DictEmptied(ThreeInARow):
    """dict.pop and del"""

    def full(self, s):
        places = {}
        for i in range(6):
            places[i] = s.cells[i]
        for i in range(6):
            if places[i] != 0:
                del places[i]
        return places.pop(3, 1) != 0 and not places


class DictSetDefault(ThreeInARow):
    """dict.setdefault, and the first key that came"""

    def actions(self, s):
        first = {}
        for i in (3, 4, 5, 0, 1, 2):
            first.setdefault(s.cells[i], 10)
        for i in range(6):
            if s.cells[i] == 0 and first[0] == 10:
                yield i


class DefaultDictItems(ThreeInARow):
    """a defaultdict, then its items"""

    def full(self, s):
        seen = defaultdict(int)
        for cell in s.cells:
            seen[cell] += 1
        return sum(n for cell, n in seen.items() if cell) == 6


class CounterItems(ThreeInARow):
    """the items of a Counter: only what was counted"""

    def full(self, s):
        return sorted(cell for cell, n in Counter(s.cells).items() if n) == [1, 2]


class CounterAdded(ThreeInARow):
    """an empty Counter that counts, and its values"""

    def full(self, s):
        counts = Counter()
        for cell in s.cells:
            counts[cell > 0] += 1
        return max(counts.values()) == 6 and counts[True] == 6


class CounterCommonest(ThreeInARow):
    """Counter.most_common"""

    def full(self, s):
        return all(cell for cell, _ in Counter(s.cells).most_common())


class QueueBothEnds(ThreeInARow):
    """deque.appendleft and pop"""

    def full(self, s):
        todo = deque()
        for i in range(6):
            todo.appendleft(i)
        while todo:
            if s.cells[todo.pop()] == 0:
                return False
        return True


class ListRemove(ThreeInARow):
    """list.remove of a list that becomes shorter"""

    def actions(self, s):
        free = list(range(6))
        for i in range(6):
            if s.cells[i]:
                free.remove(i)
        return free


class ListInsert(ThreeInARow):
    """list.insert and list.sort with a key"""

    def actions(self, s):
        free = []
        for i in range(6):
            if s.cells[i] == 0:
                free.insert(0, i)
        free.sort(key=lambda i: -i, reverse=True)
        return free


class StackOfPairs(ThreeInARow):
    """a list of pairs as a stack"""

    def full(self, s):
        stack = [(0, s.cells[0])]
        while stack:
            i, cell = stack.pop()
            if cell == 0:
                return False
            if i < 5:
                stack.append((i + 1, s.cells[i + 1]))
        return True


class SetPopped(ThreeInARow):
    """set.pop until it is empty"""

    def full(self, s):
        todo = {i for i in range(6) if s.cells[i] == 0}
        left = 0
        while todo:
            todo.pop()
            left += 1
        return left == 0


class HelperAppends(ThreeInARow):
    """a helper that appends to the list that it is handed"""

    def collect(self, s, found, low, high):
        for i in range(low, high):
            if s.cells[i] == 0:
                found.append(i)

    def actions(self, s):
        found = []
        self.collect(s, found, 0, 3)
        self.collect(s, found, 3, 6)
        return found


class HelperMoves(ThreeInARow):
    """a helper that takes from one list that it is handed, and puts into another"""

    def move(self, stock, taken):
        taken.append(stock.pop())

    def full(self, s):
        stock, taken = list(s.cells), []
        while stock:
            self.move(stock, taken)
        return 0 not in taken


class HelperFills(ThreeInARow):
    """a recursive helper that fills the set that it is handed"""

    def fill(self, s, i, seen):
        if not 0 <= i < 6 or i in seen or s.cells[i] == 0:
            return
        seen.add(i)
        self.fill(s, i - 1, seen)
        self.fill(s, i + 1, seen)

    def full(self, s):
        seen = set()
        self.fill(s, 3, seen)
        return len(seen) == 6


class InnerVisits(ThreeInARow):
    """an inner function that calls itself and fills a set outside"""

    def full(self, s):
        seen = set()

        def visit(i):
            if i in seen or s.cells[i] == 0:
                return
            seen.add(i)
            if i > 0:
                visit(i - 1)
            if i < 5:
                visit(i + 1)

        visit(2)
        return len(seen) == 6


class HelperPuts(ThreeInARow):
    """a helper that writes into the list that it is handed"""

    def place(self, board, a, stone):
        board[a] = stone

    def result(self, s, a):
        board = list(s.cells)
        self.place(board, a, s.turn + 1)
        return Row(tuple(board), 1 - s.turn)


class Bench:
    """A position that is cloned, and says and changes itself; it has no __eq__."""

    def __init__(self, cells=None, turn=0):
        self.cells = list(cells) if cells is not None else [0, 0, 0, 0, 0, 0]
        self.turn = turn
        self.last = None

    def clone(self):
        other = copy.deepcopy(self)
        other.last = None
        return other

    def legal(self):
        return [i for i in range(6) if self.cells[i] == 0]

    def play(self, a):
        self.cells[a] = self.turn + 1
        self.last = a
        self.turn = 1 - self.turn


class ClonedObject(ThreeInARow):
    """an object without __eq__ that is cloned by a method of its own, with an attribute that is None first"""

    def initial(self):
        return Bench()

    def actions(self, s):
        return s.legal()

    def result(self, s, a):
        child = s.clone()
        child.play(a)
        return child


class MadeObject(ThreeInARow):
    """an object whose __init__ does something of its own, and whose attributes are set"""

    def initial(self):
        return Bench()

    def result(self, s, a):
        child = Bench(s.cells, s.turn)
        child.cells[a] = s.turn + 1
        child.turn = 1 - s.turn
        return child


class HeldPosition:
    def __init__(self, bench):
        self.bench = bench

    @property
    def inner(self):
        return self.bench


class NestedObjects(ThreeInARow):
    """an object in an object, changed through a property"""

    def initial(self):
        return HeldPosition(Bench())

    def player(self, s):
        return s.inner.turn

    def actions(self, s):
        return s.inner.legal()

    def winner(self, s):
        return super().winner(s.bench)

    def full(self, s):
        return super().full(s.bench)

    def result(self, s, a):
        child = copy.deepcopy(s)
        child.inner.cells[a] = s.inner.turn + 1
        child.inner.turn = 1 - child.bench.turn
        return child


class MethodsInTuple(ThreeInARow):
    """one of several methods, chosen by a number"""

    def left(self, s, a):
        return Row(put(s.cells, a, 1), 1)

    def right(self, s, a):
        return Row(put(s.cells, a, 2), 0)

    def result(self, s, a):
        return (self.left, self.right)[s.turn](s, a)


class FunctionsInDict(ThreeInARow):
    """one of several functions, in a dict"""

    CHECKS = {0: operator.eq, 1: operator.ne}

    def full(self, s):
        return all(self.CHECKS[s.turn](cell == 0, s.turn == 1) for cell in s.cells)


class ByAttribute(ThreeInARow):
    """getattr with a default, and hasattr"""

    def player(self, s):
        return getattr(s, "turn", 0) if hasattr(s, "cells") else getattr(s, "who", 1)


class ByItem(ThreeInARow):
    """operator.itemgetter as a key"""

    def winner(self, s):
        runs = [(1, i) for i in range(4) if s.cells[i] == s.cells[i + 1] == s.cells[i + 2] != 0]
        return s.cells[max(runs, key=itemgetter(1))[1]] if runs else 0


class RangeReturned(ThreeInARow):
    """actions that return a range"""

    def initial(self):
        return 0, 0, 0

    def player(self, s):
        return s[2]

    def actions(self, s):
        free = [i for i in range(6) if not (s[0] | s[1]) >> i & 1]
        return range(free[0], free[0] + 1) if len(free) == 1 else free

    def result(self, s, a):
        return (s[0] | 1 << a, s[1], 1) if s[2] == 0 else (s[0], s[1] | 1 << a, 0)

    def winner(self, s):
        return 1 if self.three(s[0]) else 2 if self.three(s[1]) else 0

    def three(self, stones):
        return stones & stones >> 1 & stones >> 2

    def full(self, s):
        return s[0] | s[1] == 63
