"""Other programs as players: started once, they play one game after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from gametree.engine.clock import GameClock
from gametree.protocols.client import ProgramError
from gametree.protocols.thinker import Order
from gametree.tournament.clock import allotment
from gametree.tournament.players import Reply

if TYPE_CHECKING:
    import threading

    from gametree.game import AnyGame, Line
    from gametree.protocols.uci.client import Answer
    from gametree.tournament.clock import Clock, Control
    from gametree.tournament.spec import Spec

PATIENCE = 300.0
"""The default ``timeout`` in seconds for a program without a clock."""
GRACE = 1.0
"""Seconds that a program still gets after its flag has fallen."""


class Running(Protocol):
    """A program that was started, or a connection to one."""

    @property
    def alive(self) -> bool:
        """Does it still run?"""
        ...

    def kill(self) -> None:
        """End it at once."""
        ...


class Conversation(Protocol):
    """A program that was started, with the game that it plays, whatever protocol it speaks."""

    @property
    def program(self) -> Running:
        """The program itself."""
        ...

    def new_game(self) -> None:
        """A game begins."""
        ...

    def best(self, line: Line[Any], order: Order, patience: float, stop: threading.Event | None = None) -> Answer:
        """Its move at the end of a line, waiting at most ``patience`` seconds."""
        ...

    def close(self) -> None:
        """End the program."""
        ...


def start(protocol: str, command: str, game: AnyGame, settings: dict[str, Any]) -> Conversation:
    """Start a program that speaks a protocol."""
    if protocol == "gnubg":
        from gametree.protocols.backgammon.gnubg import Gnubg

        return Gnubg(game, settings, command)
    if protocol == "xboard":
        from gametree.protocols.xboard.client import XBoardProgram

        return XBoardProgram(command, game, settings)
    if protocol == "gtp":
        from gametree.protocols.gtp.client import GtpProgram

        return GtpProgram(command, game, settings)
    if protocol == "gomocup":
        from gametree.protocols.gomocup.client import GomocupProgram

        return GomocupProgram(command, game, settings)
    if protocol == "dxp":
        from gametree.protocols.dxp.client import DxpProgram

        return DxpProgram(command, game, settings)
    if protocol == "hub":
        from gametree.protocols.hub.client import HubProgram

        return HubProgram(command, game, settings)
    from gametree.protocols.uci.client import Opponent

    return Opponent(protocol, command, game, settings)


class ProgramPlayer:
    """A program that plays. It loses a game in which it crashes, does not answer in time, or gives an illegal move; for
    the next game it is started again."""

    def __init__(self, spec: Spec, stop: threading.Event | None = None):
        self.spec, self.stop = spec, stop
        self.opponent: Conversation | None = None
        self.playing = False

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def control(self) -> Control | None:
        """The time control of its own."""
        return self.spec.control

    def begin(self, game: AnyGame) -> None:
        """Make it ready for a game, before any clock runs."""
        if self.opponent is None or not self.opponent.program.alive:
            self.quit()
            self.opponent = start(self.spec.algorithm, self.spec.command or "", game, self.spec.settings)
        self.opponent.new_game()
        self.playing = True

    def move(self, game: AnyGame, line: Line[Any], clock: Clock | None) -> Reply:
        if self.opponent is None or not self.playing:
            self.begin(game)
        assert self.opponent
        try:
            patience = self.spec.options.get("timeout", PATIENCE) if clock is None else clock.left + GRACE
            answer = self.opponent.best(line, self._order(clock), patience, self.stop)
        except ProgramError as error:
            if error.reason != "illegal move":
                self.opponent.program.kill()  # a late answer must not be read later
            raise
        return Reply(answer.action, answer.value)

    def close(self) -> None:
        """The game is over; the program waits for the next."""
        self.playing = False

    def quit(self) -> None:
        """The program is ended."""
        if self.opponent is not None:
            self.opponent.close()
        self.opponent, self.playing = None, False

    def _order(self, clock: Clock | None) -> Order:
        depth, seconds, nodes = (self.spec.options.get(key) for key in ("depth", "time", "nodes"))
        if clock is not None and clock.each:
            seconds = min(allotment(clock), seconds) if seconds else allotment(clock)
        own = GameClock(clock.left, clock.increment) if clock is not None and not clock.each else None
        return Order(depth, nodes, seconds, own)
