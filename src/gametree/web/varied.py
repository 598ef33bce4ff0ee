"""Variety in the computer's play: one of the moves that are about as good as the best, and never one that gives a
proven result away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

LINES = 4
"""The most moves to choose from."""
UNTIL = 20
"""After so many moves the best one is played: by then no two games are alike."""
ABOUT = 0.03
"""Two moves are about as good if their parts of the bar differ by no more than this."""


def near_best(found: dict[str, Any], sign: int) -> list[int]:
    """The first moves, as actions, of the lines that are about as good as the first one for the player whose
    part of the bar grows (``sign`` 1) or shrinks (−1). A line whose end is certain is as good only as another with the
    same end; a certain win is taken the quickest way, and a certain loss put off the longest.

    >>> line = lambda value, settled: {"value": value, "settled": settled}
    >>> found = {"lines": [line(0.2, False), line(0.19, False), line(0.0, True)], "actions": [[5], [6], [7]]}
    >>> near_best({**found, "shares": [0.6, 0.59, 0.5]}, 1)
    [5, 6]
    >>> drawn = {"lines": [line(0.0, True), line(0.0, False), line(0.0, True)], "actions": [[5], [6], [7]]}
    >>> near_best({**drawn, "shares": [0.5, 0.5, 0.5]}, 1)
    [5, 7]
    """
    (first, *others), shares = found["lines"], found["shares"]
    good = [found["actions"][0][0]]
    if first.get("settled") and shares[0] != 0.5:
        return good
    for line, actions, share in zip(others, found["actions"][1:], shares[1:], strict=True):
        if first.get("settled"):
            as_good = line.get("settled") and line["value"] == first["value"]
        else:
            as_good = not line.get("settled") and sign * (shares[0] - share) <= ABOUT
        if as_good and actions:
            good.append(actions[0])
    return good


def varied(found: dict[str, Any], sign: int, dice: random.Random) -> int:
    """One of the moves that are about as good as the best."""
    return dice.choice(near_best(found, sign))
