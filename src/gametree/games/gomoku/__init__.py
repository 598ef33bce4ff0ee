"""Gomoku, five in a row: players put stones in turn, and the first with five in a line wins.

Read ``rules.py`` first. ``lines.py`` has the board, ``patterns.py`` finds lines all over it at once, ``evaluation.py``
has the evaluation and hints for search, ``threats.py`` the steps of forced wins, ``renju.py`` the forbidden points of
Renju, ``openings.py`` the opening rules, and ``notation.py`` how people write points, moves and boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.bits import ones
from gametree.errors import GameError
from gametree.games.family import Family
from gametree.games.gomoku import notation
from gametree.games.gomoku.rules import State
from gametree.games.gomoku.threats import Threats

if TYPE_CHECKING:
    from collections.abc import Iterable

RULES = {"freestyle": (False, False), "exact": (True, True), "renju": (True, False)}
"""Of each rule: does only a line of exactly five win, for Black and for White?"""
OPENINGS = ("free", "swap", "swap2", "classic")
SMALLEST, LARGEST = 5, 22


class Gomoku(Threats, Family["State"]):
    """Gomoku on a board of ``size`` × ``size`` points, 5 to 22. Black, who is Max, begins.

    ``rule``: with ``freestyle`` five or more in a line win, with ``exact`` only a line of exactly five. With ``renju``
    Black wins with exactly five and may make no overline, no double four and no double three; White may, and wins with
    five or more. A full board is a draw. ``opening``: with ``swap`` Max puts the first three stones, and Min chooses a
    colour; with ``swap2`` Min may instead put two more, and Max chooses; with ``classic`` the first three stones stand
    near the middle.

    A point is called by its column and row, a1 at the bottom left. A position is given as the stones that were put one
    after the other (``h8i9h7``), or as a board.

    >>> game = Gomoku(size=7)
    >>> print(game.text(game.parse("d4 e5 d3")))
    7  . . . . . . .
    6  . . . . . . .
    5  . . . . O . .
    4  . . . X . . .
    3  . . . X . . .
    2  . . . . . . .
    1  . . . . . . .
       a b c d e f g   O to move
    """

    @classmethod
    def member(cls, rule: str = "freestyle", opening: str = "free", **_: Any) -> type[Gomoku]:
        """Renju has forbidden points, and with an opening rule a colour is chosen."""
        from gametree.games.gomoku.openings import Opening, RenjuOpening  # which inherit from this class
        from gametree.games.gomoku.renju import Renju

        if opening == "free":
            return Renju if rule == "renju" else cls
        return RenjuOpening if rule == "renju" else Opening

    def __init__(self, size: int = 15, rule: str = "freestyle", opening: str = "free"):
        if not SMALLEST <= size <= LARGEST:
            raise GameError(f"a board of {size}×{size} is not possible: size is {SMALLEST} to {LARGEST}")
        if rule not in RULES:
            raise GameError(f"rule is one of {', '.join(RULES)}, not {rule!r}")
        if opening not in OPENINGS:
            raise GameError(f"opening is one of {', '.join(OPENINGS)}, not {opening!r}")
        self.rule, self.opening = rule, opening
        super().__init__(size, RULES[rule])
        # One more stone can spoil a line that must be exactly five: then no strategy can be stolen.
        self.theorems = ("strategy stealing",) if rule == "freestyle" else ()

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.points:gomoku"
    called = "Gomoku"
    how_to_play = (
        "Black and White put stones on empty points in turn. The first player with five stones in an unbroken line "
        "wins. By some rules only exactly five count, and in Renju Black may not make two fours, two open threes or "
        "more than five."
    )
    player_names = ("Black", "White")
    player_colours = ("black", "white")

    def refusal(self, s: State, a: int) -> str:
        """Why a stone may not be put on this point."""
        return "a stone is there already"

    def name(self, s: State, a: int, style: str = "") -> str:
        return notation.point(self.size, a)

    def transcript(self, s: State, text: str) -> list[int]:
        """The actions of points that are written one after the other."""
        return notation.transcribed(self, s, text)

    def text(self, s: State) -> str:
        return notation.drawing(self.size, s.black, s.white, self.player(s))

    def parse(self, text: str) -> State:
        """Stones put one after the other (``h8 i9 h7`` or ``h8i9h7``), or a board as ``text`` draws it."""
        return notation.read(self, text)

    def sgf(self) -> dict[str, str]:
        return {"GM": "4", "SZ": str(self.size)}

    def sgf_move(self, s: State, a: int) -> str:
        return notation.sgf_point(self.size, a)

    def sgf_stones(self, s: State) -> tuple[list[str], list[str]]:
        black, white = ([notation.sgf_point(self.size, p) for p in ones(stones)] for stones in (s.black, s.white))
        return black, white

    def sgf_state(self, black: Iterable[str], white: Iterable[str], mover: int | None) -> State:
        found = notation.sgf_board(self.size, black, white)
        return notation.sgf_mover(self, notation.checked(self, State(*found)), mover)
