"""``gametree xboard``."""

from __future__ import annotations

import sys

from gametree.cli.common import GameWords, Weights  # noqa: TC001  (cyclopts reads it when it runs)


def xboard(game: GameWords = "chess", /, *, weights: Weights = None) -> None:
    """Speak to XBoard, WinBoard or another client of their protocol, over standard input and output.

    The game is chess by default: Chess960 and the variants are chosen by the client.
    """
    sys.stdout.write("feature done=0\n")  # without this line a client waits only two seconds for the features
    sys.stdout.flush()
    from gametree.cli.common import speak
    from gametree.protocols.xboard.server import XBoard

    speak(XBoard, game, weights)
