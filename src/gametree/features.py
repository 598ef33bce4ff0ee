"""Evaluations as weighted features: what a game looks at is code, how much each thing counts is data.

A game says which features a position has, ``evaluate`` is their weighted sum, and the weights are a NumPy array. An
array is data to compiled code: other weights need no compiler, two players with different weights share one search, and
whatever learns weights can change them in place.

>>> from gametree import load
>>> game = load("ponghauki")
>>> other = weighted(game, [0, 5])
>>> s = game.parse("X . X O O")
>>> game.evaluate(s), other.evaluate(s)
(1.0, 5.0)
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from gametree.errors import GameError
from gametree.game import Game
from gametree.titles import entitle_like, title

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from gametree.game import AnyGame

S = TypeVar("S")


class Weighted(Game[S]):
    """A game whose evaluation is a weighted sum of features. Subclass it instead of ``Game``, and write ``features``;
    name each feature in ``terms`` and give it its first weight in ``__init__``.

    >>> import numpy as np
    >>> class Piles(NamedTuple):
    ...     mine: int
    ...     yours: int
    >>> class Collect(Weighted[Piles]):
    ...     terms = ("stones", "pairs")
    ...     def __init__(self):
    ...         self.weights = np.array([1, 0.5])
    ...     def features(self, s):
    ...         yield 0, s.mine - s.yours
    ...         yield 1, s.mine // 2 - s.yours // 2
    >>> Collect().evaluate(Piles(5, 2))
    3.5

    Its attributes:

    ``terms``
        What people call the features, in the order of the weights. (A long table may be named in ``__init__``.)

    ``weights``
        One number a feature, positive where more of it is good for Max. With ``evaluation = "utility"`` a weight is in
        units of the payoff.
    """

    terms: ClassVar[tuple[str, ...]]
    weights: NDArray[np.float64]

    def features(self, s: S) -> Iterable[tuple[int, float]]:
        """REQUIRED here. Which features there are, as pairs: the number of a weight, and how often it counts, positive
        where Max has it and negative where Min has it.

        Features that are absent need not be named, and a feature that is named twice counts twice.
        """
        raise GameError(f"{type(self).__name__} does not define features: what its evaluation counts")

    def evaluate(self, s: S) -> float:
        """The weighted sum of the features."""
        total = 0.0
        for i, times in self.features(s):
            total += float(self.weights[i]) * times
        return total

    def reweighted(self, weights: NDArray[np.float64]) -> Weighted[S]:
        """A copy of the game with other weights."""
        other = copy.copy(self)
        other.weights = weights
        return other

    def shares(self, s: S) -> list[Share]:
        """The evaluation of a position, as parts that add up to it."""
        import numpy as np

        amounts = np.zeros(len(self.weights))
        for i, times in self.features(s):
            amounts[i] += times
        there = np.flatnonzero(amounts)
        return [Share(self.terms[i], float(amounts[i]), float(self.weights[i])) for i in there]


class Scored(Weighted[S]):
    """Like ``Weighted``, where the payoff is a score: the sum estimates the payoff and stays within its bounds."""

    evaluation = "utility"

    def evaluate(self, s: S) -> float:
        """The weighted sum of the features, cut off at the bounds of the payoff."""
        low, high = self.bounds
        return float(min(max(super().evaluate(s), low), high))


class Share(NamedTuple):
    """What one feature contributes to the evaluation of a position."""

    term: str
    times: float
    weight: float

    def __str__(self) -> str:
        return f"{self.term:24} {self.times:6g} × {self.weight:6g} = {self.times * self.weight:+.6g}"


def shares(game: AnyGame, s: Any) -> list[Share]:
    """The evaluation of a position, feature by feature; absent features are left out.

    >>> from gametree import load
    >>> game = load("ponghauki")
    >>> for share in shares(game, game.parse("X . X O O")):
    ...     print(share)
    centre                        1 ×      1 = +1
    """
    return featured(game).shares(s)


def describe_shares(game: AnyGame, s: Any, most: int = 20, *, where: str = "of this position") -> str:
    """The evaluation of a position in words: its sum, then what each feature contributes, the weightiest first.

    >>> from gametree import load
    >>> game = load("ponghauki")
    >>> print(describe_shares(game, game.parse("X . X O O")))
    evaluation of this position: +1
    centre                        1 ×      1 = +1
    """
    found = sorted(shares(game, s), key=lambda share: -abs(share.times * share.weight))
    lines = [f"evaluation {where}: {featured(game).evaluate(s):+.6g}", *map(str, found[:most])]
    if len(found) > most:
        rest = sum(share.times * share.weight for share in found[most:])
        lines.append(f"{f'{len(found) - most} more':24} {'':>15} = {rest:+.6g}")
    return "\n".join(lines)


def weighted(game: AnyGame, weights: Iterable[float]) -> Weighted[Any]:
    """The same game with other weights, under the same name; the game that is given keeps its own."""
    import numpy as np

    checked = featured(game)
    numbers = np.array(list(weights), dtype=np.float64)
    if numbers.shape != checked.weights.shape or not np.isfinite(numbers).all():
        names = ", ".join(checked.terms[:8]) + (", …" if len(checked.terms) > 8 else "")
        raise GameError(f"{type(game).__name__} takes {len(checked.weights)} weights, finite numbers: {names}")
    other = checked.reweighted(numbers)
    entitle_like(other, game)
    return other


def featured(game: AnyGame) -> Weighted[Any]:
    """The game, which must have weighted features."""
    if not isinstance(game, Weighted):
        raise GameError(
            f"{title(game)} has no weighted features: inherit from Weighted, name the terms and write features "
            "(docs/evaluation.md)"
        )
    return game
