"""``gametree ugi``."""

from __future__ import annotations

import sys

from gametree.catalogue import load
from gametree.cli.common import GameWords  # noqa: TC001  (cyclopts reads it when it runs)
from gametree.protocols.session import converse
from gametree.protocols.uci.ugi import Ugi


def ugi(game: GameWords, /) -> None:
    """Speak to a client in the Universal Game Interface, over standard input and output.

    The commands are those of UCI with ugi in place of uci, p1time and p2time for the clocks, and query p1turn,
    gameover and result. Moves are the names that the game gives them.
    """
    converse(Ugi(load(game), sys.stdin.buffer, sys.stdout.buffer))
