"""The rules of chess: what a state is, what a move does, and how a game ends. Which moves are legal, ``moves.py``
says; how many there are, ``counting.py``; and ``playouts.py`` draws one.

An action is the square that a man leaves, the square that he goes to, and the kind of man that a pawn becomes, in bits
0–5, 6–11 and 12–14. Castling is "king takes his own rook": in Chess960 no other way of saying it is clear.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any, NamedTuple

from gametree.bits import bit, popcount, put
from gametree.game import MAX
from gametree.games.chess.board import BISHOP, DARK, KING, KNIGHT, QUEEN, ROOK
from gametree.games.chess.playouts import Playouts

if TYPE_CHECKING:
    from collections.abc import Iterator


class State(NamedTuple):
    """The men by colour and, both colours together, by kind; then what the board does not show."""

    white: int
    black: int
    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    castling: int  # the rooks with which their side may still castle
    passed: int  # the square that a pawn has just stepped over, if a pawn of the other side stands ready to capture it
    clock: int  # moves of either side since the last capture or pawn move
    ply: int  # moves of either side since the start of the game; White moves at even ones


KINGS, CASTLING, PASSED, CLOCK, PLY = range(7, 12)
"""The places of the last words in a state."""


def extended(name: str, module: str, *more: str) -> Any:
    """The class of the states of a variant that keeps more than chess does: a state with more words at its end.

    ``make`` then builds one by ``Marked(*t[:], s.marks)``; the slice is there because a state itself cannot be unpacked
    in compiled code.

    >>> extended("Marked", __name__, "marks")._fields[-2:]
    ('ply', 'marks')
    """
    return namedtuple(name, (*State._fields, *more), module=module)  # pyright: ignore[reportUntypedNamedTuple, reportUnknownArgumentType]


class Rules(Playouts):
    """Chess without judgement: everything that is true or false, and nothing that is good or bad."""

    repetition = "draw"
    recurrence = 3

    opening: State
    """The position to start from, which ``Chess`` reads."""

    # --- the required rules --------------------------------------------------------------------------------------

    def initial(self) -> State:
        return self.opening

    def player(self, s: State) -> int:
        return s.ply & 1

    def actions(self, s: State) -> Iterator[int]:
        return self.moves(s, -1)

    def result(self, s: State, a: int) -> State:
        origin, target, kind = a & 63, a >> 6 & 63, a >> 12
        here, there = bit(origin), bit(target)
        mine, theirs = self.sides(s)
        if there & mine:
            return self.castled(s, origin, target)
        white_moves = s.ply & 1 == MAX
        pawn = here & s.pawns != 0
        kept = ~(here | there)
        if pawn and there == s.passed:
            kept &= ~self.behind(s, there)
        passed = 0
        if pawn and abs(target - origin) == 16:
            middle = (origin + target) >> 1
            if int(self.captures[s.ply & 1, middle]) & theirs & s.pawns:
                passed = bit(middle) & self.third_ranks
        castling = s.castling & kept
        if here & s.kings:
            castling &= theirs
        t = State(
            s.white & kept | (there if white_moves else 0),
            s.black & kept | (0 if white_moves else there),
            s.pawns & kept | (there if pawn and kind == 0 else 0),
            s.knights & kept | (there if here & s.knights or kind == KNIGHT else 0),
            s.bishops & kept | (there if here & s.bishops or kind == BISHOP else 0),
            s.rooks & kept | (there if here & s.rooks or kind == ROOK else 0),
            s.queens & kept | (there if here & s.queens or kind == QUEEN else 0),
            s.kings & kept | (there if here & s.kings or kind == KING else 0),
            castling,
            passed,
            0 if pawn or there & theirs else s.clock + 1,
            s.ply + 1,
        )
        return self.make(s, t)

    def terminal(self, s: State) -> bool:
        return not self.can_move(s)

    def utility(self, s: State) -> int:
        """The mover cannot move: he is mated or stalemated."""
        if not self.in_check(s):
            return 0
        return -1 if s.ply & 1 == MAX else 1

    def castled(self, s: State, king: int, rook: int) -> State:
        """The state after castling."""
        mine, theirs = self.sides(s)
        king_to, rook_to = self.castled_squares(king, rook)
        moved = mine & ~(bit(king) | bit(rook)) | bit(king_to) | bit(rook_to)
        white, black = (moved, theirs) if s.ply & 1 == MAX else (theirs, moved)
        rooks = s.rooks & ~bit(rook) | bit(rook_to)
        kings = s.kings & ~bit(king) | bit(king_to)
        castling = s.castling & theirs
        clock, ply = s.clock + 1, s.ply + 1
        t = State(white, black, s.pawns, s.knights, s.bishops, rooks, s.queens, kings, castling, 0, clock, ply)
        return self.make(s, t)

    def make(self, s: State, t: State) -> State:
        """The state ``t`` that a move leads to from ``s``. A variant that keeps more in its states adds it here."""
        return t

    # --- draws -------------------------------------------------------------------------------------------------

    def drawn(self, s: State) -> bool:
        """Fifty moves of each side without a capture or a pawn move; or nobody has what it takes to mate."""
        return s.clock >= 100 or self.insufficient(s)

    def uncounted(self, s: State) -> State:
        return put(s, CLOCK, 0)

    def insufficient(self, s: State) -> bool:
        """Can no sequence of moves lead to mate? So it is with one knight, or with bishops of one colour of square."""
        if s.pawns | s.rooks | s.queens:
            return False
        if s.knights:
            return popcount(s.knights | s.bishops) == 1
        return s.bishops & DARK == 0 or s.bishops & ~DARK == 0

    def position(self, s: State) -> State:
        """What must come back for a position to be repeated: all but the counters. An en passant capture counts if it
        is legal."""
        t = put(put(s, CLOCK, 0), PLY, s.ply & 1)
        if s.passed and not self.can_capture_in_passing(s):
            return put(t, PASSED, 0)
        return t
