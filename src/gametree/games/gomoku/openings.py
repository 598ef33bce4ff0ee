"""Opening rules, which make the start fair: one player puts the first stones, the other one chooses a colour.

``swap``: Max puts three stones, black, white and black. Min then chooses a colour, and White is to move. ``swap2``: Min
may also put two more stones, white and black; then Max chooses. ``classic``, Renju's old rule: nobody chooses, but the
first stone stands in the middle, the second one at most one point from it, and the third one at most two.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from gametree.bits import filled, ones, popcount, with_bit
from gametree.errors import GameError
from gametree.game import MAX, MIN
from gametree.games.gomoku import Gomoku, notation
from gametree.games.gomoku.renju import Renju
from gametree.games.gomoku.rules import BLACK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.games.gomoku.lines import Stones

PUT, CHOOSE, ADD, ANSWER, PLAY = range(5)
"""Max puts three stones, Min chooses, Min puts two more, Max chooses, and both play."""
PHASES = {
    "Max puts three stones": (PUT, 0),
    "Min chooses a colour": (CHOOSE, 0),
    "Min puts two more stones": (ADD, 0),
    "Max chooses a colour": (ANSWER, 0),
    "Max has X": (PLAY, 0),
    "Max has O": (PLAY, 1),
}
CHOICES = ("black", "white", "more")
"""What is chosen: a colour, or to put two more stones. Their actions come after those of the points."""
STONES = {PUT: (0, 1, 2), CHOOSE: (3,), ADD: (3, 4), ANSWER: (5,)}
"""How many stones there are in each phase before the play."""


class State(NamedTuple):
    """The stones, how far the opening is, and whether Max has White."""

    black: Stones
    white: Stones
    phase: int
    swapped: int


class Opening(Gomoku):
    """Gomoku with an opening rule: what ``Gomoku(opening="swap2")`` makes.

    >>> game = Gomoku(opening="swap2")
    >>> s = game.parse("h8 i9 h7")
    >>> [game.name(s, a) for a in game.actions(s)]
    ['black', 'white', 'more']
    >>> s = game.parse("h8 i9 h7 more i8 g6 white")  # Max takes White, and White is to move
    >>> game.player(s), s.swapped
    (0, 1)
    """

    def __init__(self, size: int = 15, rule: str = "freestyle", opening: str = "free"):
        super().__init__(size, rule, opening)
        self.theorems = ()
        self.classic, self.choices = opening == "classic", 3 if opening == "swap2" else 2
        self.middle, self.nearest, self.near = (self.square(n) for n in (0, 1, 2))

    def square(self, n: int) -> Stones:
        """The points at most ``n`` from the middle."""
        low, high = (self.size - 1) // 2 - n, self.size // 2 + n
        rows = range(max(low, 0), min(high, self.size - 1) + 1)
        return filled(self.bits, sum(1 << (self.size + 1) * row + column for row in rows for column in rows))

    # --- rules ---------------------------------------------------------------------------------------------------

    def initial(self) -> Any:
        return State(self.empty, self.empty, PLAY if self.classic else PUT, 0)

    def player(self, s: Any) -> int:
        if s.phase == PLAY:
            return self.turn(s) ^ s.swapped
        return MAX if s.phase in (PUT, ANSWER) else MIN

    def chooses(self, s: Any) -> bool:
        """Is a colour chosen now, rather than a stone put?"""
        return s.phase in (CHOOSE, ANSWER)

    def actions(self, s: Any) -> Iterator[int]:
        if self.chooses(s):
            for choice in range(self.choices if s.phase == CHOOSE else 2):
                yield self.bits + choice
        for point in ones(self.open(s)):
            yield point

    def open(self, s: Any) -> Stones:
        points = self.empty if self.chooses(s) else super().open(s)
        if self.classic:
            count = popcount(s.black | s.white)
            if count < 3:
                points &= self.middle if count == 0 else self.nearest if count == 1 else self.near
        return points

    def result(self, s: Any, a: int) -> Any:
        if a >= self.bits + 2:
            return State(s.black, s.white, ADD, 0)
        if a >= self.bits:  # the chooser takes Black, or White
            white = a - self.bits
            return State(s.black, s.white, PLAY, white if s.phase == ANSWER else 1 - white)
        black, white, phase = s.black, s.white, s.phase
        if self.turn(s) == BLACK:
            black = with_bit(black, a)
        else:
            white = with_bit(white, a)
        count = popcount(black | white)
        if phase == PUT and count == 3:
            phase = CHOOSE
        elif phase == ADD and count == 5:
            phase = ANSWER
        return State(black, white, phase, s.swapped)

    def terminal(self, s: Any) -> bool:
        return s.phase == PLAY and super().terminal(s)

    def utility(self, s: Any) -> int:
        payoff = super().utility(s)
        return -payoff if s.swapped else payoff

    # --- evaluation, and hints for search ------------------------------------------------------------------------

    def features(self, s: Any) -> Iterator[tuple[int, int]]:
        sign = -1 if s.swapped else 1
        for i, count in super().features(s):
            yield i, sign * count

    def candidates(self, s: Any) -> Iterator[int]:
        if s.phase == PLAY:
            for a in super().candidates(s):
                yield a
        else:
            for a in self.actions(s):
                yield a

    def macros(self, s: Any, level: int) -> Iterator[int]:
        if s.phase == PLAY:
            for a in super().macros(s, level):
                yield a

    def order(self, s: Any, a: int) -> int:
        return 0 if a >= self.bits else super().order(s, a)

    # --- text ----------------------------------------------------------------------------------------------------

    def refusal(self, s: Any, a: int) -> str:
        """Why a stone may not be put on this point."""
        if self.chooses(s):
            return f"a colour is chosen now: {', '.join(self.name(s, choice) for choice in self.actions(s))}"
        if self.classic and popcount(s.black | s.white) < 3:
            return "the first three stones stand in the middle, one point and two points from it at most"
        return super().refusal(s, a)

    def name(self, s: Any, a: int, style: str = "") -> str:
        return CHOICES[a - self.bits] if a >= self.bits else super().name(s, a, style)

    def transcript(self, s: Any, text: str) -> list[int]:
        """Points one after the other, and between them the choices: ``h8i9h7 black``."""
        actions: list[int] = []
        for part in re.split(rf"\b({'|'.join(CHOICES)})\b", text):
            if part in CHOICES and self.bits + CHOICES.index(part) not in self.actions(s):
                raise GameError(f"{part!r} cannot be played: that is not chosen now")
            for a in [self.bits + CHOICES.index(part)] if part in CHOICES else super().transcript(s, part):
                actions.append(a)
                s = self.result(s, a)
        return actions

    def text(self, s: Any) -> str:
        board = notation.drawing(self.size, s.black, s.white, self.turn(s))
        return f"{board}\n{next(line for line, phase in PHASES.items() if phase == (s.phase, s.swapped))}"

    def parse(self, text: str) -> Any:
        """Stones and choices one after the other, or a board as ``text`` draws it."""
        if not notation.is_board(text):
            s = self.initial()
            for a in self.transcript(s, text):
                s = self.result(s, a)
            return s
        board, _, last = text.rstrip().rpartition("\n")
        if last.strip() not in PHASES:
            raise GameError(f"not a position: the last line is one of: {', '.join(PHASES)}")
        s = State(*notation.read(self, board)[:2], *PHASES[last.strip()])
        count = popcount(s.black | s.white)
        if count not in STONES[s.phase] if s.phase in STONES else count < 3 and not self.classic:
            raise GameError(f"not a position: {last.strip()!r} cannot be with {count} stones")
        return s

    def sgf(self) -> dict[str, str]:
        raise GameError("SGF has no words for opening rules, in which a colour is chosen: use opening=free")


class RenjuOpening(Opening, Renju):
    """Renju with an opening rule: what ``Gomoku(rule="renju", opening="swap")`` makes."""
