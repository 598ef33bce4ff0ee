"""``gametree gtp``."""

from __future__ import annotations

from gametree.cli.common import GameWords, Weights, speak
from gametree.protocols.gtp.server import Gtp


def gtp(game: GameWords = "othello", /, *, weights: Weights = None) -> None:
    """Speak to a client in the Go Text Protocol, over standard input and output.

    The game is Othello, unless you say otherwise: any game works whose moves have names; best are names of squares.
    """
    speak(Gtp, game, weights)
