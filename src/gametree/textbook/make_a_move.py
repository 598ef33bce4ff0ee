"""Make-a-move: try every move, ask minimax what the position after it is worth, keep the best.

As the course text prints it, the loop starts from the worst score there is (MINSCORE for Max, MAXSCORE for Min) and
keeps a move only when it scores better. A player who loses after every move then keeps none, and has no move to play.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.game import MAX, AnyGame
from gametree.textbook.support.deep import deep
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.walk import Line, Result, State, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


@deep
def make_a_move(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    printed: bool = False,
    tracer: Tracer | None = None,
) -> Result:
    """The best move by a loop over the moves.

    ``printed`` is the form with the flaw. Here X threatens twice, O is lost whatever it does, and makes no move:

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> lost = game.parse("1 5 9 3 7")
    >>> make_a_move(game, lost, printed=True).action, make_a_move(game, lost).action
    (None, 1)
    """
    walk = Walk("make_a_move", game, position, depth, tracer, printed=printed)
    low, high = (walk.scale.payoff(tidy(bound)) for bound in game.bounds)

    def move(s: State) -> tuple[float, Line]:
        player = walk.enter(s)
        if walk.ends(s, walk.depth):
            return walk.leave(*walk.leaf(s))
        if player == MAX:
            best = low if printed else -inf
        else:
            best = high if printed else inf
        line: Line = ()
        for a, child in walk.children(s):
            v, rest = score(child, a, walk.depth - 1)
            if v > best if player == MAX else v < best:
                best, line = v, (a, *rest)
                walk.update(best)
        return walk.leave(best, line)

    def score(s: State, a: int, depth: float) -> tuple[float, Line]:
        player = walk.enter(s, a)
        if walk.ends(s, depth):
            return walk.leave(*walk.leaf(s))
        best, line = -inf if player == MAX else inf, ()
        for b, child in walk.children(s):
            v, rest = score(child, b, depth - 1)
            if v > best if player == MAX else v < best:
                best, line = v, (b, *rest)
                walk.update(best)
        return walk.leave(best, line)

    v, line = move(walk.root)
    nothing = "every move scores as badly as can be: the printed loop keeps none" if not line else ""
    return walk.result(v, line, note=nothing if printed else "")
