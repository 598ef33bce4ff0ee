"""Programs that play: UGI and UCI, which are nearly the same, spoken from the client's side."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from gametree.errors import GameError
from gametree.game import MAX, Line
from gametree.hooks import asked
from gametree.notation.words import one_line, read_word, words_of_line
from gametree.protocols.chess_games import required_options, starts_as_usual
from gametree.protocols.client import Program, ProgramError
from gametree.protocols.session import shorten

if TYPE_CHECKING:
    import threading

    from gametree.game import AnyGame
    from gametree.protocols.thinker import Order

HANDSHAKE = 120.0
"""Seconds that a program gets to be ready: it may compile a game."""


@dataclass(frozen=True)
class Dialect:
    """The words in which the two protocols differ."""

    greeting: str
    ready: str
    new_game: str
    clocks: tuple[str, str]
    style: str = ""


DIALECTS = {
    "ugi": Dialect("ugi", "ugiok", "uginewgame", ("p1", "p2")),
    "uci": Dialect("uci", "uciok", "ucinewgame", ("w", "b"), "uci"),
}


class Answer(NamedTuple):
    """A program's move and its value of the position for Max; infinite for a forced win."""

    action: int
    value: float | None


class Opponent:
    """A program, with the game that it plays. ``settings`` are its options, sent with ``setoption``."""

    def __init__(self, protocol: str, command: str, game: AnyGame, settings: dict[str, Any] | None = None):
        self.game, self.dialect = game, DIALECTS[protocol]
        self.told: tuple[Line[Any] | None, list[str]] = (None, [])
        wanted = self.dialect.style or next((s for s in ("ugi", "uci") if s in asked(game, "styles")), "")
        self.style = wanted if wanted in asked(game, "styles") else ""
        self.program = Program(command)
        try:
            chess = required_options(game) if protocol == "uci" else {}
            self._introduce({**chess, **(settings or {})})
        except GameError:
            self.program.kill()
            raise

    def _introduce(self, settings: dict[str, Any]) -> None:
        self.program.send(self.dialect.greeting)
        said = self.program.hear(self.dialect.ready, HANDSHAKE)
        found = [name for line in said if (name := option_name(line))]
        options = {name.lower(): name for name in found}
        for name, value in settings.items():
            if name.lower() not in options:
                there = ", ".join(options.values()) or "none"
                raise GameError(f"{self.program.command} has no option {name!r}; there are {there}")
            shown = str(value).lower() if isinstance(value, bool) else value
            self.program.send(f"setoption name {options[name.lower()]} value {shown}")
        self._synchronise()

    def _synchronise(self) -> None:
        self.program.send("isready")
        self.program.hear("readyok", HANDSHAKE)

    def new_game(self) -> None:
        """A game begins."""
        self.program.send(self.dialect.new_game)
        self._synchronise()

    def best(self, line: Line[Any], order: Order, patience: float, stop: threading.Event | None = None) -> Answer:
        """Its move at the end of a line, waiting at most ``patience`` seconds."""
        usual = line.start == self.game.initial() and starts_as_usual(self.game)
        start = "startpos" if usual else f"fen {one_line(self.game, line.start)}"
        moves = self._words(line)
        self.program.send(f"position {start}{' moves ' if moves else ''}{' '.join(moves)}")
        self.program.send(f"go {self._go(order)}")
        said = self.program.hear("bestmove", patience, stop)
        s = line.states(self.game)[-1]
        word = [*said[-1].split(), ""][1]
        try:
            action = read_word(self.game, s, word, self.style)
        except GameError:
            raise ProgramError(
                "illegal move", f"{self.program.command}: {shorten(said[-1])}, which is not a legal move"
            ) from None
        sign = 1 if self.game.player(s) == MAX else -1
        return Answer(action, opinion(said, sign))

    def _words(self, line: Line[Any]) -> list[str]:
        """The moves of a line in words; words of the last line are reused if this line continues it."""
        before, words = self.told
        known = len(before.actions) if before is not None else 0
        if before is None or before.start != line.start or line.actions[:known] != before.actions:
            known, words = 0, []
        here = Line(line.start, line.actions[:known]).states(self.game)[-1]
        words = words + words_of_line(self.game, here, line.actions[known:], self.style)
        self.told = line, words
        return words

    def _go(self, order: Order) -> str:
        words: list[str] = []
        if order.clock:
            left, more = round(1000 * order.clock.left), round(1000 * order.clock.increment)
            for side in self.dialect.clocks:  # the opponent's clock is unknown here: send our own
                words += [f"{side}time {max(left, 1)}", f"{side}inc {more}"]
        if order.seconds is not None:
            words.append(f"movetime {max(round(1000 * order.seconds), 1)}")
        words += [f"{word} {n}" for word, n in (("depth", order.depth), ("nodes", order.nodes)) if n is not None]
        return " ".join(words) or "movetime 1000"

    def close(self) -> None:
        """End the program."""
        self.program.close()


def opinion(said: list[str], sign: int) -> float | None:
    """The score of the last ``info`` line that has one; ``sign`` turns the mover's value into Max's.

    >>> opinion(["info depth 3 score cp 120 pv a", "info string x", "bestmove a"], -1)
    -1.2
    >>> opinion(["info score mate -4", "bestmove a"], 1)
    -inf
    """
    for line in reversed(said):
        if found := re.search(r"^info\b.*\bscore\s+(cp|mate)\s+(-?\d{1,15})\b", line):
            number = int(found[2])
            return sign * (number / 100 if found[1] == "cp" else math.copysign(math.inf, number or -1))
    return None


def option_name(line: str) -> str:
    """The name of the option that a line describes; empty if it describes none.

    >>> option_name("option name Clear Hash type button"), option_name("id name Clear Hash")
    ('Clear Hash', '')
    """
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words[3:-1]:
        return ""
    return " ".join(words[2 : words.index("type", 3)])
