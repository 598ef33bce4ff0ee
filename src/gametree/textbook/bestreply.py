"""Best-reply search: for more than two players; only one opponent answers (Schadd & Winands 2011).

After a move of the player at the root comes a single move of one opponent: the move that is worst for the root player.
The other opponents pass. So the search sees the root player's plans earlier than max^n and paranoid search, at the
price of positions that do not occur in the game. ``null`` gives the state after a pass.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, over, provides
from gametree.hooks import asked
from gametree.textbook.support.deep import deep
from gametree.textbook.support.walk import Line, Result, State, Walk
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.textbook.support.tracing import Tracer


@deep
def bestreply(game: AnyGame, position: Any = None, depth: int | None = None, *, tracer: Tracer | None = None) -> Result:
    """The value, for the player at the root, when only the worst single reply is looked at.

    >>> from gametree import load
    >>> bestreply(load("star:side=1,players=3"), depth=3).action > 0
    True
    """
    if not provides(game, "null"):
        raise GameError(f"bestreply needs null(s), the state after a pass, but {title(game)} does not define it")
    walk = Walk("bestreply", game, position, depth, tracer, everyone=True, selective=True)
    hero = max(game.player(walk.root), 0)

    def value(s: State, via: int | None, depth: float) -> tuple[float, Line]:
        player = walk.enter(s, via)
        if walk.ends(s, depth):
            return walk.leave(walk.leaf(s)[0][hero])
        if player == CHANCE:
            return walk.leave(sum(p * value(child, a, depth - 1)[0] for p, a, child in walk.outcomes(s)))
        best, line = -inf if player == hero else inf, ()
        for a, child in walk.children(s) if player == hero else replies(s):
            v, rest = value(child, a, depth - 1)
            if (v > best) if player == hero else (v < best):
                best, line = v, (a, *rest)
                walk.update(best)
        return walk.leave(best, line)

    def replies(s: State) -> Iterator[tuple[int, State]]:
        """The moves of every opponent in turn, as if the others passed, each with the state in which the hero is to
        move again."""
        for _ in range(game.players - 1):
            if game.player(s) == hero:
                return
            walk.tracer.expanded += 1
            for a in game.actions(s):
                walk.tracer.generated += 1
                after = game.result(s, a)
                while game.player(after) not in (hero, CHANCE) and not over(game, after):
                    after = asked(game, "null")(after)
                yield a, after
            s = asked(game, "null")(s)

    return walk.result(*value(walk.root, None, walk.depth))
