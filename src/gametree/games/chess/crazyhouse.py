"""Crazyhouse: chess in which captured men come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.bits import bit, lowest, ones, popcount, put, without_lowest
from gametree.errors import GameError
from gametree.games.chess import Chess
from gametree.games.chess.board import KING, PAWN, QUEEN, ROOK, square_name
from gametree.games.chess.notation import LETTERS, check_mark
from gametree.games.chess.rules import CLOCK, PASSED, PLY, State, extended

if TYPE_CHECKING:
    from collections.abc import Iterator

POCKETS, PROMOTED = 12, 13
"""The places of the words that come after those of chess."""
WORTH = ((1, 100), (2, 300), (3, 300), (4, 500), (5, 900))
"""The values of the kinds of men in hand."""


PocketState = extended("PocketState", __name__, "pockets", "promoted")
"""A state of chess, the men in hand, and the men on the board that were pawns.

Of each kind of man, from the pawn to the queen, five bits hold the number in hand: White's first, then Black's.
"""


class Crazyhouse(Chess):
    """Crazyhouse: a captured man goes to the capturing player's hand, in that player's colour, and may be dropped on an
    empty square instead of a move; a pawn not on the first or last rank. A man that was a pawn is captured as a pawn.

    A drop is an action that leaves from the square it goes to, with the kind of man.

    >>> game = Crazyhouse()
    >>> s = game.parse("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1")
    >>> "Q@e7#" in [game.name(s, a) for a in game.actions(s)], len(list(game.actions(s)))
    (False, 67)
    """

    called = "Crazyhouse"
    how_to_play = (
        "As chess, but a man that you take is yours: instead of a move you may put it on an empty square. Pawns are "
        "not put on the first or last rank."
    )

    mate_only = False
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"

    def make(self, s: Any, t: State) -> Any:
        return PocketState(*t[:], s.pockets, s.promoted)

    def in_hand(self, s: Any, side: int, kind: int) -> int:
        """How many men of a kind a side has in hand."""
        return s.pockets >> 5 * (5 * side + kind - 1) & 31

    def moves(self, s: Any, targets: int) -> Iterator[int]:
        for a in super().moves(s, targets):
            yield a
        mine, theirs = self.sides(s)
        king = lowest(s.kings & mine)
        checkers = self.threats(s, king, mine | theirs)
        squares = ~(mine | theirs) & targets
        if without_lowest(checkers):
            squares = 0
        elif checkers:
            squares &= int(self.between[king, lowest(checkers)])
        for kind in range(PAWN, KING):
            if self.in_hand(s, s.ply & 1, kind):
                for to in ones(squares & ~self.last_ranks if kind == PAWN else squares):
                    yield to | to << 6 | kind << 12

    def mobility(self, s: Any) -> int:
        return self.listed(s)

    def playout_action(self, s: Any, number: int) -> int:
        return -1

    def result(self, s: Any, a: int) -> Any:
        origin, target, kind = a & 63, a >> 6 & 63, a >> 12
        mine, theirs = self.sides(s)
        here, there = bit(origin), bit(target)
        side = s.ply & 1
        if origin == target:
            return self.dropped(s, there, kind)
        t: Any = super().result(s, a)
        captured = self.kind_at(s, there & theirs)
        if (here & s.pawns and there == s.passed) or there & theirs & s.promoted:
            captured = PAWN
        promoted = s.promoted & ~(here | there)
        if here & s.promoted or kind:
            promoted |= there
        if captured:
            t = put(t, POCKETS, t.pockets + (1 << 5 * (5 * side + captured - 1)))
        if there & mine:
            promoted = s.promoted
        return put(t, PROMOTED, promoted)

    def dropped(self, s: Any, there: int, kind: int) -> Any:
        """The state after a man in hand was put on a square."""
        side = s.ply & 1
        t = put(put(put(s, side, s[side] | there), kind + 1, s[kind + 1] | there), PLY, s.ply + 1)
        t = put(put(t, PASSED, 0), CLOCK, s.clock + 1)
        return put(t, POCKETS, s.pockets - (1 << 5 * (5 * side + kind - 1)))

    def drawn(self, s: Any) -> bool:
        """Men come back: there is no rule of fifty moves, and there are rarely too few men."""
        return self.insufficient(s)

    def insufficient(self, s: Any) -> bool:
        """Three men in all, none of them a pawn (now or once), a rook or a queen, also in hand."""
        if s.pawns | s.rooks | s.queens | s.promoted:
            return False
        count = popcount(s.white | s.black)
        for side in range(2):
            for kind in range(PAWN, KING):
                held = self.in_hand(s, side, kind)
                if held and (kind == PAWN or kind >= ROOK):
                    return False
                count += held
        return count <= 3

    def order(self, s: Any, a: int) -> int:
        return 0 if a & 63 == a >> 6 & 63 else super().order(s, a)

    def evaluate(self, s: Any) -> int:
        """The men on the board and in hand."""
        total = super().evaluate(s)
        for kind, worth in WORTH:
            total += worth * (self.in_hand(s, 0, kind) - self.in_hand(s, 1, kind))
        return total

    def parse(self, text: str) -> Any:
        """A FEN with the men in hand in brackets, or as a ninth rank; ``~`` follows a man that was a pawn."""
        words = text.split()
        place = next((i for i, word in enumerate(words) if word.count("/") >= self.height - 1), None)
        if place is None:
            return super().parse(text)
        board, hand = _split_hand(words[place], self.height)
        promoted = _promoted(board)
        s = super().parse(" ".join([board.replace("~", ""), *words[place + 1 :]]))
        pockets = 0
        for letter in hand:
            kind = LETTERS.find(letter.lower())
            if not PAWN <= kind <= QUEEN:
                raise GameError(f"not a position: {letter!r} in hand; men in hand are {' '.join(LETTERS[1:6])}")
            pockets += 1 << 5 * (5 * letter.islower() + kind - 1)
        return PocketState(*s, pockets, promoted)

    def once_pawns(self, s: Any) -> int:
        return s.promoted

    def fen(self, s: Any) -> str:
        words = super().fen(s).split()
        hand = "".join(
            (LETTERS[kind] if side else LETTERS[kind].upper()) * self.in_hand(s, side, kind)
            for side in (0, 1)
            for kind in range(QUEEN, 0, -1)
        )
        return " ".join([f"{words[0]}[{hand}]", *words[1:]])

    def name(self, s: Any, a: int, style: str = "") -> str:
        target, kind = a >> 6 & 63, a >> 12
        if a & 63 != target:
            return super().name(s, a, style)
        if style == "uci":
            return f"{LETTERS[kind].upper()}@{square_name(target)}"
        man = "" if kind == PAWN else LETTERS[kind].upper()
        return f"{man}@{square_name(target)}" + check_mark(self, self.result(s, a))


def _split_hand(word: str, ranks: int) -> tuple[str, str]:
    """The board and the men in hand."""
    board, bracket, hand = word.partition("[")
    if bracket:
        return board, hand.removesuffix("]")
    parts = board.split("/")
    return "/".join(parts[:ranks]), "".join(parts[ranks:])


def _promoted(board: str) -> int:
    """The squares of the men that are followed by ``~``."""
    found = 0
    for row, rank in enumerate(reversed(board.split("/"))):
        file = 0
        for letter in rank:
            if letter == "~":
                found |= bit(file - 1 + 8 * row)
            else:
                file += int(letter) if letter.isdigit() else 1
    return found
