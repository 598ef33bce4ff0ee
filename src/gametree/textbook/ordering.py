"""The order in which children are searched. Alpha-beta's savings depend on it (Knuth & Moore 1975).

With the best child first everywhere, alpha-beta looks at b^⌈d/2⌉ + b^⌊d/2⌋ − 1 of the b^d leaves of a uniform tree: it
looks twice as far in the same time, as if the branching factor were √b. With the worst first it looks
at nearly all of them.
``best`` and ``worst`` cheat: they use minimax first, to show the effect of an order.
"""

from __future__ import annotations

from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, over, payoff, worth
from gametree.textbook.support.scores import estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gametree.textbook.support.walk import Walk

Child = tuple[int, Any]

ORDERINGS = {
    "given": "as the game gives them",
    "evaluation": "by the evaluation of each child",
    "hint": "by the game's own hint, order(s, a)",
    "random": "shuffled, the same way every time",
    "best": "by the true value, best first",
    "worst": "by the true value, worst first",
}


def sort(ordering: str, walk: Walk) -> Callable[[Any, Iterable[Child]], Iterable[Child]]:
    """The function that sorts a state's children, for a walk."""
    if ordering not in ORDERINGS:
        raise GameError(f"ordering must be one of {', '.join(ORDERINGS)}, not {ordering!r}")
    if ordering == "given":
        return lambda s, children: children
    if ordering == "random":
        dice = Random(0)
        return lambda s, children: _shuffled(dice, list(children))
    game, known = walk.game, dict[Any, float]()

    def merit(s: Any, child: Child) -> float:
        if ordering == "hint":
            return game.order(s, child[0])
        depth = 0 if ordering == "evaluation" else walk.depth - walk.ply - 1
        value = _value(walk, child[1], depth, known)
        return value if game.player(s) == MAX else -value

    return lambda s, children: sorted(children, key=lambda child: merit(s, child), reverse=ordering != "worst")


def _shuffled(dice: Random, children: list[Child]) -> list[Child]:
    dice.shuffle(children)
    return children


def _value(walk: Walk, s: Any, depth: float, known: dict[Any, float]) -> float:
    """Minimax, with a table and without a record, under the same time limit."""
    game, scale = walk.game, walk.scale
    if (s, depth) not in known:
        if len(known) % 256 == 0:
            walk.tracer.look_at_the_clock()
        if over(game, s):
            known[s, depth] = scale.payoff(worth(payoff(game, s)))
        elif depth <= 0:
            known[s, depth] = scale.estimate(worth(estimate(game, s)))
        else:
            sign, best = (1, -inf) if game.player(s) == MAX else (-1, inf)
            for a in game.actions(s):
                v = _value(walk, game.result(s, a), depth - 1, known)
                best = v if sign * v > sign * best else best
            known[s, depth] = best
    return known[s, depth]
