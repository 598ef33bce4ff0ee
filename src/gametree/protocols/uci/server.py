"""The Universal Chess Interface: chess, Chess960 and the variants; and any other game whose moves have names.

By S. Meyer-Kahlen's description: an unknown word is reported in an ``info string`` and skipped; the rest of the line is
read. A game that is drawn by rule goes on until a client claims the draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.hooks import asked
from gametree.protocols.chess_games import VARIANT_OPTION, chess_options, chosen, is_chess
from gametree.protocols.options import OPTIONS, Option
from gametree.protocols.strength import LEVELS
from gametree.protocols.uci.universal import Universal

if TYPE_CHECKING:
    from typing import BinaryIO

    from gametree.game import AnyGame

CLEAR = "Clear Hash"
STRENGTH = (Option("UCI_LimitStrength", False), Option("UCI_Elo", LEVELS[-1].elo, LEVELS[0].elo, LEVELS[-1].elo))


class Uci(Universal):
    """A session in UCI."""

    ready, clocks, patient, claims = "uciok", ("w", "b"), True, True

    def __init__(self, game: AnyGame, reader: BinaryIO, writer: BinaryIO):
        own = (*chess_options(game), *STRENGTH) if is_chess(game) else ()
        self.options = (*OPTIONS, Option(CLEAR, None), *own)
        super().__init__(game, reader, writer)

    def take_game(self, game: AnyGame) -> None:
        super().take_game(game)
        self.style = "uci" if "uci" in asked(game, "styles") else ""

    def obey(self, line: str) -> None:
        """Do one command; unknown words before it are reported and skipped."""
        words = line.split()
        for k, word in enumerate(words):
            if word.isidentifier() and getattr(self, f"on_{word}", None) is not None:
                super().obey(" ".join(words[k:]))
                return
        if words:
            self.unknown(words[0], "")

    def wrong_word(self, message: str) -> None:
        self.mistake(message)  # the search begins without this word

    def mate(self, plies: int) -> int:
        """In moves, not plies: the winner makes the last one."""
        return (plies + 1) // 2 if plies > 0 else -(-plies // 2)

    def set_option(self, option: Option) -> None:
        if option.name == CLEAR:
            self.new_game()
        elif option.name in (VARIANT_OPTION, "UCI_Chess960"):
            self.change_game(chosen(self.game, self.settings))

    # --- commands ----------------------------------------------------------------------------------------------

    def on_uci(self, _: str) -> None:
        self.introduce()

    def on_ucinewgame(self, _: str) -> None:
        self.new_game()

    def on_debug(self, _: str) -> None:
        """Ignored: there is no more to report."""

    def on_register(self, _: str) -> None:
        """Ignored: registration is not needed."""
