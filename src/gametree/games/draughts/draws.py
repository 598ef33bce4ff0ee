"""When a game of draughts is drawn: nothing happens for long, or an ending takes too long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.bits import popcount
from gametree.games.draughts.counting import Counting
from gametree.games.draughts.rules import State

if TYPE_CHECKING:
    from gametree.games.draughts.board import Board


class Draws(Counting):
    """Draws of international draughts (rules of the FMJD, article 6).

    25 moves of each side in which only kings move and nothing is taken; 16 moves of each side with three pieces, one of
    them a king, against one king; 5 moves of each with two or one against one king. A position that comes for the third
    time is a draw as well: that is ``recurrence``.
    """

    patience = 50
    """Actions without a man's move or a capture; 0: there is no such rule."""
    limits_endings = True
    crowning_counts = False
    """Does the count of an ending begin again when a man becomes a king?"""

    def __init__(self, board: Board, start: tuple[Any, Any]):
        super().__init__(board, start)
        last = board.height - 1
        self.road = board.mask(i for i, (row, column) in enumerate(board.places) if row + column == last)
        """The main road: the diagonal that begins in White's left corner."""

    def drawn(self, s: State) -> bool:
        if self.patience > 0 and s.idle >= self.patience:
            return True
        limit = self.limit(s)
        return limit > 0 and s.ending >= limit

    def ended(self, s: State) -> str:
        """A mover without a move has lost; otherwise a count has run out."""
        if self.terminal(s):
            return "no move is left" if s.white and s.black else ""
        if self.patience > 0 and s.idle >= self.patience:
            return f"{self.patience // 2} moves of each side without progress"
        return "the ending has lasted too long"

    def counted(self, before: State, a: int, after: State) -> State:
        if not self.limits_endings or popcount(after.white | after.black) > self.most_limited():
            return after
        limit = self.limit(after)
        going_on = limit > 0 and limit == self.limit(before)
        if self.crowning_counts and popcount(before.kings) != popcount(after.kings):
            going_on = False
        ending = before.ending + 1 if going_on else 0
        return State(after.white, after.black, after.kings, after.turn, after.idle, ending, after.runs)

    def limit(self, s: State) -> int:
        """How many actions the present ending may last; 0 if there is no limit."""
        pieces = popcount(s.white | s.black)
        if not self.limits_endings or pieces > self.most_limited():
            return 0
        white = popcount(s.white)
        few = min(white, pieces - white)
        alone = s.white if white == few else s.black
        many = s.black if white == few else s.white
        if few != 1 or alone & s.kings == self.none or many & s.kings == self.none:
            return self.even_limit(s, pieces)
        return self.lone_limit(s, alone, many, pieces - 1)

    def most_limited(self) -> int:
        """The most pieces of an ending that has a limit."""
        return 4

    def lone_limit(self, s: State, alone: int, many: int, pieces: int) -> int:
        """The limit of an ending of one king against so many pieces, a king among them."""
        return 32 if pieces == 3 else 10

    def even_limit(self, s: State, pieces: int) -> int:
        """The limit of other endings of so many pieces."""
        return 0

    def position(self, s: State) -> State:
        return State(s.white, s.black, s.kings, s.turn, 0, 0, s.runs)

    def key(self, s: State) -> State:
        """What the transposition table goes by: the counts matter only when a draw is near."""
        limit = self.limit(s)
        near = limit > 0 and 2 * s.ending >= limit
        near = near or (self.patience > 0 and 4 * s.idle >= 3 * self.patience)
        return s if near else State(s.white, s.black, s.kings, s.turn, 0, 0, s.runs)
