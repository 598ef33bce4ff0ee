"""The tree of a recorded search as a drawing (SVG), at any of its steps.

Triangles are Max (upwards) and Min (downwards), circles chance, squares further players, and boxes the leaves. Nodes
that the search has not reached yet are pale; those cut off are grey and dashed, behind a double stroke, with their
number if it is known. The line in magenta is the current path; at the end of the search, the thick one is the line of
best play. The leaf that a best-first search goes on with has a double outline, and the path to it is thick. Of small
games the nodes can show their positions.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from gametree.draw.search_tree import LETTER, MARGIN, MOST, SHAPE, Picture, TreeDrawing
from gametree.draw.svg import document, element, line, mover, rect, safe, words
from gametree.game import CHANCE
from gametree.textbook.support.tracing import player_name

if TYPE_CHECKING:
    from gametree.draw.board import Board
    from gametree.draw.frames import Frames

__all__ = ["MOST", "Picture", "tree_svg"]


def tree_svg(
    frames: Frames,
    step: int | None = None,
    run: int = 0,
    *,
    boards: bool = False,
    opened: set[int] | None = None,
    plain: bool = False,
    caption: bool = True,
) -> str:
    """The tree at a step (1 is the first, −1 the last); without a step, the tree after the whole search.

    With ``boards`` every node shows its position. ``opened`` are the nodes whose children are drawn; by default all.
    ``plain`` is the tree before any search, with its leaves. Without ``caption`` nothing is written below it.

    >>> from gametree.draw.frames import frames
    >>> from gametree.textbook import trace
    >>> drawing = tree_svg(frames(trace("tree:example=textbook")), step=16)
    >>> drawing[:5], "cut: 2 ≤ α 3; Max already has 3 at A" in drawing
    ('<svg ', True)
    """
    return _Drawing(
        TreeDrawing(frames, step, run, boards=boards, opened=opened, plain=plain), caption=caption and not plain
    ).svg()


class _Drawing:
    """The drawing as SVG."""

    def __init__(self, tree: TreeDrawing, *, caption: bool = True):
        self.tree, self.out, self.caption = tree, list[str](), caption

    def svg(self) -> str:
        """All of it."""
        tree = self.tree
        for i in tree.drawn:
            for child in tree.below[i]:
                self._line_to(i, child)
        for i in tree.drawn:
            self._node(i)
        lines = self._said(tree.width)
        for k, (said, cls) in enumerate(lines):
            self.out.append(words(MARGIN, tree.foot + 8 + 19 * k, said, f"start {cls}"))
        height = tree.foot + 19 * len(lines) + 8
        return document(tree.width, height, "".join(self.out), tree.title, self._description())

    def _said(self, width: float) -> list[tuple[str, str]]:
        """What is written below the tree."""
        if not self.caption:
            return []
        if self.tree.step is None:
            said = [(text, "" if k == 0 else "soft") for k, text in enumerate(self.tree.trace.summary().split("\n"))]
        else:
            window = f"; window {self.tree.window[0]} to {self.tree.window[1]}" if self.tree.window else ""
            head = f"step {self.tree.step} of {self.tree.total}{window}"
            said = [(self.tree.says, ""), (head, "soft")]
        wide = max(30, int((width - 2 * MARGIN) / 6.9))
        return [(part, cls) for text, cls in said for part in textwrap.wrap(text, wide) or [""]]

    def _description(self) -> str:
        lines = [self.tree.says] if self.tree.step is not None else [self.tree.trace.summary()]
        lines = [] if self.tree.plain else lines
        for i, node in enumerate(self.tree.nodes):
            if self.tree.layout.depth[i] < 0:
                continue
            state = "cut off" if i in self.tree.under_cut else "" if i in self.tree.shown.seen else "not seen yet"
            if self.tree.shown.chosen[-1:] == [i]:
                state = "the search goes on here"
            label = self.tree.label(i) if state != "not seen yet" else ""
            parts = node.move or "root", player_name(node.player, self.tree.trace.rules.players), label, state
            lines.append("  " * self.tree.layout.depth[i] + ", ".join(part for part in parts if part))
        return "\n".join(lines[:300])

    def _line_to(self, i: int, child: int) -> None:
        (x, y), (u, v) = self.tree.at(i), self.tree.at(child)
        half = (self.tree.tall - SHAPE) / 2
        y, v = y + half + SHAPE * 0.4, v - half - SHAPE * 0.5
        cls, width, dash = "rule s-soft", 1.3, ""
        if child in self.tree.under_cut:
            cls, width, dash = "rule s-faint", 1.3, "4 4"
        elif child in self.tree.path:
            cls, width = "rule s-now", 3.0
        elif child in self.tree.best or child in self.tree.chosen:
            cls, width = "rule s-ink", 3.0
        elif child not in self.tree.shown.seen:
            cls = "rule s-faint"
        dashes: dict[str, str] = {"stroke_dasharray": dash} if dash else {}
        self.out.append(line(x, y, u, v, cls, width, **dashes))
        if child in self.tree.shown.cut and i not in self.tree.under_cut:  # the double stroke, a third of the way down
            cx, cy = x + (u - x) * 0.3, y + (v - y) * 0.3
            for dy in (-3, 3):
                self.out.append(line(cx - 7, cy + dy + 2, cx + 7, cy + dy - 2, "rule s-loss", 2))
        if move := self.tree.edge(self.tree.nodes[child]):
            at = u + (x - u) * 0.2, v - 9
            self.out.append(words(*at, move, "soft s-paper", 11, stroke_width=4, paint_order="stroke"))

    def _node(self, i: int) -> None:
        node, (x, y), half = self.tree.nodes[i], self.tree.at(i), SHAPE / 2
        pale = i in self.tree.under_cut or i not in self.tree.shown.seen
        current, chosen = (
            self.tree.step is not None and i == self.tree.shown.path[-1],
            self.tree.shown.chosen[-1:] == [i],
        )
        ring = "s-faint" if pale else "s-now" if current else "s-ink"
        look = {"stroke_width": 3.0 if current else 1.3, "stroke_linejoin": "round"}
        parts = [element("title", safe(f"{node.place}\n{node.text}"))]
        label, cls = self.tree.label(i), "soft" if pale else ""
        if i in self.tree.boards:
            parts += self._pictured(i, ring, label, cls, look, chosen=chosen)
        elif self.tree.boxed(i):
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
        half = self.tree.tall / 2
        if (name := self.tree.name(i)) and i not in self.tree.boards:
            parts.append(words(x - SHAPE / 2 - 3, y - 4, name, "soft end", 12))
        if i in self.tree.under_cut and not self.tree.below[i] and node.size is not None and node.size > 1:
            parts.append(words(x, y + half + 9, f"{node.size:,} nodes", "soft", 10))
        elif i in self.tree.hidden:
            parts.append(words(x, y + half + 9, f"+{self.tree.hidden[i]:,}", "soft", 10))
        self.out.append(element("g", "".join(parts)))

    def _pictured(self, i: int, ring: str, label: str, cls: str, look: dict[str, Any], *, chosen: bool) -> list[str]:
        """A node that shows its position: the board, and below it whose turn it is and what is known."""
        node, (x, y), tree = self.tree.nodes[i], self.tree.at(i), self.tree
        drawn, (wide, high), top = tree.boards[i], tree.inset(i), y - tree.tall / 2
        view = f"0 0 {drawn.width:.0f} {drawn.height:.0f}"
        parts = [rect(x - wide / 2 - 3, top - 3, wide + 6, high + 6, f"paper {ring}", rx=4, **look)]
        if chosen:
            parts.insert(0, rect(x - wide / 2 - 7, top - 7, wide + 14, high + 14, f"paper {ring}", rx=6, **look))
        box: dict[str, Any] = {"x": x - wide / 2, "y": top, "width": wide, "height": high}
        faded: dict[str, Any] = {"opacity": 0.45} if cls else {}
        parts.append(element("svg", own_shapes(drawn), viewBox=view, **box, **faded))
        foot = top + tree.picture + 4 + SHAPE / 2
        sign = 0 if node.end else 16
        left = x - (len(label) * LETTER + sign) / 2
        if sign:
            fill = "paper" if cls or node.player == CHANCE else f"p{node.player % 6}"
            parts.append(mover(left + 7, foot, node.player, 13, f"{fill} {ring}", stroke_width=1))
        parts.append(words(left + sign + 2, foot, label, f"start {cls}", font_weight="bold"))
        return parts


def own_shapes(drawn: Board) -> str:
    """The shapes of a position, without the places to click; a game's own drawing as it is."""
    return drawn.own or "".join(drawn.shapes)
