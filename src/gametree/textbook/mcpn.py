"""Monte-Carlo proof-number search: random games tell the first numbers of a leaf (Saito, Chaslot, Uiterwijk & van den
Herik 2006).

Proof-number search begins every leaf with (1, 1), as if nothing could be known of it. Here some random games are played
from it. If a share p of them is true, the leaf begins with the proof number 1 − p and the disproof number p: where most
random games are won, a proof is taken to be near. One game of either kind is added to the count, so that neither number
is ever 0: only ends of the game prove something.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from gametree.textbook.support.playouts import check_playouts, playout
from gametree.textbook.support.statements import Goal, Proving, Statement
from gametree.textbook.support.tracing import Stopped
from gametree.textbook.support.walk import Result, Walk

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.textbook.support.tracing import Tracer


def mcpn(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    goal: str = "win",
    score: float | None = None,
    playouts: int = 5,
    seed: int = 0,
    tracer: Tracer | None = None,
) -> Result:
    """Can Max win? As ``pn``, with ``playouts`` random games from each new leaf.

    >>> from gametree import load
    >>> found = mcpn(load("nim:3,4,5"))
    >>> found.value, found.proven, found.note
    (1, True, 'proved: Max can win')
    """
    check_playouts(playouts)
    walk = Walk("mcpn", game, position, depth, tracer, endless=True)
    asked, dice = Goal(game, goal, score), Random(seed)

    def by_playouts(node: Statement) -> tuple[float, float]:
        states = [above.state for above in node.path()]
        true = sum(asked.meets(playout(walk, states, dice)[0]) for _ in range(playouts))
        share = (true + 1) / (playouts + 2)
        return 1 - share, share

    proving = Proving(walk, asked, by_playouts)
    root = proving.root
    proving.evaluate(root)
    try:
        while root.open and not root.solved:
            proving.develop(proving.select())
    except Stopped:
        if not root.children:
            raise
    return proving.answer()
