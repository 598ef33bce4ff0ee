"""The Universal Game Interface: UCI's words for any game, and questions about whose turn it is and who has won.

By kz04px's description for cutegames (ugi.md): the engine knows the rules, the client need not. Moves are the names
that the game gives them (in the style ``uci`` where it has that one); positions are written as the game's ``parse``
reads them. In addition: ``go ponder``, ``ponderhit``, ``movestogo``, ``searchmoves`` and ``mate`` (in plies) as in UCI,
and ``query moves`` and ``query position``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.game import MAX, even, worth
from gametree.hooks import asked
from gametree.notation.words import one_line
from gametree.protocols.session import shorten
from gametree.protocols.uci.universal import Universal, truth

if TYPE_CHECKING:
    from typing import BinaryIO

    from gametree.game import AnyGame


class Ugi(Universal):
    """A session in UGI."""

    ready, clocks = "ugiok", ("p1", "p2")

    def __init__(self, game: AnyGame, reader: BinaryIO, writer: BinaryIO):
        super().__init__(game, reader, writer)
        self.style = next((style for style in ("ugi", "uci") if style in asked(game, "styles")), "")

    def on_ugi(self, _: str) -> None:
        self.introduce()

    def on_uginewgame(self, _: str) -> None:
        self.new_game()

    def on_query(self, rest: str) -> None:
        question = rest.split(maxsplit=1)[0] if rest else ""
        answers = {
            "p1turn": lambda: truth(self.referee.player() == MAX),
            "gameover": lambda: truth(self.outcome() is not None),
            "result": self.result,
            "moves": lambda: " ".join(self._word(self.referee.state, a) for a in self.referee.legal()),
            "position": lambda: one_line(self.game, self.referee.state),
            "islegal": lambda: truth(self._is_legal(rest.partition(" ")[2].strip())),
        }
        if question not in answers:
            raise GameError(f"unknown query {shorten(question)}; there are {', '.join(answers)}")
        self.say(f"response {answers[question]()}")

    def result(self) -> str:
        """Who has won: ``p1win``, ``p2win``, ``draw``, or ``none`` if the game is not over."""
        payoff = self.outcome()
        if payoff is None:
            return "none"
        if isinstance(payoff, tuple) and len(payoff) > 2:
            best = [n for n, score in enumerate(payoff, 1) if score == max(payoff)]
            return f"p{best[0]}win" if len(best) == 1 else "draw"
        above = worth(payoff) - even(self.game)
        return "p1win" if above > 0 else "p2win" if above < 0 else "draw"

    def _is_legal(self, word: str) -> bool:
        try:
            return self._read(self.referee.state, word) in self.referee.legal()
        except GameError:
            return False
