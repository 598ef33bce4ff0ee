"""Analysis in GTP, as Leela Zero and KataGo show it: ``lz-analyze`` and ``kata-analyze``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import Line
from gametree.protocols.gtp.words import COLOURS
from gametree.protocols.report import winning_share

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.protocols.report import SearchReport
    from gametree.protocols.thinker import Thought

LINES = 10
"""How many moves are shown, unless the client says ``maxmoves``."""
LONGEST = 20
"""The most moves of a line that are shown."""


@dataclass(frozen=True)
class Request:
    """What follows the command: ``[COLOUR] [CENTISECONDS] [KEY VALUE …]``. Of the keys, ``interval`` and ``maxmoves``
    are known, and others are ignored.

    >>> Request.read("B 50 maxmoves 3")
    Request(colour='B', seconds=0.5, lines=3)
    """

    colour: str = ""
    seconds: float = 0.0
    """Seconds between two lines."""
    lines: int = LINES

    @staticmethod
    def read(rest: str) -> Request:
        words = rest.split()
        colour = words.pop(0) if words and words[0].lower() in COLOURS else ""
        if words and words[0].isdecimal():
            words.insert(0, "interval")
        if len(words) % 2:
            raise GameError("syntax error")
        given = dict(zip(words[::2], words[1::2], strict=True))
        pause, lines = given.get("interval", "0"), given.get("maxmoves", str(LINES))
        if not (re.fullmatch(r"\d{1,9}", pause, re.ASCII) and re.fullmatch(r"\d{1,9}", lines, re.ASCII)):
            raise GameError("syntax error")
        return Request(colour, int(pause) / 100, max(int(lines), 1))


def analysis_line(thought: Thought, report: SearchReport, style: str, word: Callable[[Any, int], str]) -> str:
    """The best moves, each with its visits, the mover's share of the payoff (from 0 to 10,000 in Leela Zero's
    ``style``, from 0 to 1 in KataGo's) and its line. A search that does not count visits tells its nodes."""
    game, s = thought.game, thought.state
    player = game.player(s)
    told: list[str] = []
    for order, found in enumerate(found for k, found in enumerate(report.lines) if found.visits != 0 or k == 0):
        actions = found.actions[:LONGEST]
        states = Line(s, actions).states(game)
        words = [word(t, a) for t, a in zip(states, actions, strict=False)]
        share = winning_share(game, player, found)
        rate = f"{share:.6f}" if style == "kata" else str(round(10_000 * share))
        visits = report.nodes if found.visits is None else found.visits
        told.append(f"info move {words[0]} visits {visits} winrate {rate} order {order} pv {' '.join(words)}")
    return " ".join(told)
