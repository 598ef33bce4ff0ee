"""The rules of Othello: where a disc may be put, which discs it turns over, and what the game ends with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gametree.bits import bit, highest, lowest, popcount, shift_left, shift_right, signed, without_lowest
from gametree.game import MAX, Game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.othello.board import Board


class State(NamedTuple):
    """Discs, one bit a square from a1 row by row, as the mover sees them; and whose turn it is."""

    mine: int  # the mover's discs
    theirs: int
    turn: int


class Rules(Game[State]):
    """The six required methods, and the two that they need: where discs may be put, and what they turn over."""

    repetition = "ignore"  # discs never leave, and two passes end the game: no position comes back
    haste = False

    def __init__(self, board: Board, empties: str):
        self.size, self.squares, self.empties = board.size, board.squares, empties
        self.bounds = (-self.squares, self.squares)
        self.to_winner = empties == "winner"
        self.passing = self.squares
        self.full, self.middle = board.full, board.middle
        self.up, self.down, self.near = board.up, board.down, board.near

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        n = self.size
        a = n // 2 - 1  # the square of the centre that is nearest to a1
        return State(1 << a * n + a + 1 | 1 << (a + 1) * n + a, 1 << a * n + a | 1 << (a + 1) * n + a + 1, MAX)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """A square is an action, from 0; if there is none, the only action is to pass."""
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
        score = self.settled(mine - theirs, self.squares - mine - theirs)
        return score if s.turn == MAX else -score

    def settled(self, ahead: int, left: int) -> int:
        """The score of a side that is this many discs ahead when the game ends with this many empty squares."""
        if not self.to_winner or ahead == 0:
            return ahead
        return ahead + left if ahead > 0 else ahead - left

    # --- moves on bitboards --------------------------------------------------------------------------------------

    def moves(self, mine: int, theirs: int) -> int:
        """The squares that the first of two sides may take: from its discs along lines of the other's to an empty one.

        All discs go at once, one direction after the other. A line of discs to be turned has up to six: the first
        two, then those of pairs behind them, twice.
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
