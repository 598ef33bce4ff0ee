"""Chess: the rules of the game, complete.

A state (``State`` in ``chess_board.py``) is twelve words: the men of White and of Black, the men of each kind, and four
words for what the board does not show. An action is the square that a man leaves, the square that he goes to, and the
kind of man that a pawn becomes, in bits 0–5, 6–11 and 12–14. Castling is "king takes his own rook": in Chess960 no
other way of saying it is clear.

``chess_moves.py`` finds the legal moves, ``chess_text.py`` reads and writes positions and moves, and
``chess_evaluation.py`` says what a position is worth; ``chess_variants.py`` has the games that differ in a rule or two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gametree.bits import bit, lowest, popcount, put
from gametree.errors import GameError
from gametree.game import MAX
from gametree.games import chess_text
from gametree.games.chess_board import BISHOP, DARK, KING, KNIGHT, PAWN, QUEEN, ROOK, State
from gametree.games.chess_moves import Moves

if TYPE_CHECKING:
    from collections.abc import Iterator

KINGS, PASSED, CLOCK, PLY = 7, 9, 10, 11
"""The places of some words in a state."""


class Chess(Moves):
    """Chess; also Chess960, and on smaller boards.

    ``variant`` names a game that differs in its rules; ``chess960`` is the number of a starting position, 0 to 959 (518
    is that of chess); ``setup`` is a position to start from, in FEN, and gives the size of the board. ``evaluation`` is
    ``features``, or ``shannon`` for a mere count of the men.

    >>> game = Chess()
    >>> s = game.parse("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    >>> [game.name(s, a) for a in game.actions(s) if game.terminal(game.result(s, a))]
    ['Qxf7#']
    """

    repetition = "draw"
    recurrence = 3
    hints_tactics = True
    styles: ClassVar[tuple[str, ...]] = ("uci",)

    start: ClassVar[str] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    """Where the game begins, in FEN."""

    def __new__(
        cls, variant: str = "chess", chess960: int = -1, setup: str = "", evaluation: str = "features"
    ) -> Chess:
        """A game of the variant: every variant is a class of its own."""
        if cls is not Chess or variant == "chess":
            return super().__new__(cls)
        from gametree.games.chess_variants import VARIANTS

        if variant not in VARIANTS:
            raise GameError(f"no variant {variant!r} of chess; there are chess, {', '.join(VARIANTS)}")
        return object.__new__(VARIANTS[variant])

    def __init__(self, variant: str = "chess", chess960: int = -1, setup: str = "", evaluation: str = "features"):
        self.chess960 = chess960 != -1
        if self.chess960 and self.start.split()[0].removesuffix("[]") != Chess.start.split()[0]:
            raise GameError(f"{variant} has a starting position of its own: chess960 does not go with it")
        self.start_text = setup or (chess_text.chess960_start(chess960) if self.chess960 else self.start)
        width, height = chess_text.board_size(self.start_text)
        super().__init__(width, height, evaluation)
        self.opening = self.parse(self.start_text)

    # --- the required rules ------------------------------------------------------------------------------------

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
        return self.make(
            s,
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
        return self.make(
            s, white, black, s.pawns, s.knights, s.bishops, rooks, s.queens, kings, castling, 0, clock, ply
        )

    def make(
        self, s: State,
        white: int, black: int, pawns: int, knights: int, bishops: int, rooks: int, queens: int, kings: int,
        castling: int, passed: int, clock: int, ply: int,
    ) -> State:  # fmt: skip
        """The state with these words. A variant that keeps more in its states takes the rest from ``s``."""
        return State(white, black, pawns, knights, bishops, rooks, queens, kings, castling, passed, clock, ply)

    # --- draws -------------------------------------------------------------------------------------------------

    def drawn(self, s: State) -> bool:
        """Fifty moves of each side without a capture or a pawn move; or nobody has what it takes to mate."""
        return s.clock >= 100 or self.insufficient(s)

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

    def key(self, s: State) -> State:
        """What the transposition table goes by: not the number of the move, nor the clock as long as the fifty moves
        are far."""
        return put(put(s, CLOCK, s.clock if s.clock >= 80 else 0), PLY, s.ply & 1)

    # --- search ------------------------------------------------------------------------------------------------

    def threatened(self, s: State) -> bool:
        """Is the mover in check?"""
        return self.in_check(s)

    def quiet(self, s: State) -> bool:
        """Never known beforehand: that no capture is worth its while is for ``tactics`` to find out."""
        return False

    def tactics(self, s: State) -> Iterator[int]:
        """Captures by which nothing is lost, and new queens; in check, every move."""
        _, theirs = self.sides(s)
        checked = self.in_check(s)
        for a in self.moves(s, -1 if checked else theirs | s.passed):
            if checked or ((a >> 12 == 0 or a >> 12 == QUEEN) and self.gains(s, a, 0)):
                yield a

    def order(self, s: State, a: int) -> int:
        """The most valuable victim first, then the least valuable attacker; a new queen as if it captured one; then a
        check by a man who is safe; last a capture that loses more than it wins."""
        there = bit(a >> 6 & 63)
        victim, attacker = self.kind_at(s, there), self.kind_at(s, bit(a & 63))
        if there & self.sides(s)[0]:
            return 0  # castling
        if there == s.passed and attacker == PAWN:
            victim = PAWN
        if victim and victim < attacker and not self.gains(s, a, 0):
            return -1
        if a >> 12 == QUEEN:
            return 8 * (victim + QUEEN)
        if victim:
            return 8 * victim - attacker
        return 1 if self.checks(s, attacker, there) and self.gains(s, a, 0) else 0

    def checks(self, s: State, kind: int, there: int) -> bool:
        """Does a man of this kind give check from a square (a board of one bit)?"""
        _, theirs = self.sides(s)
        king = lowest(s.kings & theirs) & 63
        if kind == PAWN:
            return int(self.captures[s.ply + 1 & 1, king]) & there != 0
        if kind == KNIGHT:
            return int(self.leaps[king]) & there != 0
        if not int(self.rays[king]) & there:
            return False
        if kind in (BISHOP, QUEEN) and self.diagonal(king, s.white | s.black) & there:
            return True
        return kind in (ROOK, QUEEN) and self.straight(king, s.white | s.black) & there != 0

    def null(self, s: State) -> State:
        """The state after a pass. Who passes in check loses his king; so does he, in effect, who has but pawns, as a
        pass is often better than any move then (zugzwang): neither pass proves anything."""
        mine, theirs = self.sides(s)
        if self.in_check(s) or mine & ~(s.pawns | s.kings) == 0:
            return put(s, KINGS, s.kings & theirs)
        return self.passed_on(s)

    def passed_on(self, s: State) -> State:
        """The same with the other side to move."""
        return put(put(put(s, PASSED, 0), CLOCK, s.clock + 1), PLY, s.ply + 1)

    # --- reading and writing -----------------------------------------------------------------------------------

    def text(self, s: State) -> str:
        return chess_text.drawing(self, s)

    def fen(self, s: State) -> str:
        """The position in Forsyth-Edwards notation."""
        return chess_text.fen(self, s)

    def parse(self, text: str) -> State:
        """A position in FEN (X-FEN and Shredder-FEN too), also at the end of a drawing."""
        return chess_text.read_fen(self, text)

    def validate(self, s: State) -> None:
        """Refuse a position that no game can come to, as far as the rules would stumble over it."""
        for colour in (0, 1):
            if (wrong := chess_text.king_error(s, colour)) is not None:
                raise GameError(f"not a position: {wrong}")
        if s.pawns & self.last_ranks:
            raise GameError("not a position: a pawn stands on the first or the last rank")
        if self.in_check(s._replace(ply=s.ply + 1)):
            raise GameError("not a position: the side that is not to move is in check")

    def name(self, s: State, a: int, style: str = "") -> str:
        """A move in algebraic notation (``Nxf7+``), or as UCI has it (``g5f7``)."""
        return chess_text.uci(self, s, a) if style == "uci" else chess_text.san(self, s, a)
