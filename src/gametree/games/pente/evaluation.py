"""The evaluation of Pente by patterns and captures, and hints for search.

A four can be answered by a capture, as well as by the point that it lacks. So what is foreseen, and the answers to a
forced win's steps, count every capture as an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.bits import filled, lowest, ones, popcount, with_bit, without_lowest
from gametree.features import Weighted
from gametree.game import MAX
from gametree.games.gomoku.patterns import Patterns, Prospects
from gametree.games.pente.rules import Rules, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.gomoku.lines import Stones


class Evaluation(Patterns[State], Rules, Weighted[State]):
    """Lines of five that one side alone has stones in, stones taken, and captures that are threatened."""

    terms = (
        "lines with one stone", "with two", "with three", "with four", "the move", "stones taken", "their square",
        "captures threatened",
    )  # fmt: skip

    def __init__(self, size: int, goal: int, keryo: bool, tournament: bool):
        super().__init__(size, goal, keryo, tournament)
        self.around = filled(self.bits, sum(31 << row * (size + 1) for row in range(5)))
        self.weights = np.array([1.0, 6.0, 22.0, 60.0, 20.0, 15.0, 2.0, 25.0])

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        """Each kind of line and of capture, Black's less White's; and whose move it is."""
        black, white = self.counts(s.black, s.white, False), self.counts(s.white, s.black, False)
        for i in range(4):
            yield i, black[i] - white[i]
        yield 4, 1 if self.player(s) == MAX else -1
        yield 5, s.black_took - s.white_took
        yield 6, s.black_took * s.black_took - s.white_took * s.white_took
        yield 7, popcount(self.captures(s.black, s.white)) - popcount(self.captures(s.white, s.black))

    # --- hints for search ----------------------------------------------------------------------------------------

    def mine(self, s: State) -> Prospects:
        """The lines that the mover can make."""
        if self.player(s) == MAX:
            return self.prospects(s.black, s.white, False)
        return self.prospects(s.white, s.black, False)

    def theirs(self, s: State) -> Prospects:
        """The lines that the other side could make, if it were to move."""
        if self.player(s) == MAX:
            return self.prospects(s.white, s.black, False)
        return self.prospects(s.black, s.white, False)

    def takes(self, s: State) -> Stones:
        """The points where the mover takes stones."""
        if self.player(s) == MAX:
            return self.captures(s.black, s.white)
        return self.captures(s.white, s.black)

    def wins(self, s: State, five: Stones) -> Stones:
        """The points where the mover wins at once: by a five, and by stones taken."""
        if self.player(s) == MAX:
            return five | self.last_captures(s.black, s.white, s.black_took)
        return five | self.last_captures(s.white, s.black, s.white_took)

    def loses(self, s: State, five: Stones) -> Stones:
        """The points where the other side would win at once."""
        if self.player(s) == MAX:
            return five | self.last_captures(s.white, s.black, s.white_took)
        return five | self.last_captures(s.black, s.white, s.black_took)

    def last_captures(self, mine: Stones, theirs: Stones, took: int) -> Stones:
        """The points where a side takes the stones that it still lacks."""
        found = self.empty
        if took + (24 if self.keryo else 16) >= self.goal:
            for point in ones(self.captures(mine, theirs)):
                if took + popcount(self.captured(mine, theirs, point)) >= self.goal:
                    found = with_bit(found, point)
        return found

    def threatened(self, s: State) -> bool:
        """Does the other side threaten to win with its next stone?"""
        return self.loses(s, self.theirs(s).five) != self.empty

    def candidates(self, s: State) -> Iterator[int]:
        """A win; else what may stop one of the other side's: its point, or a capture; else every point."""
        points = self.open(s)
        wins, must = self.wins(s, self.mine(s).five), self.loses(s, self.theirs(s).five)
        if wins != self.empty:
            points = wins
        elif must != self.empty:
            points = must | self.takes(s)
        for point in ones(points):
            yield point

    def tactics(self, s: State) -> Iterator[int]:
        """Wins, or what may stop one; else captures, fours, straight fours of either side, and threes."""
        mine, theirs, takes = self.mine(s), self.theirs(s), self.takes(s)
        wins, must = self.wins(s, mine.five), self.loses(s, theirs.five)
        points = mine.four | theirs.straight | mine.three | takes
        if wins != self.empty:
            points = wins
        elif must != self.empty:
            points = must | takes
        for point in ones(points & self.open(s)):
            yield point

    def foresee(self, s: State) -> tuple[int, int]:
        """A win with the next stone; wins of the other side that no point and no capture stops; a straight four to
        which the other side has no capture, if it does not threaten to win."""
        sign = 1 if self.player(s) == MAX else -1
        mine, must = self.mine(s), self.loses(s, self.theirs(s).five)
        if self.wins(s, mine.five) != self.empty:
            return sign, 1
        if must != self.empty:
            for point in ones(must | self.takes(s)):
                after = self.result(s, point)
                if self.wins(after, self.mine(after).five) == self.empty:
                    return 0, 0
            return -sign, 2
        for point in ones(mine.straight & self.open(s)):
            if self.takes(self.result(s, point)) == self.empty:
                return sign, 3
        return 0, 0

    def macros(self, s: State, level: int) -> Iterator[int]:
        """A win, if there is one; else fours. Where the other side threatens to win, only fours that may stop it.
        Threes are no macros here: a stone that threatens a capture may answer them."""
        mine, must = self.mine(s), self.loses(s, self.theirs(s).five)
        wins, points = self.wins(s, mine.five), mine.four & self.open(s)
        if wins != self.empty:
            points = with_bit(self.empty, lowest(wins))
        elif must != self.empty:
            points &= must | self.takes(s)
        for point in ones(points):
            yield point

    def replies(self, s: State) -> Iterator[int]:
        """A win; else what may stop one of the other side's: its point, or a capture; else anything. Where nothing
        helps, one move that loses like all others."""
        points, takes = self.open(s), self.takes(s)
        wins, must = self.wins(s, self.mine(s).five), self.loses(s, self.theirs(s).five)
        if wins != self.empty:
            points = with_bit(self.empty, lowest(wins))
        elif must != self.empty:
            points = must | takes
            if takes == self.empty and without_lowest(must) != self.empty:
                points = with_bit(self.empty, lowest(must))
        for point in ones(points):
            yield point

    def playout_action(self, s: State, number: int) -> int:
        return self.drawn_point(self.open(s), number)

    def order(self, s: State, a: int) -> int:
        """Points with many stones around them first, and captures."""
        corner = a - 2 * (self.size + 2)  # two columns to the left, two rows down: the corner of 5 × 5 points
        stones: Stones = s.black | s.white
        near = stones >> corner if corner >= 0 else stones << -corner
        black = self.player(s) == MAX
        taken = self.captured(s.black, s.white, a) if black else self.captured(s.white, s.black, a)
        return popcount(near & self.around) + 4 * popcount(taken)
