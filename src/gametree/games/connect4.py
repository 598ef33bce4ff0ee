"""Connect Four: stones fall down the columns; four in a line win."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import popcount
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import MAX
from gametree.games.played import played

if TYPE_CHECKING:
    from collections.abc import Iterator


class State(NamedTuple):
    """One bit a cell: column by column from the left, each from the bottom, with an empty bit above each column."""

    first: int  # Max's stones
    second: int  # Min's stones


class ConnectFour(Weighted[State]):
    """Connect Four on a board of any size that fits into 63 bits (width × (height + 1)); ``connect``: how many in a
    line win.

    >>> game = ConnectFour()
    >>> list(game.actions(game.initial()))      # the middle columns first
    [3, 2, 4, 1, 5, 0, 6]
    >>> print(game.text(game.parse("4 4 4")))
    1 2 3 4 5 6 7
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . . O . . .
    . . . X . . .   O to move
    """

    repetition = "ignore"  # stones never leave: no position comes back
    terms = ("open lines", "open pairs", "threats that last", "other threats")

    def __init__(self, width: int = 7, height: int = 6, connect: int = 4):
        if width < 1 or height < 1 or width * (height + 1) > 63:
            raise GameError(f"a board of {width}×{height} is not possible: width × (height + 1) must be 2 to 63")
        if not 1 <= connect <= 63:
            raise GameError(f"{connect} in a line is not possible: connect is 1 to 63")
        self.width, self.height, self.connect = width, height, connect
        self.bottom = sum(1 << c * (height + 1) for c in range(width))
        self.full = self.bottom * ((1 << height) - 1)
        # on a small board some lines do not fit, and their steps could shift by more than a word
        flat, slanting = width >= connect > 1, min(width, height) >= connect > 1
        self.steps = (1, *(height,) * slanting, *(height + 1,) * flat, *(height + 2,) * slanting)
        self.odd = sum(self.bottom << r for r in range(0, height, 2))  # the first row, the third, …
        self.weights = np.array([2.0, 2.0, 15.0, 5.0])
        self.columns = tuple(sorted(range(width), key=lambda c: abs(2 * c - width + 1)))

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(0, 0)

    def player(self, s: State) -> int:
        return popcount(s.first | s.second) & 1

    def actions(self, s: State) -> Iterator[int]:
        for c in self.columns:
            if not (s.first | s.second) >> c * (self.height + 1) + self.height - 1 & 1:
                yield c

    def result(self, s: State, a: int) -> State:
        stones = s.first | s.second
        stone = stones + (1 << a * (self.height + 1)) & ~stones
        if self.player(s) == MAX:
            return State(s.first | stone, s.second)
        return State(s.first, s.second | stone)

    def terminal(self, s: State) -> bool:
        last = s.second if self.player(s) == MAX else s.first
        return self.four(last) or s.first | s.second == self.full

    def utility(self, s: State) -> int:
        return 1 if self.four(s.first) else -1 if self.four(s.second) else 0

    def four(self, stones: int) -> bool:
        """Is there a line (of four, or as many as it takes)?"""
        for step in self.steps:
            if self.runs(stones, step):
                return True
        return False

    def runs(self, cells: int, step: int) -> int:
        """The cells in which a line that lies within these cells begins."""
        length = 1
        while length < self.connect:
            more = min(length, self.connect - length)
            cells &= cells >> more * step
            length += more
        return cells

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        """What X has less what O has.

        When the other columns are full, a player must play below a threat. With an even number of rows that is O
        below a cell of an odd row, and X below one of an even row (Allis 1988): so an odd threat of X lasts, and an
        even one of O.
        """
        empty = self.full & ~(s.first | s.second)
        first, second = self.threats(s.first) & empty, self.threats(s.second) & empty
        yield 0, self.fours(self.full & ~s.second) - self.fours(self.full & ~s.first)
        yield 1, self.pairs(s.first, empty) - self.pairs(s.second, empty)
        yield 2, popcount(first & self.odd) - popcount(second & ~self.odd)
        yield 3, popcount(first & ~self.odd) - popcount(second & self.odd)

    def fours(self, cells: int) -> int:
        """How many lines lie within these cells."""
        found = 0
        for step in self.steps:
            found += popcount(self.runs(cells, step))
        return found

    def pairs(self, stones: int, empty: int) -> int:
        """How many lines that are still open to these stones hold two of them or more."""
        found = 0
        for step in self.steps:
            one = two = 0  # lines, by their first cell, that hold one or two
            for i in range(self.connect):
                two |= one & stones >> i * step
                one |= stones >> i * step
            found += popcount(two & self.runs(stones | empty, step))
        return found

    def threats(self, stones: int) -> int:
        """The cells that would make a line with all but one of its stones; among them may be taken ones."""
        found = 0
        for step in self.steps:
            for gap in range(self.connect):
                others = -1  # every cell
                for i in range(self.connect):
                    if i != gap:
                        others &= stones >> i * step
                found |= others << gap * step
        return found & self.full

    # --- hints for search ----------------------------------------------------------------------------------------

    def foresee(self, s: State) -> tuple[int, int]:
        """A win with the next stone, a loss by the one after it, or that these will fill the board."""
        mine, theirs = self.sides(s)
        winner = 1 if self.player(s) == MAX else -1
        if self.threats(mine) & self.landings(s):
            return winner, 1
        if not self.safe(s, theirs):
            return -winner, 2
        empty = self.tier(s)
        return 0, empty if empty <= 2 else 0

    def candidates(self, s: State) -> Iterator[int]:
        """What wins at once; or else what does not lose at once, if there is such a move."""
        mine, theirs = self.sides(s)
        cells = self.threats(mine) & self.landings(s)
        if not cells:
            cells = self.safe(s, theirs)
        if not cells:
            cells = self.landings(s)
        for c in self.columns:
            if cells >> c * (self.height + 1) & (1 << self.height) - 1:
                yield c

    def order(self, s: State, a: int) -> int:
        """The more threats the move makes, the earlier; then the nearer to the middle."""
        stones = s.first | s.second
        stone = stones + (1 << a * (self.height + 1)) & ~stones
        mine, _ = self.sides(s)
        threats = popcount(self.threats(mine | stone) & ~(stones | stone))
        return (threats + 1) * self.width - abs(2 * a - self.width + 1)

    def sides(self, s: State) -> tuple[int, int]:
        """The stones of the mover, and those of the other side."""
        return (s.first, s.second) if self.player(s) == MAX else (s.second, s.first)

    def landings(self, s: State) -> int:
        """The cells in which the next stone can come to lie."""
        return (s.first | s.second) + self.bottom & self.full

    def safe(self, s: State, theirs: int) -> int:
        """The cells that the mover can take without losing to the next stone: that on which the other side would win
        has to be taken, and one below such a cell must not be."""
        threats, cells = self.threats(theirs), self.landings(s)
        forced = threats & cells
        if forced:
            cells = forced if forced & forced - 1 == 0 else 0
        return cells & ~(threats >> 1)

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The board mirrored."""
        yield State(self.mirrored(s.first), self.mirrored(s.second))

    def mirrored(self, stones: int) -> int:
        """Left and right exchanged."""
        column, found = (1 << self.height) - 1, 0
        for c in range(self.width):
            found |= (stones >> c * (self.height + 1) & column) << (self.width - 1 - c) * (self.height + 1)
        return found

    def tier(self, s: State) -> int:
        """How many cells are empty."""
        return self.width * self.height - popcount(s.first | s.second)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.grids:connect4"
    called = "Connect Four"
    how_to_play = (
        "Drop a stone into a column: it falls to the lowest free place. Four stones of yours in an unbroken line, "
        "across, upright or slanting, win. A full board without such a line is a draw."
    )
    player_names = ("Red", "Yellow")
    player_colours = ("p4", "draw")

    def name(self, s: State, a: int, style: str = "") -> str:
        return str(a + 1)

    def text(self, s: State) -> str:
        rows = [" ".join(str((c + 1) % 10) for c in range(self.width))]
        for r in reversed(range(self.height)):
            cells = [c * (self.height + 1) + r for c in range(self.width)]
            rows.append(" ".join("X" if s.first >> i & 1 else "O" if s.second >> i & 1 else "." for i in cells))
        return "\n".join(rows) + f"   {'XO'[self.player(s)]} to move"

    def parse(self, text: str) -> State:
        """Columns played from the empty board ("4 4 3" or "443"), or a board as ``text`` draws it."""
        words = text.split()
        if all(word.isdigit() for word in words):
            columns = words if len(words) > 1 else list(text.strip())
            return played(self, columns, "column {} is full or does not exist", "stone")
        return self._read(text)

    def _read(self, text: str) -> State:
        cells = [c for c in text.split(" to move", maxsplit=1)[0] if c in ".XO"][: self.width * self.height]
        if len(cells) != self.width * self.height:
            raise GameError(f"not a position: expected {self.height} rows of {self.width} cells out of . X O")
        sides = {"X": 0, "O": 0}
        for i, mark in enumerate(cells):
            column, row = i % self.width, self.height - 1 - i // self.width
            if mark != ".":
                sides[mark] |= 1 << column * (self.height + 1) + row
        s = State(sides["X"], sides["O"])
        if (s.first | s.second) + self.bottom & (s.first | s.second):
            raise GameError("not a position: a stone hangs in the air")
        if popcount(s.first) - popcount(s.second) not in (0, 1):
            raise GameError("not a position: X moves first, so it has as many stones as O, or one more")
        return s
