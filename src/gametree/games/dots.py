"""Dots and Boxes: join neighbouring dots; a player who closes a box owns it and moves again."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import lowest, ones, popcount
from gametree.errors import GameError
from gametree.features import Scored
from gametree.game import MAX
from gametree.games.played import played

if TYPE_CHECKING:
    from collections.abc import Iterator


class State(NamedTuple):
    """One bit a line: the level ones first, row by row from the bottom, then the upright ones."""

    lines: int
    margin: int  # Max's boxes less Min's
    turn: int


class Dots(Scored[State]):
    """Dots and Boxes on ``rows`` and ``columns`` of boxes, with at most 62 lines. The payoff is Max's boxes minus
    Min's.

    A line is called by the dots that it joins, a1 at the bottom left.

    >>> game = Dots(1, 2)
    >>> print(game.text(game.parse("a1b1 a1a2 a2b2 b1b2 b1c1")))
    2 +--+  +
      |  |
    1 +--+--+
      a  b  c   Max 0, Min 1, Max to move
    """

    repetition = "ignore"  # lines stay: no position comes back
    terms = ("boxes", "boxes to take", "an odd number of safe lines")

    def __init__(self, rows: int = 2, columns: int = 2):
        lines = (rows + 1) * columns + rows * (columns + 1)
        if rows < 1 or columns < 1 or lines > 62 or columns > 25:
            raise GameError(f"{rows} rows and {columns} columns of boxes are not possible: at most 62 lines")
        self.rows, self.columns = rows, columns
        self.count = lines
        self.full = (1 << lines) - 1
        self.bounds = (-rows * columns, rows * columns)
        self.boxes = np.array([self._box(r, c) for r in range(rows) for c in range(columns)], np.int64)
        self.beside = self._beside()
        self.turned = self._turned()
        self.weights = np.array([1.0, 1.0, 0.5])

    def _level(self, r: int, c: int) -> int:
        return r * self.columns + c

    def _upright(self, r: int, c: int) -> int:
        return (self.rows + 1) * self.columns + r * (self.columns + 1) + c

    def _box(self, r: int, c: int) -> int:
        """The four lines around a box."""
        return sum(
            1 << line
            for line in (self._level(r, c), self._level(r + 1, c), self._upright(r, c), self._upright(r, c + 1))
        )

    def _beside(self) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        """For each line the boxes on its two sides; −1, which is never closed, if there is none."""
        found = np.full((self.count, 2), -1, np.int64)
        for line in range(self.count):
            there = [box for box in self.boxes if box >> line & 1]
            found[line, : len(there)] = there
        return found

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(0, 0, MAX)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        for line in ones(self.full & ~s.lines):
            yield line

    def closed(self, lines: int, a: int) -> int:
        """How many boxes a line closes, when these are there with it."""
        count = 0
        for side in range(2):
            if int(self.beside[a, side]) & ~lines == 0:
                count += 1
        return count

    def result(self, s: State, a: int) -> State:
        lines = s.lines | 1 << a
        boxes = self.closed(lines, a)
        if boxes > 0:
            return State(lines, s.margin + boxes if s.turn == MAX else s.margin - boxes, s.turn)
        return State(lines, s.margin, 1 - s.turn)

    def terminal(self, s: State) -> bool:
        return s.lines == self.full

    def utility(self, s: State) -> int:
        return s.margin

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        """Who must open the first chain, when the safe lines are used up, is what the middle of the game is about."""
        mover = 1 if s.turn == MAX else -1
        safe = popcount(self.safe(s.lines))
        yield 0, s.margin
        yield 1, mover * self.chain(s.lines)
        yield 2, mover * (1 if safe % 2 else -1)

    def open(self, lines: int) -> int:
        """The lines that would close a box."""
        found = 0
        for box in self.boxes:
            if popcount(int(box) & ~lines) == 1:
                found |= int(box) & ~lines
        return found

    def safe(self, lines: int) -> int:
        """The lines that would leave no box with three sides, or take one."""
        found = self.full & ~lines
        for box in self.boxes:
            if popcount(int(box) & ~lines) <= 2:
                found &= ~int(box)
        return found

    def chain(self, lines: int) -> int:
        """How many boxes can be taken in one turn."""
        count, ready = 0, self.open(lines)
        while ready:
            line = lowest(ready)
            lines |= 1 << line
            count += self.closed(lines, line)
            ready = self.open(lines)
        return count

    def rule_of_thumb(self, s: State) -> int:
        """Take a box; else draw a safe line; else give away as few boxes as possible."""
        if self.open(s.lines):
            return lowest(self.open(s.lines))
        if self.safe(s.lines):
            return lowest(self.safe(s.lines))
        chosen, least = -1, self.count
        for a in self.actions(s):
            given = self.chain(s.lines | 1 << a)
            if given < least:
                chosen, least = a, given
        return chosen

    # --- hints for search ----------------------------------------------------------------------------------------

    def quiet(self, s: State) -> bool:
        """Is there no box to take?"""
        return self.open(s.lines) == 0

    def tactics(self, s: State) -> Iterator[int]:
        for line in ones(self.open(s.lines)):
            yield line

    def order(self, s: State, a: int) -> int:
        """First what closes a box, then what gives none away."""
        lines = s.lines | 1 << a
        boxes = self.closed(lines, a)
        return 10 + boxes if boxes > 0 else 5 if self.safe(s.lines) >> a & 1 else 0

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The board mirrored and turned."""
        for way in range(len(self.turned)):
            lines = 0
            for line in ones(s.lines):
                lines |= 1 << int(self.turned[way, line])
            yield State(lines, s.margin, s.turn)

    def tier(self, s: State) -> int:
        """How many lines are not drawn."""
        return self.count - popcount(s.lines)

    def _turned(self) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        """The image of each line, for each symmetry of the board except the identity."""
        ends = {self._ends(line): line for line in range(self.count)}
        ways: list[list[int]] = []
        for way in range(1, 8 if self.rows == self.columns else 4):
            turned = [tuple(sorted(self._moved(dot, way) for dot in self._ends(line))) for line in range(self.count)]
            ways.append([ends[dots] for dots in turned])
        return np.array(ways, np.int64)

    def _moved(self, dot: tuple[int, int], way: int) -> tuple[int, int]:
        """Bit 0 mirrors left and right, bit 1 up and down, and then bit 2 exchanges the axes."""
        r, c = dot
        c = self.columns - c if way & 1 else c
        r = self.rows - r if way & 2 else r
        return (c, r) if way & 4 else (r, c)

    def _ends(self, line: int) -> tuple[tuple[int, int], ...]:
        """The two dots, row and column, that a line joins."""
        level = (self.rows + 1) * self.columns
        if line < level:
            r, c = divmod(line, self.columns)
            return (r, c), (r, c + 1)
        r, c = divmod(line - level, self.columns + 1)
        return (r, c), (r + 1, c)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.lines:dots"
    called = "Dots and Boxes"
    how_to_play = (
        "Join two neighbouring dots with a line. A player who draws the fourth side of a box owns it and must draw "
        "again. When all lines are drawn, the player with more boxes wins."
    )

    def name(self, s: State, a: int, style: str = "") -> str:
        return "".join(f"{string.ascii_lowercase[c]}{r + 1}" for r, c in self._ends(a))

    def text(self, s: State) -> str:
        rows: list[str] = []
        for r in reversed(range(self.rows + 1)):
            level = [s.lines >> self._level(r, c) & 1 for c in range(self.columns)]
            rows.append(f"{r + 1:<2}+" + "".join("--+" if line else "  +" for line in level))
            if r:
                upright = [s.lines >> self._upright(r - 1, c) & 1 for c in range(self.columns + 1)]
                rows.append(("  " + "  ".join("|" if line else " " for line in upright)).rstrip())
        boxes = sum(int(box) & ~s.lines == 0 for box in self.boxes)
        scores = f"Max {(boxes + s.margin) // 2}, Min {(boxes - s.margin) // 2}"
        letters = "  ".join(string.ascii_lowercase[: self.columns + 1])
        return "\n".join(rows) + f"\n  {letters}   {scores}, {('Max', 'Min')[s.turn]} to move"

    def parse(self, text: str) -> State:
        """Lines drawn from the empty board ("a1b1 b1b2"), or a board as ``text`` draws it."""
        if "+" not in text:
            refused = "{!r} is drawn already or does not exist; lines are called like a1b1"
            return played(self, re.findall(r"[^\s,]+", text), refused, "line")
        rows = [row[2:] for row in text.rstrip().splitlines()]
        last = re.search(r"Max (\d+), Min (\d+), (Max|Min) to move$", rows[-1])
        if len(rows) != 2 * self.rows + 2 or last is None:
            raise GameError(f"not a position: expected {2 * self.rows + 1} rows as in the first position's text")
        lines = 0
        for a in range(self.count):
            (r, c), (up, _) = self._ends(a)
            row = rows[2 * (self.rows - r) - (up - r)]
            at = 3 * c + 1 if up == r else 3 * c
            if row[at : at + 1] in ("-", "|"):
                lines |= 1 << a
        boxes = sum(int(box) & ~lines == 0 for box in self.boxes)
        if int(last[1]) + int(last[2]) != boxes:
            raise GameError(f"not a position: {boxes} boxes are closed, and Max and Min have {last[1]} and {last[2]}")
        return State(lines, int(last[1]) - int(last[2]), int(last[3] == "Min"))
