"""The effect of the order of moves on alpha-beta: leaves visited with several orders, compared with minimax and the √b
law.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975): in a uniform tree of
degree b and depth d the best order visits b^⌈d/2⌉ + b^⌊d/2⌋ − 1 of the b^d leaves, about the square root.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from gametree.game import CHANCE, MAX, Game, over, payoff, provides, worth
from gametree.solving.reachable import moves
from gametree.textbook.support.scores import estimate, scale_of

if TYPE_CHECKING:
    from collections.abc import Callable

S = TypeVar("S")


@dataclass(frozen=True)
class Ordering:
    """Leaves that a search of this depth visits."""

    depth: int
    minimax: int
    law: float
    """The √b law for a uniform tree with as many leaves."""
    leaves: dict[str, int]
    """For every order the leaves that alpha-beta visits. ``as given`` are the leaves that ``trace`` evaluates to this
    depth, except that here the search goes on when a position comes back."""


def ordering(
    game: Game[S], s: S, largest: int = 5_000, seed: int = 0, late: Callable[[int], bool] = lambda _: False
) -> Ordering | None:
    """Search with each order, as deep as minimax visits at most ``largest`` leaves; None if alpha-beta does not apply:
    more than two players, dice, or nothing to decide.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> found = ordering(game, game.initial())
    >>> found.leaves["best first"] < found.leaves["worst first"] <= found.minimax
    True
    """
    if game.players != 2 or over(game, s):
        return None
    chosen: _Search[S] | None = None
    for depth in range(1, 64):
        search = _Search(game, depth, largest, late)
        enough = not search.fill(s)
        if search.chance:
            return None
        if enough:
            break
        chosen = search
        if not search.horizon:
            break  # the whole tree has been searched
    if chosen is None:
        return None
    b = chosen.minimax ** (1 / chosen.depth)
    law = b ** math.ceil(chosen.depth / 2) + b ** (chosen.depth // 2) - 1
    leaves = {name: chosen.alphabeta(s, order) for name, order in chosen.orders(seed).items()}
    return Ordering(chosen.depth, chosen.minimax, law, leaves)


class _Search(Generic[S]):
    """A search to one depth: first the values of all nodes by minimax, then alpha-beta in a given order."""

    def __init__(self, game: Game[S], depth: int, largest: int, late: Callable[[int], bool]):
        self.game, self.depth, self.largest, self.late = game, depth, largest, late
        self.minimax = 0
        self.chance = self.horizon = False
        self.values: dict[tuple[S, int], float] = {}
        self.scale = scale_of(game, limited=True)

    def fill(self, s: S) -> bool:
        """Minimax over the whole tree; False if it has too many leaves."""
        self.value(s, self.depth)
        return self.minimax <= self.largest

    def value(self, s: S, depth: int) -> float:
        if self.minimax > self.largest or self.chance:
            return 0
        if depth == 0 or over(self.game, s):
            self.minimax += 1
            if self.minimax % 256 == 0 and self.late(self.minimax):
                self.minimax = self.largest + 1
            self.horizon = self.horizon or not over(self.game, s)
            value = self.leaf(s)
        elif self.game.player(s) == CHANCE:
            self.chance, value = True, 0
        else:
            better = max if self.game.player(s) == MAX else min
            value = better(self.value(self.game.result(s, a), depth - 1) for a in moves(self.game, s))
        self.values[s, depth] = value
        return value

    def leaf(self, s: S) -> float:
        """The value of a leaf as in the textbook searches to a depth: a win is more than every estimate, but finite.
        Infinity would equal the bound of the open window and cause cut-offs."""
        if over(self.game, s):
            return self.scale.payoff(worth(payoff(self.game, s)))
        return self.scale.estimate(worth(estimate(self.game, s)))

    def orders(self, seed: int) -> dict[str, Callable[[S, int], list[int]]]:
        """The orders: functions that sort the actions of a node with a given depth left."""
        game = self.game
        rng = random.Random(seed)

        def mover(s: S) -> int:
            return 1 if game.player(s) == MAX else -1

        def given(s: S, _: int) -> list[int]:
            return moves(game, s)

        def shuffled(s: S, _: int) -> list[int]:
            actions = moves(game, s)
            rng.shuffle(actions)
            return actions

        def hinted(s: S, _: int) -> list[int]:
            return sorted(moves(game, s), key=lambda a: -game.order(s, a))

        def evaluated(s: S, _: int) -> list[int]:
            return sorted(moves(game, s), key=lambda a: -mover(s) * self.leaf(game.result(s, a)))

        def best(s: S, depth: int) -> list[int]:
            return sorted(moves(game, s), key=lambda a: -mover(s) * self.values[game.result(s, a), depth - 1])

        def worst(s: S, depth: int) -> list[int]:
            return best(s, depth)[::-1]

        orders: dict[str, Callable[[S, int], list[int]]] = {"best first": best}
        if provides(game, "order"):
            orders["by order()"] = hinted
        if provides(game, "evaluate"):
            orders["by evaluate()"] = evaluated
        return orders | {"as given": given, "random": shuffled, "worst first": worst}

    def alphabeta(self, s: S, order: Callable[[S, int], list[int]]) -> int:
        """The leaves that alpha-beta visits."""
        leaves = 0

        def search(s: S, depth: int, alpha: float, beta: float) -> float:
            nonlocal leaves
            if depth == 0 or over(self.game, s):
                leaves += 1
                return self.leaf(s)
            maximise = self.game.player(s) == MAX
            best = -math.inf if maximise else math.inf
            for a in order(s, depth):
                value = search(self.game.result(s, a), depth - 1, alpha, beta)
                if maximise:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            return best

        search(s, self.depth, -math.inf, math.inf)
        return leaves
