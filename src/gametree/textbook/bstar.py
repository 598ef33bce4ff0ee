"""B*: go on until one move is shown to be best, whatever its value (Berliner 1979).

Each leaf has two estimates, an *optimistic* and a *pessimistic* one: the value should lie between them. A node has the
best optimistic and the best pessimistic bound of its children. A move is best when its pessimistic bound is no worse
than the optimistic bounds of all other moves. There are two ways to get there:

- *ProveBest*: develop the move that looks best, to raise its pessimistic bound;
- *DisproveRest*: develop the rival that looks best, to lower its optimistic bound.

Which of them costs less is guessed from the depths that the bounds come from: the square of the depth below the best
move, against the sum of the squares below its rivals. Below the move the way leads on to the child with the best
optimistic bound for its mover. No depth and no value is set; a move that is clearly best is found at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, AnyGame, provides
from gametree.hooks import asked
from gametree.textbook.bestfirst import answer, check_expansions
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.tracing import Stopped
from gametree.textbook.support.tree import ValuedNode
from gametree.textbook.support.walk import Result, Walk, one_of

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer

STRATEGIES = ("auto", "provebest", "disproverest")


class Bounded(ValuedNode):
    """A node with a pessimistic and an optimistic estimate of its value, both Max's: ``low`` and ``high``."""

    low: float
    high: float
    margin: float = 0

    def evaluate(self) -> None:
        """Give a new leaf its bounds."""
        walk, found = self.walk, self.end()
        if found is not None:
            self.settle(found)
        else:
            least, most = asked(walk.game, "reach")(self.state)
            self.least, self.most = walk.scale.payoff(tidy(least)), walk.scale.payoff(tidy(most))
            low, high = self._estimates()
            self.low, self.high = (min(max(bound, self.least), self.most) for bound in sorted((low, high)))
            self.value, self.open = (self.low + self.high) / 2, self.ply < walk.depth and self.low < self.high
        walk.tracer.evaluated += 1
        why = f"{'an estimate' if found is None else 'the end'}: {self.show()}"
        walk.tracer.record("leaf", self.id, self.certain, why)

    @property
    def certain(self) -> float | None:
        """The value, if both bounds are the same."""
        return self.value if self.low == self.high else None

    def _estimates(self) -> tuple[float, float]:
        """The bounds by the game's ``span``, or its estimate and the margin; without either nothing is known."""
        walk = self.walk
        if provides(walk.game, "span"):
            low, high = asked(walk.game, "span")(self.state)
            return walk.scale.estimate(tidy(low)), walk.scale.estimate(tidy(high))
        if not provides(walk.game, "evaluate"):
            return self.least, self.most
        estimate = walk.estimate(self.state)
        return estimate - self.margin, estimate + self.margin

    def settle(self, payoff: float) -> None:
        """The game is over here."""
        super().settle(payoff)
        self.low = self.high = self.value

    def back_up(self) -> None:
        """The best bounds of the children."""
        better = max if self.player == MAX else min
        self.least, self.most = better(c.least for c in self.children), better(c.most for c in self.children)
        self.low, self.high = better(c.low for c in self.children), better(c.high for c in self.children)
        self.value = (self.low + self.high) / 2
        self.open = self.low < self.high and any(child.open for child in self.children)
        best = self.best()
        self.walk.tracer.record("update", self.id, self.certain, self.show(), best=best.id)

    def best(self, *, among_open: bool = False) -> Bounded:
        """The child with the best optimistic bound for the mover; of equals the one with the better pessimistic one."""
        children = [child for child in self.children if child.open or not among_open]
        return max(children, key=lambda child: (child.hope(self.player), child.fear(self.player), child.exact))

    def safest(self) -> Bounded:
        """The child with the best pessimistic bound for the mover."""
        return max(self.children, key=lambda child: (child.fear(self.player), child.hope(self.player), child.exact))

    def hope(self, player: int) -> float:
        """The optimistic bound, the more the better for this player."""
        return self.high if player == MAX else -self.low

    def fear(self, player: int) -> float:
        """The pessimistic bound, the more the better for this player."""
        return self.low if player == MAX else -self.high

    def leaf(self) -> Bounded:
        """Down to the leaf from which the optimistic bound of the mover comes, among those that can be developed."""
        node = self
        while node.children:
            node = node.best(among_open=True)
        return node

    def show(self) -> str:
        """The bounds for people."""
        return f"from {self.walk.scale.show(self.low)} to {self.walk.scale.show(self.high)}"


def bstar(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    strategy: str = "auto",
    margin: float | None = None,
    expansions: int = 1000,
    tracer: Tracer | None = None,
) -> Result:
    """B*, until a move is shown to be best, or this many nodes were developed (none deeper than ``depth``).

    The bounds are those of the game's ``span``; without it, the estimate minus and plus a ``margin`` (by default the
    game's own ``margin``, or as much as the first move can change the estimate). ``strategy`` is ``provebest``,
    ``disproverest``, or ``auto``: which of them looks cheaper. That a move is best is as true as the bounds are. The
    value is proven only if it comes from ends of the game.

    >>> from gametree import load
    >>> found = bstar(load("tree:example=bstar"))
    >>> found.line[0], found.note
    (0, 'the move is best: from 6 to 9, and no other more than 5; the value is an estimate after 3 expansions')
    """
    one_of("strategy", strategy, *STRATEGIES)
    check_expansions(expansions)
    if margin is not None and not margin >= 0:
        raise GameError(f"margin must be 0 or more, not {margin}")
    walk = Walk("bstar", game, position, depth, tracer, endless=True, limited=True)
    Node = type("Bounded", (Bounded,), {"margin": usual(walk) if margin is None else margin})  # noqa: N806
    root: Bounded = Node(walk, walk.root)
    root.evaluate()
    done = 0
    try:
        if walk.depth > 0 and root.end() is None:
            root.develop()
            done = 1
        while done < expansions and not decided(root) and (chosen := choose(root, strategy)):
            why, leaf = chosen
            walk.tracer.record("select", leaf.id, None, why)
            leaf.develop()
            done += 1
    except Stopped:
        if not root.children:
            raise
    found = answer(walk, root, f"after {done:,} expansion{'s' * (done != 1)}")
    line = line_of_play(root)
    return replace(found, action=line[0] if line else None, line=line, note=told(root) + found.note)


def decided(root: Bounded) -> bool:
    """Is one move no worse, at its worst, than every other at its best?"""
    if not root.children:
        return True
    best = root.safest()
    return all(best.fear(root.player) >= rival.hope(root.player) for rival in root.children if rival is not best)


def choose(root: Bounded, strategy: str) -> tuple[str, Bounded] | None:
    """What to do next, in words, and the leaf to develop; None if nothing is left."""
    best = root.best()
    rivals = [
        child for child in root.children if child is not best and child.hope(root.player) > best.fear(root.player)
    ]
    open_rivals = sorted((r for r in rivals if r.open), key=lambda r: -r.hope(root.player))
    if not best.open and not open_rivals:
        return None
    prove = strategy == "provebest"
    if strategy == "auto":
        prove = reach(best) ** 2 <= sum(reach(rival) ** 2 for rival in rivals)
    if best.open and (prove or not open_rivals):
        return "ProveBest", best.leaf()
    return "DisproveRest", open_rivals[0].leaf()


def reach(node: Bounded) -> int:
    """The depth that a move's optimistic bound comes from."""
    while node.children:
        node = node.best()
    return node.ply


def line_of_play(root: Bounded) -> tuple[int, ...]:
    """The move that is best at its worst, and then for each side what promises most."""
    if not root.children:
        return ()
    node, line = (root.safest() if decided(root) else root.best()), ()
    while True:
        line = (*line, node.action or 0)
        if not node.children:
            return line
        node = node.best() if not node.exact else node.safest()


def told(root: Bounded) -> str:
    """What is known of the moves, in words."""
    if not root.children:
        return ""
    if not decided(root):
        return "no move is shown to be best; "
    best, show = root.safest(), root.walk.scale.show
    rivals = [child for child in root.children if child is not best]
    if not rivals:
        return "the only move; "
    most = max(rivals, key=lambda rival: rival.hope(root.player))
    limit = f"more than {show(most.high)}" if root.player == MAX else f"less than {show(most.low)}"
    return f"the move is best: {best.show()}, and no other {limit}; "


def usual(walk: Walk) -> float:
    """By how much one move usually changes the estimate: what the game says, or what the first move can do."""
    if own := asked(walk.game, "margin"):
        return float(own)
    if not provides(walk.game, "evaluate") or provides(walk.game, "span") or walk.game.terminal(walk.root):
        return 0
    here = walk.estimate(walk.root)
    changes = [abs(walk.estimate(walk.game.result(walk.root, a)) - here) for a in walk.actions(walk.root)]
    return max(changes) or 1
