"""``gametree uci``."""

from __future__ import annotations

from gametree.cli.common import GameWords, Weights, speak
from gametree.protocols.uci.server import Uci


def uci(game: GameWords = "chess", /, *, weights: Weights = None) -> None:
    """Speak to a client in the Universal Chess Interface, over standard input and output.

    The game is chess by default: Chess960 and the variants are options of the protocol. Other games use the same
    commands, with their own names of moves.
    """
    speak(Uci, game, weights)
