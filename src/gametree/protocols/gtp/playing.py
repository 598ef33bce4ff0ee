"""The commands of GTP that search: clocks, moves, and analysis as Leela Zero and KataGo show it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.protocols.gtp.analysis import Request, analysis_line
from gametree.protocols.gtp.board import BoardCommands
from gametree.protocols.gtp.words import PASS, RESIGN, SIDES
from gametree.protocols.options import OPTIONS, Option
from gametree.protocols.report import winning_share
from gametree.protocols.thinker import Order, Thought

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.protocols.report import SearchReport
    from gametree.referee import Referee

LIMITS = {"depth": int, "nodes": int, "seconds": float}


class PlayingCommands(BoardCommands):
    """Everything that thinks."""

    options = (*OPTIONS, Option("Resign", 0, 0, 49))
    """``Resign``: below this share of the payoff, in hundredths, ``genmove`` resigns. 0: never."""
    shown = 0.0
    """When the last line of an analysis was sent."""

    def do_gametree_limit(self, rest: str) -> str:
        """``depth N``, ``nodes N`` or ``seconds X`` for every search; without words, the clock counts again."""
        words = rest.split()
        if not words:
            self.limit = {}
            return ""
        try:
            self.limit = {words[0]: LIMITS[words[0]](words[1])}
        except (LookupError, ValueError):
            raise GameError("write gametree-limit depth N, nodes N or seconds X") from None
        if not self.limit[words[0]] > 0:
            raise GameError(f"{words[0]} must be more than 0")
        return ""

    def do_time_settings(self, rest: str) -> str:
        """Main time, then seconds for a number of stones. No clock runs yet: the compiled game is loaded, or begun."""
        self.clock.settings(rest)
        self.attempt(lambda: self.tell_once(self.thinker.prepare()))
        return ""

    def do_kgs_time_settings(self, rest: str) -> str:
        """``none``, ``absolute SECONDS``, ``canadian SECONDS PERIOD STONES`` or ``byoyomi SECONDS PERIOD PERIODS``."""
        self.clock.settings_of_kgs(rest)
        self.attempt(lambda: self.tell_once(self.thinker.prepare()))
        return ""

    def do_time_left(self, rest: str) -> str:
        self.clock.tell(rest)
        return ""

    # --- moves -------------------------------------------------------------------------------------------------

    def do_genmove(self, rest: str) -> str:
        return self._generate(rest, self.thinker.think)

    def _generate(self, colour: str, think: Callable[[Thought], SearchReport]) -> str:
        referee, action = self._choose(colour, think)
        if action is None:
            return PASS
        if self._hopeless(referee):
            return RESIGN
        word = self.vertex(referee.state, action)
        self.take(referee, action)
        return word

    def do_reg_genmove(self, rest: str) -> str:
        """The move that ``genmove`` would play; it is not played."""
        referee, action = self._choose(rest, self.thinker.think)
        return PASS if action is None else self.vertex(referee.state, action)

    def _choose(self, colour: str, think: Callable[[Thought], SearchReport]) -> tuple[Referee[Any], int | None]:
        referee = self._movable(colour)
        self.found: SearchReport | None = None
        if referee.over():
            return referee, None
        if len(only := referee.legal()) == 1:
            return referee, only[0]
        player = referee.player()
        order = Order(**self.limit) if self.limit else self.clock.order(player)
        self.thought = thought = Thought(self.game, referee.line, order)
        if self.unheard:
            thought.stop()
        with self.clock.running(player):
            self.found = think(thought)
        return referee, self.found.action

    def _movable(self, colour: str) -> Referee[Any]:
        """The game with this side to move, or at its end."""
        referee, player = self.turn_of(colour)
        if not referee.over() and referee.player() != player:
            raise GameError(f"it is {SIDES[1 - player]}'s turn")
        return referee

    def _hopeless(self, referee: Referee[Any]) -> bool:
        """Is the share of the payoff that the side to move still expects below the one at which it resigns?"""
        least = self.settings.number("Resign") / 100
        if not least or self.found is None or not self.found.lines:
            return False
        return winning_share(self.game, referee.player(), self.found.lines[0]) < least

    # --- analysis ----------------------------------------------------------------------------------------------

    def do_lz_analyze(self, rest: str) -> None:
        """``lz-analyze [COLOUR] [CENTISECONDS]``: what the search finds, until another line is read."""
        self._analyse(rest, "lz")

    def do_kata_analyze(self, rest: str) -> None:
        """The same, with KataGo's units."""
        self._analyse(rest, "kata")

    def do_lz_genmove_analyze(self, rest: str) -> None:
        """``lz-genmove_analyze [COLOUR] [CENTISECONDS]``: what the search finds, and then ``play`` and the move."""
        self._show_move(rest, "lz")

    def do_kata_genmove_analyze(self, rest: str) -> None:
        """The same, with KataGo's units."""
        self._show_move(rest, "kata")

    def _show_move(self, rest: str, style: str) -> None:
        asked = Request.read(rest)
        colour = asked.colour or SIDES[self.played_on().player()]
        self._movable(colour)
        self.say(f"={self.number}")
        self.say(f"play {self._generate(colour, lambda thought: self._think_aloud(thought, asked, style))}")

    def _analyse(self, rest: str, style: str) -> None:
        asked = Request.read(rest)
        referee = self._movable(asked.colour) if asked.colour else self.played_on()
        if referee.over():
            raise GameError("the game is over")
        self.thought = thought = Thought(self.game, referee.line, Order(endless=True, lines=asked.lines))
        self.say(f"={self.number}")
        if self.heard != self.begun or self.unheard:  # something came meanwhile
            thought.stop()
        self._think_aloud(thought, asked, style)
        thought.released.wait()

    def _think_aloud(self, thought: Thought, asked: Request, style: str) -> SearchReport:
        """Search, and send a line as often as was asked for, and at the end."""

        def tell(report: SearchReport) -> None:
            if time.monotonic() - self.shown >= asked.seconds:
                self.shown = time.monotonic()
                self.say(analysis_line(thought, report, style, self.vertex))

        thought.order = replace(thought.order, lines=asked.lines)
        report = self.thinker.think(thought, tell)
        self.say(analysis_line(thought, report, style, self.vertex))
        return report

    def report(self, thought: Thought, report: SearchReport) -> None:
        """GTP reports nothing during a search."""

    def answer(self, thought: Thought, report: SearchReport | None) -> None:
        """The command itself answers."""
