"""Facts about a game for solvers: the value of endless play, symmetric states, and games without labels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import AnyGame, even, provides, worth
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.solving.label import Coding


def middle(game: AnyGame) -> float:
    """The even payoff: above it Max hurries and Min stalls. 0 if the bounds are infinite.

    >>> from gametree import load
    >>> middle(load("connect4"))
    0.0
    """
    value = even(game)
    return value if math.isfinite(value) else 0.0


def sides(game: AnyGame, coding: Coding) -> tuple[int, int]:
    """Where the payoffs less than even end, and where those greater than even begin, as numbers of payoffs.

    >>> from gametree import load
    >>> from gametree.solving.label import Coding
    >>> sides(load("connect4"), Coding((-1.0, 0.0, 1.0), 0.0))
    (1, 2)
    """
    even = middle(game)
    return sum(payoff < even for payoff in coding.payoffs), sum(payoff <= even for payoff in coding.payoffs)


def cycle_worth(game: AnyGame, states: Iterable[Any]) -> float:
    """The value of endless play for Max: the even payoff, or ``repeated``, if it is the same everywhere."""
    if not provides(game, "repeated"):
        return middle(game)
    paid = {float(worth(game.repeated(s))) for s in states}
    if len(paid) > 1:
        raise several_worths(game, *sorted(paid)[:2])
    return paid.pop() if paid else middle(game)


def several_worths(game: AnyGame, one: float, other: float) -> GameError:
    """The error if endless play has different values in different positions."""
    return GameError(
        f"{title(game)}: endless play has the value {one:g} in one position and {other:g} in another (repeated); "
        "such a game needs numbers: define index, state and index_size"
    )


def refuse_unsound(game: AnyGame) -> None:
    """Raise if labels would be wrong for every graph of positions."""
    if game.repetition == "illegal" and not provides(game, "repeated"):
        raise GameError(
            f"{title(game)}: no position may be repeated, so the value of a position depends on its history; "
            "labels of positions alone would be wrong"
        )


def refuse_loops(game: AnyGame) -> None:
    """Raise if labels would be wrong because positions can come back."""
    if game.repetition == "loss" and not provides(game, "repeated"):
        raise GameError(
            f"{title(game)}: positions come back, and the player who brings one back loses, so the value of a position "
            "depends on its history; labels of positions alone would be wrong"
        )


def images(game: AnyGame, state: Any) -> int:
    """How many different states a state represents: itself and its symmetric images."""
    return len({state, *game.symmetries(state)})


def divides(game: AnyGame, start: Any) -> bool:
    """May one state be stored for all its symmetric images? Only if the start has no other image: then the images of
    every reachable state can be reached too, and all of them can be counted."""
    return provides(game, "symmetries") and all(image == start for image in game.symmetries(start))
