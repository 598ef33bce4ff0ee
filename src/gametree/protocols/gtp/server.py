"""The Go Text Protocol, version 2 (G. Farnebäck's draft): Othello, and every game on a grid.

Black is the player who begins. A move is a vertex where the game names it by column and row (in GTP there is no column
I), and otherwise the name that the game gives it. Commands are done and answered in order, also after the input has
ended: a script in a file is played to its end. Beyond the protocol, ``# interrupt`` (GoGui's) makes a search answer at
once, ``list_games`` and ``set_game`` (GRhino's and Quarry's) choose the game, ``lz-analyze`` and ``kata-analyze``
(Leela Zero's and KataGo's) show what a search finds until the next line is read, and ``gametree-option`` and
``gametree-limit`` set what other protocols set.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from gametree import __version__
from gametree.analysis import show_value
from gametree.catalogue import CATALOGUE, load
from gametree.errors import GameError
from gametree.game import Line, even, worth
from gametree.notation.names import move_name
from gametree.notation.words import word_of
from gametree.protocols.gtp.analysis import Request, analysis_line
from gametree.protocols.gtp.clock import GtpClock
from gametree.protocols.gtp.words import COLOURS, read_vertex, sides, vertex
from gametree.protocols.session import Session
from gametree.protocols.thinker import Order, Thought
from gametree.referee import Referee
from gametree.titles import title

if TYPE_CHECKING:
    from typing import BinaryIO

    from gametree.game import AnyGame
    from gametree.protocols.report import SearchReport

PASS = "pass"
LIMITS = {"depth": int, "nodes": int, "seconds": float}


class Gtp(Session):
    """A conversation in GTP. A command is a method ``do_COMMAND`` that returns the answer."""

    scripted = True

    def __init__(self, game: AnyGame, reader: BinaryIO, writer: BinaryIO):
        super().__init__(game, reader, writer)
        self.clock = GtpClock()
        self.limit: dict[str, Any] = {}
        self.number = ""
        self.steps: list[int] = []
        """How many actions each move of the client was: a forced pass is played without a command."""
        self.heard = self.begun = 0
        """How many lines were read, in all, and when the command came that is being done."""
        self.shown = 0.0
        """When the last line of an analysis was sent."""

    def mistake(self, message: str) -> None:
        self.say(f"?{self.number} {message}", "")

    def remark(self, message: str) -> None:
        """GTP has no place for remarks."""

    # --- reading -----------------------------------------------------------------------------------------------

    def finish(self) -> None:
        self._end_analysis()
        super().finish()

    def _end_analysis(self) -> None:
        """Another line, or the end of the input, ends an analysis."""
        self.heard += 1
        if self.thought is not None and self.thought.order.endless:
            self.thought.stop()

    def obey(self, line: str) -> None:
        self._end_analysis()
        if line.replace(" ", "") == "#interrupt":
            self.stop()
        text = "".join(c for c in line.replace("\t", " ") if c >= " " and c != "\x7f").partition("#")[0]
        found = re.fullmatch(r"(\d{1,9}(?=\s|$))?\s*(\S*)\s*(.*)", text.strip(), re.ASCII)
        if not found or not (found[1] or found[2]):
            return
        number, command, rest, heard = found[1] or "", found[2], found[3].strip(), self.heard
        self.later(lambda: self._do(number, command, rest, heard))
        if command == "quit":
            self.ended.set()  # the rest of the input is not read

    def _do(self, number: str, command: str, rest: str, heard: int) -> None:
        self.number, self.begun = number, heard
        method = getattr(self, f"do_{command.replace('-', '_')}", None) if command in self.commands() else None

        def task() -> None:
            if method is None:
                raise GameError("unknown command")
            answer = method(rest)
            self.say(*([] if answer is None else [f"={number} {answer}".rstrip(" ")]), "")  # or it was sent already

        self.attempt(task)

    def commands(self) -> list[str]:
        """The names of all commands."""
        names = [name.removeprefix("do_") for name in dir(self) if name.startswith("do_")]
        return sorted(re.sub("^(gametree|lz|kata)_", r"\1-", name) for name in names)

    # --- who we are --------------------------------------------------------------------------------------------

    def do_protocol_version(self, _: str) -> str:
        return "2"

    def do_name(self, _: str) -> str:
        return "gametree"

    def do_version(self, _: str) -> str:
        return __version__

    def do_list_commands(self, _: str) -> str:
        return "\n".join(self.commands())

    def do_known_command(self, rest: str) -> str:
        return "true" if rest in self.commands() else "false"

    def do_quit(self, _: str) -> str:
        return ""

    def do_list_games(self, _: str) -> str:
        return "\n".join(CATALOGUE)

    def do_set_game(self, rest: str) -> str:
        """Another game, by its name in any case."""
        named = [name for name in CATALOGUE if name.casefold() == rest.casefold()]
        if not named:
            raise GameError("unsupported game")
        if title(self.game).partition(":")[0] != named[0]:
            self.begin(load(named[0]))
        return ""

    def do_gametree_option(self, rest: str) -> str:
        name, _, value = rest.partition(" ")
        self.settings.set(name, value.strip())
        return ""

    def do_gametree_limit(self, rest: str) -> str:
        """``depth N``, ``nodes N`` or ``seconds X`` for every search; it cannot be removed again."""
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

    # --- the board ---------------------------------------------------------------------------------------------

    def begin(self, game: AnyGame) -> None:
        """A game, from its beginning."""
        if game is not self.game:
            self.thinker.close()
            self.take_game(game)
        else:
            self.referee = Referee(game, Line(game.initial()))
        self.steps.clear()
        self.clock.restart()

    def do_boardsize(self, rest: str) -> str:
        """Set the size, if the game has one; the board is then empty."""
        if not re.fullmatch(r"\d{1,4}", rest, re.ASCII):
            raise GameError("syntax error")
        size, board = int(rest), sides(self.game)
        if not board:
            raise GameError("unacceptable size")
        if set(board.values()) == {size}:
            self.begin(self.game)
            return ""
        try:
            self.begin(load(title(self.game), **dict.fromkeys(board, size)))
        except GameError:
            raise GameError("unacceptable size") from None
        return ""

    def do_query_boardsize(self, _: str) -> str:
        if board := sides(self.game):
            return str(max(board.values()))
        raise GameError("this game has no size")

    def do_clear_board(self, _: str) -> str:
        self.begin(self.game)
        return ""

    def do_komi(self, rest: str) -> str:
        """Points for White at the start: read and ignored, since no game here has them."""
        if not re.fullmatch(r"[+-]?\d{1,9}(\.\d{0,9})?", rest, re.ASCII):
            raise GameError("syntax error")
        return ""

    def do_play(self, rest: str) -> str:
        words = rest.split()
        if len(words) != 2:
            raise GameError("syntax error")
        referee, player = self.turn_of(words[0])
        try:
            # the client may still send a forced pass that was played already
            action = None if words[1].lower() == PASS and referee.player() != player else self._find(referee, words[1])
        except GameError:
            raise GameError("illegal move") from None
        if action is None or referee.player() != player:
            raise GameError("illegal move")
        self._take(referee, action)
        return ""

    def turn_of(self, colour: str) -> tuple[Referee[Any], int]:
        """The game with this side to move, after a forced pass if needed; and the side."""
        if colour.lower() not in COLOURS:
            raise GameError("invalid color or coordinate")
        player, referee = COLOURS[colour.lower()], Referee(self.game, self.referee.line)
        if not referee.over() and referee.player() != player:
            only = referee.legal()
            if len(only) == 1 and self._name(referee.state, only[0]).lower() == PASS:
                referee.play(only[0])
        return referee, player

    def _find(self, referee: Referee[Any], word: str) -> int:
        if referee.over():
            raise GameError("the game is over")
        return read_vertex(self.game, referee.state, word, referee.legal())

    def _take(self, referee: Referee[Any], action: int) -> None:
        referee.play(action)
        self.steps.append(len(referee.actions) - len(self.referee.actions))
        self.referee = referee

    def do_undo(self, _: str) -> str:
        if not self.steps:
            raise GameError("cannot undo")
        for _turn in range(self.steps.pop()):
            self.referee.take_back()
        return ""

    def do_showboard(self, _: str) -> str:
        rows = [row for row in self.game.text(self.referee.state).splitlines() if row.strip()]
        return "\n" + "\n".join(rows)

    def do_all_legal(self, rest: str) -> str:
        """The moves of a side, in GNU Go's form."""
        referee, player = self.turn_of(rest)
        if referee.over() or referee.player() != player:
            return ""
        return " ".join(vertex(self._name(referee.state, a)) for a in referee.legal())

    def do_move_history(self, _: str) -> str:
        """The moves, the last one first, in GNU Go's form."""
        pairs = zip(self.referee.states, self.referee.actions, strict=False)
        moves = [f"{'white' if self.game.player(s) else 'black'} {vertex(self._name(s, a))}" for s, a in pairs]
        return "\n".join(reversed(moves))

    def do_final_score(self, _: str) -> str:
        """``B+6``, ``W+2`` or ``0``: by how much the payoff is above even."""
        payoff = self.referee.payoff()
        if payoff is None:
            raise GameError("cannot score")
        above = worth(payoff) - even(self.game)
        return "0" if above == 0 else f"{'B' if above > 0 else 'W'}+{show_value(abs(above))}"

    def _name(self, s: Any, action: int) -> str:
        plain = move_name(self.game, s, action)
        return plain if plain.lower() == PASS else word_of(self.game, s, action)

    # --- playing -----------------------------------------------------------------------------------------------

    def do_time_settings(self, rest: str) -> str:
        """Main time, then seconds for a number of stones. No clock runs yet: the compiled game is loaded, or begun."""
        self.clock.settings(rest)
        self.attempt(lambda: self.tell_once(self.thinker.prepare()))
        return ""

    def do_time_left(self, rest: str) -> str:
        self.clock.tell(rest)
        return ""

    def do_genmove(self, rest: str) -> str:
        referee, action = self._choose(rest)
        if action is None:
            return PASS
        word = vertex(self._name(referee.state, action))
        self._take(referee, action)
        return word

    def do_reg_genmove(self, rest: str) -> str:
        """The move that ``genmove`` would play; it is not played."""
        referee, action = self._choose(rest)
        return PASS if action is None else vertex(self._name(referee.state, action))

    def _choose(self, colour: str) -> tuple[Referee[Any], int | None]:
        referee, player = self.turn_of(colour)
        if referee.over():
            return referee, None
        if referee.player() != player:
            raise GameError(f"it is {'black' if player else 'white'}'s turn")
        if len(only := referee.legal()) == 1:
            return referee, only[0]
        order = Order(**self.limit) if self.limit else self.clock.order(player)
        self.thought = thought = Thought(self.game, referee.line, order)
        if self.unheard:
            thought.stop()
        with self.clock.running(player):
            found = self.thinker.think(thought)
        return referee, found.action

    def do_lz_analyze(self, rest: str) -> None:
        """``lz-analyze [COLOUR] [CENTISECONDS]``: what the search finds, until another line is read."""
        self._analyse(rest, "lz")

    def do_kata_analyze(self, rest: str) -> None:
        """The same, with KataGo's units."""
        self._analyse(rest, "kata")

    def _analyse(self, rest: str, style: str) -> None:
        asked = Request.read(rest)
        referee = Referee(self.game, self.referee.line)
        if asked.colour:
            referee, player = self.turn_of(asked.colour)
            if not referee.over() and referee.player() != player:
                raise GameError(f"it is {'black' if player else 'white'}'s turn")
        if referee.over():
            raise GameError("the game is over")
        self.thought = thought = Thought(self.game, referee.line, Order(endless=True, lines=asked.lines))
        self.say(f"={self.number}")
        if self.heard != self.begun or self.unheard:  # something came meanwhile
            thought.stop()

        def tell(report: SearchReport) -> None:
            if time.monotonic() - self.shown >= asked.seconds:
                self.shown = time.monotonic()
                self.say(analysis_line(thought, report, style, self._vertex))

        self.say(analysis_line(thought, self.thinker.think(thought, tell), style, self._vertex))
        thought.released.wait()

    def _vertex(self, s: Any, action: int) -> str:
        return vertex(self._name(s, action))

    def report(self, thought: Thought, report: SearchReport) -> None:
        """GTP reports nothing during a search."""

    def answer(self, thought: Thought, report: SearchReport | None) -> None:
        """The command itself answers."""
