"""Programs that speak Gomocup's protocol as players."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from gametree.bits import has_bit
from gametree.errors import GameError
from gametree.protocols.client import Program, ProgramError
from gametree.protocols.gomocup.words import OPPONENT, OWN, RULES, gomoku, point_of, words_of
from gametree.protocols.session import shorten
from gametree.protocols.uci.client import HANDSHAKE, Answer

if TYPE_CHECKING:
    import threading

    from gametree.game import AnyGame, Line
    from gametree.protocols.thinker import Order

CHATTER = ("MESSAGE", "DEBUG", "INFO")
"""Lines that are no answers."""
REFUSALS = ("ERROR", "UNKNOWN")


class GomocupProgram:
    """A program, with the game that it plays. ``settings`` are sent as ``INFO``: ``max_memory=83886080``."""

    def __init__(self, command: str, game: AnyGame, settings: dict[str, Any] | None = None):
        self.game = gomoku(game)
        self.known: Line[Any] | None = None
        """The game as the program knows it, up to its own last move; None: its board is empty."""
        self.program = Program(command)
        try:
            self._start(settings or {})
        except GameError:
            self.program.kill()
            raise

    def _start(self, settings: dict[str, Any]) -> None:
        number = {name: number for number, name in RULES.items()}[self.game.rule]
        self.info = {"rule": number, "game_type": 1, **settings}
        self._ask(f"START {self.game.size}", r"OK\b.*", HANDSHAKE)
        for name, value in self.info.items():
            self._send_info(name, value)

    def _send_info(self, name: str, value: object) -> None:
        self.program.send(f"INFO {name} {value}")

    def _ask(self, command: str, pattern: str, patience: float, stop: threading.Event | None = None) -> str:
        """Send a command; return the first line that is an answer, which must be of this form."""
        self.program.send(command)
        late = time.monotonic() + patience
        while (line := self.program.next_line(late - time.monotonic(), stop)) is not None:
            word = line.split(maxsplit=1)[0].upper() if line.strip() else ""
            if not word or word in CHATTER:
                continue
            if word in REFUSALS:
                what = command.split(maxsplit=1)[0]
                raise ProgramError("refusal", f"{self.program.command}: {what}: {shorten(line, 200)}")
            if re.fullmatch(pattern, line.strip()):
                return line.strip()
            raise ProgramError("illegal move", f"{self.program.command}: {shorten(line)} is no answer to {command}")
        raise ProgramError("no answer", f"{self.program.command}: no answer to {command} within {patience:.3g} s")

    # --- the game ----------------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """A game begins."""
        self._ask("RESTART", r"OK\b.*", HANDSHAKE)
        self.known = None

    def best(self, line: Line[Any], order: Order, patience: float, stop: threading.Event | None = None) -> Answer:
        """Its move at the end of a line, waiting at most ``patience`` seconds."""
        s = line.states(self.game)[-1]
        self._limit(order)
        word = self._ask(self._question(line), r"(SUGGEST\s+)?\d+\s*,\s*\d+", patience, stop)
        if word.startswith("SUGGEST"):
            word = self._ask(f"PLAY {word.split(maxsplit=1)[1]}", r"\d+\s*,\s*\d+", patience, stop)
        try:
            action = point_of(self.game, word)
            if action not in self.game.actions(s):
                raise GameError(f"{word} cannot be played: {self.game.refusal(s, action)}")
        except GameError as error:
            raise ProgramError("illegal move", f"{self.program.command}: {error}") from None
        self.known = line.then(action)
        return Answer(action, None)

    def _question(self, line: Line[Any]) -> str:
        """The opponent's last move, if the program knows the game up to that; or the whole board."""
        known = self.known
        if known is not None and (known.start, known.actions) == (line.start, line.actions[:-1]):
            return f"TURN {words_of(self.game, line.actions[-1])}"
        if known is not None:
            self.new_game()
        if not line.actions and line.start == self.game.initial():
            return "BEGIN"
        owners = (OWN, OPPONENT) if self.game.player(line.states(self.game)[-1]) == 0 else (OPPONENT, OWN)
        stones = [
            f"{words_of(self.game, a)},{owner}"
            for owner, side in zip(owners, (line.start.black, line.start.white), strict=True)
            for a in range(self.game.bits)
            if has_bit(side, a)
        ]
        player = self.game.player(line.start)
        stones += [f"{words_of(self.game, a)},{owners[(player + i) % 2]}" for i, a in enumerate(line.actions)]
        return "\n".join(["BOARD", *stones, "DONE"])

    def _limit(self, order: Order) -> None:
        """Send the time, in milliseconds."""
        for name, number in (("depth", order.depth), ("nodes", order.nodes)):
            if number is not None:
                raise GameError(f"{self.program.command}: Gomocup's protocol has no limit of {name}; use time")
        if order.clock is not None:
            left = max(int(order.clock.left * 1000), 1)
            for name in ("timeout_turn", "timeout_match", "time_left"):
                self._send_info(name, left)
        elif order.seconds is not None:
            self._send_info("timeout_turn", max(int(order.seconds * 1000), 1))

    def close(self) -> None:
        """End the program."""
        self.program.close("END")
