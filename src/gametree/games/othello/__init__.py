"""Othello (Reversi): a disc that closes a line of the other side's discs turns them over; the player with more discs
wins.

Read ``rules.py`` first. ``board.py`` has the lines of the board, ``endings.py`` the exact end and the order of moves,
``patterns.py`` and ``evaluation.py`` the evaluation before it, ``notation.py`` boards and transcripts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import bit, ones, popcount
from gametree.errors import GameError
from gametree.games.othello import notation
from gametree.games.othello.board import Board
from gametree.games.othello.evaluation import Evaluation
from gametree.games.othello.rules import State

if TYPE_CHECKING:
    from collections.abc import Iterator

EMPTIES = ("winner", "none")
SIZES = (4, 6, 8)


class Othello(Evaluation):
    """Othello on a board of ``size`` × ``size`` squares, 4, 6 or 8. Black, who is Max, begins.

    The payoff is Black's discs less White's; ``empties``: squares that stay empty go to the winner (``winner``, as
    tournaments and the FFO positions count) or to nobody (``none``). A side without a move passes, which is a move; the
    game is over when neither side has another one. The evaluation on 8×8 goes by patterns; without ``network``, and on
    smaller boards, a weighted sum of features is the evaluation, as it is with a file of weights of them.

    >>> game = Othello()
    >>> s = game.initial()
    >>> [game.name(s, a) for a in game.actions(s)]
    ['d3', 'c4', 'f5', 'e6']
    >>> print(game.text(game.result(s, 19)))
      a b c d e f g h
    1 - - - - - - - -
    2 - - - - - - - -
    3 - - - X - - - -
    4 - - - X X - - -
    5 - - - X O - - -
    6 - - - - - - - -
    7 - - - - - - - -
    8 - - - - - - - -   O to move
    """

    styles = ("ggf", "transcript")

    def __init__(self, size: int = 8, empties: str = "winner", network: bool = True):
        if size not in SIZES:
            raise GameError(f"a board of {size}×{size} is not possible: size is 4, 6 or 8")
        if empties not in EMPTIES:
            raise GameError(f"empties is one of {', '.join(EMPTIES)}, not {empties!r}")
        board = Board(size)
        super().__init__(board, empties, network)
        self.turned, self.names = board.turned, board.names

    # --- symmetry and levels -------------------------------------------------------------------------------------

    def tier(self, s: State) -> int:
        """How many squares are empty."""
        return self.squares - popcount(s.mine | s.theirs)

    def symmetries(self, s: State) -> Iterator[State]:
        """The turns that leave the first position as it is. On the large board positions soon have no twins."""
        if self.size < 8 or popcount(s.mine | s.theirs) <= 12:
            for turn in range(3):
                yield State(self.image(s.mine, turn), self.image(s.theirs, turn), s.turn)

    def image(self, discs: int, turn: int) -> int:
        """Where discs come to lie under a turn of the board."""
        found = 0
        for i in ones(discs):
            found |= bit(int(self.turned[turn, i]))
        return found

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.chequered:othello"
    called = "Othello"
    how_to_play = (
        "Put a disc so that it closes in a line of the other side's discs between itself and another disc of yours: "
        "all discs closed in turn over to your colour. If you cannot, you pass. When nobody can move, the player with "
        "more discs wins."
    )
    player_names = ("Black", "White")
    player_colours = ("black", "white")

    def name(self, s: State, a: int, style: str = "") -> str:
        """``f5`` or ``pass``; in the style of GGF files, which the Generic Game Server writes, ``F5`` or ``PA``; as in
        transcripts, ``F5`` or ``--``."""
        if a == self.passing:
            return {"": "pass", "ggf": "PA"}.get(style, "--")
        return self.names[a].upper() if style else self.names[a]

    def transcript(self, s: State, text: str) -> list[int]:
        """The actions of moves that are written one after the other, passes left out or not."""
        return notation.transcribed(self, s, text)

    def text(self, s: State) -> str:
        return notation.drawing(self.size, s)

    def parse(self, text: str) -> State:
        """A transcript (``f5d6c3``), the squares in a row with who moves (``---OX--- … X``), or a board as ``text``
        draws it."""
        return notation.read(self, text)
