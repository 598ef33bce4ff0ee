"""Draughts: international draughts on 10×10 squares, and its sisters.

Read ``rules.py`` first. ``board.py`` has the boards, ``variants.py`` what each sister does otherwise, ``draws.py`` when
a game is drawn, ``evaluation.py`` the evaluation and hints for search, ``counting.py`` the number of moves without a
list of them, ``endgames.py`` endgames by numbers, ``notation.py`` how people write positions and moves. English
checkers is a game of its own (``games/checkers``), with endgames of up to ten pieces.
"""

from __future__ import annotations

from typing import Any

from gametree.bits import popcount
from gametree.errors import GameError
from gametree.games.draughts import notation
from gametree.games.draughts.board import Board
from gametree.games.draughts.evaluation import Evaluation
from gametree.games.draughts.rules import State
from gametree.games.family import Family
from gametree.games.played import played


class Draughts(Evaluation, Family[State]):
    """International draughts, or another ``variant``: canadian, brazilian, russian, pool, czech, spanish, portuguese,
    italian, thai, frisian, frysk, killer, breakthrough, giveaway, spantsiretti.

    White is Max, sits below, and begins. Men step one square diagonally forward; they take forward and backward. Kings
    go any number of squares. Who can take must take, and of several captures one that takes the most pieces. A piece
    that is taken leaves the board when the capture is over, and is jumped over only once. A man that ends its move on
    the last row becomes a king. A player who cannot move has lost.

    ``width`` and ``height`` change the board (0: as usual), and ``filled`` the number of rows that are full of men.

    With ``endgame`` the game begins with this number of men, half of them White's, and no moves are counted; then every
    position of up to as many pieces has a number, and all of them can be solved: ``gametree solve draughts:endgame=3``.
    With ``patterns=1`` the evaluation has tables for blocks of the board, too, which are learned: ``gametree learn
    draughts:patterns=1``.

    Positions are read as FEN, squares being numbered or called by letters and numbers, or as the moves from the start.

    >>> game = Draughts()
    >>> s = game.parse("32-28 19-23 28x19 14x23")
    >>> print(game.text(s))
      b   b   b   b   b
    b   b   b   b   b
      b   b   b   .   b
    b   b   b   .   b
      .   .   b   .   .
    .   .   .   .   .
      w   .   w   w   w
    w   w   w   w   w
      w   w   w   w   w
    w   w   w   w   w
    W:W31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,20,23
    >>> [game.name(s, a) for a in game.actions(s)][:4]
    ['31-26', '33-28', '34-29', '35-30']
    """

    styles = ("long", "numeric", "algebraic", "hub")
    variant = "international"
    usual = (10, 10)
    """Width and height of the usual board."""
    usual_rows = 0
    """The rows that each side usually has men on; 0: all but two."""
    mirrored = False
    """Is the square in White's left corner light?"""
    straight = False
    """Do pieces take along rows and columns, too?"""
    corner = "top left"
    """Where the squares are numbered from."""
    notation = "numeric"
    jump_sign = "x"
    game_type = "20,W,10,10,N2,0"
    """The tag ``GameType`` of PDN; empty if there is no number for this variant."""

    @classmethod
    def member(cls, variant: str = "international", endgame: int = 0, **_: Any) -> type[Draughts]:
        """Each variant has a class of its own, and so have its endgames."""
        from gametree.games.draughts.endgames import ENDGAMES
        from gametree.games.draughts.variants import VARIANTS

        if variant not in VARIANTS:
            raise GameError(f"there is no variant {variant!r} of draughts; there are {', '.join(VARIANTS)}")
        if endgame and variant not in ENDGAMES:
            raise GameError(f"{variant} draughts has no endgames by numbers; there are {', '.join(ENDGAMES)}")
        return ENDGAMES[variant] if endgame else VARIANTS[variant]

    def __init__(
        self, variant: str = "international", width: int = 0, height: int = 0, filled: int = 0, endgame: int = 0,
        patterns: int = 0,
    ):  # fmt: skip
        del variant  # it has chosen the class
        self.width, self.height = width or self.usual[0], height or self.usual[1]
        self.board = board = Board(
            self.width, self.height, mirrored=self.mirrored, straight=self.straight, corner=self.corner
        )
        most = (self.height - 1) // 2
        self.filled = filled or self.usual_rows or (self.height - 2) // 2
        if not 1 <= self.filled <= most:
            raise GameError(f"{filled} rows of men are not possible on {self.height} rows: filled is 1 to {most}")
        white, black = board.none, board.none
        for row in range(self.filled):
            white, black = white | board.rows[-1 - row], black | board.rows[row]
        self.most = max(popcount(white), board.squares // 2 - board.width // 2)
        super().__init__(board, (white, black), patterns)
        self.endgame = endgame

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.chequered:draughts"
    called = "International draughts"
    how_to_play = (
        "Men go one square diagonally forward, kings as far as they like in all directions. If you can jump over a "
        "piece of the other side, you must, backward too, and on as long as you can, taking as many as possible. A man "
        "that ends on the last row becomes a king. A player who cannot move loses."
    )
    player_names = ("White", "Black")
    player_colours = ("white", "black")
    numbers_pairs = True
    sits_below = 0

    def name(self, s: State, a: int, style: str = "") -> str:
        """``32-28``, ``26x37``; with the squares between where that is needed, or in the style ``long``; in the style
        ``hub`` with the squares of the pieces taken after the ends."""
        return notation.write_move(self, s, a, style)

    def text(self, s: State) -> str:
        return notation.draw(self, s)

    def fen(self, s: State) -> str:
        """The position on one line.

        >>> game = Draughts(width=4, height=4)
        >>> game.fen(game.initial())
        'W:W7,8:B1,2'
        """
        return notation.write_fen(self, s)

    def parse(self, text: str) -> State:
        """A FEN (``W:W18,K24:B1-4``), a board as ``text`` draws it, or moves from the start (``32-28 19-23``)."""
        if ":" in text and any(c in text for c in "BW"):
            return notation.read_fen(self, text.strip().splitlines()[-1])
        return played(self, text.split(), read=lambda s, word: notation.read_move(self, s, word))

    def read_move(self, s: State, word: str) -> int:
        """The legal move that a word of a file means."""
        return notation.read_move(self, s, word)

    def uncounted(self, s: State) -> State:
        """The state with its counts at 0, for clients that play on."""
        return State(s.white, s.black, s.kings, s.turn, 0, 0, s.runs)
