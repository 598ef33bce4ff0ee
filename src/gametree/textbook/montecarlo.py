"""Flat Monte-Carlo: play many random games after each move, and take the move with the best average (Brügmann 1993).

It needs no evaluation and looks at no tree; it works wherever random games mean something. What it does not know is
that the opponent answers well: a trap with one good reply looks fine. More playouts do not mend that; a tree does
(``uct``).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from gametree.game import CHANCE, AnyGame
from gametree.textbook.support.playouts import Payoffs, added, check_playouts, end_of, moves_of, playout, told
from gametree.textbook.support.tree import Node
from gametree.textbook.support.walk import Result, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


def montecarlo(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    playouts: int = 100,
    seed: int = 0,
    tracer: Tracer | None = None,
) -> Result:
    """The move after which ``playouts`` random games are best on average. ``depth`` limits the length of a playout.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> game.name(game.initial(), montecarlo(game).action)              # the middle
    '5'
    """
    check_playouts(playouts)
    walk = Walk("montecarlo", game, position, depth, tracer, everyone=True, endless=True, selective=True)
    dice, root = Random(seed), Node(walk, walk.root)
    if (end := end_of(walk, [walk.root])) is not None:
        return walk.result(told(game, end), ())
    moves = moves_of(walk, [*walk.history, walk.root])
    means: dict[int, Payoffs] = {}
    walk.tracer.expanded += 1
    for a, _ in moves:
        child = Node(walk, game.result(walk.root, a), root, a)
        total = (0.0,) * game.players
        for _ in range(playouts):
            walk.tracer.look_at_the_clock()
            total = added(total, playout(walk, [walk.root, child.state], dice))
        means[a] = tuple(x / playouts for x in total)
        walk.tracer.evaluated += 1
        walk.tracer.record("leaf", child.id, told(game, means[a]), f"the average of {playouts:,} playouts")
    note = f"{playouts * len(moves):,} playouts"
    if root.player == CHANCE:
        whole = tuple(sum(p * means[a][i] for a, p in moves) for i in range(game.players))
        return walk.result(told(game, whole), (), note=note)
    best = max(means, key=lambda a: means[a][root.player])
    return walk.result(told(game, means[best]), (best,), note=note)
