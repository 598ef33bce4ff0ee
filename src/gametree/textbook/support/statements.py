"""The AND/OR tree of a proof-number search, and its numbers. The searches differ in which leaf they develop, and how.

The statement is about Max: he wins, he draws at least, or he gets at least a score. Where Max moves, one true child is
enough (OR); where Min moves, all must be true (AND). Each node has two numbers: how many leaves would have to turn out
true to prove it, and how many false to disprove it. A leaf of which nothing is known has (1, 1), and keeps that if it
cannot be developed: an unknown leaf of a written tree, or one at the depth where the search ends.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Self

from gametree.claims import Evidence, claim
from gametree.game import MAX, AnyGame, even
from gametree.hooks import asked
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.tree import Node
from gametree.textbook.support.walk import Line, Result, Walk, one_of

GOALS = ("win", "draw")
MOST_PROVING = "the most-proving node"


class Statement(Node):
    """A node of the AND/OR tree with its two numbers."""

    proof: float = 1
    disproof: float = 1
    open = True
    """Is there a leaf at or below this node that can still be developed, and may matter?"""

    @property
    def solved(self) -> bool:
        """Is the statement proved or disproved here?"""
        return self.proof == 0 or self.disproof == 0

    def show(self) -> str:
        """The two numbers for people."""
        return f"proof {written(self.proof)}, disproof {written(self.disproof)}"

    def nearest(self, *, among_open: bool = False) -> Self:
        """The child that is the nearest to what the mover wants: the first of those with the least number."""
        children = [child for child in self.children if child.open or not among_open]
        return min(children, key=lambda child: child.proof if self.player == MAX else child.disproof)

    def most_proving(self, *, among_open: bool = False) -> Self:
        """The leaf that brings a proof nearer if it is true, and a disproof if it is false."""
        node = self
        while node.children:
            node = node.nearest(among_open=among_open)
        return node


FirstNumbers = Callable[[Statement], tuple[float, float]]
"""The proof and disproof number of a leaf that was not developed yet."""


class Goal:
    """What is to be proved: ``goal`` is ``win`` or ``draw``; or, if it is given, a ``score`` that Max gets at least.

    >>> from gametree import load
    >>> goal = Goal(load("kalah:2,2"), "win", 3)
    >>> goal.meets(3), goal.meets(2), goal.words
    (True, False, 'get at least 3')
    """

    def __init__(self, game: AnyGame, goal: str, score: float | None):
        one_of("goal", goal, *GOALS)
        self.game, self.middle = game, even(game)
        self.score, self.wins = score, goal == "win"
        self.words = "win" if self.wins else "draw at least"
        if score is not None:
            self.words = f"get at least {tidy(score)}"

    def meets(self, payoff: float) -> bool:
        """Is an end with this payoff true?"""
        if self.score is not None:
            return payoff >= self.score
        return payoff > self.middle or (payoff == self.middle and not self.wins)


class Proving:
    """One AND/OR tree that grows: its leaves, its numbers, and in the end what they say."""

    def __init__(self, walk: Walk, goal: Goal, initial: FirstNumbers | None = None):
        """``initial`` gives the numbers of a new leaf; without it they are (1, 1)."""
        self.walk, self.goal, self.initial = walk, goal, initial
        self.seen: dict[bool, list[float]] = {True: [], False: []}  # payoffs of the leaves that were true, and false
        self.root = Statement(walk, walk.root)

    def evaluate(self, node: Statement) -> None:
        """Set the numbers of a new leaf."""
        found = node.end()
        if found is None:
            node.open = node.ply < self.walk.depth
            if self.initial is not None:
                node.proof, node.disproof = self.initial(node)
            self.walk.tracer.record("update", node.id, None, node.show())
        elif asked(self.walk.game, "unknown")(node.state):
            node.open = False
            self._leaf(node, None, "unknown")
        else:
            self.settle(node, found)

    def settle(self, node: Statement, payoff: float) -> None:
        """The game is over at a leaf."""
        true = self.goal.meets(payoff)
        self.seen[true].append(payoff)
        node.proof, node.disproof = (0, inf) if true else (inf, 0)
        node.open = False
        self._leaf(node, payoff, "true" if true else "false")

    def _leaf(self, node: Statement, payoff: float | None, why: str) -> None:
        self.walk.tracer.evaluated += 1
        self.walk.tracer.record("leaf", node.id, payoff, f"{why}: {node.show()}")

    def expand(self, node: Statement) -> None:
        """Make the children of a leaf, with their numbers."""
        for child in node.expand():
            self.evaluate(child)
        if not node.children:  # every move would bring a position back
            self.settle(node, tidy(self.goal.middle))

    def set_numbers(self, node: Statement) -> None:
        """The numbers of a node from those of its children."""
        proofs, disproofs = [c.proof for c in node.children], [c.disproof for c in node.children]
        if node.player == MAX:
            node.proof, node.disproof = min(proofs), sum(disproofs)
        else:
            node.proof, node.disproof = sum(proofs), min(disproofs)
        node.open = not node.solved and any(c.open for c in node.children)
        self.walk.tracer.record("update", node.id, None, node.show())

    def develop(self, leaf: Statement) -> None:
        """Make the children of a leaf, and bring the numbers above up to date."""
        self.expand(leaf)
        self.update(leaf)

    def update(self, leaf: Statement, top: Statement | None = None) -> None:
        """Bring the numbers up to date from here to the top: the root, or another node above."""
        path = leaf.path()
        for node in reversed(path if top is None else path[top.ply :]):
            if node.children:
                self.set_numbers(node)

    def select(self) -> Statement:
        """The leaf to develop next: the most-proving one, or, if nothing is to be found out there, the next best."""
        leaf = self.root.most_proving()
        if leaf.open:
            self.walk.tracer.record("select", leaf.id, None, MOST_PROVING)
            return leaf
        self.walk.tracer.record("select", leaf.id, None, f"{MOST_PROVING}; but it stays unknown")
        leaf = self.root.most_proving(among_open=True)
        self.walk.tracer.record("select", leaf.id, None, f"{MOST_PROVING} of those that can be developed")
        return leaf

    def answer(self) -> Result:
        """What the numbers of the root say."""
        walk, root, words = self.walk, self.root, self.goal.words
        if root.proof == 0:
            shown, note = Evidence(min(self.seen[True]), side="lower", whole=True), f"proved: Max can {words}"
        elif root.disproof == 0:
            shown, note = Evidence(max(self.seen[False]), side="upper", whole=True), f"disproved: Max cannot {words}"
        else:
            shown, note = Evidence(tidy(even(walk.game))), f"unknown whether Max can {words}: {root.show()}"
            if root.children and not root.open:
                leaf = root.most_proving()
                walk.tracer.record("select", leaf.id, None, f"{MOST_PROVING}; nothing more can be developed")
        claimed = claim(walk.game, shown)
        line, depth = best_line(root), None if walk.depth == inf else int(walk.depth)
        certain = claimed.least is not None
        return Result(
            claimed.value, line[0] if line else None, line, depth, claimed.bound, claimed.proven, note, certain
        )


def best_line(node: Statement) -> Line:
    """From each node on to the child that is the nearest to what its player wants."""
    line: Line = ()
    while node.children:
        node = node.nearest()
        line = (*line, node.action or 0)
    return line


def written(number: float) -> str:
    """A proof or disproof number for people."""
    return "∞" if number == inf else f"{number:.3g}" if number < 100 else f"{number:.0f}"
