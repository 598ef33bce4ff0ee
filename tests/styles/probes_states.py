"""States as people think of them."""

from __future__ import annotations

import copy
import dataclasses
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from typing import NamedTuple

import numpy as np
from probe_base import Row, ThreeInARow


class Replace(ThreeInARow):
    """s._replace(…)"""

    def result(self, s, a):
        cells = s.cells[:a] + (s.turn + 1,) + s.cells[a + 1 :]
        return s._replace(cells=cells, turn=1 - s.turn)


class ReplaceField(ThreeInARow):
    """s._replace(…) of a field that is a number"""

    def result(self, s, a):
        return super().result(s, a)._replace(turn=1 - s.turn)


class RowWithMethods(NamedTuple):
    cells: tuple[int, ...]
    turn: int

    @property
    def mark(self):
        return self.turn + 1

    def empty(self, i):
        return self.cells[i] == 0


class StateProperty(ThreeInARow):
    """a property of the state"""

    def initial(self):
        return RowWithMethods((0,) * 6, 0)

    def result(self, s, a):
        cells = tuple(s.mark if i == a else s.cells[i] for i in range(6))
        return RowWithMethods(cells, 1 - s.turn)


class StateMethod(ThreeInARow):
    """a method of the state"""

    def initial(self):
        return RowWithMethods((0,) * 6, 0)

    def actions(self, s):
        for i in range(6):
            if s.empty(i):
                yield i

    def result(self, s, a):
        return RowWithMethods(super().result(s, a).cells, 1 - s.turn)


@dataclass(frozen=True)
class Position:
    cells: tuple[int, ...]
    turn: int = 0

    @property
    def full(self):
        return 0 not in self.cells


class FrozenDataclass(ThreeInARow):
    """a frozen dataclass"""

    def initial(self):
        return Position((0,) * 6, 0)

    def result(self, s, a):
        return Position(super().result(s, a).cells, 1 - s.turn)


class DataclassReplaced(ThreeInARow):
    """dataclasses.replace, and a property of the dataclass"""

    def initial(self):
        return Position((0,) * 6)

    def result(self, s, a):
        return dataclasses.replace(s, cells=super().result(s, a).cells, turn=1 - s.turn)

    def full(self, s):
        return s.full


@dataclass(frozen=True)
class OneNumber:
    code: int


class DataclassOfIntegers(ThreeInARow):
    """a frozen dataclass of integers: the board in base 3"""

    def initial(self):
        return OneNumber(0)

    def cell(self, s, i):
        return s.code // 3**i % 3

    def player(self, s):
        stones = 0
        for i in range(6):
            stones += self.cell(s, i) != 0
        return stones % 2

    def actions(self, s):
        for i in range(6):
            if self.cell(s, i) == 0:
                yield i

    def result(self, s, a):
        return OneNumber(s.code + (self.player(s) + 1) * 3**a)

    def full(self, s):
        for _ in self.actions(s):
            return False
        return True

    def winner(self, s):
        for i in range(4):
            c = self.cell(s, i)
            if c and c == self.cell(s, i + 1) and c == self.cell(s, i + 2):
                return c
        return 0


class SlottedPosition:
    """Written by hand, as attrs would."""

    __slots__ = ("cells", "turn")

    def __init__(self, cells, turn):
        self.cells = cells
        self.turn = turn

    def __eq__(self, other):
        return (self.cells, self.turn) == (other.cells, other.turn)

    def __hash__(self):
        return hash((self.cells, self.turn))


class SlottedClass(ThreeInARow):
    """a class with __slots__, __eq__ and __hash__"""

    def initial(self):
        return SlottedPosition((0,) * 6, 0)

    def result(self, s, a):
        return SlottedPosition(super().result(s, a).cells, 1 - s.turn)


class OpenPosition:
    """An object that is copied and changed."""

    def __init__(self):
        self.cells = [0] * 6
        self.turn = 0

    def apply(self, a):
        self.cells[a] = self.turn + 1
        self.turn = 1 - self.turn

    def __eq__(self, other):
        return self.cells == other.cells

    def __hash__(self):
        return hash(tuple(self.cells))


class CopiedObject(ThreeInARow):
    """an object, copied and changed by a method of its own"""

    def initial(self):
        return OpenPosition()

    def result(self, s, a):
        child = copy.deepcopy(s)
        child.apply(a)
        return child


class PlainTuple(ThreeInARow):
    """a plain tuple (cells, turn)"""

    def initial(self):
        return (0,) * 6, 0

    def player(self, s):
        return s[1]

    def actions(self, s):
        board, _ = s
        for i in range(6):
            if board[i] == 0:
                yield i

    def result(self, s, a):
        board, turn = s
        return board[:a] + (turn + 1,) + board[a + 1 :], 1 - turn

    def full(self, s):
        return 0 not in s[0]

    def winner(self, s):
        for i in range(4):
            if s[0][i] and s[0][i] == s[0][i + 1] == s[0][i + 2]:
                return s[0][i]
        return 0


class FlatBoard(ThreeInARow):
    """The six cells alone; whose turn it is follows from the stones."""

    empty = 0
    marks = (1, 2)

    def initial(self):
        return (0,) * 6

    def player(self, s):
        return sum(1 for cell in s if cell != self.empty) % 2

    def actions(self, s):
        return [i for i in range(6) if s[i] == self.empty]

    def result(self, s, a):
        return s[:a] + (self.marks[self.player(s)],) + s[a + 1 :]

    def full(self, s):
        return self.empty not in s

    def winner(self, s):
        for k in range(2):
            for i in range(4):
                if s[i] == s[i + 1] == s[i + 2] == self.marks[k]:
                    return k + 1
        return 0


class TupleOfCells(FlatBoard):
    """the state is a tuple of cells"""


class StringBoard(FlatBoard):
    """the state is a string: "..XO.." """

    empty = "."
    marks = ("X", "O")

    def initial(self):
        return "......"

    def result(self, s, a):
        return s[:a] + self.marks[self.player(s)] + s[a + 1 :]


class StringCounted(StringBoard):
    """a string with str.count, in and replace"""

    def player(self, s):
        return (s.count("X") + s.count("O")) % 2

    def winner(self, s):
        if "XXX" in s:
            return 1
        return 2 if "OOO" in s else 0

    def full(self, s):
        return len(s.replace(".", "")) == 6


class StringRepeated(StringBoard):
    """mark * 3 in s, for the mark of a player"""

    def winner(self, s):
        for number, mark in enumerate(self.marks):
            if mark * 3 in s:
                return number + 1
        return 0


class StringJoined(StringBoard):
    """a list of characters, changed and joined"""

    def result(self, s, a):
        cells = list(s)
        cells[a] = "X" if self.player(s) == 0 else "O"
        return "".join(cells)


class TupleOfCharacters(FlatBoard):
    """a tuple of characters"""

    empty = " "
    marks = ("X", "O")

    def initial(self):
        return (" ",) * 6


class BytesBoard(FlatBoard):
    """the state is bytes"""

    def initial(self):
        return bytes(6)

    def result(self, s, a):
        board = bytearray(s)
        board[a] = self.player(s) + 1
        return bytes(board)


class Words(NamedTuple):
    board: str
    turn: str


class StringsInNamedTuple(ThreeInARow):
    """a NamedTuple of strings, with "X" or "O" to move"""

    def initial(self):
        return Words("      ", "X")

    def player(self, s):
        return 0 if s.turn == "X" else 1

    def actions(self, s):
        return [i for i, c in enumerate(s.board) if c == " "]

    def result(self, s, a):
        return Words(s.board[:a] + s.turn + s.board[a + 1 :], "O" if s.turn == "X" else "X")

    def full(self, s):
        return " " not in s.board

    def winner(self, s):
        return 1 if "XXX" in s.board else 2 if "OOO" in s.board else 0


class TupleOfTuples(ThreeInARow):
    """rows of cells: ((0, 0, 0), (0, 0, 0))"""

    def initial(self):
        return Row(((0, 0, 0), (0, 0, 0)), 0)

    def actions(self, s):
        for r in range(2):
            for c in range(3):
                if s.cells[r][c] == 0:
                    yield 3 * r + c

    def result(self, s, a):
        rows = [list(row) for row in s.cells]
        rows[a // 3][a % 3] = s.turn + 1
        return Row(tuple(tuple(row) for row in rows), 1 - s.turn)

    def at(self, s, i):
        return s.cells[i // 3][i % 3]

    def full(self, s):
        return all(cell for row in s.cells for cell in row)

    def winner(self, s):
        for i in range(4):
            if self.at(s, i) and self.at(s, i) == self.at(s, i + 1) == self.at(s, i + 2):
                return self.at(s, i)
        return 0


class Boxed(NamedTuple):
    board: list
    turn: int


class ListInState(ThreeInARow):
    """a NamedTuple with a list of cells"""

    def initial(self):
        return Boxed([0] * 6, 0)

    def actions(self, s):
        return [i for i in range(6) if s.board[i] == 0]

    def result(self, s, a):
        board = s.board[:]
        board[a] = s.turn + 1
        return Boxed(board, 1 - s.turn)

    def full(self, s):
        return 0 not in s.board

    def winner(self, s):
        for i in range(4):
            if s.board[i] and s.board[i] == s.board[i + 1] == s.board[i + 2]:
                return s.board[i]
        return 0


class ListOfStringsInState(ListInState):
    """a list of strings: [" ", "X", …]"""

    def initial(self):
        return Boxed([" "] * 6, 0)

    def actions(self, s):
        return [i for i, cell in enumerate(s.board) if cell == " "]

    def result(self, s, a):
        board = s.board.copy()
        board[a] = "XO"[s.turn]
        return Boxed(board, 1 - s.turn)

    def full(self, s):
        return " " not in s.board

    def winner(self, s):
        for who, mark in ((1, "X"), (2, "O")):
            if any(s.board[i : i + 3] == [mark] * 3 for i in range(4)):
                return who
        return 0


class ListOfListsInState(ListInState):
    """a list of lists"""

    def initial(self):
        return Boxed([[0, 0, 0], [0, 0, 0]], 0)

    def cells(self, s):
        return [cell for row in s.board for cell in row]

    def actions(self, s):
        return [i for i, cell in enumerate(self.cells(s)) if cell == 0]

    def result(self, s, a):
        board = [row[:] for row in s.board]
        board[a // 3][a % 3] = s.turn + 1
        return Boxed(board, 1 - s.turn)

    def full(self, s):
        return 0 not in self.cells(s)

    def winner(self, s):
        cells = self.cells(s)
        return next((cells[i] for i in range(4) if cells[i] and cells[i] == cells[i + 1] == cells[i + 2]), 0)


class ListAsState(FlatBoard):
    """the state is a list"""

    def initial(self):
        return [0] * 6

    def result(self, s, a):
        board = list(s)
        board[a] = self.player(s) + 1
        return board


class DictInState(ListInState):
    """a dict from cell to piece"""

    def initial(self):
        return Boxed({}, 0)

    def actions(self, s):
        return [i for i in range(6) if i not in s.board]

    def result(self, s, a):
        return Boxed({**s.board, a: s.turn + 1}, 1 - s.turn)

    def full(self, s):
        return len(s.board) == 6

    def winner(self, s):
        for i in range(4):
            three = [s.board.get(i + k, 0) for k in range(3)]
            if three[0] and three[0] == three[1] == three[2]:
                return three[0]
        return 0


class DictCopied(DictInState):
    """board = s.board.copy(); board[a] = …"""

    def result(self, s, a):
        board = s.board.copy()
        board[a] = s.turn + 1
        return Boxed(board, 1 - s.turn)


class Pieces(NamedTuple):
    first: frozenset
    second: frozenset


class FrozenSets(ThreeInARow):
    """a frozenset of cells for each player"""

    def initial(self):
        return Pieces(frozenset(), frozenset())

    def player(self, s):
        return (len(s.first) + len(s.second)) % 2

    def actions(self, s):
        return sorted(set(range(6)) - s.first - s.second)

    def result(self, s, a):
        if self.player(s) == 0:
            return Pieces(s.first | {a}, s.second)
        return Pieces(s.first, s.second | {a})

    def full(self, s):
        return len(s.first) + len(s.second) == 6

    def winner(self, s):
        for who, cells in ((1, s.first), (2, s.second)):
            if any({i, i + 1, i + 2} <= cells for i in cells):
                return who
        return 0


class Sets(FrozenSets):
    """a set of cells for each player"""

    def initial(self):
        return Pieces(set(), set())


class SetsOfCoordinates(FrozenSets):
    """frozensets of pairs (row, column)"""

    def actions(self, s):
        return [3 * r + c for r in range(2) for c in range(3) if (r, c) not in s.first and (r, c) not in s.second]

    def result(self, s, a):
        cell = a // 3, a % 3
        if self.player(s) == 0:
            return Pieces(s.first | {cell}, s.second)
        return Pieces(s.first, s.second | {cell})

    def winner(self, s):
        for who, cells in ((1, s.first), (2, s.second)):
            for i in range(4):
                if all(((i + k) // 3, (i + k) % 3) in cells for k in range(3)):
                    return who
        return 0


class NumpyInState(ListInState):
    """a NumPy array in the state"""

    def initial(self):
        return Boxed(np.zeros(6, dtype=int), 0)

    def actions(self, s):
        return [int(i) for i in np.flatnonzero(s.board == 0)]

    def result(self, s, a):
        board = s.board.copy()
        board[a] = s.turn + 1
        return Boxed(board, 1 - s.turn)

    def full(self, s):
        return bool(np.all(s.board))

    def winner(self, s):
        for who in (1, 2):
            mine = s.board == who
            if np.any(mine[:-2] & mine[1:-1] & mine[2:]):
                return who
        return 0


class Lasts(NamedTuple):
    cells: tuple
    turn: int
    last: object


class NoneForNobody(ThreeInARow):
    """cells are None, 0 or 1"""

    def initial(self):
        return Row((None,) * 6, 0)

    def actions(self, s):
        return [i for i in range(6) if s.cells[i] is None]

    def result(self, s, a):
        return Row(tuple(s.turn if i == a else s.cells[i] for i in range(6)), 1 - s.turn)

    def full(self, s):
        return all(cell is not None for cell in s.cells)

    def winner(self, s):
        for i in range(4):
            if s.cells[i] is not None and s.cells[i] == s.cells[i + 1] == s.cells[i + 2]:
                return s.cells[i] + 1
        return 0


class LastMoveOrNone(ThreeInARow):
    """the last move, None at first"""

    def initial(self):
        return Lasts((0,) * 6, 0, None)

    def result(self, s, a):
        return Lasts(super().result(s, a).cells, 1 - s.turn, a)

    def winner(self, s):
        if s.last is None:
            return 0
        i, who = s.last, s.cells[s.last]
        for start in range(max(0, i - 2), min(3, i) + 1):
            if all(s.cells[start + k] == who for k in range(3)):
                return who
        return 0


class Mark(Enum):
    EMPTY = "."
    X = "X"
    O = "O"  # noqa: E741


class EnumCells(FlatBoard):
    """cells of an Enum"""

    empty = Mark.EMPTY
    marks = (Mark.X, Mark.O)

    def initial(self):
        return (Mark.EMPTY,) * 6


class Piece(IntEnum):
    EMPTY = 0
    FIRST = auto()
    SECOND = auto()


class IntEnumCells(ThreeInARow):
    """cells of an IntEnum"""

    def initial(self):
        return Row((Piece.EMPTY,) * 6, 0)

    def actions(self, s):
        for i in range(6):
            if s.cells[i] == Piece.EMPTY:
                yield i

    def utility(self, s):
        won = self.winner(s)
        return 1 if won == Piece.FIRST else -1 if won == Piece.SECOND else 0


class Side(Enum):
    FIRST = 0
    SECOND = 1

    @property
    def other(self):
        return Side.SECOND if self is Side.FIRST else Side.FIRST


class EnumPlayer(ThreeInARow):
    """whose turn it is as an Enum, with a property"""

    def initial(self):
        return Row((0,) * 6, Side.FIRST)

    def player(self, s):
        return s.turn.value

    def result(self, s, a):
        cells = s.cells[:a] + (s.turn.value + 1,) + s.cells[a + 1 :]
        return Row(cells, s.turn.other)


class BoolTurn(ThreeInARow):
    """whose turn it is as True or False"""

    def initial(self):
        return Row((0,) * 6, False)

    def player(self, s):
        return 1 if s.turn else 0

    def result(self, s, a):
        return Row(super().result(s, a).cells, not s.turn)


class DictRecord(ThreeInARow):
    """a dict with a few fields of several kinds, made anew"""

    def initial(self):
        return {"cells": (0,) * 6, "turn": "first"}

    def player(self, s):
        return 0 if s["turn"] == "first" else 1

    def actions(self, s):
        return [i for i, cell in enumerate(s["cells"]) if cell == 0]

    def result(self, s, a):
        cells, mark = s["cells"], self.player(s) + 1
        turn = "second" if s["turn"] == "first" else "first"
        return {"cells": cells[:a] + (mark,) + cells[a + 1 :], "turn": turn}

    def winner(self, s):
        cells = s["cells"]
        return next((cells[i] for i in range(4) if 0 != cells[i] == cells[i + 1] == cells[i + 2]), 0)

    def full(self, s):
        return 0 not in s["cells"]


class DictRecordUpdated(DictRecord):
    """{**s, "cells": …} of a dict with a few fields"""

    def result(self, s, a):
        cells = tuple(self.player(s) + 1 if i == a else cell for i, cell in enumerate(s["cells"]))
        return {**s, "cells": cells, "turn": {"first": "second", "second": "first"}[s["turn"]]}


class DictRecordChanged(DictRecord):
    """a copy of a dict with a few fields, with a list in it that is copied and changed"""

    def initial(self):
        return {"cells": [0] * 6, "turn": "first", "moves": 0}

    def result(self, s, a):
        t = dict(s)
        t["cells"] = list(s["cells"])
        t["cells"][a] = self.player(s) + 1
        t["moves"] += 1
        t["turn"] = "first" if t["moves"] % 2 == 0 else "second"
        return t


class DictRecordCopied(DictRecordChanged):
    """a deep copy of a dict with a few fields, changed"""

    def result(self, s, a):
        t = copy.deepcopy(s)
        t["cells"][a] = 1 if t["turn"] == "first" else 2
        t["moves"] = t["moves"] + 1
        t["turn"] = "second" if t["turn"] == "first" else "first"
        return t


class DictRecordReplaced(DictRecord):
    """dict(s, turn=…), and a field that may be None"""

    def initial(self):
        return {"cells": (0,) * 6, "turn": "first", "last": None}

    def result(self, s, a):
        made = super().result(s, a)
        return dict(s, cells=made["cells"], turn=made["turn"], last=a)


class WordIndex(DictRecord):
    """["first", "second"].index(s["turn"]), and fields named in another order"""

    def player(self, s):
        return ["first", "second"].index(s["turn"])

    def result(self, s, a):
        made = super().result(s, a)
        return {"turn": made["turn"], "cells": made["cells"]}
