"""Nine Men's Morris and its relatives: men are placed, then moved along the lines; three in a line take a man.

Read ``rules.py`` first. ``board.py`` has the boards, ``evaluation.py`` what a position is worth and hints for search,
``endings.py`` symmetries and the numbers of endgames, ``notation.py`` drawn boards.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.games.morris import notation
from gametree.games.morris.board import Board
from gametree.games.morris.endings import Endings, Numbering
from gametree.games.morris.evaluation import Evaluation
from gametree.games.played import played

if TYPE_CHECKING:
    from gametree.games.morris.rules import State

RINGS = {3: 1, 6: 2, 9: 3, 10: 3, 12: 3}
"""How many squares the board has, by the number of men."""


class Morris(Evaluation, Endings):
    """Nine Men's Morris, with ``men`` 9; 3, 6 and 12 are the games of those names, 12 with diagonals.

    The rules are those of Gasser (1996): men are placed in turn, then moved along the lines to a neighbouring point; a
    side down to three men may move to any empty point (``fly``: to how many men one must be down; 0 never, and −1 is
    what is usual: 3 in the games of nine men and more). Who closes a mill, three men in a line, takes a man that is in
    no mill, or any if all are; two mills at once take one. Taking is an action of its own. A player who has fewer than
    three men or cannot move has lost; a position that comes back is a draw; with twelve men a full board is a draw.
    With three men the first mill wins. ``lasker``: ten men, and a player with men to place may move instead.

    With ``white`` and ``black`` the game begins with these numbers of men on the board and none in hand; then positions
    have numbers (``index``), as the mover sees them and up to symmetry, and an endgame can be solved: ``gametree solve
    morris:white=3,black=3``.

    A point is called by its column, from a, and its row, from 1 at the bottom.

    >>> game = Morris()
    >>> s = game.parse("d2 a7 d1 b2 d3")
    >>> print(game.text(s))
    7 O-----.-----.
    6 | .---.---. |
    5 | | .-.-. | |
    4 .-.-.   .-.-.
    3 | | .-X-. | |
    2 | O---X---. |
    1 .-----X-----.
      a b c d e f g   X takes a man; in hand X 6, O 7
    >>> [game.name(s, a) for a in game.actions(s)]
    ['xb2', 'xa7']
    """

    def __init__(
        self, men: int = 9, fly: int = -1, lasker: bool = False, white: int = 0, black: int = 0, diagonals: bool = False
    ):
        men = 10 if lasker and men == 9 else men
        if men not in RINGS:
            raise GameError(f"a game of {men} men is not known: men is 3, 6, 9 or 12, and 10 for Lasker's")
        self.board = Board(RINGS[men], diagonals or men == 12)
        self.turned, self.rings, self.images = self.board.turned, self.board.rings, self.board.images
        first, hand, numbering = (0, 0), men, Numbering(self.board, ())
        if white or black:
            most = min(men, 9)
            if men == 3 or not (3 <= white <= most and 3 <= black <= most):
                raise GameError(f"an endgame of {white} and {black} men is not possible: each side has 3 to {most}")
            pairs = {(w, b) for w in range(3, white + 1) for b in range(3, black + 1)}
            numbering = Numbering(self.board, sorted(pairs | {(b, w) for w, b in pairs}, key=lambda p: (sum(p), p)))
            first, hand = self.board.layout(white, black), 0
        super().__init__(self.board, men, hand, first, fly if fly >= 0 else 3 if men >= 9 else 0, lasker)
        self.index_size = numbering.size
        self.ways, self.sets, self.set_starts = numbering.ways, numbering.sets, numbering.set_starts
        self.pairs, self.starts = numbering.pairs, numbering.starts

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.points:morris"
    called = "Nine Men's Morris"
    how_to_play = (
        "First put your nine men on empty points, one at a time; then move them along the lines. Three of your men in "
        "a line are a mill: take a man of the other side, if possible one that is not in a mill. A player with three "
        "men left may move to any point, where the rules of the board say so. A player with two men, or without a "
        "move, loses."
    )
    player_names = ("White", "Black")
    player_colours = ("white", "black")

    def name(self, s: State, a: int, style: str = "") -> str:
        names = self.board.names
        if a >= self.takes:
            return "x" + names[a - self.takes]
        start = f"{names[a // self.points - 1]}-" if a >= self.points else ""
        return start + names[a % self.points]

    def text(self, s: State) -> str:
        return notation.drawing(self, s)

    def parse(self, text: str) -> State:
        """Moves played from the start ("d2 a7 d1 b2 d3 xa7"), or a board as ``text`` draws it."""
        words = text.split()
        if all(re.fullmatch(r"x?[a-g][1-7](-[a-g][1-7])?", word) for word in words):
            return played(self, words, "{} is not possible here")
        return notation.read(self, text)
