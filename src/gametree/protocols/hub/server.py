"""The Hub protocol, version 2 (F. Letouzey's, for Scan and the window Hub): draughts in all our variants.

A line is a command and ``name=value`` pairs. ``level`` sets the limits of the searches that follow. A game that is
drawn by rule goes on until the client ends it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree import __version__
from gametree.catalogue import load
from gametree.engine.clock import GameClock
from gametree.errors import GameError
from gametree.notation.words import words_of_line
from gametree.protocols.hub.words import (
    NAMES,
    THEIRS,
    draughts,
    read_line,
    read_position,
    usual,
    variant_named,
    write_line,
)
from gametree.protocols.options import OPTIONS, Option
from gametree.protocols.report import centipawns, plies_to_end
from gametree.protocols.session import Session, shorten
from gametree.protocols.thinker import Order, Thought

if TYPE_CHECKING:
    from typing import Any, BinaryIO

    from gametree.game import AnyGame
    from gametree.protocols.report import SearchReport
    from gametree.referee import Referee

KINDS = {"check": "bool", "spin": "int", "combo": "enum", "string": "string"}
"""Hub's names for the kinds of options."""
SURE = 100.0
"""The score of a win, less a hundredth for each action until the end."""
VARIANT = "variant"
USUAL = 1.0
"""Seconds of a search if no level was set."""


class Hub(Session):
    """A session in the Hub protocol."""

    style, claims = "hub", True

    def __init__(self, game: AnyGame, reader: BinaryIO, writer: BinaryIO):
        name = draughts(game).variant
        self.options = (Option(VARIANT, THEIRS.get(name, name), choices=NAMES), *OPTIONS)
        self.level = Order(seconds=USUAL)
        super().__init__(game, reader, writer)

    def mistake(self, message: str) -> None:
        self.say(write_line("error", message=message))

    def remark(self, message: str) -> None:
        self.say(write_line("info", message=message))

    def obey(self, line: str) -> None:
        word = line.split(maxsplit=1)[0] if line.strip() else ""
        handler = getattr(self, f"on_{word.replace('-', '_')}", None) if re.fullmatch(r"[a-z-]+", word) else None
        if handler is not None:
            handler(line)
        elif word:
            raise GameError(f"unknown command {shorten(word)}")

    # --- commands ------------------------------------------------------------------------------------------------

    def on_hub(self, _: str) -> None:
        self.say(write_line("id", name="gametree", version=__version__, author="the gametree authors", country=""))
        self.say(*(describe(option) for option in self.settings.options if option.kind in KINDS), "wait")

    def on_init(self, _: str) -> None:
        self.later(self._get_ready)

    def _get_ready(self) -> None:
        self.get_ready()
        self.say("ready")

    def on_ping(self, _: str) -> None:
        self.say("pong")

    def on_set_param(self, line: str) -> None:
        _, given = read_line(line)
        if not given.get("name"):
            raise GameError("write set-param name=NAME value=VALUE")
        option = self.settings.set(given["name"], given.get("value", ""))
        if option.name == VARIANT:
            self.change_game(load("draughts", variant=variant_named(str(self.settings[VARIANT]))))

    def on_new_game(self, _: str) -> None:
        self.stop()
        self.later(self.thinker.new_game)

    def on_pos(self, line: str) -> None:
        _, given = read_line(line)
        if unknown := set(given) - {"start", "pos", "moves"}:
            raise GameError(f'pos: unknown {shorten(min(unknown))}; write pos pos=… moves="32-28 19-23", or pos start')
        start = read_position(draughts(self.game), given["pos"]) if "pos" in given else ""
        self.place(start, [usual(word) for word in given.get("moves", "").split()])

    def read(self, referee: Referee[Any], word: str) -> int:
        return super().read(referee, usual(word))

    def on_level(self, line: str) -> None:
        _, given = read_line(line)
        if unknown := set(given) - {"infinite", "depth", "nodes", "move-time", "time", "inc", "moves"}:
            raise GameError(f"level: unknown {shorten(min(unknown))}")
        numbers = {name: _number(name, value) for name, value in given.items() if name != "infinite"}
        clock = None
        if "time" in numbers:  # the increment comes first, and is not part of the time
            more = numbers.get("inc", 0.0)
            moves = numbers.get("moves")
            clock = GameClock(max(numbers["time"], 0.0) + more, more, max(int(moves), 1) if moves else None)
        depth, nodes = (max(int(numbers[name]), 1) if name in numbers else None for name in ("depth", "nodes"))
        seconds = max(numbers["move-time"], 0.001) if "move-time" in numbers else None
        self.level = Order(depth, nodes, seconds, clock, endless="infinite" in given)

    def on_go(self, line: str) -> None:
        _, given = read_line(line)
        way = next(iter(given), "think")
        if way not in ("think", "ponder", "analyze") or len(given) > 1:
            raise GameError("write go think, go ponder or go analyze")
        level = self.level
        endless = level.endless or (way == "analyze" and level == Order(seconds=USUAL))
        if endless:
            self.think(Order(endless=True))
        else:
            self.think(Order(level.depth, level.nodes, level.seconds, level.clock, ponder=way == "ponder"))

    def on_ponder_hit(self, _: str) -> None:
        if self.thought is not None:
            self.thought.hit()

    def on_stop(self, _: str) -> None:
        self.stop()

    # --- answers -------------------------------------------------------------------------------------------------

    def report(self, thought: Thought, report: SearchReport) -> None:
        if not report.lines:
            return
        game, told = thought.game, report.lines[0]
        player = game.player(thought.state)
        plies = plies_to_end(game, player, told)
        if plies is None:
            score = centipawns(game, player, told) / 100
        else:
            score = (SURE - abs(plies) / 100) * (1 if plies > 0 else -1)
        words = " ".join(words_of_line(game, thought.state, told.actions, self.style))
        speed = report.nodes / max(report.seconds, 1e-6) / 1e6
        self.say(
            write_line(
                "info", depth=report.depth, mean_depth=float(report.depth), score=f"{score:.2f}", nodes=report.nodes,
                time=f"{report.seconds:.3f}", nps=f"{speed:.3f}", pv=words,
            )
        )  # fmt: skip

    def answer(self, thought: Thought, report: SearchReport | None) -> None:
        if report is None or report.action is None:
            self.say("done move=0-0")  # the game is over, or the search has failed and was reported
            return
        self.report(thought, report)
        words = words_of_line(thought.game, thought.state, report.lines[0].actions[:2], self.style)
        self.say(write_line("done", **dict(zip(("move", "ponder"), words, strict=False))))


def describe(option: Option) -> str:
    """An option as the greeting lists it.

    >>> describe(Option("Hash", 64, 0, 1024)), describe(Option("Ponder", False))
    ('param name=Hash value=64 type=int min=0 max=1024', 'param name=Ponder value=false type=bool')
    """
    value = str(option.default).lower() if isinstance(option.default, bool) else option.default
    line = write_line("param", name=option.name, value=value, type=KINDS[option.kind])
    if option.kind == "spin":
        line += f" min={option.low} max={option.high}"
    return line + (f' values="{" ".join(option.choices)}"' if option.choices else "")


def _number(name: str, text: str) -> float:
    if re.fullmatch(r"-?\d{1,15}(\.\d{1,9})?", text, re.ASCII):
        return float(text)
    raise GameError(f"level: {name} must be a number, not {shorten(text)!r}")
