"""States of varying length: moves so far, lists of pairs, words that grow; and what is done with words."""

from __future__ import annotations

from typing import NamedTuple

from probe_base import ThreeInARow
from probes_states import StringBoard


class Moves(NamedTuple):
    played: tuple


class MovesSoFar(ThreeInARow):
    """the moves so far, in a tuple"""

    def initial(self):
        return Moves(())

    def player(self, s):
        return len(s.played) % 2

    def actions(self, s):
        return [a for a in range(6) if a not in s.played]

    def result(self, s, a):
        return Moves((*s.played, a))

    def winner(self, s):
        for who in (0, 1):
            mine = s.played[who::2]
            if any(i in mine and i + 1 in mine and i + 2 in mine for i in range(4)):
                return who + 1
        return 0

    def full(self, s):
        return len(s.played) == 6


class WordOfMoves(ThreeInARow):
    """the moves so far, in a word"""

    def initial(self):
        return ""

    def player(self, s):
        return len(s) % 2

    def actions(self, s):
        return [i for i in range(6) if str(i) not in s]

    def result(self, s, a):
        return s + str(a)

    def winner(self, s):
        for who in (0, 1):
            mine = s[who::2]
            for i in range(4):
                if str(i) in mine and str(i + 1) in mine and str(i + 2) in mine:
                    return who + 1
        return 0

    def full(self, s):
        return len(s) == 6


class Stones(NamedTuple):
    stones: list
    turn: int


class ListOfPairs(ThreeInARow):
    """a list of (cell, stone) that grows"""

    def initial(self):
        return Stones([], 0)

    def at(self, s, i):
        for cell, stone in s.stones:
            if cell == i:
                return stone
        return 0

    def actions(self, s):
        taken = [cell for cell, _ in s.stones]
        return [i for i in range(6) if i not in taken]

    def result(self, s, a):
        stones = list(s.stones)
        stones.append((a, s.turn + 1))
        return Stones(stones, 1 - s.turn)

    def winner(self, s):
        for i in range(4):
            if self.at(s, i) and self.at(s, i) == self.at(s, i + 1) == self.at(s, i + 2):
                return self.at(s, i)
        return 0

    def full(self, s):
        return len(s.stones) == 6


class FreeCells(NamedTuple):
    cells: tuple
    free: tuple
    turn: int


class FreeInTuple(ThreeInARow):
    """a tuple of the free cells that becomes shorter"""

    def initial(self):
        return FreeCells((0,) * 6, tuple(range(6)), 0)

    def actions(self, s):
        return list(s.free)

    def result(self, s, a):
        i = s.free.index(a)
        cells = s.cells[:a] + (s.turn + 1,) + s.cells[a + 1 :]
        return FreeCells(cells, s.free[:i] + s.free[i + 1 :], 1 - s.turn)

    def full(self, s):
        return not s.free


class StringEnds(StringBoard):
    """str.startswith and str.endswith"""

    def winner(self, s):
        for word, who in (("XXX", 1), ("OOO", 2)):
            if s.startswith(word) or s.endswith(word) or s[1:].startswith(word) or s[:-1].endswith(word):
                return who
        return 0


class StringSwapped(StringBoard):
    """str.replace of one letter by another, str.lower"""

    def winner(self, s):
        if "xxx" in s.lower():
            return 1
        return 2 if "XXX" in s.replace("X", ".").replace("O", "X") else 0


class StringFormatted(StringBoard):
    """an f-string"""

    def winner(self, s):
        for i in range(4):
            run = f"{s[i]}{s[i + 1]}{s[i + 2]}"
            if run in ("XXX", "OOO"):
                return 1 if run == "XXX" else 2
        return 0


class StringFiltered(StringBoard):
    """a word made of some of the letters"""

    def full(self, s):
        return "".join(c for c in s if c == ".") == ""
