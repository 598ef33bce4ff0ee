"""The bottom rung of the ladder: games explored and solved by the definition, in plain Python, with a memory."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, MAX, AnyGame, legal

if TYPE_CHECKING:
    from collections.abc import Iterator


def reachable(game: AnyGame) -> set[Any]:
    """Every state that play can reach, the initial one and the ends included."""
    seen, waiting = {game.initial()}, [game.initial()]
    while waiting:
        s = waiting.pop()
        for a in legal(game, s):
            after = game.result(s, a)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


def value(game: AnyGame, start: Any = None) -> float:
    """What the start (the initial state, if none is given) is worth to Max."""

    @cache
    def minimax(s: Any) -> float:
        if game.terminal(s):
            return game.utility(s)
        if game.player(s) == CHANCE:
            return sum(p * minimax(game.result(s, a)) for a, p in game.chances(s))
        choose = max if game.player(s) == MAX else min
        return choose(minimax(game.result(s, a)) for a in game.actions(s))

    return minimax(game.initial() if start is None else start)


def alphabeta(game: AnyGame) -> float:
    """The value of the initial state again, for graphs that are too large to be gone through as a whole: alpha-beta
    that remembers of every state a lower and an upper bound."""
    known: dict[Any, tuple[float, float]] = {}

    def search(s: Any, alpha: float, beta: float) -> float:
        if game.terminal(s):
            return game.utility(s)
        lower, upper = known.get(s, game.bounds)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        low, high = alpha, beta = max(alpha, lower), min(beta, upper)
        values: list[float] = []
        choose = max if game.player(s) == MAX else min
        for a in sorted(game.actions(s), key=lambda a: -game.order(s, a)):
            values.append(search(game.result(s, a), alpha, beta))
            if choose is max:
                alpha = max(alpha, values[-1])
            else:
                beta = min(beta, values[-1])
            if alpha >= beta:
                break
        best = choose(values)
        known[s] = (best if best > low else lower, best if best < high else upper)
        return best

    return search(game.initial(), *game.bounds)


def max_n(game: AnyGame, s: Any) -> tuple[float, ...]:
    """What each of several players gets when each goes for his own payoff; of equal moves, the first."""
    if game.terminal(s):
        return game.utility(s)
    return max((max_n(game, game.result(s, a)) for a in game.actions(s)), key=lambda v: v[game.player(s)])


def game_of_chance(game: AnyGame, seed: int) -> Iterator[tuple[Any, int]]:
    """The states of one game at random, each with the action that was taken there (−1 at the end)."""
    rng, s = random.Random(seed), game.initial()
    while actions := legal(game, s):
        a = rng.choice(actions)
        yield s, a
        s = game.result(s, a)
    yield s, -1


def classes(game: AnyGame, states: set[Any]) -> dict[Any, Any]:
    """The states up to symmetry: the least of each class, with one state of it."""
    return {min(s, *game.symmetries(s)): s for s in states}
