"""Hex and Y solved by brute force on any stones, as a referee of connections and of cells that do not matter."""

from functools import cache

from gametree.bits import ones


def joined(game, stones, near, far):
    """Are two sets of cells joined by these stones?"""
    return game.grown(stones & near, stones, game.empty) & far != 0


def won(game, red, blue):
    """Who has won: 1 Red, −1 Blue, 0 nobody."""
    if game.edges == 3:
        return 1 if game.has_y(red) else -1 if game.has_y(blue) else 0
    return 1 if joined(game, red, game.top, game.bottom) else -1 if joined(game, blue, game.left, game.right) else 0


@cache
def value(game, red, blue, mover):
    """Who wins: 1 Red, −1 Blue."""
    if winner := won(game, red, blue):
        return winner
    best = -1 if mover else 1
    values = (value(game, *moved(red, blue, mover, cell), 1 - mover) for cell in ones(game.full & ~(red | blue)))
    return best if best in values else -best


def moved(red, blue, mover, cell):
    """The stones after a move."""
    return (red, blue | 1 << cell) if mover else (red | 1 << cell, blue)


@cache
def holds(game, own, near, far, carrier, first):
    """Can a side with these stones join two sets of cells inside of a carrier? ``first``: does it move first?"""
    if joined(game, own, near, far):
        return True
    if carrier == 0:
        return False
    if first:
        return any(holds(game, own | 1 << c, near, far, carrier & ~(1 << c), False) for c in ones(carrier))
    return all(holds(game, own, near, far, carrier & ~(1 << c), True) for c in ones(carrier))
