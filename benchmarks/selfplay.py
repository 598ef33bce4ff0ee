"""Weights of an evaluation from games against itself: ``python -m benchmarks.selfplay GAME ROUNDS GAMES``.

For games of dice with weighted features whose evaluation is an estimate of the payoff, such as
``backgammon:network=false``. In each round the present weights play against themselves, one ply deep, and the next ones
are those with which the evaluation agrees best with what came after: least-squares temporal differences, LSTD(λ) (Boyan
1999). There is no step size to be chosen, and features may have any scale. Weights that beat the last ones may lose to
those before them, and so a round goes only half the way, and the mean of the later half of the rounds is the answer. It
prints the weights.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from gametree.catalogue import load
from gametree.compile import kernel, prepare, unpack, words_of
from gametree.game import CHANCE

DECAY = 0.8
RIDGE = 1e-4
"""What is added to the diagonal, as a part of it: features that hardly occur stay small."""


@kernel
def gather(game, root, games, seed, decay, squares, sums, payoffs):
    """Play games, and add up the two sides of the equations for the weights."""
    np.random.seed(seed)
    size = len(sums)
    trace, last, now = np.zeros(size), np.zeros(size), np.zeros(size)
    for number in range(games):
        s = unpack(game, root)
        trace[:] = 0.0
        begun = False
        while not game.terminal(s):
            if game.player(s) == CHANCE:
                left, chosen = np.random.random(), 0
                for outcome, p in game.chances(s):
                    chosen = outcome
                    left -= p
                    if left < 0.0:
                        break
                s = game.result(s, chosen)
                continue
            sign = 1.0 if game.player(s) == 0 else -1.0
            best, chosen = -1e9, 0
            for a in game.actions(s):
                after = game.result(s, a)
                value = sign * (game.utility(after) if game.terminal(after) else game.evaluate(after))
                if value > best:
                    best, chosen = value, a
            s = game.result(s, chosen)
            if game.terminal(s):
                break
            now[:] = 0.0
            for i, times in game.features(s):
                now[i] += times
            if begun:
                for i in range(size):
                    if trace[i] != 0.0:
                        for j in range(size):
                            squares[i, j] += trace[i] * (last[j] - now[j])
            for i in range(size):
                trace[i] = decay * trace[i] + now[i]
                last[i] = now[i]
            begun = True
        payoff = float(game.utility(s))
        for i in range(size):
            if trace[i] != 0.0:
                sums[i] += trace[i] * payoff
                for j in range(size):
                    squares[i, j] += trace[i] * last[j]
        payoffs[number] = payoff
    return 0


def train(game: Any, rounds: int, games: int, seed: int = 1) -> np.ndarray:
    """The weights after some rounds; those of the game itself change."""
    size, kept = len(game.weights), []
    for number in range(rounds):
        squares, sums, payoffs = np.zeros((size, size)), np.zeros(size), np.zeros(games)
        rest = (words_of(game.initial()), games, seed + number, DECAY, squares, sums, payoffs)
        prepare(gather, game, *rest)(game, *rest)
        squares += np.diag(RIDGE * np.abs(np.diag(squares)) + 1e-9)
        game.weights += (np.linalg.solve(squares, sums) - game.weights) / 2
        kept.append(game.weights.copy())
        print(f"round {number + 1}: payoffs ±{np.abs(payoffs).mean():.3f}", file=sys.stderr, flush=True)
    game.weights[:] = np.mean(kept[rounds // 2 :], axis=0)
    return game.weights


if __name__ == "__main__":
    made = load(sys.argv[1])
    weights = train(made, int(sys.argv[2]), int(sys.argv[3]))
    print(", ".join(f"{w:.4g}" for w in weights))
