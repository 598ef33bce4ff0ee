"""``gametree gtp``."""

from __future__ import annotations

import sys

from gametree.catalogue import load
from gametree.cli.common import GameWords  # noqa: TC001  (cyclopts reads it when it runs)
from gametree.protocols.gtp.server import Gtp
from gametree.protocols.session import converse


def gtp(game: GameWords = "othello", /) -> None:
    """Speak to a client in the Go Text Protocol, over standard input and output.

    The game is Othello, unless you say otherwise: any game works whose moves have names; best are names of squares.
    """
    converse(Gtp(load(game), sys.stdin.buffer, sys.stdout.buffer))
