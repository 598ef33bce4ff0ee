"""A recorded search for the page: the open part of its tree, and its steps, a few hundred at a time.

The tree of a search can have fifty thousand nodes. The page shows only open branches, which are laid out here, and asks
for the steps around the current one. The look of a node at any step follows from its *moments*, the steps that touch
it, so stepping back is as fast as stepping forward.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from itertools import accumulate
from threading import Lock
from typing import TYPE_CHECKING, Any

from gametree.draw.board import board
from gametree.draw.layout import tidy_tree
from gametree.errors import GameError
from gametree.hooks import asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gametree.draw.frames import Frames, Node, Step

CHUNK = 250
"""How many steps are sent at a time."""
FIRST = 70
"""About how many nodes are open at first."""
VISIBLE = 1500
"""The most nodes that can be open at once."""
KEPT = 250_000
"""The most steps of searches that are kept; the last search is always kept."""
PICTURED = 150
"""Nodes show their positions only while no more than this are open."""
SMALL_BOARD, AROUND = 72.0, 5.0
"""The longer side of such a position, and the room around it, in pixels."""
COUNTED = ("enter", "leaf", "cut", "hit")

LETTER, MOVE_LETTER, NARROWEST = 8.5, 7.5, 34.0
"""Widths in pixels: of a letter in a node, of a letter at an edge, of a node."""


class Watched:
    """One search, or two on the same tree.

    >>> from gametree.draw.frames import frames
    >>> from gametree.textbook import trace
    >>> watched = Watched(frames(trace("tree:example=textbook")))
    >>> [node["move"] for node in watched.view([0])["nodes"]]
    ['', 'a1', 'a2', 'a3']
    >>> [step["kind"] for step in watched.steps(0, 1)["steps"]][-3:], watched.steps(0, 0)["counted"][-1]
    (['update', 'leave', 'leave'], {'enter': 11, 'leaf': 7, 'cut': 1, 'hit': 0})
    """

    def __init__(self, frames: Frames):
        self.frames = frames
        self.moments = [_moments(steps) for steps in frames.runs]
        self.counted = [{kind: _count(steps, kind) for kind in COUNTED} for steps in frames.runs]
        self.pictured = not asked(frames.traces[0].rules, "named_nodes")
        self.size = sum(len(steps) for steps in frames.runs)
        self.below = [1] * len(frames.nodes)
        for i in range(len(frames.nodes) - 1, 0, -1):
            self.below[frames.nodes[i].parent or 0] += self.below[i]

    def head(self) -> dict[str, Any]:
        """The game, the answers and the counts of the searches, and their numbers of steps."""
        shown = self.frames
        return {
            "game": shown.traces[0].game,
            "players": shown.traces[0].rules.players,
            "pictured": self.pictured,
            "nodes": len(shown.nodes),
            "chunk": CHUNK,
            "runs": [
                {
                    "algorithm": trace.algorithm,
                    "options": trace.options,
                    "depth": trace.depth,
                    "value": trace.scale.show(trace.value),
                    "line": list(trace.line),
                    "note": trace.note,
                    "summary": trace.summary(),
                    "proven": trace.proven,
                    "counts": trace.counts(),
                    "unkept": trace.unkept,
                    "length": len(steps),
                    "code": [vars(listing) for listing in trace.listings()],
                }
                for trace, steps in zip(shown.traces, shown.runs, strict=True)
            ],
        }

    def steps(self, run: int, first: int) -> dict[str, Any]:
        """A chunk of the steps of one of the searches, the one that holds step ``first``."""
        if not 0 <= run < len(self.frames.runs):
            raise GameError(f"there is no search {run}")
        first = max(0, first - first % CHUNK)
        chosen = self.frames.runs[run][first : first + CHUNK]
        counted = self.counted[run]
        return {
            "first": first,
            "steps": [self._step(run, first + i, step) for i, step in enumerate(chosen)],
            "counted": [{kind: counted[kind][first + i] for kind in COUNTED} for i in range(len(chosen))],
        }

    def _step(self, run: int, number: int, step: Step) -> dict[str, Any]:
        path, nodes = self.path(step.node), self.frames.nodes
        return {
            "number": number + 1,
            **vars(step),
            "path": path,
            "chosen": [] if step.chosen is None else self.path(step.chosen),
            "moves": [nodes[i].move for i in path[1:]],
            "place": nodes[step.node].place,
            "changed": self._changed(run, number, step),
        }

    def _changed(self, run: int, number: int, step: Step) -> str:
        """What an update changes: a side of the window, the proof numbers, or a value."""
        if step.kind != "update":
            return ""
        moments = self.moments[run][step.node]
        before = moments[bisect_left(moments, number, key=lambda moment: moment[0]) - 1]
        if step.window is None or before[3] is None:
            return f"{before[2] or 'nothing'} → {step.label}" if step.label and before[2] != step.label else ""
        ends = zip("αβ", before[3], step.window, strict=True)
        return ", ".join(f"{end}: {old} → {new}" for end, old, new in ends if old != new)

    def path(self, node: int) -> list[int]:
        """The nodes from the root to this one."""
        found, above = [node], self.frames.nodes[node].parent
        while above is not None:
            found.append(above)
            above = self.frames.nodes[above].parent
        return found[::-1]

    def opening(self) -> list[int]:
        """The nodes that are open at first: all of a small tree, the first levels of a large one."""
        nodes, found, visible = self.frames.nodes, list[int](), 1
        level = [0]
        while level:
            below = [child for i in level for child in nodes[i].children]
            visible += len(below)
            if visible > FIRST and (found or visible > VISIBLE):
                break
            found += [i for i in level if nodes[i].children]
            level = below
        return found

    def view(self, opened: Iterable[int] | None = None, *, boards: bool = False) -> dict[str, Any]:
        """The nodes that are visible while these are open, placed as a tidy tree, with all their moments; with
        ``boards``, as far as there is room, each with its position."""
        nodes = self.frames.nodes
        chosen = set(self.opening() if opened is None else opened)
        shown, children = [0], list[list[int]]()
        for i in shown:
            below = nodes[i].children if i in chosen else []
            children.append(list(range(len(shown), len(shown) + len(below))))
            shown += below
            if len(shown) > VISIBLE:
                raise GameError(f"more than {VISIBLE:,} nodes would be open: close some first")
        pictures = self._pictures(shown) if boards and self.pictured and len(shown) <= PICTURED else {}
        least = max((width for _, width, _ in pictures.values()), default=0.0) + 4 * AROUND
        widths = [self._width(i, opened=bool(below)) for i, below in zip(shown, children, strict=True)]
        widths = [max(width, least) if pictures else width for width in widths]
        layout = tidy_tree(children, widths=widths, gap=10.0)
        place = {i: k for k, i in enumerate(shown)}
        drawings = {i: k for k, i in enumerate(pictures)}
        return {
            "boards": [svg for svg, _, _ in pictures.values()],
            "board": [max(size) for size in zip(*((w, h) for _, w, h in pictures.values()), strict=True)] or None,
            "open": [i for k, i in enumerate(shown) if children[k]],
            "width": round(layout.width, 1),
            "levels": layout.height,
            "nodes": [
                {
                    **self._node(i, nodes[i]),
                    "at": place.get(-1 if (above := nodes[i].parent) is None else above, -1),
                    "x": round(layout.x[k], 1),
                    "y": layout.depth[k],
                    "w": widths[k],
                    "box": max(self._box(i), least) if pictures else self._box(i),
                    "drawing": drawings.get(i),
                }
                for k, i in enumerate(shown)
            ],
        }

    def _node(self, i: int, node: Node) -> dict[str, Any]:
        return {
            "id": i,
            "move": node.move,
            "player": node.player,
            "place": node.place,
            "probability": node.probability,
            "end": node.end,
            "unseen": node.unseen,
            "size": node.size,
            "bundle": node.bundle,
            "worth": self._worth(node),
            "children": len(node.children),
            "below": self.below[i] - 1,
            "moments": [moments.get(i, []) for moments in self.moments],
        }

    def _worth(self, node: Node) -> str:
        """The value at a leaf of a tree by hand: it can be shown before the search reaches it."""
        if not node.end or not asked(self.frames.traces[0].rules, "named_nodes"):
            return ""
        return node.text.partition(": ")[2].replace("-", "−")

    def _box(self, i: int) -> float:
        """The width of a node: its text fits at every step."""
        labels = [moment[2] for moments in self.moments for moment in moments.get(i, []) if moment[2]]
        node = self.frames.nodes[i]
        labels += [node.move if node.bundle else "", self._worth(node)]
        return max(NARROWEST, LETTER * max(map(len, labels)) + 16)

    def _width(self, i: int, *, opened: bool) -> float:
        """The room that a node takes: the text beside and below it must fit too."""
        node = self.frames.nodes[i]
        under = [f"▸ {self.below[i]:,}"] if node.children and not opened else []
        under += [f"{node.size:,} nodes"] if (node.size or 0) > 1 else []
        beside = node.move if node.probability is None else f"{node.move} · {node.probability:.4g}"
        return max(self._box(i), MOVE_LETTER * max([len(beside) / 0.7, *map(len, under)]) + 4)

    def _pictures(self, shown: list[int]) -> dict[int, tuple[str, float, float]]:
        """The positions of these nodes as small drawings, with their widths and heights."""
        found: dict[int, tuple[str, float, float]] = {}
        for i in shown:
            if self.frames.nodes[i].state is not None:
                drawn = board(self.frames.traces[0].rules, self.frames.nodes[i].state)
                drawn.spots.clear()
                scale = SMALL_BOARD / max(drawn.width, drawn.height)
                found[i] = drawn.svg(), round(drawn.width * scale, 1), round(drawn.height * scale, 1)
        return found

    def board(self, i: int) -> Node:
        """A node, to show its position."""
        if not 0 <= i < len(self.frames.nodes):
            raise GameError(f"there is no node {i}")
        return self.frames.nodes[i]


def _moments(steps: list[Step]) -> dict[int, list[list[Any]]]:
    """For every node the steps that touch it: number, kind, label, window, and the child that the value comes from.
    A node that is cut off has a moment of the kind ``gone``."""
    found: dict[int, list[list[Any]]] = {}
    for number, step in enumerate(steps):
        moment = [number, step.kind, step.label, step.window, step.best]
        found.setdefault(step.node, []).append(moment)
        for child in step.cut:
            found.setdefault(child, []).append([number, "gone", None, None, None])
    return found


def _count(steps: list[Step], kind: str) -> list[int]:
    return list(accumulate(int(step.kind == kind) for step in steps))


class RecentSearches:
    """The last searches. If another thread is already making the same search, its result is waited for.

    >>> kept = RecentSearches()
    >>> kept.get("a", lambda: 1 / 0)
    Traceback (most recent call last):
    ZeroDivisionError: division by zero
    """

    def __init__(self) -> None:
        self._searches: OrderedDict[str, Watched] = OrderedDict()
        self._making: dict[str, Lock] = {}
        self._lock = Lock()

    def get(self, key: str, make: Callable[[], Watched]) -> Watched:
        """The search with this key; it is made if there is none."""
        with self._lock:
            making = self._making.setdefault(key, Lock())
        with making:
            found = self._searches.get(key)
            if found is None:
                found = make()
            with self._lock:
                self._searches[key] = found
                self._searches.move_to_end(key)
                while len(self._searches) > 1 and sum(w.size for w in self._searches.values()) > KEPT:
                    self._searches.popitem(last=False)
                self._making.pop(key, None)
            return found
