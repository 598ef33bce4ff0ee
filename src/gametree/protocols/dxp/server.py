"""The side of DXP that waits for others to connect (the *follower*): another program, or a window, asks for games."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING, Any

from gametree import __version__
from gametree.errors import GameError
from gametree.game import MAX, MIN, Line, worth
from gametree.notation.words import read_word
from gametree.protocols.client import ProgramError
from gametree.protocols.dxp.link import HOST, PORT, Link
from gametree.protocols.dxp.messages import (
    BACK,
    COLOURS,
    DRAW,
    GO_ON,
    I_LOSE,
    I_WIN,
    REFUSED,
    UNKNOWN,
    VERSION,
    Accept,
    Back,
    BackAnswer,
    Chat,
    End,
    Message,
    Move,
    Request,
    move_of,
    read_start,
)
from gametree.protocols.hub.words import draughts
from gametree.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

    Decide = Callable[[Line[Any], float | None], int]

OURS = f"gametree {__version__}"
PAUSE = 0.05
"""Seconds between the answer to a request and our first move: some programs take two messages that arrive together for
one."""
LAST = 0.1
"""Seconds that are left when the clock has run out; the other side may end the game."""


class Follower:
    """The conversation on one connection. ``decide`` finds a move at the end of a line, within the seconds on our clock
    (None: there is no clock)."""

    def __init__(self, game: AnyGame, link: Link, decide: Decide):
        self.game, self.link, self.decide = draughts(game, "DXP"), link, decide
        self.line: Line[Any] | None = None
        """The game that is played."""
        self.side, self.moves = MAX, 0
        self.left: float | None = None
        self.chosen: tuple[Line[Any], Move, int] | None = None
        """Our move where it is known and not yet sent."""
        self.ready = 0.0
        """When we may move, by the clock of the machine."""
        self.over = False

    def run(self) -> None:
        """Converse until the other side has gone, or wants no other game."""
        while not self.over:
            try:
                pause = max(self.ready - time.monotonic(), 0.0)
                message = self.link.hear(pause if self.our_turn() else None)
                if message is not None:
                    self.obey(message)
                elif self.chosen is not None:  # nothing was said meanwhile
                    self.play()
                else:
                    self.think()
            except ProgramError:
                return
            except GameError as error:
                self.remark(str(error))

    def remark(self, words: str) -> None:
        """Say what is wrong."""
        try:
            self.link.send(Chat(" ".join(words.split())))
        except ProgramError:
            self.over = True

    def our_turn(self) -> bool:
        """Are we to move?"""
        if self.line is None:
            return False
        return self.chosen is not None or self.game.player(self.position(self.line)) == self.side

    def position(self, line: Line[Any]) -> Any:
        """The state at the end of a line."""
        return line.states(self.game)[-1]

    # --- what is said ----------------------------------------------------------------------------------------------

    def obey(self, message: Message) -> None:
        """One message."""
        match message:
            case Request():
                self.begin(message)
            case Move():
                self.take(message)
            case Back():
                self.go_back(message)
            case End():
                if self.line is not None:
                    self.link.send(End(UNKNOWN, message.stop))
                self.line = self.chosen = None
                self.over = message.stop == "1"
            case _:  # chat, and answers to what we never ask
                return

    def begin(self, request: Request) -> None:
        """A game is asked for."""
        self.line = self.chosen = None
        if request.version != 1:
            self.link.send(Accept(OURS, VERSION))
            return
        try:
            start = read_start(self.game, request.start)
            if Referee(self.game, Line(start)).over():
                raise GameError("the game is over before it begins")
        except GameError as error:
            self.link.send(Accept(OURS, REFUSED))
            self.remark(str(error))
            return
        self.side = (MAX, MIN)[COLOURS.index(request.colour)]
        self.moves, self.left = request.moves, 60.0 * request.minutes if request.minutes else None
        self.line = Line(start)
        self.link.send(Accept(OURS))
        self.ready = time.monotonic() + PAUSE

    def take(self, move: Move) -> None:
        """The other side has moved."""
        if self.line is None or self.our_turn():
            raise GameError(f"{move.word()} cannot be played now")
        try:
            action = read_word(self.game, self.position(self.line), move.word(), "hub")
        except GameError:
            self.line = None
            self.link.send(End(UNKNOWN))
            raise
        self.line = self.line.then(action)

    def go_back(self, back: Back) -> None:
        """Go back to an earlier move of the game."""
        if self.line is None:
            raise GameError("there is no game to go back in")
        first = self.game.player(self.line.start) != MAX
        ply = 2 * (back.number - 1) + COLOURS.index(back.colour) - first
        if not 0 <= ply <= len(self.line.actions):
            self.link.send(BackAnswer(GO_ON))
            return
        self.line, self.chosen = Line(self.line.start, self.line.actions[:ply]), None
        self.link.send(BackAnswer(BACK))

    # --- our turn --------------------------------------------------------------------------------------------------

    def think(self) -> None:
        """Find a move, or end the game."""
        line = self.line
        assert line is not None
        payoff = Referee(self.game, line).payoff()
        if payoff is not None:
            ours = worth(payoff) * (1 if self.side == MAX else -1)
            self.end(DRAW if ours == 0 else I_WIN if ours > 0 else I_LOSE)
            return
        if self.moves and len(line.actions) >= 2 * self.moves:
            self.end(UNKNOWN)
            return
        begun = time.monotonic()
        try:
            action = self.decide(line, None if self.left is None else max(self.left, LAST))
        except GameError:
            self.end(UNKNOWN)
            raise
        spent = time.monotonic() - begun
        self.left = None if self.left is None else self.left - spent
        self.chosen = line, move_of(self.game.name(self.position(line), action, "hub"), spent), action

    def play(self) -> None:
        """Send our move."""
        assert self.chosen is not None
        line, move, action = self.chosen
        self.link.send(move)
        self.line, self.chosen = line.then(action), None

    def end(self, reason: str) -> None:
        """End the game; the other side's confirmation changes nothing any more."""
        self.line = self.chosen = None
        self.link.send(End(reason))


class Host:
    """Waits on a port, and plays with one program after another."""

    def __init__(self, game: AnyGame, decide: Decide, port: int = PORT, host: str = HOST):
        self.game, self.decide = draughts(game, "DXP"), decide
        try:
            self.listening = socket.create_server((host, port))
        except (OSError, OverflowError, UnicodeError) as error:
            raise GameError(f"cannot listen on {host}:{port}: {error}") from error
        self.port: int = self.listening.getsockname()[1]

    def run(self, visits: int | None = None) -> None:
        """Converse on ``visits`` connections, one after another, or endlessly."""
        with self.listening:
            while visits is None or visits > 0:
                connection, _ = self.listening.accept()
                with connection:
                    Follower(self.game, Link(connection, "the client"), self.decide).run()
                visits = None if visits is None else visits - 1
