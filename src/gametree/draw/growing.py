"""The tree of a search as it is drawn: what was seen, and around it what was left out, as far as there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.draw.nodes import Node
from gametree.draw.sizes import Sizes
from gametree.game import CHANCE, AnyGame, legal, over
from gametree.hooks import asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.textbook.support.tracing import Trace

SMALL = 200
"""Nodes that were not searched are added only up to this many searched nodes."""
REVEAL = 30
"""Then a subtree that was cut off is drawn whole when it has no more nodes than this,"""
MANY = 8
"""and as many children that were cut off together are drawn one by one; more are drawn as one node."""


class Drawn:
    """The tree as it grows. A path of moves is one node, however often the search comes there."""

    def __init__(self, trace: Trace):
        self.game: AnyGame = trace.rules
        self.named = bool(asked(self.game, "named_nodes"))
        self.nodes: list[Node] = []
        self.known: dict[tuple[int | None, int | None, Any], int] = {}
        self.sizes = Sizes(self.game)
        self.reveal, self.many = (REVEAL, MANY) if len(trace.states) <= SMALL else (1, 1)
        self.bundles: dict[int, int] = {}
        self._legal: dict[int, list[int]] = {}

    def enter(self, trace: Trace) -> list[int]:
        """Add what a search has seen; the ids of the trace's nodes."""
        ids: list[int] = []
        for event in trace.events:
            if event.kind == "enter":
                parent = None if event.parent is None else ids[event.parent]
                s, text = trace.states[event.node], trace.positions[event.node]
                ids.append(self.node(parent, event.action, event.move, s, text))
        return ids

    def node(self, parent: int | None, action: int | None, move: str, s: Any, text: str = "") -> int:
        """The node that this action leads to; it is made if there is none."""
        key = parent, action, s
        if key not in self.known:
            self.known[key] = self._add(parent, action, move, s, text or self.game.text(s))
        return self.known[key]

    def _add(self, parent: int | None, action: int | None, move: str, s: Any, text: str) -> int:
        node = Node(parent, action, move, self.game.player(s), self._place(parent, move, text), text, s)
        node.end = over(self.game, s)
        self.nodes.append(node)
        if parent is not None and action is not None:
            above, actions = self.nodes[parent], self.legal(parent)
            above.children.append(len(self.nodes) - 1)
            node.rank = actions.index(action) if action in actions else len(actions) + len(above.children)
            if above.player == CHANCE:
                node.probability = next((p for a, p in self.game.chances(above.state) if a == action), None)
        return len(self.nodes) - 1

    def legal(self, i: int) -> list[int]:
        """The legal actions of a node."""
        if i not in self._legal:
            self._legal[i] = legal(self.game, self.nodes[i].state)
        return self._legal[i]

    def _place(self, parent: int | None, move: str, text: str) -> str:
        if self.named:
            return text.partition(":")[0]
        if parent is None:
            return "the root"
        above = self.nodes[parent].place
        return f"{above} {move}" if above.startswith("after ") else f"after {move}"

    def leave_out(
        self, parent: int, actions: Sequence[int], depth: int | None, *, counted: bool
    ) -> tuple[list[int], int | None]:
        """The nodes of children that no search looks at, and how many nodes there would be, if that is known; what is
        not to be ``counted`` is not known."""
        node, found, sizes = self.nodes[parent], list[int](), list[int | None]()
        new = list[tuple[int, Any, int | None]]()
        for a in actions:
            child = self.game.result(node.state, a)
            size = self.sizes.below(child, depth, self._path(parent)) if counted else None
            sizes.append(size)
            if (parent, a, child) in self.known:
                found.append(self.known[parent, a, child])
                self.nodes[found[-1]].size = size
            else:
                new.append((a, child, size))
        total = None if None in sizes else sum(n for n in sizes if n is not None)
        if len(new) > self.many:
            if parent not in self.bundles:  # what no search ever comes to is the same every time
                self.bundles[parent] = self._bundle(parent, new)
            return [*found, self.bundles[parent]], total
        for a, child, size in new:
            found.append(self._unseen(parent, a, child, size, depth))
        return found, total

    def _unseen(self, parent: int, a: int, s: Any, size: int | None, depth: int | None) -> int:
        top = self.node(parent, a, self.game.name(self.nodes[parent].state, a), s)
        waiting = [(top, depth)]
        for i, left in waiting:
            node = self.nodes[i]
            node.unseen = True
            node.size = self.sizes.below(node.state, left, set()) if i != top else size
            if size is not None and size <= self.reveal and (left is None or left > 0):
                below = None if left is None else left - 1
                for b in self.legal(i):
                    child = self.game.result(node.state, b)
                    waiting.append((self.node(i, b, self.game.name(node.state, b), child), below))
        return top

    def _bundle(self, parent: int, new: Sequence[tuple[int, Any, int | None]]) -> int:
        sizes = [size for _, _, size in new]
        above = self.nodes[parent]
        node = Node(parent, None, f"{len(new)} more", self.game.player(new[0][1]), f"{len(new)} more moves", "", None)
        node.text = " ".join(self.game.name(above.state, a) for a, _, _ in new)
        node.unseen, node.bundle, node.rank = True, len(new), 10**9
        node.size = None if None in sizes else sum(n for n in sizes if n is not None)
        self.nodes.append(node)
        above.children.append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def _path(self, i: int | None) -> set[Any]:
        states = set[Any]()
        while i is not None:
            states.add(self.nodes[i].state)
            i = self.nodes[i].parent
        return states
