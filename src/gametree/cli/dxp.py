"""``gametree dxp``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gametree.cli.common import GameWords, Weights, named, whole

if TYPE_CHECKING:
    from gametree.game import Line


def dxp(
    game: GameWords = "draughts",
    /,
    *,
    player: Annotated[str, Parameter(help="Who plays: a player as in `gametree match`.")] = "auto",
    host: Annotated[str, Parameter(help="The address to listen on.")] = "localhost",
    port: Annotated[int, Parameter(converter=whole, help="The port to listen on; 0 for any free port.")] = 27531,
    weights: Weights = None,
) -> None:
    """Play with draughts programs by the DamExchange Protocol.

    This program waits at a socket until another one connects and asks for games. The other one says who has which
    colour, the position and the time. Without a time we think as long as the player does by itself. Ctrl-C stops the
    program.
    """
    from gametree.game import Line as Start
    from gametree.protocols.dxp.server import Host
    from gametree.protocols.hub.words import draughts
    from gametree.tournament.clock import Clock
    from gametree.tournament.lobby import seated
    from gametree.tournament.players import BestPlayer

    rules = draughts(named(game, weights), "DXP")
    seat = seated(player, "dxp")

    def decide(line: Line[Any], left: float | None) -> int:
        return seat.move(rules, line, None if left is None else Clock(left)).action

    try:
        waiting = Host(rules, decide, port, host)
        if isinstance(seat, BestPlayer):  # report mistakes and compile the game before a client waits
            seat.warm_up(rules, Start(rules.initial()))
        else:
            seat.begin(rules)
        sys.stderr.write(f"{seat.name} waits at {host}:{waiting.port}\n")
        waiting.run()
    finally:
        seat.quit()
