# pyright: basic
"""The ends of a game, for kernels: the same functions in plain Python and compiled."""

from __future__ import annotations

from gametree.engine.dual import inner
from gametree.game import worth


@inner
def as_worth(payoff):
    """Max's value of a payoff, as a float.

    >>> as_worth((5, 2)), as_worth(3)
    (1.5, 3.0)
    """
    return worth(payoff) * 1.0


@inner
def middle(game):
    """The even payoff; 0 if the bounds are infinite."""
    value = (float(game.bounds[0]) + float(game.bounds[1])) / 2
    return value if value - value == 0 else 0.0


@inner
def ended(game, s):
    """Is the game over here, by its rules or as a draw by rule?"""
    return bool(game.terminal(s)) or bool(game.drawn(s))


@inner
def final_worth(game, s):
    """Max's value at the end of the game."""
    return as_worth(game.utility(s)) if game.terminal(s) else middle(game)
