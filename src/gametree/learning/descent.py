"""The minimum of a smooth function: L-BFGS (Nocedal and Wright, *Numerical Optimization*, algorithm 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Reals = NDArray[np.float64]

MEMORY = 12
"""How many of the last steps are remembered."""
SHRINK, ENOUGH = 0.5, 1e-4
"""A step is halved until it gains at least this share of what the slope promises."""
LITTLE = 1e-7
"""A step that gains a smaller share of the value is the last one."""


def least(slope: Callable[[Reals], tuple[float, Reals]], start: Reals, steps: int, tolerance: float = 1e-7) -> Reals:
    """The point where a function is least, from its value and its gradient.

    >>> bowl = np.array([1.0, 100.0])
    >>> found = least(lambda x: (float(bowl @ (x - 3) ** 2), 2 * bowl * (x - 3)), np.zeros(2), 100)
    >>> found.round(6).tolist()
    [3.0, 3.0]
    """
    x = start.copy()
    value, gradient = slope(x)
    moves: list[tuple[Reals, Reals]] = []
    for _ in range(steps):
        if np.abs(gradient).max(initial=0.0) < tolerance:
            break
        way = -_towards(gradient, moves)
        promise = float(gradient @ way)
        if promise >= 0:  # rounding has spoilt the memory
            moves, way = [], -gradient
            promise = float(gradient @ way)
        length = 1.0 if moves else min(1.0, 1.0 / float(np.abs(gradient).sum()))
        while True:
            after = x + length * way
            then, steeper = slope(after)
            if then <= value + ENOUGH * length * promise:
                break
            length *= SHRINK
            if length < 1e-12:
                return x
        moved, changed = after - x, steeper - gradient
        if float(moved @ changed) > 1e-12 * float(changed @ changed):
            moves = [*moves[-MEMORY + 1 :], (moved, changed)]
        gained, x, value, gradient = value - then, after, then, steeper
        if gained <= LITTLE * abs(value) and len(moves) > 2:  # the first steps are short
            break
    return x


def _towards(gradient: Reals, moves: list[tuple[Reals, Reals]]) -> Reals:
    """The inverse of the curvature, as the last moves show it, times the gradient."""
    q: Reals = gradient.copy()
    shares: list[float] = []
    for moved, changed in reversed(moves):
        share = float(moved @ q) / float(moved @ changed)
        q -= share * changed
        shares.append(share)
    if moves:
        moved, changed = moves[-1]
        q *= float(moved @ changed) / float(changed @ changed)
    for (moved, changed), share in zip(moves, reversed(shares), strict=True):
        q += moved * (share - float(changed @ q) / float(moved @ changed))
    return q
