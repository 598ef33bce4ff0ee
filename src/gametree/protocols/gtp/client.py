"""Programs that speak GTP as players: GRhino's ``gtp-rhino`` for Othello, GNU Go …"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE
from gametree.notation.unclaimed import moves_by_rule
from gametree.notation.words import word_of
from gametree.protocols.client import KEPT, Program, ProgramError
from gametree.protocols.follower import Follower
from gametree.protocols.gtp.server import PASS
from gametree.protocols.gtp.words import read_vertex, sides, vertex
from gametree.protocols.session import shorten
from gametree.protocols.uci.client import HANDSHAKE, Answer
from gametree.titles import title

if TYPE_CHECKING:
    import threading

    from gametree.game import AnyGame, Line
    from gametree.protocols.thinker import Order

SIDES = ("black", "white")


class GtpProgram(Follower):
    """A program, with the game that it plays. ``settings`` are commands of the program with their arguments:
    ``level=3`` is sent as ``level 3``."""

    def __init__(self, command: str, game: AnyGame, settings: dict[str, Any] | None = None):
        if game.players != 2 or game.player(game.initial()) == CHANCE:
            raise GameError(f"GTP is for two players without dice, not for {title(game)}")
        self.game = game
        self.timed = ""
        self.program = Program(command)
        try:
            self._introduce(settings or {})
        except GameError:
            self.program.kill()
            raise

    def _introduce(self, settings: dict[str, Any]) -> None:
        self.commands = self._ask("list_commands", HANDSHAKE).split()
        if "list_games" in self.commands and "set_game" in self.commands:
            wanted = title(self.game).partition(":")[0].casefold()
            games = self._ask("list_games", HANDSHAKE).splitlines()
            named = [name.strip() for name in games if name.strip().casefold() == wanted]
            if not named:
                raise GameError(f"{self.program.command} does not play {wanted}; it plays {', '.join(games)}")
            self._ask(f"set_game {named[0]}", HANDSHAKE)
        size = set(sides(self.game).values())
        if len(size) == 1:
            self._ask(f"boardsize {size.pop()}", HANDSHAKE)
        for name, value in settings.items():
            if name not in self.commands:
                raise GameError(f"{self.program.command} has no command {name!r}; there are {', '.join(self.commands)}")
            self._ask(f"{name} {value}", HANDSHAKE)

    def _ask(self, command: str, patience: float, stop: threading.Event | None = None) -> str:
        """Send a command; return the answer. An error answer raises."""
        answer = self._try(command, patience, stop)
        if answer.startswith("?"):
            raise GameError(f"{self.program.command}: {command}: {shorten(answer[1:].strip())}")
        return answer[1:].strip()

    def _try(self, command: str, patience: float, stop: threading.Event | None = None) -> str:
        """Send a command; return all lines up to the empty line that ends the answer."""
        self.program.send(command)
        late = time.monotonic() + patience
        said: list[str] = []
        while (line := self.program.next_line(late - time.monotonic(), stop)) is not None:
            if not said and line[:1] not in ("=", "?"):
                continue
            if said and not line:
                return "\n".join(said)
            said = [*said, line][:KEPT]
        raise ProgramError("no answer", f"{self.program.command}: no answer to {command} within {patience:.3g} s")

    # --- the game ----------------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """A game begins."""
        self.timed, self.known = "", None
        self._ask("clear_board", HANDSHAKE)

    def restart(self, start: Any) -> None:
        if start != self.game.initial():
            raise GameError(f"{self.program.command}: GTP cannot send a position, only the moves that lead to it")
        self._ask("clear_board", HANDSHAKE)

    def tell(self, s: Any, action: int) -> None:
        word = self._word(s, action)
        answer = self._try(f"play {SIDES[self.game.player(s)]} {word}", HANDSHAKE)
        # a forced pass may be left out: some programs have no word for it
        if answer.startswith("?") and not (word == PASS and len(moves_by_rule(self.game, s)) == 1):
            raise ProgramError("refusal", f"{self.program.command}: {word}: {shorten(answer[1:].strip())}")

    def _word(self, s: Any, action: int) -> str:
        name = self.game.name(s, action)
        return PASS if name.lower() == PASS else vertex(word_of(self.game, s, action))

    def best(self, line: Line[Any], order: Order, patience: float, stop: threading.Event | None = None) -> Answer:
        """Its move at the end of a line, waiting at most ``patience`` seconds."""
        s = self.follow(line)
        actions = moves_by_rule(self.game, s)
        if len(actions) == 1 and self.game.name(s, actions[0]).lower() == PASS:
            return Answer(actions[0], None)
        side = SIDES[self.game.player(s)]
        self._limit(order, side)
        word = self._ask(f"genmove {side}", patience, stop)
        if word.lower() == "resign":
            raise ProgramError("resignation", f"{self.program.command} resigns")
        try:
            action = read_vertex(self.game, s, word, actions)
        except GameError:
            shown = f"{self.program.command}: {shorten(word)}, which is not a legal move"
            raise ProgramError("illegal move", shown) from None
        self.known = line.then(action)
        return Answer(action, None)

    def _limit(self, order: Order, side: str) -> None:
        """Send the clock, in whole seconds. Only ``gametree gtp`` knows limits of depth and nodes."""
        for name, number in (("depth", order.depth), ("nodes", order.nodes)):
            if number is not None:
                if "gametree-limit" not in self.commands:
                    raise GameError(f"{self.program.command}: GTP has no limit of {name}; use time")
                self._ask(f"gametree-limit {name} {number}", HANDSHAKE)
        if order.clock is not None:
            self._time(f"{max(math.floor(order.clock.left), 1)} 0 0")
            self._try(f"time_left {side} {math.floor(order.clock.left)} 0", HANDSHAKE)
        elif order.seconds is not None:
            seconds = max(math.floor(order.seconds), 1)
            self._time(f"0 {seconds} 1")
            self._try(f"time_left {side} {seconds} 1", HANDSHAKE)

    def _time(self, words: str) -> None:
        """Send the kind of clock, once in a game."""
        if not self.timed:
            self.timed = words
            self._try(f"time_settings {words}", HANDSHAKE)

    def close(self) -> None:
        """End the program."""
        self.program.close()
