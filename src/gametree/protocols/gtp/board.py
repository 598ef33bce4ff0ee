"""The commands of GTP about the board: its size, moves, taking them back, and what it shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gametree.analysis import show_value
from gametree.catalogue import load
from gametree.errors import GameError
from gametree.game import Line, even, worth
from gametree.hooks import asked
from gametree.notation.unclaimed import afresh
from gametree.protocols.gtp.clock import GtpClock
from gametree.protocols.gtp.words import COLOURS, PASS, SIDES, read_vertex, sides, vertex_of
from gametree.protocols.session import Session
from gametree.referee import Referee
from gametree.titles import parameters_of, title

if TYPE_CHECKING:
    from typing import BinaryIO

    from gametree.game import AnyGame


class BoardCommands(Session):
    """What every board has."""

    scripted = True

    def __init__(self, game: AnyGame, reader: BinaryIO, writer: BinaryIO):
        super().__init__(game, reader, writer)
        self.clock = GtpClock()
        self.limit: dict[str, Any] = {}
        self.number = ""
        self.before: list[Line[Any]] = []
        """The game before each move of the client: what ``undo`` goes back to."""
        self.of_hex = False
        """Is it a client of Hex, which uses the column I?"""
        self.heard: int = 0
        self.begun: int = 0
        """How many lines were read, in all, and when the command came that is being done."""

    def mistake(self, message: str) -> None:
        self.say(f"?{self.number} {message}", "")

    def remark(self, message: str) -> None:
        """GTP has no place for remarks."""

    def begin(self, game: AnyGame, line: Line[Any] | None = None) -> None:
        """A game, from its beginning or after the moves of a line."""
        if game is not self.game:
            self.thinker.close()
            self.take_game(game)
        self.referee = Referee(game, Line(game.initial()) if line is None else line)
        self.before.clear()
        self.clock.restart()

    def with_parameters(self, **given: Any) -> AnyGame:
        """The game with these parameters; the same one, if it has them already."""
        known = parameters_of(self.game)
        return self.game if all(known[key] == given[key] for key in given) else load(title(self.game), **given)

    # --- the size ----------------------------------------------------------------------------------------------

    def do_boardsize(self, rest: str) -> str:
        """Set the size, if the game has one; the board is then empty. Clients of Hex send columns and rows: by this we
        know that they also use the column I."""
        if not re.fullmatch(r"\d{1,4}(\s+\d{1,4})?", rest, re.ASCII):
            raise GameError("syntax error")
        numbers, board = [int(word) for word in rest.split()], sides(self.game)
        self.of_hex = len(numbers) == 2 and asked(self.game, "gtp") == "hex"
        if not board or len({*numbers}) > 1:
            raise GameError("unacceptable size")
        if {*board.values()} == {*numbers}:
            self.begin(self.game)
            return ""
        try:
            self.begin(self.with_parameters(**dict.fromkeys(board, numbers[0])))
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

    # --- moves -------------------------------------------------------------------------------------------------

    def do_play(self, rest: str) -> str:
        words = rest.split()
        if len(words) != 2:
            raise GameError("syntax error")
        referee, player = self.turn_of(words[0])
        try:
            action = None if referee.player() != player else self._find(referee, words[1])
        except GameError:
            raise GameError("illegal move") from None
        if action is None:
            raise GameError("illegal move")
        self.take(referee, action)
        return ""

    def turn_of(self, colour: str) -> tuple[Referee[Any], int]:
        """The game with this side to move, and the side. If it is the other side's turn and that may pass, it passes:
        in Go a side may move twice, and in Othello a forced pass need not be sent."""
        if colour.lower() not in COLOURS:
            raise GameError("invalid color or coordinate")
        player, referee = COLOURS[colour.lower()], self.played_on()
        if not referee.over() and referee.player() != player:
            passes = [a for a in referee.legal() if self.vertex(referee.state, a) == PASS]
            if passes:
                referee.play(passes[0])
                referee = self.played_on(referee)
        return referee, player

    def played_on(self, referee: Referee[Any] | None = None) -> Referee[Any]:
        """The game. Where clients may play on after its end, as in Go after two passes, it begins anew from there: what
        was there before counts no longer for superko."""
        referee = referee or Referee(self.game, self.referee.line)
        if referee.over() and (again := afresh(self.game, referee.state)) != referee.state:
            return Referee(self.game, Line(again))
        return referee

    def _find(self, referee: Referee[Any], word: str) -> int:
        if referee.over():
            raise GameError("the game is over")
        return read_vertex(self.game, referee.state, word, referee.legal(), plain=self.of_hex)

    def take(self, referee: Referee[Any], action: int) -> None:
        """Play a move that was found."""
        referee.play(action)
        self.before.append(self.referee.line)
        self.referee = referee

    def do_undo(self, _: str) -> str:
        if not self.before:
            raise GameError("cannot undo")
        self.referee = Referee(self.game, self.before.pop())
        return ""

    def vertex(self, s: Any, action: int) -> str:
        """A move, as the client reads it."""
        return vertex_of(self.game, s, action, plain=self.of_hex)

    # --- what it shows -----------------------------------------------------------------------------------------

    def do_showboard(self, _: str) -> str:
        rows = [row for row in self.game.text(self.referee.state).splitlines() if row.strip()]
        return "\n" + "\n".join(rows)

    def do_all_legal(self, rest: str) -> str:
        """The moves of a side, in GNU Go's form."""
        referee, player = self.turn_of(rest)
        if referee.over() or referee.player() != player:
            return ""
        return " ".join(self.vertex(referee.state, a) for a in referee.legal())

    def do_is_legal(self, rest: str) -> str:
        """Is a move (colour and vertex) legal? 1 or 0, in GNU Go's form."""
        words = rest.split()
        if len(words) != 2:
            raise GameError("syntax error")
        return "1" if words[1].casefold() in self.do_all_legal(words[0]).casefold().split() else "0"

    def do_move_history(self, _: str) -> str:
        """The moves, the last one first, in GNU Go's form."""
        pairs = zip(self.referee.states, self.referee.actions, strict=False)
        moves = [f"{SIDES[self.game.player(s)]} {self.vertex(s, a)}" for s, a in pairs]
        return "\n".join(reversed(moves))

    def do_final_score(self, rest: str) -> str:
        """``B+6``, ``W+2`` or ``0``: by how much the payoff is above even."""
        payoff = self.referee.payoff()
        if payoff is None:
            raise GameError("cannot score")
        del rest
        above = worth(payoff) - even(self.game)
        return "0" if above == 0 else f"{'B' if above > 0 else 'W'}+{show_value(abs(above))}"
