"""English checkers (draughts): men go forward, taking is forced, and a man that reaches the last row is a king.

Read ``rules.py`` first. ``board.py`` has the squares, ``evaluation.py`` the evaluation and hints for search,
``endings.py`` the numbers of positions of few pieces, ``notation.py`` how people write positions and moves.
"""

from __future__ import annotations

from typing import Any

from gametree.errors import GameError
from gametree.games.checkers import notation
from gametree.games.checkers.board import Board
from gametree.games.checkers.endings import Endings, Retraced
from gametree.games.checkers.evaluation import Evaluation
from gametree.games.checkers.rules import State
from gametree.games.family import Family
from gametree.games.material import Numbering
from gametree.games.played import played


class Checkers(Evaluation, Endings, Family[State]):
    """English checkers on a board of ``size`` 8, 6 or 4. Black is Max, and begins.

    Men step one square diagonally forward, kings back too. A piece jumps over one of the other side to the empty square
    behind it, and takes it; where it can it must, and it goes on jumping as long as it can. That is one action, and so
    are two ways of jumping with the same result. A man that reaches the last row becomes a king, and its move ends. A
    player who cannot move has lost. A position that comes for the third time is a draw, and so are ``moves`` moves of
    each side in which no man moves and nothing is taken (0: there is no such rule).

    With ``endgame`` the game begins with this number of men, half of them Black's, and progress is not counted; then
    every position of up to as many pieces has a number, and all of them can be solved: ``gametree solve
    checkers:endgame=4``.

    With ``patterns=1`` the evaluation has tables for blocks of the board, too, which are learned: ``gametree learn
    checkers:patterns=1``.

    Positions are read as FEN, squares being numbered from 1 on Black's side, or as the moves that lead to them.

    >>> game = Checkers()
    >>> s = game.parse("11-15 23-19 8-11 22-17 11-16 24-20")
    >>> print(game.text(s))
      b   b   b   b
    b   b   b   .
      b   b   .   b
    .   .   b   b
      w   .   w   w
    w   .   .   .
      w   w   w   w
    w   w   w   w
    B:W17,19,20,21,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,12,15,16
    >>> [game.name(s, a) for a in game.actions(s)]
    ['15x24', '16x23']
    """

    styles = ("long",)

    @classmethod
    def member(cls, endgame: int = 0, **_: Any) -> type[Checkers]:
        """Endgames have ``parents``; a game in which progress is counted has not."""
        return CheckersEndgame if endgame else cls

    def __init__(self, size: int = 8, moves: int = 40, endgame: int = 0, patterns: int = 0):
        if moves < 0:
            raise GameError(f"{moves} moves without progress are not possible: moves is 0 or more")
        self.moves, self.endgame = moves, endgame
        self.board = Board(size)
        start = _layout(self.board, endgame) if endgame else _full_layout(self.board)
        super().__init__(self.board, start, 0 if endgame else 2 * moves, patterns)
        self.numbered(Numbering(self.board.squares, size // 2, endgame))

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.chequered:checkers"
    called = "Checkers"
    how_to_play = (
        "Men go one square diagonally forward, and take by jumping over a man of the other side to the empty square "
        "behind it. If you can jump, you must, and go on jumping as long as you can. A man that reaches the last row "
        "becomes a king, who also goes backward. A player who cannot move loses."
    )
    player_names = ("Black", "White")
    player_colours = ("black", "white")
    numbers_pairs = True
    sits_below = 1

    def name(self, s: State, a: int, style: str = "") -> str:
        """``11-15``, ``22x8``; with the squares between where that is needed, or in the style ``long``: ``22x15x8``."""
        return notation.write_move(self, self.board, s, a, whole=style == "long")

    def text(self, s: State) -> str:
        return notation.draw(self.board, s)

    def fen(self, s: State) -> str:
        """The position on one line.

        >>> game = Checkers(size=4)
        >>> game.fen(game.initial())
        'B:W7,8:B1,2'
        """
        return notation.write_fen(self.board, s)

    def parse(self, text: str) -> State:
        """A FEN (``B:W18,K24:B1-4``), a board as ``text`` draws it, or moves from the start (``11-15 23-19``)."""
        if ":" in text and any(c in text for c in "BWbw"):
            return notation.read_fen(self.board, text, self.patience)
        return played(self, text.split(), read=lambda s, word: notation.read_move(self, self.board, s, word))


class CheckersEndgame(Retraced, Checkers):
    """Checkers of few pieces, which can be solved: what ``Checkers(endgame=4)`` makes."""


def _full_layout(board: Board) -> tuple[int, int]:
    """The men of each side at the start: all rows except the two in the middle are full."""
    filled = board.size // 2 - 1
    return sum(board.rows[:filled]), sum(board.rows[-filled:])


def _layout(board: Board, pieces: int) -> tuple[int, int]:
    """``pieces`` men, half of them on the first squares and half on the last."""
    black = (pieces + 1) // 2
    return board.mask(range(black)), board.mask(range(board.squares - pieces + black, board.squares))
