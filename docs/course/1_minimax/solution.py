"""Minimax."""

MAX = 0


def minimax(game, s):
    """The value of a state, and the best move there."""
    if game.terminal(s):
        return game.utility(s), None
    better = max if game.player(s) == MAX else min
    return better(((minimax(game, game.result(s, a))[0], a) for a in game.actions(s)), key=lambda pair: pair[0])
