"""What UCI and UGI have in common: options, positions, ``go``, and the reports of a search."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from gametree import __version__
from gametree.errors import GameError
from gametree.game import CHANCE, MAX
from gametree.notation.words import read_word, word_of, words_of_line
from gametree.protocols.report import centipawns, plies_to_end
from gametree.protocols.session import Session
from gametree.protocols.uci.go import GoCommand

if TYPE_CHECKING:
    from gametree.protocols.options import Option
    from gametree.protocols.report import ReportedLine, SearchReport
    from gametree.protocols.thinker import Order, Thought

QUIET = 1.0
"""Seconds between two ``info`` lines of a search that finds nothing new."""


class Universal(Session):
    """A session in UCI or UGI."""

    ready = ""
    """The answer to the greeting."""
    clocks = ("w", "b")
    """The names of the players' clocks."""
    last: tuple[object, float] = (None, 0.0)
    """The last report, and its time."""

    def mistake(self, message: str) -> None:
        self.say(f"info string {message}")

    def remark(self, message: str) -> None:
        self.say(f"info string {message}")

    def wrong_word(self, message: str) -> None:
        """A word of ``go`` is wrong."""
        raise GameError(message)

    # --- commands ----------------------------------------------------------------------------------------------

    def introduce(self) -> None:
        """Our name and the options. Nothing is compiled yet."""
        options = [describe(option) for option in self.settings.options]
        self.say(f"id name gametree {__version__}", "id author the gametree authors", *options, self.ready)

    def on_isready(self, _: str) -> None:
        """Ready at once during a search; otherwise when the game is compiled."""
        if self.thought is not None and not self.thought.released.is_set():
            self.say("readyok")
        else:
            self.later(self._get_ready)

    def _get_ready(self) -> None:
        self.get_ready()
        self.say("readyok")

    def on_setoption(self, rest: str) -> None:
        word, _, text = rest.partition(" ")
        text = text.strip()
        if word != "name" or not text:
            raise GameError("write setoption name NAME value VALUE")
        found = re.search(r"\svalue(?=\s|$)", text)
        name, value = (text[: found.start()], text[found.end() :]) if found else (text, "")
        self.set_option(self.settings.set(name.rstrip(), value.strip()))

    def set_option(self, option: Option) -> None:
        """An option has been set."""

    def new_game(self) -> None:
        """A game begins: forget the last one."""
        self.stop()
        self.later(self.thinker.new_game)

    def on_position(self, rest: str) -> None:
        start, _, moves = f" {rest} ".partition(" moves ")
        words = start.split()
        if words[:1] == ["startpos"] and len(words) == 1:
            self.place("", moves.split())
        elif words[:1] == ["fen"] and len(words) > 1:
            self.place(" ".join(words[1:]), moves.split())
        else:
            raise GameError("write position startpos, or position fen TEXT, and then moves MOVE MOVE …")

    def on_go(self, rest: str) -> None:
        self.think(self.order(rest.split()))

    def order(self, words: list[str]) -> Order:
        """What ``go`` asks for."""
        mover = 0 if self.referee.player() in (MAX, CHANCE) else 1
        s = self.referee.state
        return GoCommand(self.clocks, self.wrong_word).read(words, mover, lambda word: self._read(s, word))

    def on_stop(self, _: str) -> None:
        self.stop()

    def on_ponderhit(self, _: str) -> None:
        if self.thought is not None:
            self.thought.hit()

    # --- answers -----------------------------------------------------------------------------------------------

    def report(self, thought: Thought, report: SearchReport) -> None:
        """One ``info`` line for each of the best lines, if they have changed."""
        news, now = (report.depth, report.lines), time.monotonic()
        if news == self.last[0]:
            if now - self.last[1] < QUIET:
                return
            self.say(f"info {effort(report)}")
        else:
            self.say(*(self._info(thought, report, k) for k in range(len(report.lines))))
        self.last = news, now

    def answer(self, thought: Thought, report: SearchReport | None) -> None:
        self.last = (None, 0.0)
        if report is None or report.action is None:
            self.say(f"bestmove {self._anything(thought)}")
            return
        self.report(thought, report)
        words = words_of_line(thought.game, thought.state, report.lines[0].actions[:2], self.style)
        self.say(f"bestmove {' ponder '.join(words)}")

    def _anything(self, thought: Thought) -> str:
        """Any legal move after the search has failed: for a client a bad move is better than none."""
        words = ["(none)"]
        game, s = thought.game, thought.state
        self.attempt(lambda: words.extend(word_of(game, s, a, self.style) for a in self.allowed_in(thought)[:1]))
        return words[-1]

    def _info(self, thought: Thought, report: SearchReport, k: int) -> str:
        told = report.lines[k]
        words = " ".join(words_of_line(thought.game, thought.state, told.actions, self.style))
        depths = f"depth {report.depth} seldepth {report.selective or report.depth} multipv {k + 1}"
        return f"info {depths} score {self.score(thought, told)} {effort(report)} pv {words}"

    def score(self, thought: Thought, told: ReportedLine) -> str:
        """A value from the mover's side: hundredths of a unit above even, or the distance of a forced end."""
        game = thought.game  # an option may have changed self.game meanwhile
        player = game.player(thought.state)
        if (plies := plies_to_end(game, player, told)) is not None:
            return f"mate {self.mate(plies)}"
        score = f"cp {centipawns(game, player, told)}"
        if told.bound != "exact":
            own = told.bound if player == MAX else {"lower": "upper", "upper": "lower"}[told.bound]
            score += f" {own}bound"
        return score

    def mate(self, plies: int) -> int:
        """A distance in the protocol's unit."""
        return plies

    def allowed_in(self, thought: Thought) -> list[int]:
        """The moves that may be played in the position that was searched."""
        from gametree.referee import Referee

        return self.allowed(Referee(thought.game, thought.line))

    def _word(self, s: Any, action: int) -> str:
        return word_of(self.game, s, action, self.style)

    def _read(self, s: Any, word: str) -> int:
        return read_word(self.game, s, word, self.style)


def effort(report: SearchReport) -> str:
    """Nodes, speed, how full the table is, and milliseconds."""
    speed = round(report.nodes / max(report.seconds, 1e-6))
    return f"nodes {report.nodes} nps {speed} hashfull {round(1000 * report.table)} time {round(1000 * report.seconds)}"


def describe(option: Option) -> str:
    """An option as the greeting lists it.

    >>> from gametree.protocols.options import Option
    >>> describe(Option("Hash", 64, 0, 1024)), describe(Option("Clear Hash", None))
    ('option name Hash type spin default 64 min 0 max 1024', 'option name Clear Hash type button')
    """
    line = f"option name {option.name} type {option.kind}"
    if option.kind == "button":
        return line
    default = truth(option.default) if isinstance(option.default, bool) else option.default
    line += f" default {default if default != '' else '<empty>'}"
    if option.kind == "spin":
        return f"{line} min {option.low} max {option.high}"
    return line + "".join(f" var {choice}" for choice in option.choices)


def truth(value: bool) -> str:
    """``true`` or ``false``."""
    return "true" if value else "false"
