"""Chess, complete; also Chess960, smaller boards, and the games that differ in a rule or two.

Read ``rules.py`` first. Each file leads to the next:

- ``rules.py``: a state, what a move does, how a game ends; ``moves.py``: which moves are legal; ``board.py``: squares;
  ``counting.py``: how many moves there are; ``playouts.py``: one move for a random game
- ``evaluation.py``: the evaluation; ``weights.py``: its weights; ``spans.py``: squares ahead of pawns
- ``hints.py``: which moves a search tries first, and which captures are worth searching
- ``notation.py``: positions in FEN, moves in algebraic and in UCI notation
- ``variants.py``, ``unguarded.py``, ``crazyhouse.py``: the variants, each a class that says only what is different
- ``endings.py``: endings of a few men, numbered for the solver
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from gametree.errors import GameError
from gametree.games.chess import notation
from gametree.games.chess.evaluation import Evaluation
from gametree.games.chess.hints import Hints
from gametree.games.family import Family

if TYPE_CHECKING:
    from gametree.games.chess.rules import State


class Chess(Evaluation, Hints, Family["State"]):
    """Chess; also Chess960, and on smaller boards.

    ``variant`` names a game that differs in its rules; ``chess960`` is the number of a starting position, 0 to 959 (518
    is that of chess); ``setup`` is a position to start from, in FEN, and gives the size of the board. ``evaluation`` is
    ``features``, or ``shannon`` for a simple count of the men.

    >>> game = Chess()
    >>> s = game.parse("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    >>> [game.name(s, a) for a in game.actions(s) if game.terminal(game.result(s, a))]
    ['Qxf7#']
    """

    styles: ClassVar[tuple[str, ...]] = ("uci",)
    page_limits: ClassVar[dict[str, int | str]] = {"chess960": 959}

    start: ClassVar[str] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    """Where the game begins, in FEN."""

    @classmethod
    def member(cls, variant: str = "chess", **_: Any) -> type[Chess]:
        """Every variant is a class of its own."""
        from gametree.games.chess.variants import VARIANTS

        if variant != "chess" and variant not in VARIANTS:
            raise GameError(f"no variant {variant!r} of chess; there are chess, {', '.join(VARIANTS)}")
        return VARIANTS.get(variant, cls)

    def __init__(self, variant: str = "chess", chess960: int = -1, setup: str = "", evaluation: str = "features"):
        self.chess960 = chess960 != -1
        if self.chess960 and self.start.split()[0].removesuffix("[]") != Chess.start.split()[0]:
            raise GameError(f"{variant} has its own starting position: it cannot be combined with chess960")
        self.start_text = setup or (notation.chess960_start(chess960) if self.chess960 else self.start)
        width, height = notation.board_size(self.start_text)
        super().__init__(width, height, evaluation)
        self.opening = self.parse(self.start_text)

    def ended(self, s: State) -> str:
        """Mate, stalemate, or the rule that makes it a draw."""
        if not self.can_move(s):
            return "checkmate" if self.in_check(s) else "stalemate"
        if self.insufficient(s):
            return "nobody can mate any more"
        return "fifty moves without a capture or a pawn move"

    # --- text ----------------------------------------------------------------------------------------------------

    def text(self, s: State) -> str:
        return notation.drawing(self, s)

    def fen(self, s: State) -> str:
        """The position in Forsyth-Edwards notation."""
        return notation.fen(self, s)

    def parse(self, text: str) -> State:
        """A position in FEN (X-FEN and Shredder-FEN too), also at the end of a drawing."""
        return notation.read_fen(self, text)

    def once_pawns(self, s: State) -> int:
        """The men that were pawns, as bits, for a FEN that must mark them."""
        return 0

    def validate(self, s: State) -> None:
        """Refuse an impossible position on which the rules would fail."""
        for colour in (0, 1):
            if (wrong := notation.king_error(s, colour)) is not None:
                raise GameError(f"not a position: {wrong}")
        if s.pawns & self.last_ranks:
            raise GameError("not a position: a pawn stands on the first or the last rank")
        if self.in_check(s._replace(ply=s.ply + 1)):
            raise GameError("not a position: the side that is not to move is in check")

    def name(self, s: State, a: int, style: str = "") -> str:
        """A move in algebraic notation (``Nxf7+``), or in UCI notation (``g5f7``)."""
        return notation.uci(self, s, a) if style == "uci" else notation.san(self, s, a)
