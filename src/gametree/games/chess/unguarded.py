"""Variants in which a move may leave the king in check, or in which a side has no king: antichess, atomic, horde."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.bits import bit, lowest, ones, popcount, put
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games.chess import Chess
from gametree.games.chess.board import BISHOP, DARK, KING, KNIGHT, QUEEN, ROOK
from gametree.games.chess.rules import PLY, State

if TYPE_CHECKING:
    from collections.abc import Iterator

SMALL = 8
"""A horde of at most this many men may be in zugzwang."""


class Unguarded(Chess):
    """The common base of these variants: the moves that the men can make; ``permitted`` then says which of them are
    legal."""

    mate_only = False

    def moves(self, s: State, targets: int) -> Iterator[int]:
        mine, theirs = self.sides(s)
        for square in ones(mine):
            here = bit(square)
            found = self.destinations(s, square, mine, theirs)
            if here & s.kings:
                found = int(self.steps[square]) & ~mine
            for to in ones(found):
                a = square | to << 6
                if here & s.pawns and bit(to) & self.last_ranks:
                    for kind in self.promotions:
                        if self.permitted(s, a | kind << 12):
                            yield a | kind << 12
                elif bit(to) & targets and self.permitted(s, a):
                    yield a
        for square in ones(mine & s.kings if s.castling & mine else 0):
            for rook in ones(s.castling & mine & targets):
                if not self.in_check(s) and self.may_castle(s, square, rook):
                    yield square | rook << 6
        if s.passed & targets:
            to = lowest(s.passed)
            for square in ones(int(self.captures[s.ply + 1 & 1, to]) & mine & s.pawns):
                if self.permitted(s, square | to << 6):
                    yield square | to << 6

    def mobility(self, s: State) -> int:
        return self.listed(s)

    def playout_action(self, s: State, number: int) -> int:
        return -1

    def permitted(self, s: State, a: int) -> bool:
        """May this move be made?"""
        return True

    def can_move(self, s: State) -> bool:
        return self.finds_move(s)

    def can_capture_in_passing(self, s: State) -> bool:
        for _ in self.moves(s, s.passed):
            return True
        return False


class Antichess(Unguarded):
    """Antichess (giveaway): a player who has no men left, or cannot move, wins. Captures are forced. The king is a man
    like the others, and a pawn may become one; there is no castling.

    >>> game = Antichess()
    >>> s = game.parse("8/8/8/3k4/4P3/8/8/8 w - - 0 1")
    >>> [game.name(s, a) for a in game.actions(s)]
    ['exd5#']
    """

    called = "Antichess"
    won_by = ""
    how_to_play = (
        "Lose all your men: a player without men, or without a move, wins. You must take if you can. The king is a "
        "man like the others."
    )

    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
    promotions = (QUEEN, ROOK, BISHOP, KNIGHT, KING)

    def permitted(self, s: State, a: int) -> bool:
        return self.captures_a_man(s, a) or not self.must_capture(s)

    def captures_a_man(self, s: State, a: int) -> bool:
        """Does this move capture?"""
        _, theirs = self.sides(s)
        there = bit(a >> 6 & 63)
        return theirs & there != 0 or (there == s.passed and bit(a & 63) & s.pawns != 0)

    def must_capture(self, s: State) -> bool:
        """Has the mover a capture?"""
        mine, theirs = self.sides(s)
        if s.passed:
            return True
        for square in ones(mine):
            if bit(square) & s.kings:
                if int(self.steps[square]) & theirs:
                    return True
            elif self.destinations(s, square, mine, theirs) & theirs:
                return True
        return False

    def utility(self, s: State) -> int:
        """The mover has no men left, or cannot move: the mover wins."""
        return 1 if s.ply & 1 == MAX else -1

    def ended(self, s: State) -> str:
        if not self.can_move(s):
            return "no man is left" if self.sides(s)[0] == 0 else "no move is left"
        return "the bishops can never meet" if self.insufficient(s) else super().ended(s)

    def in_check(self, s: State) -> bool:
        return False

    def insufficient(self, s: State) -> bool:
        """Bishops alone that can never meet: those of one side stand on squares of one colour, all others on the
        other; then nobody loses a man any more."""
        if s.white | s.black != s.bishops or s.white == 0 or s.black == 0:
            return False
        white_dark, black_dark = s.white & DARK != 0, s.black & DARK != 0
        white_light, black_light = s.white & ~DARK != 0, s.black & ~DARK != 0
        return white_dark != white_light and black_dark not in (black_light, white_dark)

    def evaluate(self, s: State) -> int:
        """The fewer men, the better."""
        return 100 * (popcount(s.black) - popcount(s.white))

    def null(self, s: State) -> State:
        """Here a pass is often better than any move, and proves nothing: the other side gets the win."""
        mine, _ = self.sides(s)
        t = put(s, PLY, s.ply + 1)
        return put(put(t, 0, s.white & mine), 1, s.black & mine)

    def validate(self, s: State) -> None:
        if s.pawns & self.last_ranks:
            raise GameError("not a position: a pawn stands on the first or the last rank")

    def parse(self, text: str) -> State:
        return super().parse(text)._replace(castling=0)


class Atomic(Unguarded):
    """Atomic chess: a capture blows up both men, and every man except pawns on the squares around. Blowing up the other
    king wins; blowing up the own king is illegal. Kings may touch: then neither can be captured.

    >>> game = Atomic()
    >>> s = game.parse("4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1")
    >>> game.name(s, 3 | 51 << 6)
    'Qxd7#'
    """

    called = "Atomic chess"
    how_to_play = (
        "As chess, but a capture blows up both men and every man around, except pawns. Blowing up the other king "
        "wins. You may not blow up your own."
    )

    def result(self, s: State, a: int) -> State:
        _, theirs = self.sides(s)
        there = bit(a >> 6 & 63)
        capture = theirs & there or (there == s.passed and bit(a & 63) & s.pawns)
        t = super().result(s, a)
        if not capture:
            return t
        gone = there | int(self.steps[a >> 6 & 63]) & ~t.pawns
        kings = t.kings & ~gone
        castling = t.castling & ~gone
        if kings & t.white == 0:
            castling &= t.black
        if kings & t.black == 0:
            castling &= t.white
        return State(
            t.white & ~gone, t.black & ~gone, t.pawns & ~gone, t.knights & ~gone, t.bishops & ~gone,
            t.rooks & ~gone, t.queens & ~gone, kings, castling, t.passed, t.clock, t.ply,
        )  # fmt: skip

    def permitted(self, s: State, a: int) -> bool:
        """The own king must survive, and must not be left in check unless the other king is gone."""
        mine, theirs = self.sides(s)
        t = self.result(s, a)
        if t.kings & theirs == 0:
            return t.kings & (mine | bit(a >> 6 & 63)) != 0
        return not self.in_check(put(t, PLY, t.ply + 1))

    def threats(self, s: State, square: int, occupied: int) -> int:
        """A king beside the other king is not in check: a capture would blow up both kings."""
        _, theirs = self.sides(s)
        if int(self.steps[square]) & s.kings & theirs:
            return 0
        return super().threats(s, square, occupied)

    def can_move(self, s: State) -> bool:
        mine, _ = self.sides(s)
        return s.kings & mine != 0 and super().can_move(s)

    def ended(self, s: State) -> str:
        return "a king is blown up" if popcount(s.kings) == 1 else super().ended(s)

    def insufficient(self, s: State) -> bool:
        """Bare kings; one man but a queen or a pawn, or two knights, against a bare king; or bishops that can never
        meet."""
        men = (s.white | s.black) & ~s.kings
        if s.kings & s.white == 0 or s.kings & s.black == 0:
            return False
        if s.white & men and s.black & men:
            dark, light = men & DARK, men & ~DARK
            return men == s.bishops and (
                (dark & s.white == 0 and light & s.black == 0) or (light & s.white == 0 and dark & s.black == 0)
            )
        if s.queens | s.pawns:
            return False
        return popcount(men) <= 1 or (men == s.knights and popcount(men) == 2)

    def validate(self, s: State) -> None:
        if s.kings & s.white and s.kings & s.black:
            return super().validate(s)
        mine, theirs = self.sides(s)
        if popcount(s.kings & theirs) != 1 or s.kings & mine:
            raise GameError("not a position: only the mover's king can have been blown up")
        return None


class Horde(Unguarded):
    """Horde: White has 36 pawns and no king, and loses with the last man; White wins by mate. White's pawns may step
    two squares from the first rank too.

    >>> len(list(Horde().actions(Horde().initial())))
    8
    """

    called = "Horde"
    how_to_play = "White has 36 pawns and no king, and loses with the last man. White wins by checkmate."

    start = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"

    def __init__(self, variant: str = "chess", chess960: int = -1, setup: str = "", evaluation: str = "features"):
        super().__init__(variant, chess960, setup, evaluation)
        self.long_ranks = (0xFFFF, self.long_ranks[1])

    def permitted(self, s: State, a: int) -> bool:
        if s.ply & 1 == MAX:
            return True
        t = self.result(s, a)
        return not self.in_check(put(t, PLY, t.ply + 1))

    def in_check(self, s: State) -> bool:
        """White has no king to be checked."""
        return s.ply & 1 != MAX and super().in_check(s)

    def terminal(self, s: State) -> bool:
        return s.white == 0 or super().terminal(s)

    def utility(self, s: State) -> int:
        return -1 if s.white == 0 else super().utility(s)

    def ended(self, s: State) -> str:
        return "the horde is taken" if s.white == 0 else super().ended(s)

    def null(self, s: State) -> State:
        """The horde may pass while it is large. When it is small a pass is often better than any move, and proves
        nothing: then a pass loses."""
        if s.ply & 1 != MAX:
            return super().null(s)
        return self.passed_on(s) if popcount(s.white) > SMALL else put(s, 0, 0)

    def insufficient(self, s: State) -> bool:
        """Black can always capture the horde."""
        return False

    def validate(self, s: State) -> None:
        if s.kings & s.white or popcount(s.kings & s.black) != 1:
            raise GameError("not a position: Black has one king here, and White none")
        if s.pawns & (s.black | ~0xFF) & self.last_ranks:
            raise GameError("not a position: a pawn stands on its last rank")
        if s.ply & 1 == MAX and self.in_check(s._replace(ply=s.ply + 1)):
            raise GameError("not a position: the side that is not to move is in check")
