"""Where the nodes of a tree are drawn: the tidy tree of Buchheim, Jünger & Leipert (2002), in linear time.

A parent is centred over its children; nodes of one level do not overlap; equal subtrees look the same; and the drawing
is as narrow as possible. The subtrees of a node are placed from left to right: a walk down the right contour of the
placed ones and the left contour of the next one shows how far it must move, and the subtrees between two that touch
share the gap. *Threads* continue a contour where its subtree ends, so no level is walked twice; shifts are noted at the
ends of a group and added up once.

There is no recursion, so chains of a hundred thousand nodes can be drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Layout:
    """The place of each node: ``x`` of its middle, from the left edge at 0, and its level; the root has level 0."""

    x: list[float]
    depth: list[int]
    width: float
    height: int
    """How many levels there are."""


def tidy_tree(
    children: Sequence[Sequence[int]], root: int = 0, widths: Sequence[float] | None = None, gap: float = 0.0
) -> Layout:
    """Place the tree below ``root``. ``children[v]`` are the children of node v from left to right; the width of each
    node is in ``widths`` (by default 1), and ``gap`` lies between neighbours.

    >>> layout = tidy_tree([[1, 2, 3], [], [4, 5], [], [], []])
    >>> layout.x, layout.depth
    ([1.5, 0.5, 1.5, 2.5, 1.0, 2.0], [0, 1, 1, 1, 2, 2])
    >>> layout.width, layout.height
    (3.0, 3)

    Nodes that are not below the root have x 0 and depth −1.
    """
    order = _preorder(children, root)
    sizes = [1.0] * len(children) if widths is None else widths
    x = _Placing(children, sizes, gap, order, root).x
    left = min(x[v] - sizes[v] / 2 for v in order)
    right = max(x[v] + sizes[v] / 2 for v in order)
    depth = [-1] * len(children)
    depth[root] = 0
    for v in order:
        x[v] -= left
        for w in children[v]:
            depth[w] = depth[v] + 1
    return Layout(x, depth, right - left, 1 + max(depth))


def _preorder(children: Sequence[Sequence[int]], root: int) -> list[int]:
    """The nodes below the root, every one after its parent."""
    order, stack = list[int](), [root]
    while stack:
        v = stack.pop()
        order.append(v)
        if len(order) > len(children):
            raise GameError("this is not a tree: a node has two parents, or is below itself")
        stack += children[v]
    return order


class _Placing:
    """The two walks of the algorithm; the names are the paper's."""

    def __init__(
        self, children: Sequence[Sequence[int]], sizes: Sequence[float], gap: float, order: list[int], root: int
    ):
        n = len(children)
        self.children, self.sizes, self.gap = children, sizes, gap
        self.prelim = [0.0] * n  # x of a node relative to its parent's frame
        self.mod = [0.0] * n  # what is added to the x of everything below a node
        self.shift, self.change = [0.0] * n, [0.0] * n
        self.thread = [-1] * n
        self.ancestor = list(range(n))
        self.number = [0] * n
        self.parent = [-1] * n
        for v in order:
            for i, w in enumerate(children[v]):
                self.number[w], self.parent[w] = i, v
        for v in reversed(order):  # the first walk: children before their parents
            self._place_children(v)
        self.x = [0.0] * n
        self.x[root] = self._middle(root)
        self.mod[root] = 0.0
        for v in order:  # the second walk: add up the noted shifts
            for w in children[v]:
                self.x[w] = self.prelim[w] + self.mod[v]
                self.mod[w] += self.mod[v]

    def _middle(self, v: int) -> float:
        below = self.children[v]
        return (self.prelim[below[0]] + self.prelim[below[-1]]) / 2 if below else 0.0

    def _place_children(self, v: int) -> None:
        below, prelim = self.children[v], self.prelim
        if not below:
            return
        left, default_ancestor = -1, below[0]
        for w in below:
            middle = self._middle(w)
            if left < 0:
                prelim[w] = middle
            else:
                prelim[w] = prelim[left] + self._distance(left, w)
                self.mod[w] = prelim[w] - middle if self.children[w] else 0.0
                default_ancestor = self._apportion(w, left, below[0], default_ancestor)
            left = w
        self._execute_shifts(below)

    def _distance(self, left: int, right: int) -> float:
        return (self.sizes[left] + self.sizes[right]) / 2 + self.gap

    def _next_left(self, v: int) -> int:
        return self.children[v][0] if self.children[v] else self.thread[v]

    def _next_right(self, v: int) -> int:
        return self.children[v][-1] if self.children[v] else self.thread[v]

    def _apportion(self, v: int, left: int, first: int, default_ancestor: int) -> int:
        """Move v's subtree away from those on its left; return the default ancestor for the next one."""
        mod, prelim = self.mod, self.prelim
        inside_right = outside_right = v
        inside_left, outside_left = left, first
        sum_ir = sum_or = mod[v]
        sum_il, sum_ol = mod[left], mod[first]
        a, b = self._next_right(inside_left), self._next_left(inside_right)
        while a >= 0 and b >= 0:
            inside_left, inside_right = a, b
            outside_left = self._next_left(outside_left)
            outside_right = self._next_right(outside_right)
            self.ancestor[outside_right] = v
            overlap = (prelim[inside_left] + sum_il) - (prelim[inside_right] + sum_ir)
            overlap += self._distance(inside_left, inside_right)
            if overlap > 0:
                above = self.ancestor[inside_left]
                self._move_subtree(above if self.parent[above] == self.parent[v] else default_ancestor, v, overlap)
                sum_ir += overlap
                sum_or += overlap
            sum_il += mod[inside_left]
            sum_ir += mod[inside_right]
            sum_ol += mod[outside_left]
            sum_or += mod[outside_right]
            a, b = self._next_right(inside_left), self._next_left(inside_right)
        if a >= 0 and self._next_right(outside_right) < 0:
            self.thread[outside_right] = a
            mod[outside_right] += sum_il - sum_or
        if b >= 0 and self._next_left(outside_left) < 0:
            self.thread[outside_left] = b
            mod[outside_left] += sum_ir - sum_ol
            default_ancestor = v
        return default_ancestor

    def _move_subtree(self, left: int, right: int, shift: float) -> None:
        between = self.number[right] - self.number[left]
        self.change[right] -= shift / between
        self.shift[right] += shift
        self.change[left] += shift / between
        self.prelim[right] += shift
        self.mod[right] += shift

    def _execute_shifts(self, below: Sequence[int]) -> None:
        shift = change = 0.0
        for w in reversed(below):
            self.prelim[w] += shift
            self.mod[w] += shift
            change += self.change[w]
            shift += self.shift[w] + change
