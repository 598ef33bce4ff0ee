"""Programs that speak the Hub protocol as players."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX
from gametree.notation.words import read_word, words_of_line
from gametree.protocols.client import Program, ProgramError
from gametree.protocols.hub.words import THEIRS, draughts, read_line, usual, write_line, write_position
from gametree.protocols.session import shorten
from gametree.protocols.uci.client import HANDSHAKE, Answer

if TYPE_CHECKING:
    import threading

    from gametree.game import AnyGame, Line
    from gametree.protocols.thinker import Order

VARIANT, STYLE = "variant", "hub"
SURE = 90.0
"""A greater score is a forced win."""


class HubProgram:
    """A program, with the game that it plays. ``settings`` are its parameters, sent with ``set-param``."""

    def __init__(self, command: str, game: AnyGame, settings: dict[str, Any] | None = None):
        self.game = draughts(game)
        self.program = Program(command)
        try:
            self._introduce(settings or {})
        except GameError:
            self.program.kill()
            raise

    def _introduce(self, settings: dict[str, Any]) -> None:
        self.program.send("hub")
        listed: dict[str, dict[str, str]] = {}
        for line in self.program.hear("wait", HANDSHAKE):
            if line.startswith("param "):
                _, given = read_line(line)
                listed[given.get("name", "").lower()] = given
        name = THEIRS.get(self.game.variant, self.game.variant)
        wanted = dict(settings)
        if VARIANT in listed:
            wanted.setdefault(VARIANT, name)
        values = listed.get(VARIANT, {}).get("values", "").split()
        if self.game.variant != "international" and wanted.get(VARIANT) not in values:
            raise GameError(f"{self.program.command} does not play {name}; it plays {', '.join(values) or 'normal'}")
        for name, value in wanted.items():
            if name.lower() not in listed:
                there = ", ".join(param["name"] for param in listed.values()) or "none"
                raise GameError(f"{self.program.command} has no parameter {name!r}; there are {there}")
            shown = str(value).lower() if isinstance(value, bool) else value
            self.program.send(write_line("set-param", name=listed[name.lower()]["name"], value=shown))
        self.program.send("init")
        self.program.hear("ready", HANDSHAKE)

    def new_game(self) -> None:
        """A game begins."""
        self.program.send("new-game")

    def best(self, line: Line[Any], order: Order, patience: float, stop: threading.Event | None = None) -> Answer:
        """Its move at the end of a line, waiting at most ``patience`` seconds."""
        given: dict[str, object] = {"pos": write_position(self.game, line.start)}
        if line.actions:
            given["moves"] = " ".join(words_of_line(self.game, line.start, line.actions, STYLE))
        self.program.send(write_line("pos", **given))
        self.program.send(level(order))
        self.program.send("go think")
        said = self.program.hear("done", patience, stop)
        s = line.states(self.game)[-1]
        try:
            _, answer = read_line(said[-1])
            action = read_word(self.game, s, usual(answer.get("move", "")), STYLE)
        except GameError:
            raise ProgramError(
                "illegal move", f"{self.program.command}: {shorten(said[-1])}, which is not a legal move"
            ) from None
        return Answer(action, opinion(said, 1 if self.game.player(s) == MAX else -1))

    def close(self) -> None:
        """End the program."""
        self.program.close()


def level(order: Order) -> str:
    """The limits of a search.

    >>> from gametree.engine.clock import GameClock
    >>> from gametree.protocols.thinker import Order
    >>> level(Order(seconds=0.5)), level(Order(depth=3)), level(Order(clock=GameClock(10.0, 0.5)))
    ('level move-time=0.500', 'level depth=3', 'level time=9.500 inc=0.500')
    """
    limits: dict[str, object] = {name: n for name, n in (("depth", order.depth), ("nodes", order.nodes)) if n}
    if order.clock is not None:  # programs add the increment first
        more = order.clock.increment
        limits |= {"time": f"{max(order.clock.left - more, 0.001):.3f}", "inc": f"{more:.3f}"}
    elif order.seconds is not None or not limits:
        limits["move_time"] = f"{order.seconds or 1.0:.3f}"
    return write_line("level", **limits)


def opinion(said: list[str], sign: int) -> float | None:
    """The last score, in pieces; infinite for a forced win. ``sign`` turns the mover's value into Max's.

    >>> opinion(["info depth=3 score=0.12", "info depth=4 score=-99.95 nodes=7", "done move=32-28"], 1)
    -inf
    """
    for line in reversed(said):
        if line.startswith("info ") and " score=" in line:
            try:
                score = float(read_line(line)[1]["score"])
            except (GameError, ValueError, KeyError):
                continue
            return sign * (math.copysign(math.inf, score) if abs(score) > SURE else score)
    return None
