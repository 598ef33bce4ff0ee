"""Endgames of checkers by numbers (``games/material.py``), and the positions before a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import ones, popcount
from gametree.game import MAX
from gametree.games.checkers.rules import Rules, State, moved
from gametree.games.material import ByMaterial

if TYPE_CHECKING:
    from collections.abc import Iterator


class Endings(ByMaterial[State], Rules):
    """Positions of few pieces have numbers."""

    def placed(self, first: int, second: int, kings: int) -> State:
        return State(first, second, kings, MAX, 0)


class Retraced(Endings):
    """The positions before a position, for retrograde solving; only for games in which progress is not counted, since
    the count before a man's move is unknown."""

    def parents(self, s: State) -> Iterator[State]:
        """The positions before the last move; of those with more pieces, as far as they have numbers."""
        mine, theirs = self.sides(s)
        for place in ones(theirs):
            end = 1 << place
            for king in range(2):
                # a king on the last row may have been a man before
                if (s.kings & end) != 0 if king else (s.kings & end & ~self.crown[1 - s.turn]) == 0:
                    for start, taken in self.undone(s, end, king):
                        kings = s.kings & ~end | (start if king else 0)
                        crowned = taken  # of the pieces taken, those that were kings
                        while crowned >= 0:
                            if taken & ~crowned & self.crown[s.turn] == 0:
                                before = self.turned_back(s, mine | taken, theirs & ~end | start, kings | crowned)
                                if taken or self.jumpers(before) == 0:
                                    yield before
                            crowned = (crowned - 1) & taken if crowned else -1

    def inner_parents(self, s: State) -> Iterator[State]:
        """The positions before a step that crowned no man."""
        mine, theirs = self.sides(s)
        empty = self.full & ~(mine | theirs)
        for k in range(4):
            forward = (k < 2) == (s.turn != MAX)
            pieces = theirs if forward else theirs & s.kings
            for end in ones(moved(empty, self.steps[k]) & pieces):
                start = moved(1 << end, -self.steps[k])
                kings = s.kings & ~(1 << end) | start if s.kings >> end & 1 else s.kings
                before = self.turned_back(s, mine, theirs & ~(1 << end) | start, kings)
                if self.jumpers(before) == 0:
                    yield before

    def turned_back(self, s: State, mine: int, theirs: int, kings: int) -> State:
        """The position with these pieces and the other side to move."""
        if s.turn == MAX:
            return State(mine, theirs, kings, 1, 0)
        return State(theirs, mine, kings, 0, 0)

    def undone(self, s: State, end: int, king: int) -> Iterator[tuple[int, int]]:
        """From where a man or a king may have come to a square (a bit), and what it took on the way."""
        mine, _ = self.sides(s)
        empty = self.full & ~(s.black | s.white)
        first, last = (0, 2) if s.turn == MAX else (2, 4)  # backwards, for who moved
        if king:
            first, last = 0, 4
        complete = True
        for k in range(first, last):
            start = moved(end, self.steps[k]) & empty
            if start:
                yield start, 0
            step = self.steps[3 - k]
            if moved(moved(end, step) & mine, step) & empty:
                complete = False
        room = self.endgame - popcount(s.black | s.white) if complete else 0
        for jumps in range(1, room + 1):
            for _, start, taken in self.routes(end, empty, empty | end, first, last, jumps):
                if popcount(taken) == jumps:
                    yield start, taken
