"""What solvers ask of a game beside its rules: what endless play is worth, what is symmetric, what has no labels."""

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
    """The even payoff: above it Max hurries and Min stalls. Where the bounds are infinite, 0.

    >>> from gametree import load
    >>> middle(load("connect4"))
    0.0
    """
    value = even(game)
    return value if math.isfinite(value) else 0.0


def sides(game: AnyGame, coding: Coding) -> tuple[int, int]:
    """The numbers of the payoffs that are less than even, and of those that are more: the first end, the others begin.

    >>> from gametree import load
    >>> from gametree.solving.label import Coding
    >>> sides(load("connect4"), Coding((-1.0, 0.0, 1.0), 0.0))
    (1, 2)
    """
    even = middle(game)
    return sum(payoff < even for payoff in coding.payoffs), sum(payoff <= even for payoff in coding.payoffs)


def cycle_worth(game: AnyGame, states: Iterable[Any]) -> float:
    """What endless play is worth to Max: the even payoff, or what ``repeated`` says, the same everywhere."""
    if not provides(game, "repeated"):
        return middle(game)
    paid = {float(worth(game.repeated(s))) for s in states}
    if len(paid) > 1:
        raise several_worths(game, *sorted(paid)[:2])
    return paid.pop() if paid else middle(game)


def several_worths(game: AnyGame, one: float, other: float) -> GameError:
    """The refusal where endless play is worth one thing here and another there."""
    return GameError(
        f"{title(game)}: endless play is worth {one:g} in one position and {other:g} in another (repeated); "
        "such a game is solved by its numbers: define index, state and index_size"
    )


def refuse_unsound(game: AnyGame) -> None:
    """Raise where labels would be wrong whatever the graph of positions looks like."""
    if game.repetition == "illegal" and not provides(game, "repeated"):
        raise GameError(
            f"{title(game)}: no position may be repeated, so what a position is worth depends on those before it; "
            "labels of positions alone would be wrong"
        )


def refuse_loops(game: AnyGame) -> None:
    """Raise where labels would be wrong because positions can come back."""
    if game.repetition == "loss" and not provides(game, "repeated"):
        raise GameError(
            f"{title(game)}: positions come back, and who brings one back loses, so what a position is worth depends "
            "on those before it; labels of positions alone would be wrong"
        )


def canonical(game: AnyGame, state: Any) -> Any:
    """Of a state and those that are symmetric to it, the smallest.

    >>> from gametree import load
    >>> game = load("connect4")
    >>> canonical(game, game.parse("7")) == game.parse("1")
    True
    """
    states = [state, *game.symmetries(state)]
    try:
        return min(states)
    except TypeError:
        return min(states, key=repr)


def images(game: AnyGame, state: Any) -> int:
    """How many different states a state stands for: itself, and those that are symmetric to it."""
    return len({state, *game.symmetries(state)})


def divides(game: AnyGame, start: Any) -> bool:
    """May one state be stored for all that are symmetric to it? Only if the start is symmetric to no other: then
    whatever can be reached, its images can be too, and all of them can be counted."""
    return provides(game, "symmetries") and all(image == start for image in game.symmetries(start))
