"""The size of a tree that is too large to visit, from random paths.

D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975): walk down at random;
where the path had d1, d2, … children to choose from, 1 + d1 + d1·d2 + … is an unbiased estimate of the number of nodes,
and the product at the end one of the number of leaves.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

from gametree.game import CHANCE, Game, over, provides
from gametree.measuring.census import Cycle
from gametree.solving.reachable import moves

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

S = TypeVar("S")


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error, None for a sample of one. Decimals: the tree of chess has more nodes than a float
    can hold."""

    mean: Decimal
    error: Decimal | None


@dataclass(frozen=True)
class Probes:
    """The results of random games: every action equally likely, chance by its probabilities."""

    samples: int
    games: Estimate
    nodes: Estimate
    length: Estimate
    lengths: tuple[int, int]
    branching: Estimate
    choices: tuple[int, int]
    cycle: Cycle | None
    """The first time that a position came back, if one did."""
    unfinished: int
    """Games that were stopped because they were too long. They count only for the branching factor."""
    played: tuple[tuple[int, ...], ...]
    """The actions of the first 200 games."""


@dataclass
class _RandomGame:
    """One random game."""

    games: Decimal
    nodes: Decimal
    actions: list[int]
    choices: list[int]
    finished: bool


def probes(
    game: Game[S],
    history: Sequence[S],
    samples: int,
    seed: int = 0,
    late: Callable[[int], bool] = lambda _: False,
    longest: int = 10_000,
) -> Probes:
    """Random games from the last position of a history, until there are ``samples`` or ``late`` says to stop.

    >>> from gametree import load
    >>> game = load("connect4:width=3,height=2")      # it has 90 games
    >>> found = probes(game, [game.initial()], samples=1000)
    >>> abs(found.games.mean - 90) < 4 * found.games.error + 1
    True
    """
    rng = random.Random(seed)
    walks: list[_RandomGame] = []
    cycle: Cycle | None = None
    while len(walks) < samples and not (walks and late(len(walks))):
        walk, found = _random_game(game, history, rng, longest)
        walks.append(walk)
        cycle = cycle or found
    finished = [w for w in walks if w.finished]
    lengths = [len(w.actions) for w in finished] or [0]
    choices = [n for w in walks for n in w.choices] or [0]
    return Probes(
        samples=len(finished),
        games=_estimate([w.games for w in finished]),
        nodes=_estimate([w.nodes for w in finished]),
        length=_estimate([Decimal(n) for n in lengths]),
        lengths=(min(lengths), max(lengths)),
        branching=_ratio([(sum(w.choices), len(w.choices)) for w in walks]),
        choices=(min(choices), max(choices)),
        cycle=cycle,
        unfinished=len(walks) - len(finished),
        played=tuple(tuple(w.actions) for w in walks[:200]),
    )


def _random_game(
    game: Game[S], history: Sequence[S], rng: random.Random, longest: int
) -> tuple[_RandomGame, Cycle | None]:
    s = history[-1]
    repeats = game.repetition != "ignore" or provides(game, "repeated")
    counts: Counter[Any] = Counter(game.position(t) for t in history)
    met: dict[Any, int] = {game.position(s): 0}
    walk = _RandomGame(Decimal(1), Decimal(1), [], [], finished=False)
    cycle: Cycle | None = None
    while len(walk.actions) < longest:
        if over(game, s) or (repeats and counts[game.position(s)] >= game.recurrence):
            walk.finished = True
            break
        steps = _steps(game, s, counts)
        if not steps:
            walk.finished = True
            break
        action, factor = rng.choices(steps, [1 / float(f) for _, f in steps])[0]
        if game.player(s) != CHANCE:
            walk.choices.append(len(steps))
        walk.games *= factor
        walk.nodes += walk.games
        walk.actions.append(action)
        s = game.result(s, action)
        position = game.position(s)
        counts[position] += 1
        if cycle is None and position in met:
            cycle = Cycle(tuple(walk.actions[: met[position]]), tuple(walk.actions[met[position] :]))
        met[position] = len(walk.actions)
    return walk, cycle


def _steps(game: Game[S], s: S, counts: Counter[Any]) -> list[tuple[int, Decimal]]:
    """The possible actions, each with one over its probability."""
    if game.player(s) == CHANCE:
        return [(outcome, 1 / Decimal(p)) for outcome, p in game.chances(s) if p > 0]
    actions = moves(game, s)
    if game.repetition == "illegal" and not provides(game, "repeated"):
        actions = [a for a in actions if counts[game.position(game.result(s, a))] + 1 < game.recurrence]
    return [(a, Decimal(len(actions))) for a in actions]


def _estimate(values: list[Decimal]) -> Estimate:
    """The mean of a sample and its standard error."""
    n = len(values)
    mean = sum(values, Decimal(0)) / max(n, 1)
    if n < 2:
        return Estimate(mean, None)
    spread = sum(((v - mean) ** 2 for v in values), Decimal(0))
    return Estimate(mean, (spread / (n * (n - 1))).sqrt())


def _ratio(pairs: list[tuple[int, int]]) -> Estimate:
    """The quotient of two sums over a sample and its standard error (to first order)."""
    n, below = len(pairs), max(sum(b for _, b in pairs), 1)
    mean = Decimal(sum(a for a, _ in pairs)) / below
    if n < 2:
        return Estimate(mean, None)
    spread = sum(((a - mean * b) ** 2 for a, b in pairs), Decimal(0))
    return Estimate(mean, (spread * n / (n - 1)).sqrt() / below)
