"""Pente: five in a row, where a pair of stones that is closed in at both ends is taken from the board.

Read ``rules.py`` first. ``evaluation.py`` has the evaluation and hints for search, ``notation.py`` how people write
boards. Points, lines and their patterns are those of Gomoku.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import has_bit, ones
from gametree.errors import GameError
from gametree.games.gomoku import notation as gomoku
from gametree.games.pente import notation
from gametree.games.pente.evaluation import Evaluation
from gametree.games.pente.rules import State

if TYPE_CHECKING:
    from collections.abc import Iterable

SMALLEST, LARGEST = 5, 22
MOST_PAIRS = 100


class Pente(Evaluation):
    """Pente on a board of ``size`` × ``size`` points, 5 to 22. Black, who is Max, begins.

    Five or more in a line win. A stone takes two stones of the other side that lie between it and another stone of its
    own, in all eight directions at once; who has taken ``pairs`` pairs wins. A stone may be put between two of the
    other side's without being taken. ``keryo``: three stones in a row are taken too, and three times ``pairs`` stones
    win. ``tournament``: Black's first stone goes to the centre, and Black's second at least three points away from it.
    A full board is a draw. Points, moves and positions are written as in Gomoku.

    >>> game = Pente(size=7)
    >>> print(game.text(game.parse("d4 e5 d2 f6 g7")))
    7  . . . . . . X
    6  . . . . . . .
    5  . . . . . . .
    4  . . . X . . .
    3  . . . . . . .
    2  . . . X . . .
    1  . . . . . . .
       a b c d e f g   O to move; stones taken: X 2, O 0
    """

    def __init__(self, size: int = 19, pairs: int = 5, keryo: bool = False, tournament: bool = False):
        if not SMALLEST <= size <= LARGEST:
            raise GameError(f"a board of {size}×{size} is not possible: size is {SMALLEST} to {LARGEST}")
        if not 1 <= pairs <= MOST_PAIRS:
            raise GameError(f"{pairs} pairs cannot be the goal: pairs is 1 to {MOST_PAIRS}")
        if tournament and size < 7:
            raise GameError(
                "the tournament rule keeps Black's second stone off the centre: it needs a board of 7×7 or more"
            )
        self.pairs = pairs
        super().__init__(size, pairs * (3 if keryo else 2), keryo, tournament)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.points:pente"
    called = "Pente"
    how_to_play = (
        "Put a stone on an empty point. A pair of stones of the other side that you close in at both ends is taken "
        "off the board. Five in a line win, and so do five pairs taken."
    )
    player_names = ("Black", "White")
    player_colours = ("black", "white")

    def refusal(self, s: State, a: int) -> str:
        """Why a stone may not be put on this point."""
        if self.tournament and self.put(s) == 0:
            return "the tournament rule wants the first stone in the centre"
        if self.tournament and self.put(s) == 2 and has_bit(self.near & ~(s.black | s.white), a):
            return "the tournament rule wants Black's second stone at least three points from the centre"
        return super().refusal(s, a)

    def name(self, s: State, a: int, style: str = "") -> str:
        return gomoku.point(self.size, a)

    def transcript(self, s: State, text: str) -> list[int]:
        """The actions of points that are written one after the other."""
        return gomoku.transcribed(self, s, text)

    def text(self, s: State) -> str:
        return notation.written(self, s)

    def parse(self, text: str) -> State:
        """Stones put one after the other (``k10 l11`` or ``k10l11``), or a board as ``text`` draws it."""
        return notation.read(self, text)

    def sgf(self) -> dict[str, str]:
        return {"GM": "4", "SZ": str(self.size)}

    def sgf_move(self, s: State, a: int) -> str:
        return gomoku.sgf_point(self.size, a)

    def sgf_stones(self, s: State) -> tuple[list[str], list[str]]:
        if s.black_took or s.white_took:
            raise GameError("SGF cannot say how many stones were taken: give the game from its beginning")
        black, white = ([gomoku.sgf_point(self.size, p) for p in ones(stones)] for stones in (s.black, s.white))
        return black, white

    def sgf_state(self, black: Iterable[str], white: Iterable[str], mover: int | None) -> State:
        found = gomoku.sgf_board(self.size, black, white)
        return gomoku.sgf_mover(self, notation.checked(self, State(*found, 0, 0)), mover)
