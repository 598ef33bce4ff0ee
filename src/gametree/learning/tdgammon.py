# pyright: basic
"""TD-Gammon's way (Tesauro 1992, 1995): Backgammon's network learns from games against itself.

Both sides take the play after which the network likes the position best. Then its answer for the position before the
roll goes a step towards its answer for the position after the play, seen from the other side; at the end towards the
result: TD(0). The dice see to it that all kinds of positions occur, so no move is random.
"""

from __future__ import annotations

import numpy as np

from gametree.compile import kernel, unpack
from gametree.engine.dual import inner
from gametree.games.backgammon.network import OUTPUTS


@inner
def rolled(game, s):
    """The state after a roll drawn at random."""
    left, chosen = np.random.random(), 0
    for outcome, p in game.chances(s):
        chosen = outcome
        left -= p
        if left < 0.0:
            break
    return game.result(s, chosen)


@inner
def played(game, s):
    """The state after the play that the game's evaluation likes best."""
    sign = 1.0 if s.turn == 0 else -1.0
    best, chosen = -1e9, 0
    for a in game.actions(s):
        after = game.result(s, a)
        value = sign * (game.utility(after) if game.terminal(after) else game.evaluate(after))
        if value > best:
            best, chosen = value, a
    return game.result(s, chosen)


@inner
def sides(s, player):
    """The men of a player, then those of the other."""
    if player == 0:
        return s.near, s.far, s.other_near, s.other_far
    return s.other_near, s.other_far, s.near, s.far


@inner
def step(game, s, targets, rate):
    """Move the network's answer for a position before the roll towards these chances; return how far its chance to win
    was from them."""
    near, far, other_near, other_far = sides(s, s.turn)
    in_race = game.in_race(near, far, other_near, other_far)
    weights, out = (game.race, game.race_out) if in_race else (game.contact, game.contact_out)
    hidden = game.hidden(near, far, other_near, other_far)
    answers = game.odds(near, far, other_near, other_far)
    units = len(hidden)
    slope = np.zeros(units, np.float32)
    for k in range(OUTPUTS):
        error = np.float32(rate * (targets[k] - answers[k]))
        for j in range(units):
            slope[j] += error * out[j, k]
            out[j, k] += error * hidden[j]
        out[units, k] += error
    one = np.float32(1)
    for j in range(units):
        flat = one - abs(hidden[j])
        slope[j] *= flat * flat
        weights[weights.shape[0] - 1, j] += slope[j]
    for i, amount in game.inputs(near, far, other_near, other_far):
        x = np.float32(amount)
        for j in range(units):
            weights[i, j] += x * slope[j]
    return targets[0] - answers[0]


@kernel
def self_play(game, root, games, seed, rate, sums):
    """Play games and learn from each position. ``sums``: what was paid, the positions, and how far the answers for wins
    were from what they should have been, squared. A ``seed`` of −1 goes on with the dice of the last call."""
    if seed >= 0:
        np.random.seed(seed)
    targets = np.zeros(OUTPUTS)
    for _ in range(games):
        s = played(game, rolled(game, unpack(game, root)))  # pyright: ignore[reportCallIssue]
        while not game.terminal(s):
            before = s
            s = played(game, rolled(game, s))
            if game.terminal(s):
                points = abs(game.utility(s))
                targets[0], targets[1], targets[2] = 1.0, min(max(points - 1.0, 0.0), 1.0), max(points - 2.0, 0.0)
                targets[3], targets[4] = 0.0, 0.0
                sums[0] += points
            else:
                near, far, other_near, other_far = sides(s, s.turn)
                win, gammon, backgammon, other_gammon, other_backgammon = game.odds(near, far, other_near, other_far)
                targets[0], targets[1], targets[2] = 1 - win, other_gammon, other_backgammon
                targets[3], targets[4] = gammon, backgammon
            error = step(game, before, targets, rate)
            sums[1] += 1
            sums[2] += error * error
    return 0
