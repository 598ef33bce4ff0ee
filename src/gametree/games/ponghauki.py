"""Pong Hau K'i: five points, two stones a side; move a stone to the empty point; a player who cannot move loses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.bits import lowest, ones, popcount
from gametree.errors import GameError
from gametree.features import Weighted
from gametree.game import MAX, MIN

if TYPE_CHECKING:
    from collections.abc import Iterator

# The points, as one reads: 0 and 1 at the top, 2 in the middle, 3 and 4 at the bottom. There is no way between 0 and 1.
FULL = 0b11111
CENTRE = 2
WAYS = (0b01100, 0b10100, 0b11011, 0b10101, 0b01110)  # from each point: the points next to it
PAIRS = (0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100)  # two of four


class State(NamedTuple):
    """One bit a point."""

    first: int  # Max's stones
    second: int  # Min's stones
    turn: int


class PongHauKi(Weighted[State]):
    """Pong Hau K'i, of Guangdong (in Korea Umul Gonu). Max has the two stones at the top, where there is no way along
    the edge, and begins. A position that comes back is a draw.

    The points are called 1 to 5, as one reads.

    >>> game = PongHauKi()
    >>> print(game.text(game.result(game.initial(), 1)))
    X   .
    |\\ /|
    | X |
    |/ \\|
    O---O   O to move
    """

    terms = ("moves", "centre")
    index_size = 60

    def __init__(self):
        self.weights = np.array([2.0, 1.0])

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(0b00011, 0b11000, MAX)

    def player(self, s: State) -> int:
        return s.turn

    def empty(self, s: State) -> int:
        """The one point without a stone."""
        return lowest(FULL & ~(s.first | s.second))

    def movable(self, s: State, side: int) -> int:
        """The stones of a side that can move: those next to the empty point."""
        return WAYS[self.empty(s)] & (s.first if side == MAX else s.second)

    def actions(self, s: State) -> Iterator[int]:
        """An action is the point that a stone leaves."""
        for point in ones(self.movable(s, s.turn)):
            yield point

    def result(self, s: State, a: int) -> State:
        step = 1 << a | 1 << self.empty(s)
        if s.turn == MAX:
            return State(s.first ^ step, s.second, MIN)
        return State(s.first, s.second ^ step, MAX)

    def terminal(self, s: State) -> bool:
        return self.movable(s, s.turn) == 0

    def utility(self, s: State) -> int:
        return -1 if s.turn == MAX else 1

    # --- evaluation ----------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        yield 0, popcount(self.movable(s, MAX)) - popcount(self.movable(s, MIN))
        yield 1, (s.first >> CENTRE & 1) - (s.second >> CENTRE & 1)

    def rule_of_thumb(self, s: State) -> int:
        """Block the other side; else do not let it block you; else move any stone."""
        chosen = -1
        for a in self.actions(s):
            after = self.result(s, a)
            if self.terminal(after):
                return a
            loses = False
            for reply in self.actions(after):
                loses = loses or self.terminal(self.result(after, reply))
            if chosen < 0 or not loses:
                chosen = a
        return chosen

    # --- symmetry and numbering ----------------------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """Left and right exchanged."""
        yield State(mirrored(s.first), mirrored(s.second), s.turn)

    def parents(self, s: State) -> Iterator[State]:
        """A stone of the player who moved last goes back to the empty point."""
        for point in ones(self.movable(s, 1 - s.turn)):
            step = 1 << point | 1 << self.empty(s)
            if s.turn == MIN:
                yield State(s.first ^ step, s.second, MAX)
            else:
                yield State(s.first, s.second ^ step, MIN)

    def index(self, s: State) -> int:
        """The empty point, which two of the others are Max's, and the turn."""
        empty = self.empty(s)
        below = (1 << empty) - 1
        four, number = s.first & below | (s.first & ~below) >> 1, 0
        for i in range(6):
            if PAIRS[i] == four:
                number = i
        return (empty * 6 + number) * 2 + s.turn

    def state(self, i: int) -> State:
        empty, four = i // 12, PAIRS[i // 2 % 6]
        below = (1 << empty) - 1
        first = four & below | (four & ~below) << 1
        return State(first, FULL & ~first & ~(1 << empty), i % 2)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.points:ponghauki"
    called = "Pong Hau K'i"
    how_to_play = (
        "Two stones a side on five points. Move one of your stones along a line to the empty point. A player who "
        "cannot move loses."
    )
    player_names = ("X", "O")
    player_colours = ("p0", "p1")

    def name(self, s: State, a: int, style: str = "") -> str:
        return f"{a + 1}-{self.empty(s) + 1}"

    def text(self, s: State) -> str:
        a, b, c, d, e = ("X" if s.first >> i & 1 else "O" if s.second >> i & 1 else "." for i in range(5))
        rows = (f"{a}   {b}", "|\\ /|", f"| {c} |", "|/ \\|", f"{d}---{e}")
        return "\n".join(rows) + f"   {'XO'[s.turn]} to move"

    def parse(self, text: str) -> State:
        """A board as ``text`` draws it, or its five points as one reads ("X X . O O"); and who moves,
        if it is not X."""
        marks = re.sub(r"[XO] to move\s*$|[\s|/\\-]", "", text)
        if sorted(marks) != sorted("XXOO."):
            raise GameError(f"not a position: {text!r}; write the five points as one reads, like X X . O O")
        first, second = (sum(1 << i for i in range(5) if marks[i] == side) for side in "XO")
        return State(first, second, int("O to move" in text))


def mirrored(b: int) -> int:
    """Left and right exchanged.

    >>> bin(mirrored(0b01001))
    '0b10010'
    """
    return (b & 0b01001) << 1 | b >> 1 & 0b01001 | b & 0b00100
