"""Programs that speak XBoard's protocol, version 2 or 1, as players: GNU Chess, Phalanx, Sjeng, Fairy-Max …"""

from __future__ import annotations

import math
import re
import time
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX
from gametree.notation.moves import read_move
from gametree.notation.words import one_line
from gametree.protocols.chess_games import is_chess, is_shuffled, starts_as_usual, variant_of
from gametree.protocols.client import Program, ProgramError
from gametree.protocols.follower import Follower
from gametree.protocols.session import shorten
from gametree.protocols.uci.client import HANDSHAKE, Answer
from gametree.protocols.xboard.words import MATE, NAMES, spell
from gametree.titles import title

if TYPE_CHECKING:
    import threading

    from gametree.game import AnyGame, Line
    from gametree.protocols.thinker import Order

INTRODUCTION = 5.0
"""Seconds that a program gets to send its features; after that it has none."""
NUDGE = 0.5
"""Seconds of silence after which a program is sent a line that changes nothing: GNU Chess, after several lines at once,
stops in the middle of its answer until it gets more input."""
CLAIM = 2.0
"""Seconds in which a move may still follow a result that a program has claimed."""
FEATURE = re.compile(r'\b(\w+)=(?:"([^"]*)"|(\S+))')
OPTION_KIND = re.compile(r"\s-(?:check|spin|combo|string|button|file|path|slider)\b")
MOVE = re.compile(r"(?:My move is\s*:\s*|move\s+)(\S+)")
OLD_MOVE = re.compile(r"\d+\.\s*\.\.\.\s*(\S+)")
"""A move in the form of old programs without features; GNU Chess sends both forms."""
RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\b")
THINKING = re.compile(r"\s*\d+\S?\s+([+-]?\d+)\s+\d+\s+\d+\b")
REFUSAL = re.compile(r"(illegal|invalid) move", re.IGNORECASE)


class XBoardProgram(Follower):
    """A program, with the game that it plays. ``settings`` are its options, ``memory`` (MiB) and ``cores``."""

    def __init__(self, command: str, game: AnyGame, settings: dict[str, Any] | None = None):
        self.game, self.settings = game, settings or {}
        self.features: dict[str, str] = {}
        self.options: list[str] = []
        self.levelled = False
        self.pings = 0
        self.program = Program(command)
        try:
            self._introduce()
        except GameError:
            self.program.kill()
            raise

    # --- the handshake -----------------------------------------------------------------------------------------

    def _introduce(self) -> None:
        self.program.send("xboard")
        self.program.send("protover 2")
        late = time.monotonic() + INTRODUCTION
        while self.features.get("done") != "1" and time.monotonic() < late:
            line = self._nudged(late)
            if line.startswith("feature "):
                self._take_features(line)
                if self.features.get("done") == "0":  # it asks for more time
                    late = time.monotonic() + HANDSHAKE
        self._check_variant()
        for name, value in self.settings.items():
            self._set(name, value)

    def _nudged(self, late: float) -> str:
        """Its next line; after some silence it is nudged, and the line is empty."""
        line = self.program.next_line(min(NUDGE, late - time.monotonic()))
        if line is None:
            self.program.send("post")
        return line or ""

    def _take_features(self, line: str) -> None:
        for name, quoted, plain in FEATURE.findall(line):
            if name == "option":
                self.options.append(OPTION_KIND.split(quoted, maxsplit=1)[0].rstrip())
            else:
                self.features[name] = quoted or plain
            if name != "done":
                self.program.send(f"accepted {name}")

    def _check_variant(self) -> None:
        self.variant = NAMES.get(variant_of(self.game), variant_of(self.game)) if is_chess(self.game) else ""
        if not self.variant:
            raise GameError(f"{self.program.command}: XBoard's programs play chess here, not {title(self.game)}")
        if is_shuffled(self.game):
            self.variant = "fischerandom"
        there = self.features.get("variants", "normal").split(",")
        if self.variant not in there:
            raise GameError(f"{self.program.command} does not play {self.variant}; it plays {', '.join(there)}")

    def _set(self, name: str, value: object) -> None:
        shown = int(value) if isinstance(value, bool) else value
        own = {option.lower(): option for option in self.options}
        if name in ("memory", "cores"):
            self.program.send(f"{name} {shown}")
        elif name.lower() in own:
            self.program.send(f"option {own[name.lower()]}={shown}")
        else:
            there = ", ".join(["memory", "cores", *self.options])
            raise GameError(f"{self.program.command} has no option {name!r}; there are {there}")

    def _has(self, feature: str) -> bool:
        return self.features.get(feature, "0") == "1"

    # --- the game ----------------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """A game begins."""
        self.levelled, self.known = False, None
        self.restart(self.game.initial())
        self._synchronise()

    def _synchronise(self) -> None:
        """Wait until it has done all commands."""
        if not self._has("ping"):
            return
        self.pings += 1
        self.program.send(f"ping {self.pings}")
        late = time.monotonic() + HANDSHAKE
        while self._nudged(late).split() != ["pong", str(self.pings)]:
            if time.monotonic() > late:
                raise ProgramError("no answer", f"{self.program.command}: no pong within {HANDSHAKE:.3g} s")

    def restart(self, start: Any) -> None:
        for line in ("new", "force", *([] if self.variant == "normal" else [f"variant {self.variant}"])):
            self.program.send(line)
        self.program.send("easy")
        self.program.send("post")
        if start != self.game.initial() or not starts_as_usual(self.game):
            if not self._has("setboard"):
                raise GameError(f"{self.program.command} cannot take a position (feature setboard)")
            self.program.send(f"setboard {one_line(self.game, start)}")

    def tell(self, s: Any, action: int) -> None:
        prefix = "usermove " if self._has("usermove") else ""
        self.program.send(f"{prefix}{self._word(s, action)}")

    def _word(self, s: Any, action: int) -> str:
        return self.game.name(s, action) if self._has("san") else spell(self.game, s, action)

    def best(self, line: Line[Any], order: Order, patience: float, stop: threading.Event | None = None) -> Answer:
        """Its move at the end of a line, waiting at most ``patience`` seconds."""
        if self.known is not None and line.start == self.known.start and line.actions[:-1] == self.known.actions:
            # it has moved and waits for a reply: send it, and it moves again
            self._limit(order)
            s = self.follow(line)
        else:
            self.program.send("force")
            s = self.follow(line)
            self._limit(order)
            self._synchronise()
            self.program.send("go")
        said, word = self._hear_move(order.seconds, patience, stop)
        try:
            action = read_move(self.game, s, word)
        except GameError:
            shown = f"{self.program.command}: {shorten(word)}, which is not a legal move"
            self.known = None
            raise ProgramError("illegal move", shown) from None
        self.known = line.then(action)
        return Answer(action, opinion(said, 1 if self.game.player(s) == MAX else -1))

    def _limit(self, order: Order) -> None:
        if order.nodes is not None:
            raise GameError(f"{self.program.command}: XBoard's protocol has no limit of nodes; use time or depth")
        if order.depth is not None:
            self.program.send(f"sd {order.depth}")
        if order.clock is not None:
            left, more = order.clock.left, order.clock.increment
            if not self.levelled:
                minutes, seconds = divmod(max(round(left), 1), 60)
                self.program.send(f"level 0 {minutes}:{seconds:02} {more:g}")
                self.levelled = True
            for word in ("time", "otim"):  # the opponent's clock is unknown here: send our own
                self.program.send(f"{word} {max(round(100 * left), 1)}")
        elif order.seconds is not None:
            self.program.send(f"st {max(math.ceil(order.seconds), 1)}")

    def _hear_move(self, seconds: float | None, patience: float, stop: threading.Event | None) -> tuple[list[str], str]:
        """Its output, and its move. Many programs know only whole seconds: if it may think for less, or does not know
        ``st``, it is told to move when the time is over."""
        begun = time.monotonic()
        late, hurry = begun + patience, math.inf if seconds is None else begun + seconds
        said: list[str] = []
        claimed = ""
        while (now := time.monotonic()) < late:
            if now >= hurry:
                self.program.send("?")
                hurry = math.inf
            line = self.program.next_line(min(late, hurry) - now, stop)
            if line is None:
                continue
            said.append(line)
            if found := MOVE.match(line) or (None if self.features else OLD_MOVE.match(line)):
                return said, found[1]
            if "resign" in line.lower() and (RESULT.match(line) or line.strip() == "resign"):
                raise ProgramError("resignation", f"{self.program.command} resigns")
            if REFUSAL.match(line):
                raise ProgramError("refusal", f"{self.program.command}: {shorten(line)}")
            if RESULT.match(line):
                claimed, late = line, min(late, now + CLAIM)
        if claimed:
            raise ProgramError("false claim", f"{self.program.command}: {shorten(claimed)}, and no move")
        raise ProgramError("no answer", f"{self.program.command}: no move within {patience:.3g} s")

    def close(self) -> None:
        """End the program."""
        self.program.close()


def opinion(said: list[str], sign: int) -> float | None:
    """The score of the last line of thinking; ``sign`` turns the mover's value into Max's.

    >>> opinion(["  9 73 27 541978 dxe4 Nc3", "My move is : d5e4"], -1), opinion(["9 100002 1 1 Qf7#"], 1)
    (-0.73, inf)
    """
    for line in reversed(said):
        if found := THINKING.match(line):
            number = int(found[1])
            return sign * (math.copysign(math.inf, number) if abs(number) >= MATE else number / 100)
    return None
