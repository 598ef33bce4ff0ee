"""The end of a game of Othello: the exact end, stable discs, and the order of moves.

Scores here are the mover's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import bit, lowest, popcount, shift_left, shift_right
from gametree.game import MAX
from gametree.games.othello.rules import Rules, State

if TYPE_CHECKING:
    from gametree.games.othello.board import Board

LAST = 4
"""With at most this many empty squares the exact end is computed without a search."""
NONE = -1000
"""Less than any score."""


class Endings(Rules):
    """What shortens a search to the end of the game."""

    def __init__(self, board: Board, empties: str):
        super().__init__(board, empties)
        self.corners, self.quarters = board.corners, board.quarters
        self.lines, self.borders = board.lines, board.borders
        self.longest = self.lines.shape[1]

    # --- the last squares --------------------------------------------------------------------------------------

    def exact_end(self, s: State, low: int, high: int) -> tuple[int, int]:
        """The score, where no more than four squares are empty; at worst every other action is a pass."""
        empty = self.full & ~(s.mine | s.theirs)
        left = popcount(empty)
        if left == 0 or left > LAST:
            return 0, LAST - left
        odd = self.odd(empty)
        w, empty = self.first(empty, odd)
        x, empty = self.first(empty, odd)
        y, empty = self.first(empty, odd)
        z, empty = self.first(empty, odd)
        if s.turn != MAX:
            low, high = -high, -low
        if left == 4:
            score = self.last_four(s.mine, s.theirs, w, x, y, z, low, high)
        elif left == 3:
            score = self.last_three(s.mine, s.theirs, w, x, y, low, high)
        elif left == 2:
            score = self.last_two(s.mine, s.theirs, w, x, low, high)
        else:
            score = self.last_one(s.mine, s.theirs, w)
        return score if s.turn == MAX else -score, 2 * left

    def odd(self, empty: int) -> int:
        """The empty squares of quarters of the board with an odd number of them: the player who moves there first also
        moves last, as a rule."""
        found = 0
        for quarter in self.quarters:
            if popcount(empty & quarter) & 1:
                found |= empty & quarter
        return found

    def first(self, empty: int, odd: int) -> tuple[int, int]:
        """One of the empty squares, an odd one if there is one, and what remains; 0 where there is none."""
        squares = empty & odd if empty & odd else empty
        square = lowest(squares) if squares else 0
        return square, empty & ~bit(square) if squares else 0

    def last_four(self, mine: int, theirs: int, w: int, x: int, y: int, z: int, low: int, high: int) -> int:
        """The score with four empty squares, within a window; ``last_three`` explains."""
        sign = 1
        for _ in range(2):
            best = NONE
            for _ in range(4):
                if int(self.near[w]) & theirs:
                    turned = self.flips(mine, theirs, w)
                    if turned:
                        after = -self.last_three(theirs ^ turned, mine | turned | bit(w), x, y, z, -high, -low)
                        best, low = max(best, after), max(low, after)
                        if best >= high:
                            return sign * best
                w, x, y, z = x, y, z, w
            if best > NONE:
                return sign * best
            mine, theirs, low, high, sign = theirs, mine, -high, -low, -sign
        return self.settled(popcount(mine) - popcount(theirs), 4)

    def last_three(self, mine: int, theirs: int, x: int, y: int, z: int, low: int, high: int) -> int:
        """The score with three empty squares, within a window: each square in turn; where the mover has no move, the
        other side is tried, and where that has none either, the game is over."""
        sign = 1
        for _ in range(2):
            best = NONE
            for _ in range(3):
                if int(self.near[x]) & theirs:
                    turned = self.flips(mine, theirs, x)
                    if turned:
                        after = -self.last_two(theirs ^ turned, mine | turned | bit(x), y, z, -high, -low)
                        best, low = max(best, after), max(low, after)
                        if best >= high:
                            return sign * best
                x, y, z = y, z, x
            if best > NONE:
                return sign * best
            mine, theirs, low, high, sign = theirs, mine, -high, -low, -sign
        return self.settled(popcount(mine) - popcount(theirs), 3)

    def last_two(self, mine: int, theirs: int, x: int, y: int, low: int, high: int) -> int:
        """The score with two empty squares, within a window."""
        sign = 1
        for _ in range(2):
            best = NONE
            for _ in range(2):
                if int(self.near[x]) & theirs:
                    turned = self.flips(mine, theirs, x)
                    if turned:
                        best = max(best, -self.last_one(theirs ^ turned, mine | turned | bit(x), y))
                        if best >= high:
                            return sign * best
                x, y = y, x
            if best > NONE:
                return sign * best
            mine, theirs, low, high, sign = theirs, mine, -high, -low, -sign
        return self.settled(popcount(mine) - popcount(theirs), 2)

    def last_one(self, mine: int, theirs: int, x: int) -> int:
        """The score with one empty square."""
        ahead = popcount(mine) - popcount(theirs)
        turned = popcount(self.flips(mine, theirs, x))
        if turned:
            return ahead + 2 * turned + 1
        turned = popcount(self.flips(theirs, mine, x))
        if turned:
            return ahead - 2 * turned - 1
        return self.settled(ahead, 1)

    # --- discs that stay ---------------------------------------------------------------------------------------

    def reach(self, s: State) -> tuple[int, int]:
        """The bounds of the payoff from discs that can never be turned."""
        low, high = -self.squares, self.squares
        if (s.mine | s.theirs) & self.corners:
            low += 2 * popcount(self.stable(s.mine, s.theirs))
            high -= 2 * popcount(self.stable(s.theirs, s.mine))
        return (low, high) if s.turn == MAX else (-high, -low)

    def stable(self, mine: int, theirs: int) -> int:
        """Discs of the first of two sides that can never be turned: along each of the four lines through one, all is
        taken, or the board ends beside it, or a disc beside it is one of those."""
        discs, n = mine | theirs, self.size
        if discs & self.corners == 0:
            return 0
        flat = self.taken(discs, 0)
        rising = self.taken(discs, 1)
        steep = self.taken(discs, 2)
        falling = self.taken(discs, 3)
        found, before = 0, -1
        while found != before:
            before = found
            found = mine & (flat | shift_left(found, 1) | shift_right(found, 1))
            found &= steep | shift_left(before, n) | shift_right(before, n)
            found &= rising | shift_left(before, n - 1) | shift_right(before, n - 1)
            found &= falling | shift_left(before, n + 1) | shift_right(before, n + 1)
        return found

    def taken(self, discs: int, axis: int) -> int:
        """The squares whose line in a direction is full, and those at the ends of such lines."""
        found = int(self.borders[axis])
        for i in range(self.longest):
            line = int(self.lines[axis, i])
            if discs & line == line:
                found |= line
        return found

    # --- which moves first -------------------------------------------------------------------------------------

    def order(self, s: State, a: int) -> int:
        """The fewer moves the other side has then, the earlier, its corners counted twice; then squares of quarters
        with an odd number of empty ones, and corners."""
        if a == self.passing:
            return 0
        turned = self.flips(s.mine, s.theirs, a)
        replies = self.moves(s.theirs ^ turned, s.mine | turned | bit(a))
        score = -8 * (popcount(replies) + popcount(replies & self.corners))
        if self.odd(self.full & ~(s.mine | s.theirs)) >> a & 1:
            score += 4
        if self.corners >> a & 1:
            score += 12
        return score
