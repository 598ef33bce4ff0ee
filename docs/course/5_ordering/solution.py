"""Alpha-beta that sorts the moves by the estimates of the states that they lead to."""

from math import inf

MAX = 0


def alphabeta(game, s):
    """Alpha-beta to the ends of the game, in the order that the game gives."""
    return search(game, s, inf, -inf, inf, lambda s, children: children)


def alphabeta_to_depth(game, s, depth):
    """Alpha-beta to a depth, the most promising move first."""

    def sort(s, children):
        children = list(children)
        return sorted(children, key=lambda pair: game.evaluate(pair[1]), reverse=game.player(s) == MAX)

    return search(game, s, depth, -inf, inf, sort)


def search(game, s, depth, alpha, beta, sort):
    """The value within a window, and the best move."""
    if game.terminal(s):
        return game.utility(s), None
    if depth == 0:
        return game.evaluate(s), None
    maximises = game.player(s) == MAX
    best, move = (-inf if maximises else inf), None
    for a, child in sort(s, [(a, game.result(s, a)) for a in game.actions(s)]):
        value, _ = search(game, child, depth - 1, alpha, beta, sort)
        if (value > best) if maximises else (value < best):
            best, move = value, a
        if maximises:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move
