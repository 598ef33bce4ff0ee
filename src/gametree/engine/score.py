# pyright: basic
"""Scores: what a search compares. One 64-bit integer holds a payoff or an estimate, and the distance of the end.

A payoff becomes a whole number of units around the even payoff (``game._scale`` units to one), times ``STEP``; the room
below ``STEP`` prefers the quicker win and the slower loss. A game whose evaluation is ``"relative"`` has estimates that
are not payoffs: they lie within ±``ESTIMATE``, and wins and losses lie beyond ±``WIN``. One with ``"utility"`` has
estimates on the scale of the payoffs. All scores stay below 2**39 in size, so that a table entry holds them in 40 bits.

Here a score is Max's; the search negates it where Min is to move.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types
from numba.extending import overload

from gametree.compile import AS_PART, constant
from gametree.engine.dual import inner
from gametree.game import MAX, worth

if TYPE_CHECKING:
    from gametree.game import AnyGame

STEP = 1 << 12
FAR = STEP // 2 - 1
"""Distances from here on are not distinguished."""
ESTIMATE = 1 << 37
ESTIMATE_STEP = 1 << 12
"""Units of score to one unit of a relative estimate."""
WIN = 1 << 38
INFINITY = 1 << 39
ILLEGAL, LOST = INFINITY + 1, INFINITY + 2
"""Not scores: the move repeats a position, which is forbidden, or loses."""


def units(payoff: Any, scale: int) -> int:
    """A payoff (a number, or a pair of which half the difference counts) as a whole number of units.

    >>> units(2.5, 16), units((5, 2), 16)
    (40, 24)
    """
    return math.floor(worth(payoff) * scale + 0.5)


@overload(units, jit_options=AS_PART)
def _units(payoff, scale):
    if isinstance(payoff, types.Integer | types.Boolean):
        return lambda payoff, scale: np.int64(payoff) * scale
    return lambda payoff, scale: np.int64(math.floor(worth(payoff) * scale + 0.5))


@inner
def final_score(game, above, ply):
    """The score of an end at this ply of the search, this many units above (or below) the even payoff."""
    beyond = WIN if game._relative else 0
    near = FAR - min(ply, FAR) if game._hasty else 0
    if above > 0:
        return above * STEP + near + beyond
    if above < 0:
        return above * STEP - near - beyond
    return 0


@inner
def estimate_score(game, estimate):
    """The score of an estimate at the horizon."""
    if game._relative:
        return min(max(units(estimate, ESTIMATE_STEP), 1 - ESTIMATE), ESTIMATE - 1)
    return (min(max(units(estimate, game._scale), game._low), game._high) - game._even) * STEP


@inner
def deepen(game, score, plies):
    """A score seen from ``plies`` nearer to the root (negative: deeper): the distance of an end grows by as much."""
    if game._relative and -WIN < score < WIN:
        return score
    near = ((score + STEP // 2) & (STEP - 1)) - STEP // 2
    if near > 0:
        return score - plies
    if near < 0:
        return score + plies
    return score


def value_of(game: AnyGame, score: int, *, proven: bool) -> float:
    """A score in the game's own units: the payoff of an end, or an estimate that is not ``proven``."""
    scale, middle = constant(game, "_scale"), constant(game, "_even")
    if is_win(game, score):
        score -= WIN if score > 0 else -WIN
    elif constant(game, "_relative") and score and not proven:
        return _tidy(score / ESTIMATE_STEP)
    return _tidy(((score + STEP // 2) // STEP + middle) / scale)


def least_payoff(game: AnyGame, score: int) -> float:
    """The least payoff whose score is this or more, for any distance."""
    decided = is_win(game, score) or not constant(game, "_relative")
    return max(value_of(game, score if decided else 0, proven=True), game.bounds[0])


def greatest_payoff(game: AnyGame, score: int) -> float:
    """The greatest payoff whose score is this or less, for any distance."""
    decided = is_win(game, score) or not constant(game, "_relative")
    return min(value_of(game, score if decided else 0, proven=True), game.bounds[1])


def win_score(game: AnyGame, player: int) -> int:
    """The score of an immediate win of a player: the player's best score."""
    payoff, middle = constant(game, "_high" if player == MAX else "_low"), constant(game, "_even")
    facts = SimpleNamespace(_relative=constant(game, "_relative"), _hasty=constant(game, "_hasty"))
    return abs(final_score(facts, payoff - middle, 0))


def distance_of(game: AnyGame, score: int) -> int | None:
    """The distance of the end with this score; None if the score has none (an estimate, or even)."""
    if constant(game, "_relative") and abs(score) < WIN:
        return None
    near = (score + STEP // 2) % STEP - STEP // 2
    return FAR - abs(near) if near else None


def is_win(game: AnyGame, score: int) -> bool:
    """Does the score say that the game is decided, whatever lies beyond the horizon?"""
    return bool(constant(game, "_relative")) and abs(score) > WIN


def _tidy(value: float) -> float:
    return int(value) if value == int(value) else round(value, 6)
