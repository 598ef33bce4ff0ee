"""Go: stones surround points, and take the groups that they leave without a liberty.

Read ``rules.py`` first. ``groups.py`` has the board, its groups and their liberties, ``evaluation.py`` an estimate,
``playouts.py`` the policy of random games, ``patterns.py`` moves that look natural there, ``life.py`` stones that
cannot be taken, ``ladders.py`` stones that are chased across the board, ``problems.py`` life and death
as a game, ``handicap.py`` the star points, and ``notation.py`` how people write moves and boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import with_bit
from gametree.errors import GameError
from gametree.games.go import notation, sgf
from gametree.games.go.evaluation import Evaluation
from gametree.games.go.handicap import most, placed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.games.go.rules import State

SMALLEST, LARGEST = 1, 19
KO = ("positional", "situational", "simple")
SCORING = ("area", "territory")
PAYOFF = ("win", "margin")
SOLVABLE = 16
"""On boards of up to so many points alpha-beta sees the end of the game; on larger ones random games judge better than
``evaluate``."""


class Go(Evaluation):
    """Go on a board of ``size`` columns, 1 to 19, and as many rows, or ``rows``. Black, who is Max, begins.

    ``ko``: in all of them a stone that was just taken in a ko may not be taken back at once. With ``positional``
    superko (Tromp–Taylor) no stone may make an earlier board again; with ``situational`` superko none that a stone of
    the same player has made before. With ``simple`` the game is a draw when a board comes back with the same player
    to move. A pass is always allowed; two in a row end the game. ``suicide``: may stones be put that take their own
    group away (two stones or more)?

    ``scoring``: ``area`` counts stones and the points that only they reach, ``territory`` those points and the stones
    taken. Dead stones must be taken before the end: nobody is asked about them. White gets ``komi``. ``payoff``: who
    ``win``s (1, −1; 0 if a whole ``komi`` leaves both even), or by what ``margin``. ``handicap``: Black begins with 2
    to 9 stones on the star points, and White moves.

    A point is called by its column, without I, and its row, A1 at the bottom left. A position is given as moves one
    after the other (``C3 D4 pass``), or as a board.

    >>> game = Go(size=5)
    >>> print(game.text(game.parse("C3 C4 D4")))
    5  . . . . .
    4  . . O X .
    3  . . X . .
    2  . . . . .
    1  . . . . .
       A B C D E   O to move
    """

    def __init__(
        self,
        size: int = 9,
        komi: float = 7.5,
        ko: str = "positional",
        suicide: bool = False,
        scoring: str = "area",
        payoff: str = "win",
        handicap: int = 0,
        rows: int = 0,
    ):
        rows = rows or size
        if not (SMALLEST <= size <= LARGEST and SMALLEST <= rows <= LARGEST):
            raise GameError(f"a board of {size}×{rows} is not possible: size and rows are {SMALLEST} to {LARGEST}")
        for name, value, choice in (("ko", ko, KO), ("scoring", scoring, SCORING), ("payoff", payoff, PAYOFF)):
            if value not in choice:
                raise GameError(f"{name} is one of {', '.join(choice)}, not {value!r}")
        if not -1000 <= komi <= 1000 or komi * 2 != int(komi * 2):
            raise GameError(f"komi is a number of points or half points, at most 1000, not {komi}")
        if handicap and not 2 <= handicap <= most(size, rows):
            least = f"handicap is 0, or 2 to {most(size, rows)}" if most(size, rows) else "this board has no handicap"
            raise GameError(f"{handicap} handicap stones are not possible on {size}×{rows}: {least}")
        self.size, self.ko, self.scoring, self.payoff, self.handicap = size, ko, scoring, payoff, handicap
        self.algorithm = "mcts" if size * rows > SOLVABLE else ""
        super().__init__(size, rows, komi, ko, suicide, scoring == "territory", payoff == "margin")
        if handicap:
            black = self.empty
            for column, row in placed(size, rows, handicap):
                black = with_bit(black, row * (size + 1) + column)
            self.first = self.first._replace(black=black, turn=1)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.points:go"
    called = "Go"
    how_to_play = (
        "Put a stone on an empty point, or pass. Stones of one colour that touch along lines are a group; a group "
        "without an empty point beside it is taken. A position may not come back. After two passes the points are "
        "counted: those that are yours, and those that only you surround. White gets the komi."
    )
    player_names = ("Black", "White")
    player_colours = ("black", "white")
    gtp = "plain"

    def name(self, s: State, a: int, style: str = "") -> str:
        return "pass" if a == self.passing else notation.point(self.columns, a)

    def transcript(self, s: State, text: str) -> list[int]:
        """The actions of moves that are written one after the other."""
        return notation.transcribed(self, s, text)

    def text(self, s: State) -> str:
        return notation.written(self, s)

    def parse(self, text: str) -> State:
        """Moves one after the other (``C3 D4 pass``), or a board as ``text`` draws it."""
        return notation.read(self, text)

    def uncounted(self, s: State) -> State:
        """The position as if nobody had passed: clients may play on after two passes."""
        return s._replace(passes=0)

    def sgf(self) -> dict[str, str]:
        return sgf.facts(self)

    def sgf_move(self, s: State, a: int) -> str:
        return "" if a == self.passing else sgf.point(self, a)

    def sgf_stones(self, s: State) -> tuple[list[str], list[str]]:
        return sgf.stones(self, s)

    def sgf_state(self, black: Iterable[str], white: Iterable[str], mover: int | None) -> State:
        return sgf.state(self, black, white, mover)
