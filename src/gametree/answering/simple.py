"""Players that do not search, and answers that need no search."""

from __future__ import annotations

import time as clock
from typing import TYPE_CHECKING, Any

from gametree.analysis import Analysis, Value, plain
from gametree.answering.algorithms import SOLVING
from gametree.claims import between, estimated, known
from gametree.errors import GameError
from gametree.game import AnyGame, Line, over, payoff, worth
from gametree.referee import Referee
from gametree.titles import title

if TYPE_CHECKING:
    import random


def by_a_simple_player(game: AnyGame, line: Line[Any], algorithm: str, dice: random.Random) -> Analysis:
    """The players that do not search."""
    start = clock.perf_counter()
    s = line.states(game)[-1]
    actions = Referee(game, line).legal()  # without moves that a rule against repetition forbids
    if algorithm == "rules":
        action = game.rule_of_thumb(s)
        if action not in actions:
            raise GameError(f"rule_of_thumb of {title(game)} chooses {action}, which is not legal in {s}")
    elif algorithm == "random":
        action = dice.choice(actions)
    else:
        action = _greedy(game, s, actions)
    child = game.result(s, action)
    value = _value(game, payoff(game, child) if over(game, child) else game.evaluate(child))
    seconds = clock.perf_counter() - start
    return plain(game, s, action, estimated(value), algorithm, depth=1, nodes=len(actions), seconds=seconds)


def _greedy(game: AnyGame, s: Any, actions: list[int]) -> int:
    """The action with the best evaluation for the mover; an end that is better than even beats every estimate."""
    player = game.player(s)

    def appeal(action: int) -> tuple[float, float]:
        child = game.result(s, action)
        ended = over(game, child)
        value: Any = payoff(game, child) if ended else game.evaluate(child)
        mine = float(value[player] if game.players > 2 else worth(value) * (1 if player == 0 else -1))
        low, high = game.bounds
        decided = (mine > high - (high - low) / 4) - (mine < low + (high - low) / 4) if ended else 0
        return decided, mine

    return max(actions, key=appeal)


def ended(game: AnyGame, s: Any, algorithm: str) -> Analysis:
    """The answer if the game is over, or if every move repeats a position against the rule."""
    return plain(game, s, None, known(_value(game, payoff(game, s)), distance=0), algorithm)


def unsearched(
    game: AnyGame, line: Line[Any], algorithm: str, *, compiled: bool, spent: tuple[int, float] = (0, 0.0)
) -> Analysis:
    """There was no time to finish anything: the first legal move, the estimate of the position, and the nodes and time
    spent. For a search that solves, the value can still be anything."""
    s = line.states(game)[-1]
    value = _value(game, game.evaluate(s))
    low, high = game.bounds
    claimed = between(game, low, high, guess=value) if algorithm in SOLVING else estimated(value)
    nodes, seconds = spent
    action = Referee(game, line).legal()[0]
    return plain(game, s, action, claimed, algorithm, compiled=compiled, nodes=nodes, seconds=seconds)


def _value(game: AnyGame, value: Any) -> Value:
    return worth(value) if game.players == 2 else value
