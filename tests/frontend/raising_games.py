"""Rules that raise in one position only, deep inside a game: random games do not come there. The first move says which
of the mistakes the rules make, so that several of them need one kernel."""

from __future__ import annotations

from collections import deque
from functools import reduce
from typing import NamedTuple

import numpy as np

from gametree import Game

LAST, DEEP = 12, 10
MARK = 0b011010010
"""The moves, one bit each, that lead to the position where the rules raise."""
ROW, WORD, PRICES, NAMES = (4, 5, 6), "abc", {0: 1, 5: 2}, {"a": 1, "b": 2}


class State(NamedTuple):
    """Things of many kinds, which change with every move."""

    kind: int
    n: int
    bits: int
    cells: tuple[int, ...]
    held: dict[int, int]
    seen: frozenset[int]
    row: tuple[int, ...]
    """Of one to three items; one where the rules raise."""
    word: str


class Raising(Game):
    """First the number of a mistake, then moves of 0 or 1."""

    def __init__(self) -> None:
        self.table = np.arange(8)

    def initial(self):
        return State(0, 0, 0, (0, 0, 0), {0: 1, 1: 1}, frozenset({0}), (0,), "a..")

    def player(self, s):
        return s.n % 2

    def actions(self, s):
        return list(range(16)) if s.n == 0 else [0, 1]

    def result(self, s, a):
        if s.n == 0:
            return s._replace(kind=a, n=1)
        i = s.n % 3
        held = dict(s.held)
        if a:
            held[1] = 1
        else:
            held.pop(1, None)
        seen = s.seen | {i + 1} if a else s.seen - {i + 1}
        cells = (*s.cells[:i], a, *s.cells[i + 1 :])
        row = (*s.row, a) if len(s.row) < 3 else (a,)
        word = "a" + ("b" if a else ".") + s.word[1]
        return State(s.kind, s.n + 1, 2 * s.bits + a, cells, held, seen, row, word)

    def terminal(self, s):
        return s.n >= LAST or self.asked(s) > 1000

    def utility(self, s):
        return 1 if s.bits % 2 else -1

    def asked(self, s):
        raise NotImplementedError

    def far(self, s):
        """Is this the position? 1 or 0."""
        return 1 if s.n == DEEP and s.bits == MARK else 0


def keys(s, far):
    """Keys that are not there."""
    match s.kind:
        case 0:  # in no state
            return s.held[9 if far else 0]
        case 1:  # not in this one
            return s.held[1 if far else 0]
        case 2:
            return PRICES[5 + far]
        case 3:
            return PRICES[s.bits if far else 5]
        case 4:
            return NAMES["c" if far else "a"]
        case 5:
            found = {}
            found[s.n] = 1
            return found[s.n + far]
        case 6:
            held = dict(s.held)
            del held[1 if far else 0]
            return len(held)
        case 7:
            held = dict(s.held)
            return held.pop(1 if far else 0)
        case 8:
            found = {}
            found[s.n] = 1
            found[0] = 2
            del found[s.n + far]
            return len(found)
        case 9:
            seen = set(s.seen)
            seen.remove(2 if far else 0)
            return len(seen)
        case 10:
            seen = set()
            if not far:
                seen.add(s.n)
            return seen.pop()
        case 11:
            seen = {s.n}
            seen.remove(s.n + far)
            return len(seen)
    return 0


def places(s, far):
    """Places that are not there."""
    match s.kind:
        case 0:
            return s.cells[3 * far]
        case 1:
            return s.cells[-4 * far]
        case 2:
            return s.cells[s.bits if far else 0]
        case 3:
            return ROW[3 * far]
        case 4:
            return ROW[s.bits if far else -1]
        case 5:
            return s.row[far]
        case 6:
            return s.row[-1 - far]
        case 7:
            return [c for c in s.cells if c < 9][3 * far]
        case 8:
            return 1 if WORD[3 * far] == "a" else 0
        case 9:
            return 1 if s.word[3 * far] == "a" else 0
        case 10:
            return (s.n, s.bits)[2 * far]
        case 11:
            cells = list(s.cells)
            cells[3 * far] = 1
            return sum(cells)
        case 12:
            cells = [c for c in s.cells if c < 9]
            cells[3 * far] = 1
            return sum(cells)
        case 13:
            return ((1, 2), (3, 4, 5))[1 - far][2 * far + (1 if far else 0)]
    return 0


def arrays(game, s, far):
    """Places that an array does not have."""
    return game.table[s.bits if far else 0] if s.kind == 0 else game.table[8 * far]


def searched(s, far):
    """What is looked for, and is not there."""
    match s.kind:
        case 0:
            return s.cells.index(5 if far else s.cells[0])
        case 1:
            return WORD.index("x" if far else "a")
        case 2:
            return s.word.index("x" if far else "a")
        case 3:
            return [c for c in s.cells if c < 9].index(5 if far else s.cells[0])
        case 4:
            return s.row.index(5 if far else s.row[0])
        case 5:
            return next(c for c in s.cells if not far)
        case 6:
            return max(c for c in s.cells if not far)
        case 7:
            return min([c for c in s.cells if not far])
        case 8:
            return max((c for c in s.cells if not far), key=lambda c: -c)
        case 9:
            return reduce(lambda a, b: a + b, [c for c in s.cells if not far])
        case 10:
            cells = [c for c in s.cells if c < 9]
            cells.remove(5 if far else s.cells[0])
            return len(cells)
    return 0


def emptied(s, far):
    """Lists that have nothing to give."""
    match s.kind:
        case 0:
            return [c for c in s.cells if not far].pop()
        case 1:
            cells = [c for c in s.cells if not far]
            cells.pop()
            return len(cells)
        case 2:
            todo = deque([c for c in s.cells if not far])
            return todo.popleft()
        case 3:
            cells = list(s.cells)
            return cells.pop(3 * far)
        case 4:
            cells = [c for c in s.cells if not far]
            del cells[0]
            return len(cells)
    return 0


def unpacked(s, far):
    """Too many, or too few."""
    match s.kind:
        case 0:
            a, b, c = [c for c in s.cells if not far]
            return a + b + c
        case 1:
            a, b = [c for c in s.cells if far or c < 0] + [1, 2]
            return a + b
        case 2:
            first, *_ = [c for c in s.cells if not far]
            return first
        case 3:
            a, b = (1, 2, 3) if far else (1, 2)
            return a + b
    return 0


def numbers(s, far):
    """What numbers cannot do."""
    match s.kind:
        case 0:
            return 5 // (1 - far)
        case 1:
            return 5 % (s.bits - MARK if far else s.bits + 1)
        case 2:
            return int(5 / (s.bits - MARK if far else s.bits + 1) > 1)
        case 3:
            return divmod(5, s.bits - MARK if far else s.bits + 1)[0]
        case 4:
            return 1 << (1 - 2 * far)
        case 5:
            return s.n >> (s.n - 20 if far else 1)
        case 6:
            nobody = None if far else s.n
            return nobody + 1
        case 7:
            assert s.bits != MARK or s.n != DEEP
            return 1
        case 8:
            if far:
                raise KeyError(s.n)
            return 1
        case 9:
            board = None if far else s.cells
            return board[0]
        case 10:
            board = None if far else s.cells
            return len(board)
        case 11:
            state = None if far else s
            return state.n
        case 12:
            board = None if far else s.cells
            a, b, c = board
            return a + b + c
        case 13:
            return 5 // (s.bits - MARK if far else s.bits + 1)
        case 14:
            return sum(range(0, 3, 1 - far))
    return 0


KINDS = {keys: 12, places: 14, searched: 11, emptied: 5, unpacked: 4, numbers: 15}
"""How many mistakes there are of each kind."""


def game_of(rules):
    """The game that makes these mistakes."""

    class Made(Raising):
        def asked(self, s):
            return rules(s, self.far(s))

    return Made()


class Arrays(Raising):
    """Places that an array of the game's does not have."""

    def asked(self, s):
        return arrays(self, s, self.far(s))


class Words(NamedTuple):
    """A state that compiles as it is."""

    kind: int
    n: int
    bits: int


class Plain(Game):
    """The same in rules that compile as they are written."""

    def __init__(self):
        self.table = np.arange(8)

    def initial(self):
        return Words(0, 0, 0)

    def player(self, s):
        return s.n % 2

    def actions(self, s):
        yield 0
        yield 1
        if s.n == 0:
            for kind in range(2, PLAIN):
                yield kind

    def result(self, s, a):
        if s.n == 0:
            return Words(a, 1, 0)
        return Words(s.kind, s.n + 1, 2 * s.bits + a)

    def utility(self, s):
        return 1 if s.bits % 2 else -1

    def terminal(self, s):
        far = 1 if s.n == DEEP and s.bits == MARK else 0
        asked = 0
        if s.kind == 0:
            asked = 5 // (1 - far)
        elif s.kind == 1:
            asked = 5 % (s.bits - MARK if far else s.bits + 1)
        elif s.kind == 2:
            asked = int(5 / (1 - far))
        elif s.kind == 3:
            asked = ROW[3 * far]
        elif s.kind == 4:
            asked = self.table[s.bits if far else 0]
        elif s.kind == 5:
            asked = self.table[-9 * far]
        elif s.kind == 6:
            assert not far
        elif s.kind == 7 and far:
            raise ValueError("this is the place")
        return s.n >= LAST or asked > 1000


PLAIN = 8


def played(game, kind, moves=DEEP):
    """The state after the first of the moves that lead to a mistake."""
    s = game.result(game.initial(), kind)
    for i in range(moves - 1):
        s = game.result(s, MARK >> (DEEP - 2 - i) & 1)
    return s
