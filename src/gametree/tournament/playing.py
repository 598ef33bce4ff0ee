"""One game between two players, from an opening to its end."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, MAX, AnyGame, Line, even, worth
from gametree.tournament.adjudicate import Adjudicator, Draw, Resign
from gametree.tournament.openings import roll
from gametree.verbs.referee import Referee

if TYPE_CHECKING:
    import threading
    from collections.abc import Sequence

    from gametree.tournament.clock import Control
    from gametree.tournament.players import Player


@dataclass(frozen=True)
class Conditions:
    """Under which a game is played, beside the rules."""

    control: Control | None = None
    draw: Draw | None = None
    resign: Resign | None = None
    max_plies: int = 1000
    """A game of so many actions is drawn."""


@dataclass(frozen=True)
class Played:
    """How a game went."""

    actions: tuple[int, ...]
    """All of them: the opening, the players', and those of chance."""
    points: float
    """Max's: 1, ½ or 0."""
    reason: str
    """``rules`` (a terminal state), ``draw by rule``, ``repetition``, ``no legal move``, ``resignation`` and ``agreed
    draw`` (adjudicated), ``max plies``, ``time forfeit`` or ``illegal move``."""
    seconds: tuple[float, float]
    """How long each player thought in all."""


def play_game(
    game: AnyGame,
    players: Sequence[Player],
    opening: tuple[int, ...] = (),
    *,
    dice: str = "",
    conditions: Conditions | None = None,
    stop: threading.Event | None = None,
) -> Played | None:
    """Play one game; the first of the players is Max. ``dice`` seeds chance: two games from the same seed roll alike.

    None where ``stop`` was set before the end.

    >>> from gametree import load
    >>> from gametree.tournament.players import BestPlayer, Spec
    >>> players = [BestPlayer(Spec.read(words), seed="1") for words in ("alphabeta:depth=9", "random")]
    >>> played = play_game(load("tictactoe"), players, (4, 1))
    >>> played.points, played.reason
    (1.0, 'rules')
    """
    conditions = conditions or Conditions()
    referee = Referee(game, Line(game.initial(), opening))
    judge = Adjudicator(conditions.draw, conditions.resign)
    rng = random.Random(f"dice {dice}")
    clocks = [conditions.control.start() if conditions.control else None] * 2
    seconds = [0.0, 0.0]

    def ended(points: float, reason: str) -> Played:
        return Played(tuple(referee.actions), points, reason, (seconds[0], seconds[1]))

    while (payoff := referee.payoff()) is None:
        if len(referee.actions) >= conditions.max_plies:
            return ended(0.5, "max plies")
        player = referee.player()
        if player == CHANCE:
            referee.play(roll(game, referee.state, rng))
            continue
        begin = time.perf_counter()
        reply = players[player].move(game, referee.line, clocks[player])
        spent = time.perf_counter() - begin
        if stop and stop.is_set():
            return None  # the move may have been cut short: this game is played again
        seconds[player] += spent
        lost = 0.0 if player == MAX else 1.0
        if conditions.control and (clock := clocks[player]):
            clocks[player] = conditions.control.press(clock, spent)
            if clocks[player] is None:
                return ended(lost, "time forfeit")
        if reply.action not in referee.legal():
            return ended(lost, "illegal move")
        referee.play(reply.action)
        points = judge.hear(len(referee.actions), player, reply.value)
        if points is not None and not referee.over():
            return ended(points, "agreed draw" if points == 0.5 else "resignation")
    return ended(points_of(game, worth(payoff)), ending(referee))


def points_of(game: AnyGame, payoff: float) -> float:
    """Max's points for a payoff: 1 for more than even, 0 for less.

    >>> from gametree import load
    >>> points_of(load("connect4"), -1)
    0.0
    """
    middle = even(game)
    return 1.0 if payoff > middle else 0.0 if payoff < middle else 0.5


def ending(referee: Referee[Any]) -> str:
    """By which rule the game is over."""
    if referee.game.terminal(referee.state):
        return "rules"
    if referee.game.drawn(referee.state):
        return "draw by rule"
    return "repetition" if referee.legal() else "no legal move"
