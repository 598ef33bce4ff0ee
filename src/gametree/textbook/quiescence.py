"""Quiescence search: do not evaluate in the middle of an exchange.

At a fixed depth the last capture looks like a gain, because the recapture lies beyond the horizon. Where the game says
that a state is not ``quiet``, the search goes on with its ``tactics`` alone. The mover need not go on: it may *stand
pat* and take the evaluation, since usually some quiet move is no worse.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def quiescence(
    game: AnyGame,
    position: Any = None,
    depth: int | None = 3,
    *,
    stand_pat: bool = True,
    limit: int = 20,
    ordering: str = "given",
    tracer: Tracer | None = None,
) -> Result:
    """Alpha-beta to a depth, and beyond it until it is quiet, ``limit`` moves at most.

    On a square stands a piece worth 1. Max may take it with his piece worth 9, which Min may then take; or leave it.

    >>> from typing import NamedTuple
    >>> from gametree import Game
    >>> class Square(NamedTuple):
    ...     balance: int
    ...     taken: int
    ...     left: int
    >>> class Exchange(Game):
    ...     bounds, evaluation, pieces = (-10, 10), "utility", (1, 9)
    ...     def initial(self): return Square(0, 0, 0)
    ...     def player(self, s): return (s.taken + s.left) % 2
    ...     def actions(self, s): return (1, 0)                                # take, leave
    ...     def result(self, s, a):
    ...         gain = self.pieces[s.taken] if self.player(s) == 0 else -self.pieces[s.taken]
    ...         return Square(s.balance + gain, s.taken + 1, 0) if a else s._replace(left=1)
    ...     def terminal(self, s): return s.left == 1 or s.taken == 2
    ...     def utility(self, s): return s.balance
    ...     def evaluate(self, s): return s.balance
    ...     def quiet(self, s): return s.taken == 0                            # nothing can be taken back
    ...     def tactics(self, s): return (1,)

    One move deep, minimax wins a piece. Quiescence sees it lost again, and leaves it.

    >>> from gametree.textbook.cutoff import cutoff
    >>> game = Exchange()
    >>> cutoff(game, depth=1).action, quiescence(game, depth=1).action
    (1, 0)
    """
    if limit < 0:
        raise GameError(f"limit must be 0 or more, not {limit}")
    walk = Walk("quiescence", game, position, depth, tracer, ordering=ordering, selective=not stand_pat)

    def value(s: State, a: int | None, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        player = walk.enter(s, a, alpha, beta)
        if walk.over(s) or (depth <= 0 and calm(s, depth)):
            return walk.leave(*walk.leaf(s))
        best = max_value(s, depth, alpha, beta) if player == MAX else min_value(s, depth, alpha, beta)
        return walk.leave(*best)

    def calm(s: State, depth: float) -> bool:
        return game.quiet(s) or depth <= -limit or not list(game.tactics(s))

    def max_value(s: State, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        v, line = -inf, ()
        if depth <= 0 and stand_pat:
            v = walk.stand_pat(s, alpha, beta)
            if v >= beta:
                return v, line
            alpha = max(alpha, v)
        for a, child in walk.children(s, game.tactics(s) if depth <= 0 else None):
            v2, rest = value(child, a, depth - 1, alpha, beta)
            if v2 > v:
                v, line = v2, (a, *rest)
                walk.update(v, alpha, beta)
            if v >= beta:
                walk.cut(v, beta)
                return v, line
            alpha = max(alpha, v)
        return v, line

    def min_value(s: State, depth: float, alpha: float, beta: float) -> tuple[float, Line]:
        v, line = inf, ()
        if depth <= 0 and stand_pat:
            v = walk.stand_pat(s, alpha, beta)
            if v <= alpha:
                return v, line
            beta = min(beta, v)
        for a, child in walk.children(s, game.tactics(s) if depth <= 0 else None):
            v2, rest = value(child, a, depth - 1, alpha, beta)
            if v2 < v:
                v, line = v2, (a, *rest)
                walk.update(v, alpha, beta)
            if v <= alpha:
                walk.cut(v, alpha)
                return v, line
            beta = min(beta, v)
        return v, line

    return walk.result(*value(walk.root, None, walk.depth, -inf, inf))
