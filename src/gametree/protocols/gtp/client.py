"""Programs that speak GTP as players: GRhino's ``gtp-rhino`` for Othello, GNU Go …"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from gametree.bits import ones
from gametree.errors import GameError
from gametree.game import CHANCE, MIN
from gametree.games.go import Go
from gametree.hooks import asked
from gametree.notation.unclaimed import moves_by_rule
from gametree.protocols.client import KEPT, Program, ProgramError
from gametree.protocols.follower import Follower
from gametree.protocols.gtp.words import PASS, RESIGN, SIDES, read_vertex, sides, vertex_of
from gametree.protocols.session import shorten
from gametree.protocols.uci.client import HANDSHAKE, Answer
from gametree.titles import parameters_of, title

if TYPE_CHECKING:
    import threading

    from gametree.game import AnyGame, Line
    from gametree.protocols.thinker import Order

CLEANUP = "kgs-genmove_cleanup"
"""Like ``genmove``, but a program does not pass as long as dead stones are on the board: our rules count them."""


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
        self.plain = asked(self.game, "gtp") == "hex"
        self._set_board()
        for name, value in settings.items():
            if name not in self.commands:
                raise GameError(f"{self.program.command} has no command {name!r}; there are {', '.join(self.commands)}")
            self._ask(f"{name} {value}", HANDSHAKE)

    def _set_board(self) -> None:
        """The size, and in Go komi and rules, as far as the program has words for them."""
        size, known = {*sides(self.game).values()}, parameters_of(self.game)
        if len(size) == 1:
            number = size.pop()
            self._ask(f"boardsize {number} {number}" if self.plain else f"boardsize {number}", HANDSHAKE)
        if "komi" not in known:
            return
        if size:
            raise GameError(f"{self.program.command}: GTP has only square boards, not {title(self.game)}")
        self._ask(f"komi {known['komi']:g}", HANDSHAKE)
        if "kgs-rules" in self.commands:
            by_ko = {"simple": "japanese", "situational": "new_zealand" if known["suicide"] else "aga"}
            rules = "japanese" if known["scoring"] == "territory" else by_ko.get(known["ko"], "chinese")
            self._ask(f"kgs-rules {rules}", HANDSHAKE)

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
        """GTP cannot send a position, but handicap stones."""
        stones: list[str] = []
        if start != self.game.initial() or parameters_of(self.game).get("handicap"):
            stones = self._handicap(start)
        self._ask("clear_board", HANDSHAKE)
        if stones:
            self._ask(f"set_free_handicap {' '.join(stones)}", HANDSHAKE)

    def _handicap(self, start: Any) -> list[str]:
        """The stones that Black begins with, if that is all that differs from an empty board."""
        if isinstance(self.game, Go):
            s, stones = self.game.initial(), list(ones(start.black))
            if start == self.game.sgf_state([self.game.sgf_move(s, p) for p in stones], (), MIN) and len(stones) > 1:
                return [self.game.name(s, p) for p in stones]
        raise GameError(f"{self.program.command}: GTP cannot send a position, only the moves that lead to it")

    def tell(self, s: Any, action: int) -> None:
        word = self._word(s, action)
        answer = self._try(f"play {SIDES[self.game.player(s)]} {word}", HANDSHAKE)
        # a forced pass may be left out: some programs have no word for it
        if answer.startswith("?") and not (word == PASS and len(moves_by_rule(self.game, s)) == 1):
            raise ProgramError("refusal", f"{self.program.command}: {word}: {shorten(answer[1:].strip())}")

    def _word(self, s: Any, action: int) -> str:
        return vertex_of(self.game, s, action, plain=self.plain)

    def best(self, line: Line[Any], order: Order, patience: float, stop: threading.Event | None = None) -> Answer:
        """Its move at the end of a line, waiting at most ``patience`` seconds."""
        s = self.follow(line)
        actions = moves_by_rule(self.game, s)
        if len(actions) == 1 and self.game.name(s, actions[0]).lower() == PASS:
            return Answer(actions[0], None)
        side = SIDES[self.game.player(s)]
        self._limit(order, side)
        word = self._ask(f"{CLEANUP if CLEANUP in self.commands else 'genmove'} {side}", patience, stop)
        if word.lower() == RESIGN:
            raise ProgramError("resignation", f"{self.program.command} resigns")
        try:
            action = read_vertex(self.game, s, word, actions, plain=self.plain)
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
