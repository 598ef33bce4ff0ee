"""Expectiminimax, to the ends of the game or to a depth."""

from math import inf

MAX, CHANCE = 0, -1


def expectiminimax(game, s):
    """The value of a state, and the best move there."""
    return expectiminimax_to_depth(game, s, inf)


def expectiminimax_to_depth(game, s, depth):
    """The same with an estimate at the horizon."""
    if game.terminal(s):
        return game.utility(s), None
    if depth == 0:
        return game.evaluate(s), None
    if game.player(s) == CHANCE:
        return sum(p * expectiminimax_to_depth(game, game.result(s, a), depth - 1)[0] for a, p in game.chances(s)), None
    better = max if game.player(s) == MAX else min
    moves = ((expectiminimax_to_depth(game, game.result(s, a), depth - 1)[0], a) for a in game.actions(s))
    return better(moves, key=lambda pair: pair[0])
