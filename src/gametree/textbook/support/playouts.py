"""Random games to the end: what Monte-Carlo searches are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE, even_payoff, is_illegal, over, payoff, repetition_payoff
from gametree.textbook.support.scores import shares

if TYPE_CHECKING:
    from random import Random

    from gametree.game import AnyGame
    from gametree.textbook.support.walk import State, Walk

LONGEST = 1000
"""A playout of this many moves ends as a draw, if no other depth is given."""

Payoffs = tuple[float, ...]
"""One number a player."""


def playout(walk: Walk, states: list[State], dice: Random) -> Payoffs:
    """The payoffs of a random game that goes on from the last of these states."""
    states = [*walk.history, *states]
    for _ in range(int(min(walk.depth, LONGEST))):
        end, moves = end_of(walk, states), moves_of(walk, states)
        if end is not None or not moves:
            return end or shares(walk.game, even_payoff(walk.game))
        states.append(walk.game.result(states[-1], drawn(moves, dice)))
    return end_of(walk, states) or shares(walk.game, even_payoff(walk.game))


def end_of(walk: Walk, states: list[State]) -> Payoffs | None:
    """The payoffs if the game is over in the last of these states."""
    game = walk.game
    if over(game, states[-1]):
        return shares(game, payoff(game, states[-1]))
    repeated = repetition_payoff(game, states) if len(states) > 1 else None
    return None if repeated is None or is_illegal(repeated) else shares(game, repeated)


def moves_of(walk: Walk, states: list[State]) -> list[tuple[int, float]]:
    """The moves that may be made, each with its probability: those of dice, or the same for all of a player's."""
    game, s = walk.game, states[-1]
    if over(game, s):
        return []
    if game.player(s) == CHANCE:
        return list(game.chances(s))
    actions = walk.actions(s)
    if game.repetition == "illegal":
        actions = [a for a in actions if not is_illegal(repetition_payoff(game, [*states, game.result(s, a)]))]
    return [(a, 1.0) for a in actions]


def drawn(moves: list[tuple[int, float]], dice: Random) -> int:
    """One of the moves, at random by their probabilities."""
    return dice.choices([a for a, _ in moves], [p for _, p in moves])[0]


def added(total: Payoffs, payoffs: Payoffs) -> Payoffs:
    """The sum, player by player."""
    return tuple(x + u for x, u in zip(total, payoffs, strict=True))


def told(game: AnyGame, values: Payoffs) -> Any:
    """The values as results tell them: Max's, or everybody's."""
    return values if game.players > 2 else values[0]


def check_playouts(playouts: int) -> None:
    """Is this a number of playouts?"""
    if playouts < 1:
        raise GameError(f"playouts must be 1 or more, not {playouts}")
