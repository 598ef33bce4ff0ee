"""Gomocup's protocol (P. Laštovička's, for the manager Piskvork): Gomoku and Renju for tournaments.

Commands are done and answered in order. ``INFO`` is not answered; time limits count from the next move on. ``START``,
``RESTART``, ``RECTSTART``, ``BOARD``, ``TAKEBACK`` and ``END`` break a search off, and its move is not played.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree import __version__
from gametree.bits import has_bit
from gametree.catalogue import load
from gametree.engine.clock import GameClock
from gametree.errors import GameError
from gametree.game import Line
from gametree.protocols.gomocup.words import OPPONENT, OWN, RULES, gomoku, point_of, words_of
from gametree.protocols.session import Session, shorten
from gametree.protocols.thinker import Order, Thought
from gametree.referee import Referee

if TYPE_CHECKING:
    from typing import BinaryIO

    from gametree.game import AnyGame
    from gametree.protocols.report import SearchReport

COMMANDS = ("START", "RECTSTART", "RESTART", "TURN", "PLAY", "BEGIN", "BOARD", "TAKEBACK", "ABOUT", "INFO", "END")
BREAKING = ("START", "RECTSTART", "RESTART", "BOARD", "TAKEBACK", "END")
"""The commands that break a search off."""
UNLIMITED = 2147483647
"""Milliseconds that mean: no limit."""
MARGIN, SHARE = 0.05, 0.03
"""Seconds, and a part of the time for a move, that are kept for delays between the clock and the search."""
USUAL = 1.0
"""Seconds for a move if the manager has set no time."""
LEAST = 0.005
"""Seconds of the quickest search."""
TABLE, OURS = 64, 4
"""The usual size of the table in MiB, and which part of ``max_memory`` it is at most."""


@dataclass
class Times:
    """The times that the manager has set, in seconds."""

    turn: float | None = None
    """For a move; 0: as quickly as possible."""
    match: float | None = None
    """For the game; None or 0: no limit."""
    left: float | None = None

    def order(self) -> Order:
        """How long to think about a move.

        >>> Times(turn=5.0).order().seconds, Times(turn=5.0, match=100.0, left=25.0).order().seconds
        (4.8, 1.0)
        >>> Times().order().seconds, Times(turn=0.0).order().seconds
        (1.0, 0.005)
        """
        seconds = USUAL if self.turn is None else self.turn * (1 - SHARE) - MARGIN
        left = self.left if self.left is not None else self.match or None
        if left is not None:
            share = GameClock(left).allotment()
            seconds = share if self.turn is None else min(seconds, share)
        return Order(seconds=max(seconds, LEAST))


class Gomocup(Session):
    """A conversation in Gomocup's protocol. A command is a method ``do_COMMAND`` that returns the answer."""

    scripted = True

    def __init__(self, game: AnyGame, reader: BinaryIO, writer: BinaryIO):
        super().__init__(gomoku(game), reader, writer)
        self.times = Times()
        self.wrong_rule = ""
        """What is said when a move is asked for and the rule is not known here."""
        self.board: list[str] | None = None
        """The lines of ``BOARD`` until ``DONE``."""
        self.broken: Thought | None = None
        """The search whose answer nobody waits for any more."""
        self.loose: tuple[list[str], list[str]] | None = None
        """The stones, while some have been taken back, and others that belong to them have not."""

    @property
    def rules(self) -> Any:
        """The game, which is Gomoku."""
        return self.game

    def mistake(self, message: str) -> None:
        self.say(f"ERROR {message}")

    def remark(self, message: str) -> None:
        self.say(f"MESSAGE {message}")

    # --- reading -----------------------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        if self.board is not None:
            if line.upper() != "DONE":
                if len(self.board) <= self.rules.bits:  # one more than can be right
                    self.board.append(line)
                return
            stones, self.board = self.board, None
            self._later(lambda: self.do_board(stones))
            return
        word, _, rest = line.partition(" ")
        command, rest = word.upper(), rest.strip()
        if not command:
            return
        if command in BREAKING:
            self._break()
        if command == "BOARD":
            self.board = []
        elif command == "END":
            self.ended.set()
        elif command == "INFO":
            self.later(lambda: self.do_info(rest))
        elif command in COMMANDS:
            method = getattr(self, f"do_{command.lower()}")
            self._later(lambda: method(rest))
        else:
            self.later(lambda: self.say(f"UNKNOWN command {shorten(word)}"))

    def _break(self) -> None:
        if self.thought is not None:
            self.broken = self.thought
            self.thought.stop()

    def _later(self, task: Any) -> None:
        """Let the worker do a command, and send what it returns."""

        def answer() -> None:
            said = task()
            if said is not None:
                self.say(said)

        self.later(answer)

    # --- the board ---------------------------------------------------------------------------------------------

    def do_about(self, _: str) -> str:
        return f'name="gametree", version="{__version__}", author="the authors of gametree", country="", www=""'

    def do_start(self, rest: str) -> str:
        if not re.fullmatch(r"\d{1,4}", rest, re.ASCII):
            raise GameError("START is followed by the size of the board: START 15")
        self._begin(load("gomoku", size=int(rest), rule=self.rules.rule))
        self.times.left = None
        return "OK"

    def do_rectstart(self, rest: str) -> str:
        found = re.fullmatch(r"(\d{1,4})\s*,\s*(\d{1,4})", rest, re.ASCII)
        if not found:
            raise GameError("RECTSTART is followed by the width and the height of the board: RECTSTART 15,15")
        if int(found[1]) != int(found[2]):
            raise GameError(f"a board of {found[1]}×{found[2]} is not possible: it must be square")
        return self.do_start(found[1])

    def do_restart(self, _: str) -> str:
        self._begin(self.game)
        self.times.left = None
        return "OK"

    def _is_played(self, game: Any) -> bool:
        return (game.size, game.rule) == (self.rules.size, self.rules.rule)

    def _begin(self, game: AnyGame) -> None:
        """A game, from its beginning."""
        if not self._is_played(game):
            self.thinker.close()
            self.take_game(game)
        else:
            self.referee = Referee(self.game, Line(self.game.initial()))
        self.loose = None
        self.attempt(lambda: self.tell_once(self.thinker.prepare()))

    def do_takeback(self, rest: str) -> str:
        action = point_of(self.rules, rest)
        if self.loose is None and self.referee.actions and self.referee.actions[-1] == action:
            self.referee.take_back()
            return "OK"
        black, white = self.loose or self.rules.sgf_stones(self.referee.state)
        point = self.rules.sgf_move(self.referee.state, action)
        if point not in (*black, *white):
            raise GameError(f"there is no stone at {rest}")
        self.loose = [p for p in black if p != point], [p for p in white if p != point]
        try:
            self._settle()
        except GameError:
            return "OK"  # another stone will be taken back
        return "OK"

    def do_board(self, lines: list[str]) -> str | None:
        """All the stones, each with its owner: 1 is ours, 2 the opponent's. Then it is our move."""
        stones: dict[int, list[int]] = {OWN: [], OPPONENT: []}
        for line in lines:
            point, _, owner = line.rpartition(",")
            if owner.strip() == "3":  # a point that is forbidden, or of a line that has won
                continue
            if owner.strip() not in ("1", "2"):
                raise GameError(
                    f"BOARD: {shorten(line)} is not a stone: write X,Y,1 for ours and X,Y,2 for the other's"
                )
            stones[int(owner)].append(point_of(self.rules, point))
        mine, theirs = stones[OWN], stones[OPPONENT]
        if len({*mine, *theirs}) != len(mine) + len(theirs):
            raise GameError("BOARD: two stones stand on one point")
        first, second = (mine, theirs) if len(mine) == len(theirs) else (theirs, mine)
        if len(first) - len(second) not in (0, 1):
            raise GameError("BOARD: we cannot be to move: the opponent has as many stones as we have, or one more")
        names = [[self.rules.sgf_move(self.referee.state, a) for a in side] for side in (first, second)]
        self._put(names[0], names[1])
        return self._move()

    def _settle(self) -> None:
        """All stones that belong together must have been taken back."""
        if self.loose is not None:
            self._put(*self.loose)

    def _put(self, black: list[str], white: list[str]) -> None:
        self.referee, self.loose = Referee(self.game, Line(self.rules.sgf_state(black, white, None))), None

    # --- playing -----------------------------------------------------------------------------------------------

    def do_begin(self, _: str) -> str | None:
        self._settle()
        if self.referee.actions or self.referee.state != self.game.initial():
            raise GameError("BEGIN: there are stones on the board already")
        return self._move()

    def do_turn(self, rest: str) -> str | None:
        self._play(point_of(self.rules, rest), rest)
        return self._move()

    def do_play(self, rest: str) -> str:
        """The manager chooses our move."""
        action = point_of(self.rules, rest)
        self._play(action, rest)
        return words_of(self.rules, action)

    def _play(self, action: int, words: str) -> None:
        self._settle()
        if self.referee.over():
            raise GameError("the game is over")
        if action not in self.referee.legal():
            raise GameError(f"{words} cannot be played: {self.rules.refusal(self.referee.state, action)}")
        self.referee.play(action)

    def _move(self) -> str | None:
        """Find our move and play it; None if nobody waits for it any more."""
        if self.wrong_rule:
            raise GameError(self.wrong_rule)
        if self.referee.over():
            raise GameError("the game is over")
        if self.referee.state == self.game.initial():  # nothing to search for: the centre
            action: int = self.rules.size // 2 * (self.rules.size + 2)
        else:
            self.thought = thought = Thought(self.game, self.referee.line, self.times.order())
            if self.unheard or self.ended.is_set():
                thought.stop()
            with self.progress(self.thinker):
                found = self.thinker.think(thought)
            self.thought = None
            if self.broken is thought:
                return None
            action = found.lines[0].actions[0]
        self.referee.play(action)
        return words_of(self.rules, action)

    def do_info(self, rest: str) -> None:
        """A setting. What is not known is passed over: managers send more than there is in the protocol."""
        key, _, value = rest.partition(" ")
        key, value = key.lower(), value.strip()
        if key == "evaluate":
            self._evaluate(value)
        if not re.fullmatch(r"\d{1,18}", value, re.ASCII):
            return
        number = int(value)
        if key == "timeout_turn":
            self.times.turn = number / 1000
        elif key == "timeout_match":
            self.times.match = None if number in (0, UNLIMITED) else number / 1000
        elif key == "time_left":
            self.times.left = None if number >= UNLIMITED else number / 1000
        elif key == "max_memory" and number:
            self.settings.set("Hash", str(max(1, min(TABLE, (number >> 20) // OURS))))
        elif key == "rule":
            self._rule(number)

    def _rule(self, number: int) -> None:
        self.wrong_rule = ""
        if number not in RULES:
            self.wrong_rule = f"rule {number} is not known here: 0 is freestyle, 1 exactly five, 4 Renju"
            self.remark(self.wrong_rule)
            return
        game = load("gomoku", size=self.rules.size, rule=RULES[number])
        if not self._is_played(game):
            stones = self.rules.sgf_stones(self.referee.state)
            self._begin(game)
            if any(stones):
                self._put(*stones)

    def _evaluate(self, value: str) -> None:
        """The manager points at a point: what a stone of ours there would be worth to Black."""
        action, s = point_of(self.rules, value), self.referee.state
        if not self.referee.over() and not has_bit(s.black | s.white, action) and action in self.referee.legal():
            worth = self.game.evaluate(self.game.result(s, action))
            self.remark(f"{words_of(self.rules, action)}: {worth:+.0f} for Black")

    def report(self, thought: Thought, report: SearchReport) -> None:
        """Nothing is reported during a search."""

    def answer(self, thought: Thought, report: SearchReport | None) -> None:
        """The command itself answers."""
