"""English checkers (draughts): men go forward, taking is forced, and a man that reaches the last row is a king."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import popcount
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games import checkers_text as writing
from gametree.games.checkers_board import Board
from gametree.games.checkers_endgame import Endgames, Numbering, Retraced
from gametree.games.checkers_moves import PLACE, State, moved

if TYPE_CHECKING:
    from collections.abc import Iterator


class Checkers(Endgames):
    """English checkers on a board of ``size`` 8, 6 or 4. Black is Max, and begins.

    Men step one square diagonally forward, kings back too. A piece jumps over one of the other side to the empty square
    behind it, and takes it; where it can it must, and it goes on jumping as long as it can. That is one action, and so
    are two ways of jumping with the same result. A man that reaches the last row becomes a king, and its move ends. Who
    cannot move has lost. A position that comes for the third time is a draw, and so are ``moves`` moves of each side
    in which no man moves and nothing is taken (0: there is no such rule).

    With ``endgame`` the game begins with so many men, half of them Black's, and progress is not counted; then every
    position of up to so many pieces has a number, and all of them can be solved: ``gametree solve checkers:endgame=4``.

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

    recurrence = 3
    terms = ("men", "kings", "back rank", "centre", "mobility", "tempo", "the move", "runaway men")

    def __new__(cls, size: int = 8, moves: int = 40, endgame: int = 0) -> Checkers:
        """Endgames know what led to a position; a game in which progress is counted does not."""
        made: type[Checkers] = CheckersEndgame if endgame and cls is Checkers else cls
        return object.__new__(made)

    def __init__(self, size: int = 8, moves: int = 40, endgame: int = 0):
        if moves < 0:
            raise GameError(f"{moves} moves without progress are not possible: moves is 0 or more")
        self.moves, self.endgame = moves, endgame
        self.board = Board(size)
        self.full, self.steps, self.rows = self.board.full, self.board.steps, self.board.rows
        self.crown, self.home = (self.rows[-1], self.rows[0]), (self.rows[0], self.rows[-1])
        self.centre = self.board.centre
        self.even_rows = sum(self.rows[::2])
        filled = size // 2 - 1
        self.start = sum(self.rows[:filled]), sum(self.rows[-filled:])
        self.patience = 0 if endgame else 2 * moves
        if endgame:
            self.start = _layout(self.board, endgame)
        numbers = Numbering(self.board, endgame)
        self.size = numbers.size
        self.ways, self.starts, self.blocks = numbers.ways, numbers.starts, numbers.blocks
        self.weights = np.array([100.0, 140.0, 8.0, 4.0, 2.0, 1.0, 5.0, 30.0])

    # --- knowledge ---------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        men, theirs = s.black & ~s.kings, s.white & ~s.kings
        yield 0, popcount(men) - popcount(theirs)
        yield 1, popcount(s.black & s.kings) - popcount(s.white & s.kings)
        yield 2, popcount(men & self.home[0]) - popcount(theirs & self.home[1])
        yield 3, popcount(s.black & self.centre) - popcount(s.white & self.centre)
        empty, ways = self.full & ~(s.black | s.white), 0
        for k in range(4):
            black, white = (s.black, s.white & s.kings) if k < 2 else (s.black & s.kings, s.white)
            ways += popcount(moved(black, self.steps[k]) & empty) - popcount(moved(white, self.steps[k]) & empty)
        yield 4, ways
        advance = 0
        for row in range(len(self.rows)):
            advance += row * popcount(men & self.rows[row])
            advance -= (len(self.rows) - 1 - row) * popcount(theirs & self.rows[row])
        yield 5, advance
        yield 6, self.opposition(s)
        yield 7, popcount(men & ~self.reached(s.white, 2)) - popcount(theirs & ~self.reached(s.black, 0))

    def opposition(self, s: State) -> int:
        """Who has "the move", with as many pieces on each side: 1 Black, −1 White. The mover has it if the pieces of
        both on the rows of his own parity are odd in number: then he gets the last word when men face each other."""
        if popcount(s.black) != popcount(s.white):
            return 0
        mine = self.even_rows if s.turn == MAX else self.full & ~self.even_rows
        odd = popcount((s.black | s.white) & mine) & 1
        return 1 if odd == (s.turn == MAX) else -1

    def reached(self, pieces: int, k: int) -> int:
        """The squares of some pieces, and all to which steps in the directions ``k`` and ``k + 1`` lead from there: who
        comes the other way from outside meets none of them."""
        found = pieces
        for _ in range(len(self.rows) - 1):
            found |= (moved(found, self.steps[k]) | moved(found, self.steps[k + 1])) & self.full
        return found

    def quiet(self, s: State) -> bool:
        return self.jumpers(s) == 0

    def tactics(self, s: State) -> Iterator[int]:
        """What takes; then there is nothing else."""
        if self.jumpers(s):
            for a in self.actions(s):
                yield a

    def order(self, s: State, a: int) -> int:
        """By what is taken, kings more; then who becomes a king."""
        start, end, taken = 1 << (a & 63), 1 << (a >> PLACE & 63), a >> 2 * PLACE
        crowned = 1 if end & self.crown[s.turn] and not s.kings & start else 0
        return 2 * popcount(taken) + popcount(taken & s.kings) + crowned

    # --- reading and writing -----------------------------------------------------------------------------------

    styles = ("long",)

    def name(self, s: State, a: int, style: str = "") -> str:
        """``11-15``, ``22x8``; with the squares between where that is needed, or in the style ``long``: ``22x15x8``."""
        return writing.write_move(self, self.board, s, a, whole=style == "long")

    def text(self, s: State) -> str:
        return writing.draw(self.board, s)

    def fen(self, s: State) -> str:
        """The position on one line.

        >>> game = Checkers(size=4)
        >>> game.fen(game.initial())
        'B:W7,8:B1,2'
        """
        return writing.write_fen(self.board, s)

    def parse(self, text: str) -> State:
        """A FEN (``B:W18,K24:B1-4``), a board as ``text`` draws it, or moves from the start (``11-15 23-19``)."""
        if ":" in text and any(c in text for c in "BWbw"):
            return writing.read_fen(self.board, text, self.patience)
        s = self.initial()
        for number, word in enumerate(text.split(), 1):
            if self.terminal(s):
                raise GameError(f"move {number}: the game is over already")
            s = self.result(s, writing.read_move(self, self.board, s, word))
        return s


class CheckersEndgame(Retraced, Checkers):
    """Checkers of few pieces, which can be solved: what ``Checkers(endgame=4)`` makes."""


def _layout(board: Board, pieces: int) -> tuple[int, int]:
    """So many men, half of them on the first squares and half on the last."""
    black = (pieces + 1) // 2
    return board.mask(range(black)), board.mask(range(board.squares - pieces + black, board.squares))
