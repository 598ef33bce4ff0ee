"""``gametree uci``."""

from __future__ import annotations

import sys

from gametree.catalogue import load
from gametree.cli.common import GameWords  # noqa: TC001  (cyclopts reads it when it runs)
from gametree.protocols.session import converse
from gametree.protocols.uci.server import Uci


def uci(game: GameWords = "chess", /) -> None:
    """Speak to a client in the Universal Chess Interface, over standard input and output.

    The game is chess, unless you say otherwise: Chess960 and the variants are options of the protocol. Other games
    have the same commands, with moves as they name them.
    """
    converse(Uci(load(game), sys.stdin.buffer, sys.stdout.buffer))
