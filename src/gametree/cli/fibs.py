"""``gametree fibs``."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import GameWords, whole
from gametree.errors import GameError
from gametree.game import Line
from gametree.titles import title


def fibs(
    game: GameWords = "backgammon",
    /,
    *,
    player: Annotated[str, Parameter(help="Who plays: a player as in `gametree match`.")] = "star2:depth=3",
    host: Annotated[str, Parameter(help="The address to listen on.")] = "localhost",
    port: Annotated[int, Parameter(converter=whole, help="The port to listen on; 0 for any free port.")] = 4321,
) -> None:
    """Play against GNU Backgammon as its external player.

    In GNU Backgammon: set player 0 external localhost:4321, then new session (or new match 5). It sends boards in the
    format of the First Internet Backgammon Server. The answer is a play; with backgammon:cube=64 it can also be a
    double. The score of a match is ignored. Ctrl-C stops the program.
    """
    from gametree.games.backgammon import Backgammon
    from gametree.protocols.backgammon.external import Host
    from gametree.tournament.lobby import seated
    from gametree.tournament.players import BestPlayer

    rules = load(game)
    if not isinstance(rules, Backgammon):
        raise GameError(f"fibs is for backgammon, not for {title(rules)}")
    seat = seated(player, "fibs")
    try:
        if isinstance(seat, BestPlayer):  # report mistakes and compile the game before a client waits
            seat.warm_up(rules, Line(rules.roll(rules.initial(), 3, 1, player=0)))
        else:
            seat.begin(rules)
        waiting = Host(rules, lambda line: seat.move(rules, line, None).action, port, host)
        sys.stderr.write(f"{seat.name} waits at {host}:{waiting.port}\n")
        waiting.run()
    finally:
        seat.quit()
