"""The positions that can be reached, in plain Python: each once, numbered as it was found, with its successors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from gametree.errors import GameError
from gametree.game import Game, legal, over, smallest
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator

S = TypeVar("S")


class Reachable(Generic[S]):
    """What can be reached from a position, found in breadth.

    >>> from gametree import load
    >>> game = load("nim:2,2")
    >>> graph = Reachable(game, game.initial())
    >>> sum(1 for _ in graph.visit()), graph.children[0]
    (14, [1, 2, 3, 4])
    """

    def __init__(self, game: Game[S], start: S, *, divided: bool = False):
        """``divided``: one position stands for all that are symmetric to it."""
        try:
            self.number: dict[S, int] = {start: 0}
        except TypeError:
            raise GameError(f"states must be hashable, but {type(start).__name__} is not: use tuples") from None
        self.game, self.divided = game, divided
        self.states: list[S] = [start]
        self.actions: list[list[int]] = []
        """The legal actions of each position that was visited."""
        self.children: list[list[int]] = []
        """Where they lead, in the same order."""
        self.parent: list[tuple[int, int]] = [(-1, -1)]
        """From where each position was first reached, and by which action."""

    def visit(self) -> Iterator[int]:
        """Visit everything. Each position's number is told before its successors are looked at: whoever listens may
        look at it first, or break off."""
        for n, s in enumerate(self.states):  # which grows as we go
            yield n
            actions, children = moves(self.game, s), list[int]()
            for a in actions:
                child = self.game.result(s, a)
                if self.divided:
                    child = smallest(self.game, child)
                number = self.number.setdefault(child, len(self.states))
                if number == len(self.states):
                    self.states.append(child)
                    self.parent.append((n, a))
                children.append(number)
            self.actions.append(actions)
            self.children.append(children)

    def path(self, n: int) -> tuple[int, ...]:
        """Actions from the start to a position, as few as possible."""
        actions: list[int] = []
        while n:
            n, a = self.parent[n]
            actions.append(a)
        return tuple(reversed(actions))


def moves(game: Game[S], s: S) -> list[int]:
    """The legal actions, of which there must be some unless the game is over."""
    actions = legal(game, s)
    if not actions and not over(game, s):
        raise GameError(f"{title(game)} has no actions in a state that is not terminal: {s}")
    return actions


def from_the_start(children: list[list[int]]) -> list[int]:
    """The numbers of a graph, each before those that it leads to, as far as no cycle is in the way (Kahn 1962).

    >>> from_the_start([[1, 2], [2], []]), from_the_start([[1], [2], [1]])
    ([0, 1, 2], [0])
    """
    waiting = [0] * len(children)
    for below in children:
        for child in below:
            waiting[child] += 1
    order = [n for n, count in enumerate(waiting) if count == 0]
    for n in order:  # which grows as we go
        for child in children[n]:
            waiting[child] -= 1
            if waiting[child] == 0:
                order.append(child)
    return order
