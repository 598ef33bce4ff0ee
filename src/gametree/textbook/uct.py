"""UCT: Monte-Carlo tree search with upper confidence bounds (Kocsis & Szepesvári 2006).

Each round has four steps: *select* a path down the tree, at each node the child with the best average plus a bonus for
being tried rarely; *expand* it by one node; *play out* a random game from there; *back up* its payoffs to all nodes of
the path. Good moves are tried more and more often, so the averages approach the minimax value, although no value is
ever certain. The move that was tried most is the answer.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame
from gametree.textbook.support.playouts import added, check_playouts, drawn, end_of, moves_of, playout, told
from gametree.textbook.support.tracing import Stopped
from gametree.textbook.support.tree import Node
from gametree.textbook.support.walk import Line, Result, Walk

if TYPE_CHECKING:
    from gametree.textbook.support.playouts import Payoffs
    from gametree.textbook.support.tracing import Tracer


class Arm(Node):
    """A node with its visits and the sum of its payoffs."""

    visits = 0
    total: Payoffs = ()
    moves: list[tuple[int, float]]
    """The moves from here, with their probabilities if chance moves."""

    def means(self) -> Payoffs:
        """Everybody's average."""
        return tuple(x / self.visits for x in self.total)

    def child(self, a: int) -> Arm | None:
        """The child by a move, if it is in the tree."""
        return next((child for child in self.children if child.action == a), None)


def uct(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    playouts: int = 1000,
    exploration: float = 1.0,
    seed: int = 0,
    tracer: Tracer | None = None,
) -> Result:
    """The move that was tried most in ``playouts`` rounds. ``depth`` limits the length of a playout.

    ``exploration`` is the weight of the bonus, with payoffs between 0 and 1: more of it tries rare moves more often.

    >>> from gametree import load
    >>> from gametree.textbook.montecarlo import montecarlo
    >>> game = load("nim:2,3")                            # to take one from b, which leaves 2 and 2, is the only win
    >>> [game.name(game.initial(), search(game).action) for search in (uct, montecarlo)]
    ['b1', 'a1']
    """
    check_playouts(playouts)
    if not exploration >= 0:
        raise GameError(f"exploration must be 0 or more, not {exploration}")
    walk = Walk("uct", game, position, depth, tracer, everyone=True, endless=True, selective=True)
    dice = Random(seed)
    low, high = game.bounds

    def round_from(node: Arm) -> None:
        """Select, expand, play out, back up."""
        while node.visits and (moves := node.moves):
            a = drawn(moves, dice) if node.player == CHANCE else selected(node)
            child = node.child(a)
            if child is None:
                walk.tracer.expanded += not node.children
                node.children.append(child := grown(game.result(node.state, a), node, a))
            node = child
        path = node.path()
        payoffs = playout(walk, [n.state for n in path], dice)
        walk.tracer.evaluated += 1
        walk.tracer.record("leaf", node.id, told(game, payoffs), "a playout")
        for n in reversed(path):
            n.visits += 1
            n.total = added(n.total, payoffs) if n.total else payoffs
            walk.tracer.record("update", n.id, told(game, n.means()), f"{n.visits} visit{'s' if n.visits > 1 else ''}")

    def selected(node: Arm) -> int:
        """The move with the highest upper confidence bound; one that was never tried comes first."""

        def bound(a: int) -> float:
            child = node.child(a)
            if child is None:
                return float("inf")
            average = (child.means()[node.player] - low) / (high - low)
            return average + exploration * sqrt(2 * log(node.visits) / child.visits)

        return max((a for a, _ in node.moves), key=bound)

    def grown(s: Any, parent: Arm | None = None, a: int | None = None) -> Arm:
        node = Arm(walk, s, parent, a)
        states = [*walk.history, *(n.state for n in node.path())]
        node.moves = [] if end_of(walk, states) is not None and parent else moves_of(walk, states)
        return node

    root = grown(walk.root)
    try:
        for _ in range(playouts):
            walk.tracer.look_at_the_clock()
            round_from(root)
    except Stopped:
        if not root.visits:
            raise
    line = line_from(root)
    best = root.child(line[0]) if line else None
    note = f"{root.visits:,} playouts" + (f", {best.visits:,} of them by this move" if best else "")
    return walk.result(told(game, (best or root).means()), line, note=note)


def line_from(node: Arm) -> Line:
    """The moves that were tried most, up to the first chance node."""
    line: Line = ()
    while node.children and node.player != CHANCE:
        node = max(node.children, key=lambda child: child.visits)
        line = (*line, node.action or 0)
    return line
