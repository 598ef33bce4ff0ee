"""``gametree xboard``."""

from __future__ import annotations

import sys

from gametree.catalogue import load
from gametree.cli.common import GameWords  # noqa: TC001  (cyclopts reads it when it runs)
from gametree.protocols.session import converse
from gametree.protocols.xboard import XBoard


def xboard(game: GameWords = "chess", /) -> None:
    """Speak to XBoard, WinBoard or another client of their protocol, over standard input and output.

    The game is chess, unless you say otherwise: Chess960 and the variants are chosen by the client.
    """
    converse(XBoard(load(game), sys.stdin.buffer, sys.stdout.buffer))
