"""Endgames of draughts by numbers (``games/material.py``), and the positions before a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.bits import ones, popcount, with_bit
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games.draughts import Draughts, variants
from gametree.games.draughts.rules import State, moved
from gametree.games.material import ByMaterial, Numbering

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 4
"""The most pieces: what came before a capture is looked for with up to three pieces taken."""


class Endgame(ByMaterial[State], Draughts):
    """Draughts of few pieces, in which no moves are counted: what ``Draughts(endgame=3)`` makes.

    Not all forms have such endgames. In Frisian draughts it counts how often a king has moved; in breakthrough the
    first king ends the game; and a wide board has no room in one integer.
    """

    patience, limits_endings = 0, False
    both = True
    """Has a side without pieces lost? Then these positions need no numbers."""

    def __init__(
        self, variant: str = "international", width: int = 0, height: int = 0, filled: int = 0, endgame: int = 0,
        patterns: int = 0,
    ):  # fmt: skip
        super().__init__(variant, width, height, filled, endgame, patterns)
        board = self.board
        if not 2 <= endgame <= MOST:
            raise GameError(f"an endgame of {endgame} pieces is not possible: 2 to {MOST}, and 0 for none")
        if board.length > 63 or board.height % 2:
            raise GameError(f"{board.width}×{board.height}: endgames need an even height, and up to 62 squares")
        white = (endgame + 1) // 2
        self.start = (
            board.mask(range(board.squares - white, board.squares)), board.mask(range(endgame - white))
        )  # fmt: skip
        self.numbered(Numbering(board.squares, board.width // 2, endgame, both=self.both))

    def placed(self, first: Any, second: Any, kings: Any) -> State:
        return State(first, second, kings, MAX, 0, 0, 0)

    def counted(self, before: State, a: int, after: State) -> State:
        return State(after.white, after.black, after.kings, after.turn, 0, 0, 0)

    # --- the positions before ------------------------------------------------------------------------------------

    def inner_parents(self, s: State) -> Iterator[State]:
        """The positions before a step that crowned no man."""
        mine, theirs = self.sides(s)
        empty = self.full & ~(mine | theirs)
        for place in ones(theirs):
            end = with_bit(self.none, place)
            king = s.kings & end != self.none
            for k in range(4):
                forward = (k < 2) == (s.turn != MAX)
                start = moved(end, -self.steps[k]) & empty if king or forward else self.none
                while start != self.none:
                    kings = s.kings & ~end | start if king else s.kings
                    before = self.turned_back(s, mine, theirs & ~end | start, kings)
                    if self.jumpers(before) == self.none:
                        yield before
                    start = moved(start, -self.steps[k]) & empty if king and self.flying else self.none

    def parents(self, s: State) -> Iterator[State]:
        """The positions before the last move; of those with more pieces, as far as they have numbers."""
        for before in self.inner_parents(s):
            yield before
        mine, theirs = self.sides(s)
        mover, empty = 1 - s.turn, self.full & ~(mine | theirs)
        for place in ones(theirs & s.kings & self.crown[mover]):
            end = with_bit(self.none, place)
            for k in range(4):  # a man that became a king
                start = moved(end, -self.steps[k]) & empty if (k < 2) == (mover == MAX) else self.none
                if start != self.none:
                    before = self.turned_back(s, mine, theirs & ~end | start, s.kings & ~end)
                    if self.jumpers(before) == self.none:
                        yield before
        for place in ones(theirs):
            end = with_bit(self.none, place)
            king = s.kings & end != self.none
            crowned = king and (self.crowned_in_passing or end & self.crown[mover] != self.none)
            for start, taken in self.unjumped(s, end, king):
                for was in range(2):  # a man, or a king
                    fits = king if was else (crowned or not king) and start & self.crown[mover] == self.none
                    if fits:
                        kings = s.kings & ~end | (start if was else self.none)
                        for before in self.with_taken(s, mine, taken, theirs & ~end | start, kings):
                            if self.leads(before, start, end, taken, s):
                                yield before

    def turned_back(self, s: State, mine: Any, theirs: Any, kings: Any) -> State:
        """The position with these pieces and the other side to move."""
        if s.turn == MAX:
            return State(mine, theirs, kings, 1, 0, 0, 0)
        return State(theirs, mine, kings, 0, 0, 0, 0)

    def unjumped(self, s: State, end: Any, king: bool) -> Iterator[tuple[Any, Any]]:
        """From where a piece may have come by jumping, and what it may have taken; more than the rules allow."""
        ground = self.full & ~(s.white | s.black) | end
        room = self.endgame - popcount(s.white | s.black)
        if room > 0:
            for first, one in self.jumped_from(end, ground, king):
                yield first, one
                if room > 1:
                    for second, two in self.jumped_from(first, ground & ~one, king):
                        yield second, one | two
                        if room > 2:
                            for third, three in self.jumped_from(second, ground & ~(one | two), king):
                                yield third, one | two | three

    def jumped_from(self, here: Any, empty: Any, king: bool) -> Iterator[tuple[Any, Any]]:
        """From where one jump may have led here, and over which square."""
        far = king and self.flying
        for k in range(4):
            over = moved(here, self.steps[k]) & empty
            while over != self.none:
                start = moved(over, self.steps[k]) & empty
                while start != self.none:
                    yield start, over
                    start = moved(start, self.steps[k]) & empty if far else self.none
                over = moved(over, self.steps[k]) & empty if far else self.none

    def with_taken(self, s: State, mine: Any, taken: Any, theirs: Any, kings: Any) -> Iterator[State]:
        """The positions in which the pieces taken are on the board again, as men or kings."""
        crowned = taken
        while True:
            if taken & ~crowned & self.crown[s.turn] == self.none:
                yield self.turned_back(s, mine | taken, theirs, kings | crowned)
            if crowned == self.none:
                return
            crowned = (crowned - 1) & taken

    def leads(self, before: State, start: Any, end: Any, taken: Any, s: State) -> bool:
        """Do the rules allow this capture?"""
        if self.jumpers(before) & start == self.none:
            return False
        for a in self.actions(before):
            after = self.result(before, a)
            if after.white == s.white and after.black == s.black and after.kings == s.kings:
                return True
        return False


class KillerEndgame(Endgame, variants.Killer):
    """Endgames of killer draughts."""


class GiveawayEndgame(Endgame, variants.Giveaway):
    """Endgames of giveaway draughts."""

    both = False


class BrazilianEndgame(Endgame, variants.Brazilian):
    """Endgames of Brazilian draughts."""


class RussianEndgame(Endgame, variants.Russian):
    """Endgames of Russian draughts."""


class SpantsirettiEndgame(Endgame, variants.Spantsiretti):
    """Endgames of Spantsiretti."""


class PoolEndgame(Endgame, variants.Pool):
    """Endgames of Pool checkers."""


class ThaiEndgame(Endgame, variants.Thai):
    """Endgames of Thai draughts."""


class CzechEndgame(Endgame, variants.Czech):
    """Endgames of Czech draughts."""


class SpanishEndgame(Endgame, variants.Spanish):
    """Endgames of Spanish draughts."""


class PortugueseEndgame(Endgame, variants.Portuguese):
    """Endgames of Portuguese draughts."""


class ItalianEndgame(Endgame, variants.Italian):
    """Endgames of Italian draughts."""


ENDGAMES: dict[str, type[Draughts]] = {
    ending.variant: ending
    for ending in (
        Endgame, KillerEndgame, GiveawayEndgame, BrazilianEndgame, RussianEndgame, SpantsirettiEndgame, PoolEndgame,
        ThaiEndgame, CzechEndgame, SpanishEndgame, PortugueseEndgame, ItalianEndgame,
    )
}  # fmt: skip
"""The classes of endgames by variant."""
