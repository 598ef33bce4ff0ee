# pyright: basic
"""The ends of a game, for kernels: the same functions in plain Python and compiled."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import overload

from gametree.compile import OPTIONS
from gametree.engine.dual import inner
from gametree.game import worth


def as_worth(payoff: Any) -> float:
    """Max's value of a payoff, as a float.

    >>> as_worth((5, 2)), as_worth(3)
    (1.5, 3.0)
    """
    return float(worth(payoff))


@overload(as_worth, jit_options=OPTIONS)
def _as_worth(payoff):
    if isinstance(payoff, types.BaseTuple):
        return lambda payoff: (float(payoff[0]) - float(payoff[1])) / 2
    return lambda payoff: payoff * 1.0


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
