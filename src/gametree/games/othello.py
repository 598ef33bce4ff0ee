"""Othello (Reversi): a disc that closes a line of the other side's discs turns them over; who has more discs wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import bit, highest, lowest, ones, popcount, shift_left, shift_right, signed, without_lowest
from gametree.errors import GameError
from gametree.game import MAX, Game
from gametree.games.othello_board import Board, State
from gametree.games.othello_text import drawn, read, transcribed

if TYPE_CHECKING:
    from collections.abc import Iterator

EMPTIES = ("winner", "none")
SIZES = (4, 6, 8)


class Othello(Game[State]):
    """Othello on a board of ``size`` × ``size`` squares, 4, 6 or 8. Black, who is Max, begins.

    The payoff is Black's discs less White's; ``empties``: squares that stay empty go to the winner (``winner``, as
    tournaments and the FFO positions count) or to nobody (``none``). A side without a move passes, which is a move; the
    game is over when neither side has another one.

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

    repetition = "ignore"  # discs never leave, and two passes end the game: no position comes back
    styles = ("ggf", "transcript")

    def __init__(self, size: int = 8, empties: str = "winner"):
        if size not in SIZES:
            raise GameError(f"a board of {size}×{size} is not possible: size is 4, 6 or 8")
        if empties not in EMPTIES:
            raise GameError(f"empties is one of {', '.join(EMPTIES)}, not {empties!r}")
        self.size, self.empties, self.squares = size, empties, size * size
        self.bounds = (-self.squares, self.squares)
        self.to_winner = empties == "winner"
        self.passing = self.squares
        board = Board(size)
        self.full, self.middle = board.full, board.middle
        self.up, self.down, self.turned = board.up, board.down, board.turned
        self.names = board.names

    # --- the rules ---------------------------------------------------------------------------------------------

    def initial(self) -> State:
        n = self.size
        a = n // 2 - 1  # the square of the centre that is nearest to a1
        return State(1 << a * n + a + 1 | 1 << (a + 1) * n + a, 1 << a * n + a | 1 << (a + 1) * n + a + 1, MAX)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """A square is an action, from 0; where there is none, to pass is the only one."""
        squares = self.moves(s.mine, s.theirs)
        if squares == 0:
            yield self.passing
        while squares:
            yield lowest(squares)
            squares = without_lowest(squares)

    def result(self, s: State, a: int) -> State:
        if a == self.passing:
            return State(s.theirs, s.mine, 1 - s.turn)
        turned = self.flips(s.mine, s.theirs, a)
        return State(s.theirs ^ turned, s.mine | turned | bit(a), 1 - s.turn)

    def terminal(self, s: State) -> bool:
        return self.moves(s.mine, s.theirs) == 0 and self.moves(s.theirs, s.mine) == 0

    def utility(self, s: State) -> int:
        mine, theirs = popcount(s.mine), popcount(s.theirs)
        score = mine - theirs
        if self.to_winner and score != 0:
            left = self.squares - mine - theirs
            score += left if score > 0 else -left
        return score if s.turn == MAX else -score

    def moves(self, mine: int, theirs: int) -> int:
        """The squares that the first of two sides may take: from its discs along lines of the other's to an empty one.

        All discs go at once, one direction after the other. A line of discs to be turned has up to six: the first
        ones, then those of pairs behind them, twice.
        """
        inner, found = theirs & self.middle, 0
        for step in (1, self.size - 1, self.size, self.size + 1):
            between = theirs if step == self.size else inner
            pairs = between & shift_left(between, step)
            line = between & shift_left(mine, step)
            line |= between & shift_left(line, step)
            line |= pairs & shift_left(line, 2 * step)
            line |= pairs & shift_left(line, 2 * step)
            found |= shift_left(line, step)
            pairs = shift_right(pairs, step)
            line = between & shift_right(mine, step)
            line |= between & shift_right(line, step)
            line |= pairs & shift_right(line, 2 * step)
            line |= pairs & shift_right(line, 2 * step)
            found |= shift_right(line, step)
        return found & self.full & ~(mine | theirs)

    def flips(self, mine: int, theirs: int, square: int) -> int:
        """The discs of the other side that a disc on this square turns over: in each direction those before the first
        square that is not the other side's, if that is the mover's.

        Towards higher bits a 1 that is added to the line runs through the other side's discs as a carry; towards lower
        ones the highest bit that is not theirs is looked for.
        """
        found = 0
        for i in range(4 * square, 4 * square + 4):
            line = int(self.up[i])
            end = signed((theirs | ~line) + 1) & line & mine
            found |= signed(end - (end != 0)) & line
            line = int(self.down[i])
            end = bit(highest(line & ~theirs | 1)) & line & mine
            found |= line & -shift_left(end, 1)
        return found

    # --- knowledge ---------------------------------------------------------------------------------------------

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

    # --- reading and writing -----------------------------------------------------------------------------------

    def name(self, s: State, a: int, style: str = "") -> str:
        """``f5`` or ``pass``; in the style of GGF files, which the Generic Game Server writes, ``F5`` or ``PA``; as in
        transcripts, ``F5`` or ``--``."""
        if a == self.passing:
            return {"": "pass", "ggf": "PA"}.get(style, "--")
        return self.names[a].upper() if style else self.names[a]

    def transcript(self, s: State, text: str) -> list[int]:
        """The actions of moves that are written one after the other, passes left out or not."""
        return transcribed(self, s, text)

    def text(self, s: State) -> str:
        return drawn(self.size, s)

    def parse(self, text: str) -> State:
        """A transcript (``f5d6c3``), the squares in a row with who moves (``---OX--- … X``), or a board as ``text``
        draws it."""
        return read(self, text)
