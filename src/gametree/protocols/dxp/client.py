"""Programs that wait for a connection of DXP, as players: we connect, and ask for games (the *initiator*)."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, TypeVar

from gametree.errors import GameError
from gametree.game import MAX, Line
from gametree.notation.words import read_word
from gametree.protocols.client import ProgramError
from gametree.protocols.dxp.link import Link, read_address
from gametree.protocols.dxp.messages import (
    ACCEPTED,
    COLOURS,
    I_LOSE,
    NOT_BACK,
    Accept,
    Back,
    BackAnswer,
    Chat,
    End,
    Message,
    Move,
    Request,
    move_of,
    start_of,
)
from gametree.protocols.dxp.server import OURS
from gametree.protocols.hub.words import draughts
from gametree.protocols.session import shorten
from gametree.protocols.uci.client import HANDSHAKE, Answer

if TYPE_CHECKING:
    import threading

    from gametree.game import AnyGame
    from gametree.protocols.thinker import Order

M = TypeVar("M", Accept, End, Move)
MINUTES = 5
"""The time for a game that is told to the program where no clock runs."""
FAREWELL = 1.0
"""Seconds in which a program may confirm that the game is over."""
SETTINGS = {"minutes": 999, "moves": 999}
"""What may be set, and the most."""


class DxpProgram:
    """A program at an address. ``settings`` are ``minutes`` and ``moves``, as they are told in the request."""

    def __init__(self, address: str, game: AnyGame, settings: dict[str, Any] | None = None):
        self.game = draughts(game, "DXP")
        self.settings = settings or {}
        for name, value in self.settings.items():
            if name not in SETTINGS:
                raise GameError(f"dxp: no option {name!r}; there are {', '.join(SETTINGS)}, time, tc and timeout")
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= SETTINGS[name]:
                raise GameError(f"dxp: {name} must be a number of 0 to {SETTINGS[name]}, not {value!r}")
        self.program = Link.to(*read_address(address), HANDSHAKE)
        self.known: Line[Any] | None = None
        """The game as the program knows it, up to its own last move; None: there is none."""
        self.chats: list[str] = []

    def new_game(self) -> None:
        """A game begins: the one before is over."""
        self._end(stop="0")

    def best(self, line: Line[Any], order: Order, patience: float, stop: threading.Event | None = None) -> Answer:
        """Its move at the end of a line, waiting at most ``patience`` seconds."""
        if order.depth or order.nodes:
            raise GameError(f"{self.program.name}: DXP has no limits of depth and nodes")
        s = line.states(self.game)[-1]
        if self._is_next(line):
            self._tell(line)
        else:
            self._end(stop="0")
            self._ask_for_game(line, order, stop)
        move = self._hear(Move, patience, stop)
        try:
            action = read_word(self.game, s, move.word(), "hub")
        except GameError:
            raise ProgramError(
                "illegal move", f"{self.program.name}: {shorten(move.word())} is not a legal move"
            ) from None
        self.known = line.then(action)
        return Answer(action, None)

    def close(self) -> None:
        """Say farewell, and close the connection."""
        self._end(stop="1")
        self.program.kill()

    # --- the conversation ------------------------------------------------------------------------------------------

    def _is_next(self, line: Line[Any]) -> bool:
        """Is the line one move of ours longer than the program's?"""
        if self.known is None or line.start != self.known.start:
            return False
        return line.actions[:-1] == self.known.actions

    def _tell(self, line: Line[Any]) -> None:
        """Send our last move."""
        before = line.states(self.game)[-2]
        self.program.send(move_of(self.game.name(before, line.actions[-1], "hub")))

    def _ask_for_game(self, line: Line[Any], order: Order, stop: threading.Event | None) -> None:
        """Ask for a game in which it moves at the end of this line. One move of ours is sent after the start; a longer
        opening is sent as a position."""
        states = line.states(self.game)
        ours = len(line.actions) == 1
        colour = COLOURS[self.game.player(states[-1]) != MAX]
        minutes = self.settings.get("minutes", MINUTES)
        if order.clock is not None:
            minutes = min(max(math.ceil(order.clock.left / 60), 1), SETTINGS["minutes"])
        start = start_of(self.game, states[0] if ours else states[-1])
        self.program.send(Request(OURS, colour, minutes, self.settings.get("moves", 0), start))
        answer = self._hear(Accept, HANDSHAKE, stop)
        if answer.code != ACCEPTED:
            said = f": {shorten(self.chats[-1])}" if self.chats else ""
            raise ProgramError("refusal", f"{self.program.name}: {answer.name} does not accept the game{said}")
        if ours:
            self._tell(line)

    def _hear(self, kind: type[M], patience: float, stop: threading.Event | None) -> M:
        """The next message of a kind."""
        late = time.monotonic() + patience
        while True:
            try:
                message = self.program.hear(late - time.monotonic(), stop)
            except ProgramError:
                raise
            except GameError as error:
                raise ProgramError("illegal move", f"{self.program.name}: {error}") from None
            if message is None:
                raise ProgramError("no answer", f"{self.program.name}: no answer within {patience:.3g} s")
            if isinstance(message, kind):
                return message
            self._note(message, playing=kind is Move)

    def _note(self, message: Message, *, playing: bool) -> None:
        """Something else than what is waited for."""
        if isinstance(message, Chat):
            self.chats.append(message.words)
        elif isinstance(message, Back):  # the game of a match is not taken back
            self.program.send(BackAnswer(NOT_BACK))
        elif isinstance(message, End) and playing:
            self.known = None
            self.program.send(End())
            if message.reason == I_LOSE:
                raise ProgramError("resignation", f"{self.program.name} gives up")
            said = f": {shorten(self.chats[-1])}" if self.chats else ""
            raise ProgramError("no answer", f"{self.program.name} ends the game (reason {message.reason}){said}")

    def _end(self, stop: str) -> None:
        """End the game that is played, if there is one."""
        if self.program.alive and (self.known is not None or stop == "1"):
            known, self.known = self.known, None
            try:
                self.program.send(End(stop=stop))
                if known is not None:
                    self._hear(End, FAREWELL, None)
            except ProgramError:
                return  # it need not confirm
