"""``gametree ugi``."""

from __future__ import annotations

from gametree.cli.common import GameWords, Weights, speak
from gametree.protocols.uci.ugi import Ugi


def ugi(game: GameWords, /, *, weights: Weights = None) -> None:
    """Speak to a client in the Universal Game Interface, over standard input and output.

    The commands are those of UCI with ugi in place of uci, p1time and p2time for the clocks, and query p1turn,
    gameover and result. Moves are the names that the game gives them.
    """
    speak(Ugi, game, weights)
