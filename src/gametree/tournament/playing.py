"""One game between players, from an opening to its end."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, MAX, AnyGame, Line, even, worth
from gametree.protocols.client import ProgramError
from gametree.referee import Referee
from gametree.tournament.adjudicate import Adjudicator, Draw, Resign
from gametree.tournament.openings import roll
from gametree.tournament.players import BestPlayer, Reply
from gametree.tournament.programs import ProgramPlayer
from gametree.tournament.several import forfeited, shares_of

if TYPE_CHECKING:
    import threading
    from collections.abc import Sequence

    from gametree.tournament.clock import Control
    from gametree.tournament.players import Player


@dataclass(frozen=True)
class Conditions:
    """The conditions of a game, in addition to the rules."""

    control: Control | None = None
    draw: Draw | None = None
    resign: Resign | None = None
    max_plies: int = 1000
    """A game that reaches this many actions is drawn."""


@dataclass(frozen=True)
class Played:
    """The course and the result of a game."""

    actions: tuple[int, ...]
    """All of them: the opening, the players', and those of chance."""
    points: float
    """Max's: 1, ½ or 0."""
    reason: str
    """``rules`` (a terminal state), ``draw by rule``, ``repetition``, ``no legal move``, ``resignation`` and ``agreed
    draw`` (adjudicated), ``max plies``, ``time forfeit``, ``illegal move``, or of a program ``crash`` or ``no
    answer``."""
    seconds: tuple[float, ...]
    """How long each player thought in all."""
    fault: str = ""
    """What a program did wrong, in words."""
    shares: tuple[float, ...] = ()
    """With more than two players: how the point of the game is shared."""


def play_game(
    game: AnyGame,
    players: Sequence[Player],
    opening: tuple[int, ...] = (),
    *,
    start: Any = None,
    dice: str = "",
    conditions: Conditions | None = None,
    stop: threading.Event | None = None,
) -> Played | None:
    """Play one game from the ``start`` (by default the initial state); the first of the players is Max. ``dice`` is the
    seed of chance: two games with the same seed have the same rolls.

    Returns None if ``stop`` was set before the end.

    >>> from gametree import load
    >>> from gametree.tournament.players import BestPlayer
    >>> from gametree.tournament.spec import Spec
    >>> players = [BestPlayer(Spec.read(words), seed="1") for words in ("alphabeta:depth=9", "random")]
    >>> played = play_game(load("tictactoe"), players, (4, 1))
    >>> played.points, played.reason
    (1.0, 'rules')
    """
    conditions = conditions or Conditions()
    referee = Referee(game, Line(game.initial() if start is None else start, opening))
    judge = Adjudicator(conditions.draw, conditions.resign)
    rng = random.Random(f"dice {dice}")
    controls = [control_of(player) or conditions.control for player in players]
    clocks = [control.start() if control else None for control in controls]
    seconds, count = [0.0] * len(players), len(players)

    def ended(points: float, reason: str, fault: str = "", shares: tuple[float, ...] = ()) -> Played:
        told = shares if count > 2 else ()
        return Played(tuple(referee.actions), points, reason, tuple(seconds), fault, told)

    def lost(player: int, reason: str, fault: str = "") -> Played:
        return ended(_lost(player), reason, fault, forfeited(player, count))

    for seat, player in enumerate(players):
        try:
            if isinstance(player, ProgramPlayer):
                player.begin(game)
            elif isinstance(player, BestPlayer):
                player.begin(game, clocks[seat])
        except ProgramError as error:
            return lost(seat, error.reason, str(error))

    while (payoff := referee.payoff()) is None:
        if len(referee.actions) >= conditions.max_plies:
            return ended(0.5, "max plies", shares=shares_of(0, count))
        player = referee.player()
        if player == CHANCE:
            referee.play(roll(game, referee.state, rng))
            continue
        begin = time.perf_counter()
        try:
            reply, failure = players[player].move(game, referee.line, clocks[player]), None
        except ProgramError as error:
            reply, failure = Reply(-1), error
        spent = time.perf_counter() - begin
        if stop and stop.is_set():
            return None  # the move may have been cut short: this game is played again
        seconds[player] += spent
        if (control := controls[player]) and (clock := clocks[player]):
            clocks[player] = control.press(clock, spent)
            if clocks[player] is None:
                return lost(player, "time forfeit", str(failure or ""))
        if failure:
            return lost(player, failure.reason, str(failure))
        if reply.action not in referee.legal():
            return lost(player, "illegal move")
        referee.play(reply.action)
        points = judge.hear(len(referee.actions), player, reply.value)
        if points is not None and not referee.over():
            return ended(points, "agreed draw" if points == 0.5 else "resignation")
    if count > 2:
        shares = shares_of(payoff, count)
        return ended(shares[0], ending(referee), shares=shares)
    return ended(points_of(game, worth(payoff)), ending(referee))


def control_of(player: Player) -> Control | None:
    """The time control that a player has of its own."""
    return getattr(player, "control", None)


def _lost(player: int) -> float:
    """Max's points if this player loses."""
    return 0.0 if player == MAX else 1.0


def points_of(game: AnyGame, payoff: float) -> float:
    """Max's points for a payoff: 1 for more than even, 0 for less.

    >>> from gametree import load
    >>> points_of(load("connect4"), -1)
    0.0
    """
    middle = even(game)
    return 1.0 if payoff > middle else 0.0 if payoff < middle else 0.5


def ending(referee: Referee[Any]) -> str:
    """The rule by which the game is over."""
    if referee.game.terminal(referee.state):
        return "rules"
    if referee.game.drawn(referee.state):
        return "draw by rule"
    return "repetition" if referee.legal() else "no legal move"
