"""``gametree gomocup``."""

from __future__ import annotations

from gametree.cli.common import GameWords, Weights, speak
from gametree.protocols.gomocup.server import Gomocup


def gomocup(game: GameWords = "gomoku", /, *, weights: Weights = None) -> None:
    """Speak to Piskvork and other managers of Gomoku programs, over standard input and output.

    It is Gomocup's protocol. The manager sets the size of the board, the rule (freestyle, exactly five, Renju) and the
    time. In Piskvork, the command is `gametree gomocup`.
    """
    speak(Gomocup, game, weights)
