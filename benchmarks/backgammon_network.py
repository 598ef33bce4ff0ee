"""Backgammon's network, measured: ``python -m benchmarks.backgammon_network features|gnubg|errors|speed [N]``.

``features N``: N games against the evaluation by features, ``gnubg N``: N games against GNU Backgammon's
network without look-ahead. Both sides look at their own plays alone (one ply), for money, without a cube. Each two
games have the same dice, with the seats changed, and the error is one standard error over such pairs.

``errors N``: N plays of games of the network against itself, and what GNU Backgammon, two plies deep, says that each
costs: the mean over all, and over those with a choice. ``speed``: a search with the network and one with features.

A file of a network may follow: ``… features 1000 mine.network``.
"""

from __future__ import annotations

import random
import sys
import time as clock
from typing import Any

import numpy as np

from gametree import best
from gametree.catalogue import load
from gametree.compile import kernel, prepare, unpack, words_of
from gametree.engine.driver import Limits
from gametree.engine.expectation import ExpectationEngine
from gametree.game import CHANCE, Line
from gametree.learning.tdgammon import played, rolled
from gametree.protocols.backgammon.gnubg import Gnubg

DEPTH = 1


@kernel
def duel(game, other, root, pairs, seed, points):
    """Play pairs of games with the same dice, one ply deep: ``points[i]`` is what ``game`` wins in the i-th pair."""
    for pair in range(pairs):
        for seat in range(2):
            np.random.seed(seed + pair)
            s = unpack(game, root)
            while not game.terminal(s):
                if game.player(s) == CHANCE:
                    s = rolled(game, s)
                elif s.turn == seat:
                    s = played(game, s)
                else:
                    s = played(other, s)
            points[pair] += game.utility(s) if seat == 0 else -game.utility(s)
    return 0


def told(points: Any) -> str:
    """The mean of pairs of games, and its standard error."""
    pairs = np.asarray(points, float) / 2
    return (
        f"{pairs.mean():+.4f} ± {pairs.std(ddof=1) / len(pairs) ** 0.5:.4f} points a game in {2 * len(pairs):,} games"
    )


def against_features(game: Any, games: int) -> str:
    other, root = load("backgammon:network=false"), words_of(game.initial())
    points = np.zeros(games // 2)
    prepare(duel, game, other, root, 1, 1, points)(game, other, root, len(points), 1, points)
    return told(points)


class Player:
    """Takes the play after which the evaluation likes the position best."""

    def __init__(self, game: Any):
        self.game, self.engine = game, ExpectationEngine(game, "star2", table=1)

    def play(self, s: Any) -> int:
        found = self.engine.best(Line(s), Limits(depth=DEPTH)).action
        assert found is not None
        return found


def thrown(game: Any, s: Any, dice: random.Random) -> Any:
    rolls = list(game.chances(s))
    return game.result(s, dice.choices([r for r, _ in rolls], [p for _, p in rolls])[0])


def against_gnubg(game: Any, games: int) -> str:
    player, points = Player(game), np.zeros(games // 2)
    with Gnubg(load("backgammon")) as gnubg:
        for pair in range(len(points)):
            for seat in range(2):
                dice, s = random.Random(pair), game.initial()
                while not game.terminal(s):
                    if game.player(s) == CHANCE:
                        s = thrown(game, s, dice)
                    else:
                        s = game.result(s, player.play(s) if s.turn == seat else gnubg.best(Line(s)).action)
                points[pair] += game.utility(s) * (1 - 2 * seat)
            if pair % 50 == 49:
                print(told(points[: pair + 1]), file=sys.stderr, flush=True)
    return told(points)


def errors(game: Any, moves: int) -> str:
    """Only where the two programs disagree are both plays evaluated."""
    player, dice, s, costs, choices = Player(game), random.Random(1), game.initial(), list[float](), 0
    with Gnubg(load("backgammon"), {"plies": 2}) as gnubg:

        def worth(after: Any, mover: int) -> float:
            if game.terminal(after):
                return game.utility(after) * (1 - 2 * mover)
            return -gnubg.evaluate(after, plies=2).equity

        while len(costs) < moves:
            if game.terminal(s):
                s = game.initial()
            if game.player(s) == CHANCE:
                s = thrown(game, s, dice)
                continue
            ours, plays = player.play(s), len(list(game.actions(s)))
            theirs = gnubg.best(Line(s)).action if plays > 1 else ours
            choices += plays > 1
            cost = 0.0
            if theirs != ours:
                cost = max(worth(game.result(s, theirs), s.turn) - worth(game.result(s, ours), s.turn), 0.0)
            costs.append(cost)
            s = game.result(s, ours)
    total, spread = sum(costs), np.std(costs) / len(costs) ** 0.5
    return (
        f"{1000 * total / len(costs):.1f} ± {1000 * spread:.1f} thousandths of a point a play in {len(costs):,} plays; "
        f"{1000 * total / choices:.1f} in the {choices:,} with a choice"
    )


def speed(game: Any) -> str:
    """Nodes a second of processor time, one after the other, three times; the best of each."""
    other, found = load("backgammon:network=false"), {"network": 0.0, "features": 0.0}
    s = game.roll(game.initial(), 3, 1, player=0)
    for _ in range(4):
        for name, rules in (("network", game), ("features", other)):
            start = clock.process_time()
            nodes = best(rules, s, depth=4, algorithm="expectiminimax", table=1).nodes
            found[name] = max(found[name], nodes / (clock.process_time() - start))
    return ", ".join(f"{name} {rate / 1e6:.2f} million nodes/s" for name, rate in found.items())


if __name__ == "__main__":
    task, number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
    made = load("backgammon", weights=sys.argv[3]) if len(sys.argv) > 3 else load("backgammon")
    if task == "features":
        print(against_features(made, number or 4000))
    elif task == "gnubg":
        print(against_gnubg(made, number or 1000))
    elif task == "errors":
        print(errors(made, number or 400))
    else:
        print(speed(made))
