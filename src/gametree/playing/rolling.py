"""The dice of a game in the terminal: rolled or typed, shown, with their luck."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Generic, TypeVar

from gametree.errors import GameError
from gametree.notation.names import listed
from gametree.playing.dice import are_dice, called, drawn
from gametree.playing.luck import Luck, gains, roller

if TYPE_CHECKING:
    from gametree.game import Game
    from gametree.playing.front import Front
    from gametree.referee import Referee

S = TypeVar("S")
MANY = 8
"""If there are more outcomes than this, only some are listed."""


class Dice(Generic[S]):
    """The dice of a game. A roll depends only on the seed, the number of the game and the ply: taking moves back does
    not change the dice."""

    def __init__(self, game: Game[S], front: Front, seed: int | None):
        self.game, self.front = game, front
        self.seed = random.SystemRandom().getrandbits(64) if seed is None else seed
        self.games, self.luck = 1, Luck()
        self.tells_luck = True

    def new_game(self) -> None:
        """Another game begins, with other dice."""
        self.games, self.luck = self.games + 1, Luck()

    def roll(self, s: S, plies: int) -> int:
        """The roll at this ply."""
        outcomes, weights = zip(*self.game.chances(s), strict=True)
        return random.Random(f"{self.seed} {self.games} {plies}").choices(outcomes, weights)[0]

    def prompt(self, s: S) -> str:
        """The prompt that asks for a roll."""
        names = self._names(s)
        some = f"{names[0]}, …, {names[-1]}" if len(names) > MANY else listed(names)
        return f"chance ({some}; roll)> "

    def called(self, s: S, typed: str) -> str:
        """The game's name of the outcome that a user typed."""
        names = self._names(s)
        return called(names, typed) if are_dice(names) else typed

    def tell(self, referee: Referee[S], players: list[str], shown_to: set[int]) -> None:
        """Show the last roll and its luck. The dice are drawn for the players in ``shown_to``."""
        states, outcome = referee.states[:-1], referee.actions[-1]
        name, who = self.game.name(states[-1], outcome), roller(self.game, states)
        words = f"chance: {name}"
        if are_dice(self._names(states[-1])):
            if who in shown_to or referee.player() in shown_to:
                self.front.tell(drawn(name))
            if who is not None:
                words = f"{players[who]} {'roll' if players[who] == 'you' else 'rolls'} {name}"
        gained = self._gained(states, outcome)
        if gained and who is None:
            words += f"; luck: {_each(players, gained)}"
        elif gained and who is not None:
            words += f"; luck {gained[who]:+.3f}, so far {self.luck.sums(len(players))[who]:+.3f}"
        self.front.tell(words)

    def summary(self, players: list[str]) -> str:
        """The luck of the game so far."""
        if not self.luck.rolls:
            return "nothing has been rolled yet" if self.tells_luck else "luck is switched off"
        return f"Luck in all: {_each(players, self.luck.sums(len(players)))}."

    def _names(self, s: S) -> list[str]:
        return [self.game.name(s, outcome) for outcome, _ in self.game.chances(s)]

    def _gained(self, states: list[S], outcome: int) -> tuple[float, ...]:
        """What each player has gained by a roll; empty if luck is switched off, or cannot be computed."""
        if not self.tells_luck:
            return ()
        try:
            with self.front.thinking():
                gained = gains(self.game, states, outcome)
        except GameError as error:
            self.tells_luck = False
            self.front.tell(f"luck is switched off: {error}")
            return ()
        self.luck.rolls.append((len(states) - 1, gained))
        return gained


def _each(players: list[str], gained: tuple[float, ...]) -> str:
    return ", ".join(f"{name} {x:+.3f}" for name, x in zip(players, gained, strict=True))
