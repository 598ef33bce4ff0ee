"""Alpha-beta: cut on equality, or not; to the ends, or to a depth."""

from math import inf

MAX = 0


def alphabeta(game, s):
    """Alpha-beta that cuts where a value reaches the bound."""
    return search(game, s, inf, -inf, inf, lambda a, b: a >= b)


def alphabeta_strict(game, s):
    """Alpha-beta that cuts where a value passes the bound."""
    return search(game, s, inf, -inf, inf, lambda a, b: a > b)


def alphabeta_to_depth(game, s, depth):
    """Alpha-beta with an estimate at the horizon."""
    return search(game, s, depth, -inf, inf, lambda a, b: a >= b)


def search(game, s, depth, alpha, beta, crossed):
    """The value within a window, and the best move."""
    if game.terminal(s):
        return game.utility(s), None
    if depth == 0:
        return game.evaluate(s), None
    maximises = game.player(s) == MAX
    best, move = (-inf if maximises else inf), None
    for a in game.actions(s):
        value, _ = search(game, game.result(s, a), depth - 1, alpha, beta, crossed)
        if maximises and value > best:
            best, move = value, a
        if not maximises and value < best:
            best, move = value, a
        if maximises:
            if crossed(best, beta):
                break
            alpha = max(alpha, best)
        else:
            if crossed(alpha, best):
                break
            beta = min(beta, best)
    return best, move
