"""Domineering (Andersson 1973): dominoes on squared paper, one player's upright, the other's flat.

A game of room: it falls apart into regions, and in each of them one counts how many dominoes are safe (Berlekamp,
Conway and Guy, *Winning Ways*, chapter 5; Breuker, Uiterwijk and van den Herik, Solving 8 × 8 Domineering, 2000).
"""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from gametree.bits import board, filled, has_bit, ones, popcount, with_bit
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import MAX
from gametree.games.played import played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

LARGEST = 20
Cells: TypeAlias = Any
"""One bit a cell, row by row from the bottom; after each row comes a bit that is always empty."""


class State(NamedTuple):
    """The cells that are covered by dominoes of each kind."""

    upright: Cells  # Max's
    flat: Cells  # Min's


class Domineering(Weighted[State]):
    """Domineering on ``rows`` × ``columns`` cells, 1 to 20 each. Vertical, who is Max, begins and lays upright
    dominoes; Horizontal lays flat ones. Who has no room for a domino loses.

    A domino is called by its two cells, a1 at the bottom left.

    >>> game = Domineering(3, 4)
    >>> print(game.text(game.parse("b2b3 a1b1")))
    3  . V . .
    2  . V . .
    1  H H . .
       a b c d   V to move
    """

    repetition = "ignore"  # dominoes stay: no position comes back
    haste = False
    terms = ("places for a domino", "safe dominoes")

    def __init__(self, rows: int = 8, columns: int = 8):
        if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
            raise GameError(f"a board of {rows}×{columns} is not possible: rows and columns are 1 to {LARGEST}")
        self.rows, self.columns = rows, columns
        self.step = columns + 1
        bits = self.step * rows - 1
        self.empty = board(bits)
        self.full = filled(bits, sum(((1 << columns) - 1) << self.step * row for row in range(rows)))
        self.turned = self._turned()
        self.weights = np.array([1.0, 2.0])

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.empty, self.empty)

    def player(self, s: State) -> int:
        return popcount(s.upright | s.flat) >> 1 & 1

    def way(self, side: int) -> int:
        """From one cell of a side's domino to the other one."""
        return self.step if side == MAX else 1

    def free(self, s: State) -> Cells:
        return self.full & ~(s.upright | s.flat)

    def places(self, free: Cells, side: int) -> Cells:
        """Where a side can lay a domino: the lower or left ones of its cells."""
        return free & free >> self.way(side)

    def actions(self, s: State) -> Iterator[int]:
        """A domino is numbered by its lower or left cell."""
        for cell in ones(self.places(self.free(s), self.player(s))):
            yield cell

    def result(self, s: State, a: int) -> State:
        side = self.player(s)
        domino = with_bit(with_bit(self.empty, a), a + self.way(side))
        return State(s.upright | domino, s.flat) if side == MAX else State(s.upright, s.flat | domino)

    def terminal(self, s: State) -> bool:
        return self.places(self.free(s), self.player(s)) == self.empty

    def utility(self, s: State) -> int:
        return -1 if self.player(s) == MAX else 1  # the mover has no room

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        free = self.free(s)
        yield 0, popcount(self.places(free, 0)) - popcount(self.places(free, 1))
        yield 1, popcount(self.packed(self.safe(free, 0), 0)) - popcount(self.packed(self.safe(free, 1), 1))

    def packed(self, cells: Cells, side: int) -> Cells:
        """As many dominoes of a side as fit into these cells at once, by their lower or left cells: in every row or
        column, one after the other."""
        way = self.way(side)
        found, first = self.empty, cells & ~(cells << way)
        while first != self.empty:
            first &= cells >> way
            found |= first
            first = first << 2 * way & cells
        return found

    def safe(self, free: Cells, side: int) -> Cells:
        """The free cells that the other side cannot cover."""
        theirs = self.places(free, 1 - side)
        return free & ~(theirs | theirs << self.way(1 - side))

    def sure(self, free: Cells, side: int, first: int) -> int:
        """At least this many dominoes a side can lay, whatever the other one does: those that are safe, and of the
        others that fit beside them one in three, since a domino of the other side spoils at most two of them.
        ``first``: 1 if the side is to move."""
        way, safe = self.way(side), self.packed(self.safe(free, side), side)
        rest = self.packed(free & ~(safe | safe << way), side)
        return popcount(safe) + (popcount(rest) + 2 * first) // 3

    # --- hints for search ----------------------------------------------------------------------------------------

    def reach(self, s: State) -> tuple[int, int]:
        """A side that can surely lay more dominoes than the other one has room for has won; as many are enough if the
        other side is to move."""
        free, side = self.free(s), self.player(s)
        win = 1 if side == MAX else -1
        if self.sure(free, side, 1) > popcount(self.packed(free, 1 - side)):
            return win, win
        if self.sure(free, 1 - side, 0) >= popcount(self.packed(free, side)):
            return -win, -win
        return -1, 1

    def order(self, s: State, a: int) -> int:
        """First what leaves the other side the fewest places, and the own one the most."""
        side = self.player(s)
        free = self.free(s) & ~with_bit(with_bit(self.empty, a), a + self.way(side))
        return popcount(self.places(free, side)) - popcount(self.places(free, 1 - side))

    def key(self, s: State) -> State:
        """Which cells are covered; by which dominoes does not matter any more."""
        return State(s.upright | s.flat, self.empty)

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The board mirrored and turned by half. (A quarter would exchange the sides.)"""
        for way in range(3):
            yield State(self.image(s.upright, way), self.image(s.flat, way))

    def image(self, cells: Cells, way: int) -> Cells:
        found = self.empty
        for cell in ones(cells):
            found = with_bit(found, int(self.turned[way, cell]))
        return found

    def _turned(self) -> NDArray[np.int64]:
        """Where each cell goes: mirrored left and right, up and down, and both."""
        grid = np.arange(self.rows)[:, None] * self.step + np.arange(self.columns)
        found = np.zeros((3, self.step * self.rows), np.int64)
        for way, image in enumerate((grid[:, ::-1], grid[::-1], grid[::-1, ::-1])):
            found[way, grid.ravel()] = image.ravel()
        return found

    def tier(self, s: State) -> int:
        """How many cells are free."""
        return popcount(self.free(s))

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.dominoes:dominoes"
    called = "Domineering"
    how_to_play = (
        "Lay a domino on two free cells that are side by side: Vertical lays hers upright, Horizontal his flat. "
        "Who has no room left loses."
    )
    player_names = ("Vertical", "Horizontal")
    player_colours = ("p0", "p4")

    def cell(self, a: int) -> str:
        """What a cell is called."""
        return f"{string.ascii_lowercase[a % self.step]}{a // self.step + 1}"

    def name(self, s: State, a: int, style: str = "") -> str:
        return self.cell(a) + self.cell(a + self.way(self.player(s)))

    def text(self, s: State) -> str:
        def mark(cell: int) -> str:
            return "V" if has_bit(s.upright, cell) else "H" if has_bit(s.flat, cell) else "."

        rows = [
            f"{r + 1:<3}" + " ".join(mark(r * self.step + c) for c in range(self.columns))
            for r in reversed(range(self.rows))
        ]
        letters = " ".join(string.ascii_lowercase[: self.columns])
        return "\n".join(rows) + f"\n   {letters}   {'VH'[self.player(s)]} to move"

    def parse(self, text: str) -> State:
        """Dominoes laid from the empty board ("b2b3 a1b1"), or a board as ``text`` draws it."""
        if not re.search(r"[.VH]", text):
            refused = "{!r} has no room or does not exist; a domino is called by its cells, like a1a2 or a1b1"
            return played(self, re.findall(r"[^\s,]+", text), refused, "domino")
        marks = re.sub(r"[VH] to move\s*$|[a-z0-9\s]", "", text)
        if len(marks) != self.rows * self.columns or not set(marks) <= set(".VH"):
            raise GameError(f"not a position: expected {self.rows} rows of {self.columns} cells out of . V H")
        upright, flat = self.empty, self.empty
        for i, mark in enumerate(marks):
            cell = (self.rows - 1 - i // self.columns) * self.step + i % self.columns
            upright = with_bit(upright, cell) if mark == "V" else upright
            flat = with_bit(flat, cell) if mark == "H" else flat
        s = State(upright, flat)
        for side, cells in enumerate(s):
            dominoes = self.packed(cells, side)
            if dominoes | dominoes << self.way(side) != cells:
                raise GameError(f"not a position: the cells marked {'VH'[side]} are no dominoes")
        if popcount(upright) - popcount(flat) not in (0, 2):
            raise GameError("not a position: V moves first, so it has as many dominoes as H, or one more")
        said = re.search(r"([VH]) to move\s*$", text)
        if said and said[1] != "VH"[self.player(s)]:
            raise GameError(f"not a position: with these dominoes {'VH'[self.player(s)]} is to move")
        return s
