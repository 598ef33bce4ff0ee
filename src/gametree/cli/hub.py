"""``gametree hub``."""

from __future__ import annotations

from gametree.cli.common import GameWords, Weights, speak
from gametree.protocols.hub.server import Hub


def hub(game: GameWords = "draughts", /, *, weights: Weights = None) -> None:
    """Speak to a client in the Hub protocol of draughts programs, over standard input and output.

    For the window Hub, for pydraughts, and for lidraughts-bot. The client may choose another variant.
    """
    speak(Hub, game, weights)
