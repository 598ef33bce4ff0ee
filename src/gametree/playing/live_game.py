"""A game in progress in ``play``: the position, the players, the dice, the output, the computer's moves."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING, Generic, TypeVar

from gametree.draw.words import in_words
from gametree.errors import GameError
from gametree.game import Game, Line, Payoff, provides
from gametree.interrupts import interrupts
from gametree.playing.rolling import Dice
from gametree.playing.seats import Seats
from gametree.referee import Referee, verdict
from gametree.tournament.levels import level_of

if TYPE_CHECKING:
    from gametree.analysis import Analysis
    from gametree.playing.front import Front
    from gametree.tournament.players import BestPlayer
    from gametree.tournament.programs import ProgramPlayer

S = TypeVar("S")


class Leave(Exception):  # noqa: N818
    """The user wants to quit."""


class LiveGame(Generic[S]):
    """One game in progress, with its players and its front."""

    def __init__(self, game: Game[S], line: Line[S], front: Front, seed: int | None):
        self.game, self.start, self.front, self.rng = game, line, front, random.Random(seed)
        self.dice = Dice(game, front, seed)
        self.ask_dice = False
        self.referee = Referee(game, line)
        self.seats = Seats(game.players)
        self.level = level_of(5)
        self.opponent: BestPlayer | ProgramPlayer | None = None
        self.shown: Line[S] | None = None
        self.announced: Line[S] | None = None

    def signatures(self) -> tuple[str, str]:
        """The names of the two players in a record."""
        return self.seats.signatures(self.opponent.name if self.opponent else f"level {self.level.number}")

    # --- what is shown -----------------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the board."""
        self.front.board(in_words(self.game, self.referee.state))
        self.shown = self.referee.line

    def show_news(self) -> None:
        """Draw the board, unless nothing has changed since it was drawn."""
        if self.shown != self.referee.line:
            self.show()

    def announce(self, payoff: Payoff) -> bool:
        """Say once how the game ended; True if no person plays."""
        if self.announced != self.referee.line:
            self.announced = self.referee.line
            reason = self.referee.reason()
            words = verdict(self.game, payoff, self.seats.names())
            self.front.tell(f"The game is over: {reason + ': ' if reason else ''}{words}.")
            if self.dice.luck.rolls:
                self.front.tell(self.dice.summary(self.seats.names()))
        return not self.seats.humans

    def prompt(self) -> str:
        """The prompt that asks for a move."""
        who = self.seats.names()[self.referee.player()].removeprefix("the ")
        only = f" ({self.game.name(self.referee.state, forced)})" if (forced := self.forced()) is not None else ""
        return f"{len(self.referee.actions) + 1}. {who}{only}> "

    # --- what is played ----------------------------------------------------------------------------------------

    def forced(self) -> int | None:
        """The only move that the dice allow; an empty line plays it."""
        legal = self.referee.legal() if provides(self.game, "chances") else ()
        return legal[0] if len(legal) == 1 else None

    def make(self, action: int, who: str) -> None:
        """Play a move, and announce it if the user did not make it."""
        name = self.game.name(self.referee.state, action)
        self.referee.play(action)
        if who:
            self.front.tell(f"{who}: {name}")

    def new_game(self) -> None:
        """Back to the start."""
        self.referee = Referee(self.game, self.start)
        self.shown = self.announced = None
        self.dice.new_game()

    # --- the computer ------------------------------------------------------------------------------------------

    def start_program(self) -> None:
        """Start an opponent program before any output: it may be missing, or may not play this game."""
        if self.opponent is not None:
            from gametree.tournament.programs import ProgramPlayer

            if isinstance(self.opponent, ProgramPlayer):
                self.opponent.begin(self.game)

    def move(self) -> None:
        """The computer moves. Ctrl-C makes it move at once; if it plays itself, Ctrl-C quits."""
        who = self.seats.names()[self.referee.player()]
        legal = self.referee.legal()
        stop = threading.Event()
        if self.opponent is not None:
            self.opponent.stop = stop
            with self.front.thinking(), interrupts(stop, last=False):
                action = self.opponent.move(self.game, self.referee.line, None).action
            if action not in legal:
                raise GameError(f"{self.opponent.name} plays {action}, which is not a legal move")
        elif len(legal) == 1:
            action = legal[0]
        elif self.rng.random() < self.level.random:
            action = self.rng.choice(legal)
        else:
            found = self.think(self.level.seconds, self.level.depth, stop)
            if found.action is None:
                raise GameError(f"no move was found in {self.game.text(self.referee.state)}")
            action = found.action
        self.make(action, who)
        if stop.is_set() and not self.seats.humans:
            raise Leave

    def think(self, seconds: float, depth: int | None = None, stop: threading.Event | None = None) -> Analysis:
        """The computer's analysis of the position; Ctrl-C sets ``stop``, and it answers at once."""
        from gametree.answering.best import best

        stop = stop or threading.Event()
        with self.front.thinking(), interrupts(stop, last=False):
            return best(self.game, self.referee.line, depth=depth, time=seconds, stop=stop)
