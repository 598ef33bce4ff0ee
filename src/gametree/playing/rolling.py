"""The dice of a game at the table: rolled or typed, shown, and their luck told."""

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
"""Of more outcomes than this, only some are listed."""


class Dice(Generic[S]):
    """The dice of a table. A roll depends on the seed, on which game it is and on the ply alone: taking moves back, and
    playing others, does not change what is rolled."""

    def __init__(self, game: Game[S], front: Front, seed: int | None):
        self.game, self.front = game, front
        self.seed = random.SystemRandom().getrandbits(64) if seed is None else seed
        self.games, self.luck = 1, Luck()
        self.tells_luck = True

    def new_game(self) -> None:
        """Another game begins, with other dice."""
        self.games, self.luck = self.games + 1, Luck()

    def roll(self, s: S, plies: int) -> int:
        """What comes at this ply."""
        outcomes, weights = zip(*self.game.chances(s), strict=True)
        return random.Random(f"{self.seed} {self.games} {plies}").choices(outcomes, weights)[0]

    def prompt(self, s: S) -> str:
        """The question what was rolled."""
        names = self._names(s)
        some = f"{names[0]}, …, {names[-1]}" if len(names) > MANY else listed(names)
        return f"chance ({some}; roll)> "

    def called(self, s: S, typed: str) -> str:
        """The outcome that a user means, as the game names it."""
        names = self._names(s)
        return called(names, typed) if are_dice(names) else typed

    def tell(self, referee: Referee[S], players: list[str], shown_to: set[int]) -> None:
        """Say what the last action, chance's, was, and how lucky. The dice of these players are drawn."""
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
            return "no luck so far: nothing was rolled" if self.tells_luck else "the luck of the dice is not told"
        return f"Luck in all: {_each(players, self.luck.sums(len(players)))}."

    def _names(self, s: S) -> list[str]:
        return [self.game.name(s, outcome) for outcome, _ in self.game.chances(s)]

    def _gained(self, states: list[S], outcome: int) -> tuple[float, ...]:
        """What each player has gained by a roll; nothing where that is not to be told, or cannot be found."""
        if not self.tells_luck:
            return ()
        try:
            with self.front.thinking():
                gained = gains(self.game, states, outcome)
        except GameError as error:
            self.tells_luck = False
            self.front.tell(f"the luck of the dice is not told: {error}")
            return ()
        self.luck.rolls.append((len(states) - 1, gained))
        return gained


def _each(players: list[str], gained: tuple[float, ...]) -> str:
    return ", ".join(f"{name} {x:+.3f}" for name, x in zip(players, gained, strict=True))
