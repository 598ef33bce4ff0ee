"""The evaluation of draughts, and hints for search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.bits import ones, popcount, with_bit
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games.blocks import Blocks
from gametree.games.draughts.draws import Draws
from gametree.games.draughts.rules import ENDS, PLACE, TAKEN, State, moved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.draughts.board import Board


class Evaluation(Draws, Blocks[State]):
    """A weighted sum of features, a man being 100; with ``patterns`` those of blocks of the board, too."""

    terms = (
        "men", "kings", "tempo", "back row", "golden men", "centre", "edge", "connected", "balance",
        "mobility of kings", "runaway men", "to move",
    )  # fmt: skip

    def __init__(self, board: Board, start: tuple[Any, Any], patterns: int = 0):
        super().__init__(board, start)
        self.height = len(self.rows)
        middle, half = (board.height - 1) / 2, (board.width - 1) / 2
        places = list(enumerate(board.places))
        self.centre = board.mask(i for i, (r, c) in places if abs(r - middle) < 2 and abs(c - half) < 2)
        self.edge = board.mask(i for i, (_, c) in places if c in (0, board.width - 1))
        self.left = board.mask(i for i, (_, c) in places if c < board.width // 2)
        self.home = (self.rows[-1], self.rows[0])
        inner = [i for i, (r, _) in places if r == 0]
        middle_two = board.mask(inner[(len(inner) - 1) // 2 : (len(inner) + 3) // 2])
        outer = [i for i, (r, _) in places if r == board.height - 1]
        self.golden = (board.mask(outer[len(outer) // 2 - 1 : len(outer) // 2 + 1]), middle_two)
        """The two squares in the middle of each side's own row: men there stop kings."""
        self.weights = np.array([100.0, 280.0, 1.0, 3.0, 5.0, 2.0, -2.0, 2.0, -2.0, 2.0, 40.0, 3.0])
        if patterns and board.length > 63:
            raise GameError(f"patterns of {board.width}×{board.height} squares are not possible: up to 62 squares")
        self.add_blocks(board if patterns else None)

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        men, theirs = s.white & ~s.kings, s.black & ~s.kings
        yield 0, popcount(men) - popcount(theirs)
        yield 1, popcount(s.white & s.kings) - popcount(s.black & s.kings)
        advance = 0
        for row in range(self.height):
            advance += (self.height - 1 - row) * popcount(men & self.rows[row])
            advance -= row * popcount(theirs & self.rows[row])
        yield 2, advance
        yield 3, popcount(men & self.home[0]) - popcount(theirs & self.home[1])
        yield 4, popcount(men & self.golden[0]) - popcount(theirs & self.golden[1])
        yield 5, popcount(s.white & self.centre) - popcount(s.black & self.centre)
        yield 6, popcount(men & self.edge) - popcount(theirs & self.edge)
        backed = 0
        for k in range(2):  # men with another one behind them
            backed += popcount(moved(men, self.steps[k]) & men) - popcount(moved(theirs, self.steps[k]) & theirs)
        yield 7, backed
        leaning = abs(2 * popcount(men & self.left) - popcount(men))
        yield 8, leaning - abs(2 * popcount(theirs & self.left) - popcount(theirs))
        yield 9, self.reach_of_kings(s, s.white) - self.reach_of_kings(s, s.black)
        yield 10, popcount(men & ~self.reached(s.black, 2)) - popcount(theirs & ~self.reached(s.white, 0))
        yield 11, 1 if s.turn == MAX else -1
        if self.patterns:
            for feature in self.patterns_of(men, theirs):
                yield feature

    def reach_of_kings(self, s: State, side: Any) -> int:
        """How many squares the kings of a side can go to."""
        empty, number = self.full & ~(s.white | s.black), 0
        for start in ones(side & s.kings):
            for k in range(4):
                at = moved(with_bit(self.none, start), self.steps[k])
                while at & empty != self.none:
                    number += 1
                    at = moved(at, self.steps[k]) if self.flying else self.none
        return number

    def reached(self, pieces: Any, k: int) -> Any:
        """The squares of some pieces, and all to which steps in the directions ``k`` and ``k + 1`` lead from there: who
        comes the other way from outside meets none of them."""
        found = pieces
        for _ in range(self.height - 1):
            found = found | (moved(found, self.steps[k]) | moved(found, self.steps[k + 1])) & self.full
        return found

    # --- hints for search ----------------------------------------------------------------------------------------

    def quiet(self, s: State) -> bool:
        return self.jumpers(s) == self.none

    def tactics(self, s: State) -> Iterator[int]:
        """What takes; then there is nothing else."""
        if self.jumpers(s) != self.none:
            for a in self.actions(s):
                yield a

    def order(self, s: State, a: int) -> int:
        """By how many are taken, kings more; then who becomes a king."""
        _, theirs = self.sides(s)
        crowned = a >> ENDS & 1
        if not self.is_king(s, a & 127):
            there = with_bit(self.none, a >> PLACE & 127)
            crowned = 1 if there & self.crown[s.turn] != self.none else crowned
        if a >> TAKEN == 0:
            return crowned
        return 2 * popcount(a >> TAKEN) + popcount(self.taken(theirs, a) & s.kings) + crowned

    def is_king(self, s: State, place: int) -> bool:
        """Is the piece on this square a king?"""
        return with_bit(self.none, place) & s.kings != self.none
