"""Games that differ from chess in a rule or two: each a class that says only what is different."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gametree.bits import bit, lowest, ones, put, shift_left
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games.chess import Chess
from gametree.games.chess.board import KNIGHT, QUEEN, ROOK
from gametree.games.chess.crazyhouse import Crazyhouse
from gametree.games.chess.rules import State, extended
from gametree.games.chess.unguarded import Antichess, Atomic, Horde

if TYPE_CHECKING:
    from collections.abc import Iterator

CENTRE = bit(27) | bit(28) | bit(35) | bit(36)
"""The squares d4, e4, d5 and e5."""
GOAL = shift_left(255, 56)
"""The eighth rank."""
CHECKS = 12
"""The place of the word that comes after those of chess."""
THIRD = 3


class KingOfTheHill(Chess):
    """Chess in which a king that reaches the centre wins.

    >>> game = KingOfTheHill()
    >>> game.terminal(game.parse("8/8/8/4K3/8/8/8/k7 b - - 0 1"))
    True
    """

    called = "King of the Hill"
    how_to_play = "As chess. A king that reaches one of the four squares in the middle wins too."

    mate_only = False

    def terminal(self, s: State) -> bool:
        return s.kings & CENTRE != 0 or super().terminal(s)

    def utility(self, s: State) -> int:
        if s.kings & CENTRE:
            return 1 if s.kings & CENTRE & s.white else -1
        return super().utility(s)

    def ended(self, s: State) -> str:
        return "a king in the middle" if s.kings & CENTRE else super().ended(s)

    def insufficient(self, s: State) -> bool:
        """A bare king can still walk to the centre."""
        return False


class Gardner(Chess):
    """Gardner's minichess on 5×5 squares: no long step of pawns, no castling.

    >>> len(list(Gardner().actions(Gardner().initial())))
    7
    """

    called = "Minichess 5 × 5"
    how_to_play = "As chess, on five by five squares: pawns take only single steps, and nobody castles."

    start = "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"


class LosAlamos(Chess):
    """Chess on 6×6 squares, without bishops: the game that the MANIAC I played at Los Alamos in 1956.

    >>> len(list(LosAlamos().actions(LosAlamos().initial())))
    10
    """

    called = "Los Alamos chess"
    how_to_play = (
        "As chess, on six by six squares and without bishops: pawns take only single steps, and nobody castles."
    )

    start = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"
    promotions = (QUEEN, ROOK, KNIGHT)


class RacingKings(Chess):
    """Racing Kings: the first king on the eighth rank wins; if White's is first and Black's follows at once, it is a
    draw. Nobody may give check.

    >>> len(list(RacingKings().actions(RacingKings().initial())))
    21
    """

    called = "Racing Kings"
    won_by = ""
    how_to_play = (
        "The men move as in chess, but nobody may give check. The first king on the eighth rank wins; if Black's king "
        "gets there right after White's, it is a draw."
    )

    mate_only = False
    start = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"

    def moves(self, s: State, targets: int) -> Iterator[int]:
        for a in super().moves(s, targets):
            if not self.in_check(self.result(s, a)):
                yield a

    def mobility(self, s: State) -> int:
        return self.listed(s)

    def playout_action(self, s: State, number: int) -> int:
        return -1

    def can_move(self, s: State) -> bool:
        return self.finds_move(s)

    def terminal(self, s: State) -> bool:
        if s.kings & GOAL == 0:
            return not self.can_move(s)
        return s.ply & 1 == MAX or s.kings & s.black & GOAL != 0 or not self.can_follow(s)

    def can_follow(self, s: State) -> bool:
        """Can Black's king reach the eighth rank with his next move?"""
        for square in ones(int(self.steps[lowest(s.kings & s.black)]) & GOAL & ~s.black):
            if self.threats(s, square, s.white | s.black) == 0:
                return True
        return False

    def utility(self, s: State) -> int:
        arrived = s.kings & GOAL
        return (1 if arrived & s.white else 0) - (1 if arrived & s.black else 0)

    def ended(self, s: State) -> str:
        arrived = s.kings & GOAL
        return super().ended(s) if arrived == 0 else "both kings are there" if arrived == s.kings else "a king is there"

    def insufficient(self, s: State) -> bool:
        return False

    def validate(self, s: State) -> None:
        super().validate(s)
        if self.in_check(s):
            raise GameError("not a position: nobody may give check here")


CheckedState = extended("CheckedState", __name__, "checks")
"""A state of chess, and how often each side has given check: White's number, and four times Black's."""


class ThreeCheck(Chess):
    """Chess in which the third check wins.

    >>> game = ThreeCheck()
    >>> game.fen(game.initial())
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1'
    """

    called = "Three checks"
    how_to_play = "As chess. A player who gives check for the third time wins too."

    mate_only = False

    def make(self, s: Any, t: State) -> Any:
        return CheckedState(*t[:], s.checks)

    def result(self, s: Any, a: int) -> Any:
        t: Any = super().result(s, a)
        if not self.in_check(t):
            return t
        return put(t, CHECKS, t.checks + (1 if s.ply & 1 == MAX else 4))

    def given(self, s: Any) -> tuple[int, int]:
        """How often White and Black have given check."""
        return s.checks & 3, s.checks >> 2

    def terminal(self, s: Any) -> bool:
        return THIRD in self.given(s) or super().terminal(s)

    def utility(self, s: Any) -> int:
        if THIRD in self.given(s):
            return 1 if self.given(s)[0] == THIRD else -1
        return super().utility(s)

    def ended(self, s: Any) -> str:
        return "the third check" if THIRD in self.given(s) else super().ended(s)

    def insufficient(self, s: Any) -> bool:
        """Any man but a king can give check."""
        return s.white | s.black == s.kings

    def parse(self, text: str) -> Any:
        """A FEN with the checks that are still to give (``3+3``) before the counters; or, at the end, those that were
        given (``+0+0``)."""
        left, given = re.search(r"(?<=\s)([0-3])\+([0-3])(?!\S)", text), re.search(r"\s\+([0-3])\+([0-3])\s*$", text)
        white = black = 0
        if given:
            text, white, black = text[: given.start()], int(given[1]), int(given[2])
        elif left:
            text = text[: left.start()] + text[left.end() :]
            white, black = 3 - int(left[1]), 3 - int(left[2])
        return CheckedState(*super().parse(text), white + 4 * black)

    def fen(self, s: Any) -> str:
        white, black = self.given(s)
        words = super().fen(s).split()
        return " ".join([*words[:4], f"{3 - white}+{3 - black}", *words[4:]])


VARIANTS: dict[str, type[Chess]] = {
    "antichess": Antichess,
    "atomic": Atomic,
    "crazyhouse": Crazyhouse,
    "horde": Horde,
    "kingofthehill": KingOfTheHill,
    "racingkings": RacingKings,
    "3check": ThreeCheck,
    "gardner": Gardner,
    "losalamos": LosAlamos,
}
"""The variants by name, as UCI has it where it has one."""
