"""What is drawn of the tree of a recorded search at one of its steps, and where: for ``tree`` (SVG) and ``tikz``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gametree.draw.board import Board, board
from gametree.draw.layout import Layout, tidy_tree
from gametree.errors import GameError
from gametree.hooks import asked

if TYPE_CHECKING:
    from gametree.draw.frames import Frames, Node, Step

LETTER, HIGH, MARGIN, SHAPE = 7.4, 74.0, 20.0, 26.0
"""The width of a letter, the height of a level, the margin, and the size of a node, in pixels."""
PICTURE = 62.0
"""The longer side of a position inside a node."""
MOST = 600
"""Of larger trees only the upper levels are drawn."""
NARROW = 420.0
"""The least width of a drawing, for the words below it."""


@dataclass
class Picture:
    """The state of the search at a step: the nodes seen, their labels, where their values come from, and what is cut
    off.

    >>> from gametree.draw.frames import frames
    >>> from gametree.textbook import trace
    >>> shown = frames(trace("tree:example=textbook"))
    >>> end = Picture.at(shown, 0, len(shown.runs[0]))
    >>> len(end.seen), end.labels[0], sorted(shown.nodes[i].move for i in end.cut)
    (11, '3', ['c2', 'c3'])
    """

    seen: set[int] = field(default_factory=set[int])
    labels: dict[int, str] = field(default_factory=dict[int, str])
    cut: set[int] = field(default_factory=set[int])
    """Nodes right below a cut; all that is under them is cut off with them."""
    path: list[int] = field(default_factory=list[int])
    best: dict[int, int] = field(default_factory=dict[int, int])
    """By node the child that its value comes from."""
    chosen: list[int] = field(default_factory=list[int])
    """The path from the root to the leaf that a best-first search goes on with."""

    @classmethod
    def at(cls, frames: Frames, run: int, step: int) -> Picture:
        """The picture after this step; 1 is the first."""
        shown = cls()
        for s in frames.runs[run][:step]:
            if s.kind == "enter":
                shown.seen.add(s.node)
                shown.cut.discard(s.node)
                shown.labels.pop(s.node, None)
                shown.best.pop(s.node, None)
            if s.label is not None:
                shown.labels[s.node] = s.label
            if s.best is not None:
                shown.best[s.node] = s.best
            shown.cut |= set(s.cut)
        shown.best = {node: child for node, child in shown.best.items() if child >= 0}
        if step:
            last = frames.runs[run][step - 1]
            shown.path = _path(frames, last.node)
            shown.chosen = _path(frames, last.chosen)
        return shown


def _path(frames: Frames, node: int | None) -> list[int]:
    """The nodes from the root to this one."""
    found: list[int] = []
    while node is not None:
        found.append(node)
        node = frames.nodes[node].parent
    return found[::-1]


class TreeDrawing:
    """What is drawn of a tree at a step, and where; in pixels, y downwards."""

    def __init__(
        self,
        frames: Frames,
        step: int | None = None,
        run: int = 0,
        *,
        boards: bool = False,
        opened: set[int] | None = None,
        plain: bool = False,
    ):
        """With ``plain``, only the tree with its leaves, as it is set for an exercise."""
        steps = frames.runs[run]
        if step is not None and (step == 0 or not -len(steps) <= step <= len(steps)):
            raise GameError(f"there is no step {step}: the steps are 1 to {len(steps)}, and -1 is the last")
        self.frames, self.nodes, self.trace, self.opened = frames, frames.nodes, frames.traces[run], opened
        self.step = step = len(steps) + 1 + step if step is not None and step < 0 else step
        self.shown = self._unsearched(steps) if plain else Picture.at(frames, run, len(steps) if step is None else step)
        self.plain = plain
        self.says = "" if step is None else steps[step - 1].say
        self.window = None if step is None else steps[step - 1].window
        self.total = len(steps)
        self.written = bool(asked(self.trace.rules, "named_nodes"))
        self.path = set(self.shown.path) if self.step is not None else set[int]()
        self.chosen = set(self.shown.chosen)
        self.best = set[int]() if self.step is not None or self.chosen or plain else self._line()
        self.below, self.hidden = self._levels()
        self.under_cut = self._under_cut()
        self.boards = self._boards() if boards and not self.written else {}
        self.picture = max((PICTURE * b.height / max(b.height, b.width) for b in self.boards.values()), default=0.0)
        self.tall = SHAPE + (self.picture + 4 if self.boards else 0)
        self.widths = [self._wide(i) for i in range(len(self.nodes))]
        self.layout: Layout = tidy_tree(self.below, widths=self.widths, gap=8.0)
        self.width = max(self.layout.width + 2 * MARGIN, NARROW)
        self.shift = (self.width - self.layout.width) / 2
        self.level = HIGH + self.tall - SHAPE
        self.foot = MARGIN * 2 + self.tall + (self.layout.height - 1) * self.level + (16 if self.hidden else 0)
        self.drawn = [i for i in range(len(self.nodes)) if self.layout.depth[i] >= 0]

    @property
    def title(self) -> str:
        """What it is, in a line."""
        where = "" if self.step is None else f", step {self.step} of {self.total}"
        return f"{self.trace.game}: {self.trace.algorithm}{where}"

    def _unsearched(self, steps: list[Step]) -> Picture:
        """All nodes, and the values of the leaves."""
        leaves = [step for step in steps if not self.nodes[step.node].children]
        unknown = bool(asked(self.trace.rules, "named_nodes")) and self.trace.algorithm == "pn"
        labels = {} if unknown else {step.node: step.value for step in leaves if step.value is not None}
        return Picture(seen=set(range(len(self.nodes))), labels=labels)

    def name(self, i: int) -> str:
        """The name of an inner node of a tree by hand, where its move does not tell it."""
        node = self.nodes[i]
        return "" if not self.written or node.end or node.bundle or node.place == node.move else node.place

    def _boards(self) -> dict[int, Board]:
        """The positions of the nodes that are drawn."""
        rules, found = self.trace.rules, {0, *(child for children in self.below for child in children)}
        return {i: board(rules, self.nodes[i].state) for i in found if self.nodes[i].state is not None}

    def _levels(self) -> tuple[list[list[int]], dict[int, int]]:
        """The children that are drawn, and how many nodes are hidden below those at which the drawing ends."""
        below: list[list[int]] = [[] for _ in self.nodes]
        level, count, closed = [0], 1, list[int]()
        while level:
            closed += [i for i in level if self.nodes[i].children and not self._is_open(i)]
            level = [i for i in level if self._is_open(i)]
            following = [child for i in level for child in self.nodes[i].children]
            if count + len(following) > MOST and count > 1:
                return below, {i: n for i in [*closed, *level] if (n := self._size(i)) > 0}
            for i in level:
                below[i] = self.nodes[i].children
            count += len(following)
            level = following
        return below, {i: self._size(i) for i in closed}

    def _is_open(self, i: int) -> bool:
        return self.opened is None or i in self.opened

    def _size(self, top: int) -> int:
        """The nodes below one."""
        queue = list(self.nodes[top].children)
        for i in queue:
            queue += self.nodes[i].children
        return len(queue)

    def _under_cut(self) -> set[int]:
        found = set(self.shown.cut)
        for i, node in enumerate(self.nodes):
            if node.parent in found and i not in self.shown.seen:
                found.add(i)
        return found

    def _line(self) -> set[int]:
        """The nodes of the line of best play."""
        found, node = {0}, 0
        for move in self.trace.line:
            following = [i for i in self.nodes[node].children if self.nodes[i].move == move and i in self.shown.seen]
            if not following:
                break
            node = following[0]
            found.add(node)
        return found

    def label(self, i: int) -> str:
        node = self.nodes[i]
        if i in self.shown.labels:
            return self.shown.labels[i]
        return node.text.partition(": ")[2].replace("-", "−") if self.written and node.end else ""

    def edge(self, node: Node) -> str:
        chance = "" if node.probability is None else f"{node.probability:.3g}"
        own = self.written and chance
        return chance if own else f"{node.move} {chance}".strip()

    def _wide(self, i: int) -> float:
        node, label = self.nodes[i], len(self.label(i)) * LETTER
        if i in self.boards:
            return max(self.inset(i)[0] + 12, label + 34, len(self.edge(node)) * 6.4 + 2)
        beside = max(label, len(self.name(i)) * LETTER)
        inside = label + 14 if self.boxed(i) else SHAPE + (2 * (beside + 4) if beside else 0)
        return max(inside, len(self.edge(node)) * 6.4 + 2, 30.0)

    def boxed(self, i: int) -> bool:
        node = self.nodes[i]
        return node.end or node.bundle > 0 or (not self.below[i] and node.player >= 0 and i in self.shown.labels)

    def inset(self, i: int) -> tuple[float, float]:
        """The width and height of a node's position."""
        drawn = self.boards[i]
        scale = PICTURE / max(drawn.width, drawn.height)
        return drawn.width * scale, drawn.height * scale

    def at(self, i: int) -> tuple[float, float]:
        """The middle of a node."""
        return self.shift + self.layout.x[i], MARGIN + self.tall / 2 + self.layout.depth[i] * self.level
