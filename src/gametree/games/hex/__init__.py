"""Hex (Hein 1942, Nash 1949): two players put stones, and each wants to join two edges. There is no draw.

Read ``rules.py`` first. ``cells.py`` has the board of hexagons. What is certain before the edges are joined: a quick
look at ``bridges.py``, cells that do not matter in ``inferior.py``, a search for virtual connections in
``connections.py``, and what all that says of a position in ``knowledge.py``. ``evaluation.py`` has the evaluation, and
``notation.py`` how people write cells and boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import ones, put
from gametree.errors import GameError
from gametree.games.family import Family
from gametree.games.hex import notation, sgf
from gametree.games.hex.connections import WordByWord, is_small
from gametree.games.hex.evaluation import Evaluation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.games.hex.cells import Stones
    from gametree.games.hex.rules import State

LARGEST = 19


class Hex(Family["State"], Evaluation, notation.Written["State"]):
    """Hex on a board of ``columns`` × ``rows`` hexagons, 1 to 19 (``rows=0``: as many as columns).

    Red, who is Max, begins and joins the top to the bottom; Blue joins the left to the right. With ``swap`` Blue may
    answer the first stone by taking it over: it is then Blue's, mirrored, so that it lies for Blue's edges as it lay
    for Red's.

    A cell is called by its column and row, a1 at the top left. A position is given as the moves that were made one
    after the other (``c2 b3``), or as a board.

    >>> game = Hex(3)
    >>> print(game.text(game.parse("b2 a3")))
      a b c
    1  . . .
     2  . R .
      3  B . .   R to move
    """

    def __init__(self, columns: int = 11, rows: int = 0, swap: bool = False):
        rows = rows or columns
        if not (1 <= columns <= LARGEST and 1 <= rows <= LARGEST):
            raise GameError(f"a board of {columns}×{rows} is not possible: columns and rows are 1 to {LARGEST}")
        if swap and columns != rows:
            raise GameError("swap is for boards with as many rows as columns: on others the edges are not alike")
        super().__init__(columns, rows, swap)
        # On a board that is not square the sides are not alike, and with swap the second player may steal instead.
        self.theorems = ("strategy stealing", "no draw") if columns == rows and not swap else ()

    @classmethod
    def member(cls, columns: int, rows: int, swap: bool) -> type[Hex]:  # pyright: ignore
        """Boards of several words are noted word by word."""
        return cls if is_small(columns, rows or columns) else LargeHex

    def exchanged(self, a: int) -> int:
        """The cell that lies for the other side's edges as this one for the own."""
        return a % self.width * self.width + a // self.width

    drawer = "gametree.draw.boards.hexagons:hex_board"
    called = "Hex"
    how_to_play = (
        "Put a stone of your colour on an empty cell. Red wins by a chain of stones from the top to the bottom, Blue "
        "by one from the left to the right. One of them always gets there: there is no draw. With the swap rule the "
        "second player may take over the first stone."
    )
    player_names = ("Red", "Blue")
    player_colours = ("p4", "p0")
    gtp = "hex"

    # --- text ----------------------------------------------------------------------------------------------------

    def parse(self, text: str) -> State:
        """Moves one after the other (``c2 b3``), or a board as ``text`` draws it."""
        return notation.read(self, text)

    def sgf(self) -> dict[str, str]:
        return sgf.facts(self)

    def sgf_move(self, s: State, a: int) -> str:
        return sgf.move(self, a)

    def sgf_stones(self, s: State) -> tuple[list[str], list[str]]:
        return sgf.stones(self, s)

    def sgf_state(self, black: Iterable[str], white: Iterable[str], mover: int | None) -> State:
        return sgf.state(self, black, white, mover)


class LargeHex(WordByWord["State"], Hex):
    """Hex on boards of several words."""

    def __init__(self, columns: int = 11, rows: int = 0, swap: bool = False):
        super().__init__(columns, rows, swap)
        self.beside = np.zeros((self.bits, self.words), np.int64)
        """The neighbours of each cell, word by word."""
        for cell in ones(self.full):
            self.beside[cell] = super().neighbours(cell)

    def neighbours(self, a: int) -> Stones:
        near = self.empty
        for word in range(self.words):
            near = put(near, word, int(self.beside[a, word]))
        return near
