"""The tree that a best-first search keeps in memory: it may go on at any leaf, not only at the next one in depth."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Self

from gametree.game import MAX, even, is_illegal, over, payoff, provides, repetition_payoff, worth
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.walk import Line, State, Walk, advice, loop_error

if TYPE_CHECKING:
    from collections.abc import Iterator


class Node:
    """A node of the tree. It is written down in the record when it is made."""

    def __init__(self, walk: Walk, state: State, parent: Self | None = None, action: int | None = None):
        self.walk, self.state, self.parent, self.action = walk, state, parent, action
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.player = walk.game.player(state)
        self.children: list[Self] = []
        walk.tracer.generated += 1
        above = None if parent is None else parent.id
        self.id = walk.tracer.visit(walk.game, state, self.player, above, action, self.ply)
        walk.tracer.record("enter", self.id)

    def path(self) -> list[Self]:
        """The nodes from the root to here."""
        nodes = [self]
        while (above := nodes[-1].parent) is not None:
            nodes.append(above)
        return nodes[::-1]

    def expand(self) -> Iterator[Self]:
        """Make the children, one by one."""
        self.walk.tracer.expanded += 1
        for a in self.walk.actions(self.state):
            child = type(self)(self.walk, self.walk.game.result(self.state, a), self, a)
            if child.is_legal():
                self.children.append(child)
                yield child

    def is_legal(self) -> bool:
        """May this node be entered at all, where bringing a position back is illegal?"""
        game = self.walk.game
        return game.repetition != "illegal" or not is_illegal(repetition_payoff(game, self._history()))

    def end(self) -> float | None:
        """The payoff where the game is over: an end, a draw by rule, or a position that came back on this path."""
        game = self.walk.game
        if over(game, self.state):
            return tidy(worth(payoff(game, self.state)))
        repeated = repetition_payoff(game, self._history()) if self.parent else None
        if repeated is not None and not is_illegal(repeated):
            return tidy(worth(repeated))
        if self.walk.depth == inf and game.repetition == "ignore" and not provides(game, "repeated"):
            self._check_loop()
        return None

    def _history(self) -> list[State]:
        return [*self.walk.history, *(node.state for node in self.path())]

    def _check_loop(self) -> None:
        states = [node.state for node in self.path()]
        if self.state in states[:-1]:
            loop = self.path()[states.index(self.state) :]
            actions = [node.action for node in loop[1:] if node.action is not None]
            what = f"{self.walk.algorithm} needs a game that ends; {advice(self.walk.game, depth=True)}"
            raise loop_error(self.walk.game, [node.state for node in loop], actions, what)


class ValuedNode(Node):
    """A node with a value (that of the game, an estimate, or the best of the children's), and what the value of the
    game is known to lie between, ``least`` and ``most``."""

    value: float = 0
    least: float = -inf
    most: float = inf
    open = True
    """Is there a leaf at or below this node that can still be developed and may matter?"""

    @property
    def exact(self) -> bool:
        """Is the value certain?"""
        return self.least == self.most

    def evaluate(self) -> None:
        """Give a new leaf its value."""
        walk, found = self.walk, self.end()
        if found is not None:
            self.settle(found)
            why = "the end"
        else:
            self.least, self.most = (walk.scale.payoff(tidy(bound)) for bound in walk.game.bounds)
            self.value, self.open = walk.estimate(self.state), self.ply < walk.depth
            why = "an estimate" if self.open else "the horizon: an estimate"
        walk.tracer.evaluated += 1
        walk.tracer.record("leaf", self.id, self.value, why)

    def settle(self, payoff: float) -> None:
        """The game is over here."""
        self.value = self.least = self.most = self.walk.scale.payoff(payoff)
        self.open = False

    def develop(self) -> None:
        """Make the children with their values, and bring the values above up to date."""
        for child in self.expand():
            child.evaluate()
        if not self.children:  # every move would bring a position back
            self.settle(tidy(even(self.walk.game)))
        for node in reversed(self.path()):
            if node.children:
                node.back_up()

    def back_up(self) -> None:
        """The value of the best child, and the best of all bounds."""
        better = max if self.player == MAX else min
        self.least = better(child.least for child in self.children)
        self.most = better(child.most for child in self.children)
        best = self.best()
        self.value = best.value
        self.open = not self.exact and any(child.open for child in self.children)
        self.walk.tracer.record("update", self.id, self.value, self.show(), best=best.id)

    def best(self, *, among_open: bool = False) -> Self:
        """The child with the best value for the mover; of equals a certain one, or else the first."""
        children = [child for child in self.children if child.open or not among_open]
        sign = 1 if self.player == MAX else -1
        return max(children, key=lambda child: (sign * child.value, child.exact))

    def line(self) -> Line:
        """The moves of best play, as far as the tree knows them."""
        node, line = self, ()
        while node.children:
            node = node.best()
            line = (*line, node.action or 0)
        return line

    def show(self) -> str:
        """What is known besides the value, in words."""
        return "certain" if self.exact else ""
