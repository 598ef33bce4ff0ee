"""The evaluation of checkers, and hints for search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import popcount
from gametree.game import MAX
from gametree.games.blocks import Blocks
from gametree.games.checkers.counting import Counting
from gametree.games.checkers.rules import PLACE, State, moved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.checkers.board import Board


class Evaluation(Counting, Blocks[State]):
    """A weighted sum of features, a man being 100; with ``patterns`` those of blocks of the board, too."""

    terms = ("men", "kings", "back rank", "centre", "mobility", "tempo", "the move", "runaway men")

    def __init__(self, board: Board, start: tuple[int, int], patience: int, patterns: int):
        super().__init__(board, start, patience)
        self.centre = board.centre
        self.even_rows = sum(self.rows[::2])
        self.weights = np.array([100.0, 140.0, 8.0, 4.0, 2.0, 1.0, 5.0, 30.0])
        self.add_blocks(board if patterns else None)

    # --- evaluation ----------------------------------------------------------------------------------------------

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
        if self.patterns:
            for feature in self.patterns_of(men, theirs):
                yield feature

    def opposition(self, s: State) -> int:
        """Who has "the move", with as many pieces on each side: 1 Black, −1 White. The mover has it if the pieces of
        both on the rows of the mover's parity are odd in number: then the mover has the opposition when men face each
        other."""
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

    # --- hints for search ----------------------------------------------------------------------------------------

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

    def key(self, s: State) -> State:
        """What the transposition table goes by: how long nothing has happened counts only when a draw is near."""
        return s if 4 * s.idle >= 3 * self.patience else State(s.black, s.white, s.kings, s.turn, 0)
