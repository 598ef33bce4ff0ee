"""The tree of a recorded search as a drawing, at any of its steps.

Triangles are Max (upwards) and Min (downwards), circles chance, squares further players, and boxes the leaves. Nodes
that the search has not reached yet are pale; those cut off are grey and dashed, behind a double stroke, with their
number if it is known. The line in magenta is the current path; at the end of the search, the thick one is the line of
best play. The leaf that a best-first search goes on with has a double outline, and the path to it is thick.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gametree.draw.layout import Layout, tidy_tree
from gametree.draw.svg import document, element, line, mover, rect, safe, words
from gametree.errors import GameError
from gametree.game import CHANCE
from gametree.hooks import asked
from gametree.textbook.support.tracing import player_name

if TYPE_CHECKING:
    from gametree.draw.frames import Frames, Node

LETTER, HIGH, MARGIN, SHAPE = 7.4, 74.0, 20.0, 26.0
"""The width of a letter, the height of a level, the margin, and the size of a node, in pixels."""
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


def tree_svg(frames: Frames, step: int | None = None, run: int = 0) -> str:
    """The tree at a step (1 is the first, −1 the last); without a step, the tree after the whole search.

    >>> from gametree.draw.frames import frames
    >>> from gametree.textbook import trace
    >>> drawing = tree_svg(frames(trace("tree:example=textbook")), step=16)
    >>> drawing[:5], "cut: 2 ≤ α 3; Max already has 3 at A" in drawing
    ('<svg ', True)
    """
    steps = len(frames.runs[run])
    if step is not None and (step == 0 or not -steps <= step <= steps):
        raise GameError(f"there is no step {step}: the steps are 1 to {steps}, and -1 is the last")
    return _Drawing(frames, run, steps + 1 + step if step is not None and step < 0 else step).svg()


class _Drawing:
    def __init__(self, frames: Frames, run: int, step: int | None):
        self.frames, self.nodes, self.trace = frames, frames.nodes, frames.traces[run]
        steps = frames.runs[run]
        self.step = step
        self.shown = Picture.at(frames, run, len(steps) if step is None else step)
        self.says = "" if step is None else steps[step - 1].say
        self.window = None if step is None else steps[step - 1].window
        self.total = len(steps)
        self.written = bool(asked(self.trace.rules, "named_nodes"))
        self.path = set(self.shown.path) if self.step is not None else set[int]()
        self.chosen = set(self.shown.chosen)
        self.best = set[int]() if self.step is not None or self.chosen else self._line()
        self.below, self.hidden = self._levels()
        self.under_cut = self._under_cut()
        self.widths = [self._wide(i) for i in range(len(self.nodes))]
        self.layout: Layout = tidy_tree(self.below, widths=self.widths, gap=8.0)
        self.out: list[str] = []

    def _levels(self) -> tuple[list[list[int]], dict[int, int]]:
        """The children that are drawn, and how many nodes are hidden below those at which the drawing ends."""
        below: list[list[int]] = [[] for _ in self.nodes]
        level, count = [0], 1
        while level:
            following = [child for i in level for child in self.nodes[i].children]
            if count + len(following) > MOST and count > 1:
                return below, {i: n for i in level if (n := self._size(i)) > 0}
            for i in level:
                below[i] = self.nodes[i].children
            count += len(following)
            level = following
        return below, {}

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

    def _label(self, i: int) -> str:
        node = self.nodes[i]
        if i in self.shown.labels:
            return self.shown.labels[i]
        return node.text.partition(": ")[2].replace("-", "−") if self.written and node.end else ""

    def _edge(self, node: Node) -> str:
        chance = "" if node.probability is None else f"{node.probability:.3g}"
        own = self.written and chance
        return chance if own else f"{node.move} {chance}".strip()

    def _wide(self, i: int) -> float:
        node, label = self.nodes[i], len(self._label(i)) * LETTER
        inside = label + 14 if self._boxed(i) else SHAPE + (2 * (label + 4) if label else 0)
        return max(inside, len(self._edge(node)) * 6.4 + 2, 30.0)

    def _boxed(self, i: int) -> bool:
        node = self.nodes[i]
        return node.end or node.bundle > 0 or (not self.below[i] and node.player >= 0 and i in self.shown.labels)

    def _at(self, i: int) -> tuple[float, float]:
        return self.shift + self.layout.x[i], MARGIN + SHAPE / 2 + self.layout.depth[i] * HIGH

    def svg(self) -> str:
        width = max(self.layout.width + 2 * MARGIN, NARROW)
        self.shift = (width - self.layout.width) / 2
        drawn = [i for i in range(len(self.nodes)) if self.layout.depth[i] >= 0]
        for i in drawn:
            for child in self.below[i]:
                self._line_to(i, child)
        for i in drawn:
            self._node(i)
        foot = MARGIN * 2 + SHAPE + (self.layout.height - 1) * HIGH + (16 if self.hidden else 0)
        lines = self._said(width)
        for k, (said, cls) in enumerate(lines):
            self.out.append(words(MARGIN, foot + 8 + 19 * k, said, f"start {cls}"))
        height = foot + 19 * len(lines) + 8
        title = f"{self.trace.game}: {self.trace.algorithm}"
        if self.step is not None:
            title += f", step {self.step} of {self.total}"
        return document(width, height, "".join(self.out), title, self._description())

    def _said(self, width: float) -> list[tuple[str, str]]:
        """What is written below the tree."""
        if self.step is None:
            said = [(text, "" if k == 0 else "soft") for k, text in enumerate(self.trace.summary().split("\n"))]
        else:
            window = f"; window {self.window[0]} to {self.window[1]}" if self.window else ""
            head = f"step {self.step} of {self.total}{window}"
            said = [(self.says, ""), (head, "soft")]
        wide = max(30, int((width - 2 * MARGIN) / 6.9))
        return [(part, cls) for text, cls in said for part in textwrap.wrap(text, wide) or [""]]

    def _description(self) -> str:
        lines = [self.says] if self.step is not None else [self.trace.summary()]
        for i, node in enumerate(self.nodes):
            if self.layout.depth[i] < 0:
                continue
            state = "cut off" if i in self.under_cut else "" if i in self.shown.seen else "not seen yet"
            if self.shown.chosen[-1:] == [i]:
                state = "the search goes on here"
            label = self._label(i) if state != "not seen yet" else ""
            parts = node.move or "root", player_name(node.player, self.trace.rules.players), label, state
            lines.append("  " * self.layout.depth[i] + ", ".join(part for part in parts if part))
        return "\n".join(lines[:300])

    def _line_to(self, i: int, child: int) -> None:
        (x, y), (u, v) = self._at(i), self._at(child)
        y, v = y + SHAPE * 0.4, v - SHAPE * 0.5
        cls, width, dash = "rule s-soft", 1.3, ""
        if child in self.under_cut:
            cls, width, dash = "rule s-faint", 1.3, "4 4"
        elif child in self.path:
            cls, width = "rule s-now", 3.0
        elif child in self.best or child in self.chosen:
            cls, width = "rule s-ink", 3.0
        elif child not in self.shown.seen:
            cls = "rule s-faint"
        dashes: dict[str, str] = {"stroke_dasharray": dash} if dash else {}
        self.out.append(line(x, y, u, v, cls, width, **dashes))
        if child in self.shown.cut and i not in self.under_cut:  # the double stroke, a third of the way down
            cx, cy = x + (u - x) * 0.3, y + (v - y) * 0.3
            for dy in (-3, 3):
                self.out.append(line(cx - 7, cy + dy + 2, cx + 7, cy + dy - 2, "rule s-loss", 2))
        if move := self._edge(self.nodes[child]):
            at = u + (x - u) * 0.2, v - 9
            self.out.append(words(*at, move, "soft s-paper", 11, stroke_width=4, paint_order="stroke"))

    def _node(self, i: int) -> None:
        node, (x, y), half = self.nodes[i], self._at(i), SHAPE / 2
        pale = i in self.under_cut or i not in self.shown.seen
        current, chosen = self.step is not None and i == self.shown.path[-1], self.shown.chosen[-1:] == [i]
        ring = "s-faint" if pale else "s-now" if current else "s-ink"
        look = {"stroke_width": 3.0 if current else 1.3, "stroke_linejoin": "round"}
        parts = [element("title", safe(f"{node.place}\n{node.text}"))]
        label, cls = self._label(i), "soft" if pale else ""
        if self._boxed(i):
            wide = max(26.0, len(label) * LETTER + 12)
            if chosen:
                parts.append(rect(x - wide / 2 - 4, y - half - 2, wide + 8, SHAPE + 4, f"paper {ring}", rx=6, **look))
            parts.append(rect(x - wide / 2, y - half + 2, wide, SHAPE - 4, f"paper {ring}", rx=4, **look))
            parts.append(words(x, y, label, cls))
        else:
            fill = "paper" if pale or node.player == CHANCE else f"p{node.player % 6}"
            if chosen:
                parts.append(mover(x, y, node.player, SHAPE + 10, f"paper {ring}", **look))
            parts.append(mover(x, y, node.player, SHAPE, f"{fill} {ring}", **look))
            parts.append(words(x + half + 3, y - 2, label, f"start {cls}", font_weight="bold"))
        if i in self.under_cut and not self.below[i] and node.size is not None and node.size > 1:
            parts.append(words(x, y + half + 9, f"{node.size:,} nodes", "soft", 10))
        elif i in self.hidden:
            parts.append(words(x, y + half + 9, f"+{self.hidden[i]:,}", "soft", 10))
        self.out.append(element("g", "".join(parts)))
