"""Small games as people write them, each with habits of its own; hand-packed forms of some beside them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from gametree import Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board(NamedTuple):
    cells: tuple[str, ...]
    turn: str


class Words(Game[Board]):
    """Tic-tac-toe on a tuple of words."""

    repetition = "ignore"

    def initial(self):
        return Board((".",) * 9, "X")

    def player(self, s):
        return 0 if s.turn == "X" else 1

    def winner(self, s):
        for line in LINES:
            a, b, c = (s.cells[i] for i in line)
            if a == b == c != ".":
                return a
        return None

    def actions(self, s):
        return [i for i, c in enumerate(s.cells) if c == "."]

    def result(self, s, a):
        cells = list(s.cells)
        cells[a] = s.turn
        return Board(tuple(cells), "O" if s.turn == "X" else "X")

    def terminal(self, s):
        return self.winner(s) is not None or "." not in s.cells

    def utility(self, s):
        return {"X": 1, "O": -1, None: 0}[self.winner(s)]

    def text(self, s):
        return "/".join("".join(s.cells[i : i + 3]) for i in (0, 3, 6))

    def parse(self, text):
        cells = tuple(text.replace("/", ""))
        return Board(cells, "X" if cells.count("X") == cells.count("O") else "O")


class Side(Enum):
    WHITE = "w"
    BLACK = "b"

    @property
    def other(self):
        return Side.BLACK if self is Side.WHITE else Side.WHITE


@dataclass(frozen=True)
class Pawns:
    board: tuple[tuple[Side | None, ...], ...]
    mover: Side


class Hexapawn(Game[Pawns]):
    """Hexapawn: a dataclass, rows in a tuple, None for nobody, an enum, pairs of pairs as actions."""

    repetition = "ignore"

    def __init__(self, size=3):
        self.size = size

    def initial(self):
        empty = ((None,) * self.size,) * (self.size - 2)
        return Pawns(((Side.BLACK,) * self.size, *empty, (Side.WHITE,) * self.size), Side.WHITE)

    def player(self, s):
        return 0 if s.mover is Side.WHITE else 1

    def actions(self, s):
        forward = -1 if s.mover is Side.WHITE else 1
        moves = []
        for r, row in enumerate(s.board):
            for c, piece in enumerate(row):
                if piece is not s.mover or not 0 <= r + forward < self.size:
                    continue
                if s.board[r + forward][c] is None:
                    moves.append(((r, c), (r + forward, c)))
                for d in (-1, 1):
                    if 0 <= c + d < self.size and s.board[r + forward][c + d] is s.mover.other:
                        moves.append(((r, c), (r + forward, c + d)))
        return moves

    def result(self, s, a):
        (r, c), (to_r, to_c) = a
        rows = [list(row) for row in s.board]
        rows[to_r][to_c] = rows[r][c]
        rows[r][c] = None
        return replace(s, board=tuple(tuple(row) for row in rows), mover=s.mover.other)

    def won(self, s):
        if Side.WHITE in s.board[0]:
            return Side.WHITE
        return Side.BLACK if Side.BLACK in s.board[-1] else None

    def terminal(self, s):
        return self.won(s) is not None or not self.actions(s)

    def utility(self, s):
        return 1 if (self.won(s) or s.mover.other) is Side.WHITE else -1

    def name(self, s, a, style=""):
        (r, c), (to_r, to_c) = a
        return f"{'abcdefgh'[c]}{self.size - r}{'abcdefgh'[to_c]}{self.size - to_r}"


class Taken(NamedTuple):
    crosses: frozenset[tuple[int, int]]
    noughts: frozenset[tuple[int, int]]


class Sets(Game[Taken]):
    """Tic-tac-toe on two sets of squares, squares as actions."""

    repetition = "ignore"

    def initial(self):
        return Taken(frozenset(), frozenset())

    def player(self, s):
        return len(s.crosses) - len(s.noughts)

    def actions(self, s):
        taken = s.crosses | s.noughts
        return [(r, c) for r in range(3) for c in range(3) if (r, c) not in taken]

    def result(self, s, a):
        if self.player(s) == 0:
            return s._replace(crosses=s.crosses | {a})
        return s._replace(noughts=s.noughts | {a})

    def row(self, squares):
        lines = [[(r, c) for c in range(3)] for r in range(3)] + [[(r, c) for r in range(3)] for c in range(3)]
        lines += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
        return any(all(square in squares for square in line) for line in lines)

    def terminal(self, s):
        return self.row(s.crosses) or self.row(s.noughts) or len(s.crosses) + len(s.noughts) == 9

    def utility(self, s):
        return 1 if self.row(s.crosses) else -1 if self.row(s.noughts) else 0


class Boxes(Game[list]):
    """Tic-tac-toe whose state is a list, which cannot be hashed: the mover is its last item."""

    repetition = "ignore"

    def initial(self):
        return [None] * 9 + [0]

    def player(self, s):
        return s[9]

    def actions(self, s):
        return [i for i in range(9) if s[i] is None]

    def result(self, s, a):
        s = list(s)
        s[a], s[9] = s[9], 1 - s[9]
        return s

    def three(self, s, who):
        return any(all(s[i] == who for i in line) for line in LINES)

    def terminal(self, s):
        return self.three(s, 0) or self.three(s, 1) or None not in s[:9]

    def utility(self, s):
        return self.three(s, 0) - self.three(s, 1)


class Counted(NamedTuple):
    counts: tuple[int, int, int]
    turn: int


class Growing(Game[Counted]):
    """A number that gets large only where move 5 is made again and again, which no random game does."""

    repetition = "ignore"

    def initial(self):
        return Counted((0, 0, 0), 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return [i for i in range(12) if i >= 0]

    def result(self, s, a):
        counts = list(s.counts)
        counts[0] = counts[0] * 9 + 1 if a == 5 else 0
        counts[1] += 1
        return Counted(tuple(counts), 1 - s.turn)

    def terminal(self, s):
        return s.counts[1] >= 9

    def utility(self, s):
        return 1 if sum(s.counts) > 700 else -1


class Stones(NamedTuple):
    board: int
    turn: int


class Domineering(Game[Stones]):
    """Dominoes on one integer, of any size."""

    repetition = "ignore"

    def __init__(self, size=10):
        self.size = size

    def initial(self):
        return Stones(0, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        step = self.size if s.turn == 0 else 1
        for r in range(self.size - (s.turn == 0)):
            for c in range(self.size - (s.turn == 1)):
                cell = r * self.size + c
                if not s.board >> cell & 1 and not s.board >> cell + step & 1:
                    yield cell

    def result(self, s, a):
        step = self.size if s.turn == 0 else 1
        return Stones(s.board | 1 << a | 1 << a + step, 1 - s.turn)

    def terminal(self, s):
        return next(iter(self.actions(s)), None) is None

    def utility(self, s):
        return -1 if s.turn == 0 else 1
