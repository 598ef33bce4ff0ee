"""A trace as the page, the notebook and the drawings show it: one tree, and the steps of the search on it.

``frames(trace)`` is one JSON object; ``frames(a, b)`` puts two searches of the same position on the same tree, to be
shown side by side. Everything in it is for people: values, windows and names are strings as they are to be written.

    game      what the game is called
    players   how many there are
    nodes     the nodes of the tree; a node's place in the list is its id, and its parent comes before it
        parent        id, or null for the root
        action, move  the action that leads here and its name (null and "" at the root)
        player        whose turn it is: 0, 1, …, −1 for chance;  mover: the same in words ("Max", "Min", "chance")
        place         what sentences call the node: "B", "the root", "after 4 4"
        text          the position as the game writes it
        probability   of the outcome that leads here, below a chance node; else null
        end           true where the game is over
        children      ids in the game's own order of moves, whatever the order in which they are looked at
        unseen        true where no search has been: the node is drawn because it was cut off
        size          nodes of the subtree that would have been searched, where that is known; null elsewhere
        bundle        0; or how many moves stand together in this one node ("31 more moves")
        x, y          the tidy layout: y is the level, x from 0 to ``width``, a leaf is 1 wide
    width, height     of the layout, in the same units
    runs      one for each trace
        algorithm, options, depth, value, line, note, summary (sentences), proven
        generated, visited, expanded, evaluated, cut, hits, unkept (steps that were counted and not kept)
        steps
            kind      enter, leaf, update, cut, hit, skip or leave (``textbook.tracing.KINDS`` says what they are)
            node      id of the current node; the current path leads from it to the root by ``parent``
            window    [alpha, beta] or null
            value     of the node as far as it is known, or null;  label: the same as it is written at the node
                      ("3", "≥ 3", "≤ 2", "(1, 2, 6)", "2 | 1" for proof and disproof numbers), or null: no change
            numbers   [proof, disproof] or null
            best      id of the child that the new value comes from, or null
            cut       ids of the children that will not be looked at because of this step
            saved     how many nodes these subtrees hold, where that is known; null elsewhere
            why       the reason as the search gives it: "cut: 7 ≥ β 6; Min already has 6 at B"
            say       the whole step as a sentence

To show step k, go through the steps 0 … k: *enter* makes a node seen (and no longer cut) and clears its label, a label
that is not null is written at the node, and the nodes in ``cut`` are cut, with all that is below them. ``Picture`` does
the same in Python.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gametree.draw.layout import tidy_tree
from gametree.draw.sizes import Sizes
from gametree.errors import GameError
from gametree.game import CHANCE, MAX, MIN, AnyGame, legal, over
from gametree.games.tree import Tree
from gametree.textbook.tracing import player_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.textbook.tracing import Event, Trace

SMALL = 200
"""Up to so many nodes that were seen there is room for those that were not."""
REVEAL = 30
"""Then a subtree that was cut off is drawn whole when it has no more nodes than this,"""
MANY = 8
"""and as many children that were cut off together are drawn one by one; more are drawn as one node."""
UNEVEN = ("iterative", "quiescence", "singular", "reuse")
"""Searches that look to several depths: how much a cut spares is not plain."""


@dataclass
class Node:
    """A node of the drawn tree."""

    parent: int | None
    action: int | None
    move: str
    player: int
    place: str
    text: str
    state: Any
    probability: float | None = None
    end: bool = False
    unseen: bool = False
    size: int | None = None
    bundle: int = 0
    children: list[int] = field(default_factory=list[int])
    rank: int = 0
    """Its place among its siblings."""

    def to_json(self) -> dict[str, Any]:
        """The node as the top of this file describes it."""
        names = ("parent", "action", "move", "player", "place", "text", "probability", "end", "children", "unseen")
        fields = {name: getattr(self, name) for name in names}
        return {**fields, "mover": player_name(self.player), "size": self.size, "bundle": self.bundle}


@dataclass
class Step:
    """One step of a search on the drawn tree."""

    kind: str
    node: int
    window: tuple[str, str] | None = None
    value: str | None = None
    label: str | None = None
    numbers: tuple[str, str] | None = None
    best: int | None = None
    cut: list[int] = field(default_factory=list[int])
    saved: int | None = None
    why: str = ""
    say: str = ""


@dataclass(frozen=True)
class Frames:
    """One tree, and the steps of one or more searches on it."""

    nodes: list[Node]
    runs: list[list[Step]]
    traces: tuple[Trace, ...]

    def to_json(self) -> dict[str, Any]:
        """What the top of this file describes."""
        layout = tidy_tree([node.children for node in self.nodes])
        nodes = [
            {"id": i, **node.to_json(), "x": round(layout.x[i], 3), "y": layout.depth[i]}
            for i, node in enumerate(self.nodes)
        ]
        return {
            "game": self.traces[0].game,
            "players": self.traces[0].rules.players,
            "nodes": nodes,
            "width": round(layout.width, 3),
            "height": layout.height,
            "runs": [_run(trace, steps) for trace, steps in zip(self.traces, self.runs, strict=True)],
        }


def frames(*traces: Trace) -> Frames:
    """The tree and the steps of one search, or of several of the same position.

    >>> from gametree.textbook import trace
    >>> shown = frames(trace("tree:example=pruning"))
    >>> len(shown.nodes), [step.why for step in shown.runs[0] if step.kind == "cut"]
    (15, ['cut: 6 ≥ β 5; Min already has 5 at B', 'cut: 2 ≤ α 5; Max already has 5 at A'])
    >>> [(shown.nodes[i].move, shown.nodes[i].size) for step in shown.runs[0] for i in step.cut]
    [('e2', 1), ('c2', 3)]
    """
    if not traces:
        raise GameError("there is no trace to draw")
    roots = {repr(trace.states[:1]) for trace in traces}
    if len(roots) > 1 or len({trace.game for trace in traces}) > 1:
        raise GameError("searches can be shown on one tree only where they begin at the same position of a game")
    if not traces[0].states:
        raise GameError("this trace has kept no steps: trace with events= more than 0")
    drawn = _Drawn(traces[0])
    maps = [drawn.enter(trace) for trace in traces]
    runs = [_Reading(drawn, trace, ids).steps for trace, ids in zip(traces, maps, strict=True)]
    for node in drawn.nodes:
        node.children.sort(key=lambda i: drawn.nodes[i].rank)
    return Frames(drawn.nodes, runs, traces)


class _Drawn:
    """The tree as it grows. A path of moves is one node, however often the search comes there."""

    def __init__(self, trace: Trace):
        self.game: AnyGame = trace.rules
        self.named = isinstance(self.game, Tree)
        self.nodes: list[Node] = []
        self.known: dict[tuple[int | None, int | None, Any], int] = {}
        self.sizes = Sizes(self.game)
        self.reveal, self.many = (REVEAL, MANY) if len(trace.states) <= SMALL else (1, 1)
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

    def leave_out(self, parent: int, actions: Sequence[int], depth: int | None) -> tuple[list[int], int | None]:
        """The nodes of children that no search looks at, and how many nodes there would be, if that is known."""
        node, found, sizes = self.nodes[parent], list[int](), list[int | None]()
        new = list[tuple[int, Any, int | None]]()
        for a in actions:
            child = self.game.result(node.state, a)
            size = self.sizes.below(child, depth, self._path(parent))
            sizes.append(size)
            if (parent, a, child) in self.known:
                found.append(self.known[parent, a, child])
                self.nodes[found[-1]].size = size
            else:
                new.append((a, child, size))
        total = None if None in sizes else sum(n for n in sizes if n is not None)
        if len(new) > self.many:
            return [*found, self._bundle(parent, new)], total
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


class _Reading:
    """One search on the drawn tree: its events become steps."""

    def __init__(self, drawn: _Drawn, trace: Trace, ids: list[int]):
        self.drawn, self.trace, self.ids = drawn, trace, ids
        self.parents: list[int | None] = []
        self.entered: list[set[int]] = []  # by the trace's node: the actions that were looked at on this visit
        self.has: dict[int, float] = {}  # by the trace's node: what its mover has found
        self.done: set[int] = set()  # nodes of the trace whose other children are accounted for
        self.left: int | None = None  # the drawn node that the search left last
        self.steps = [self._step(event) for event in trace.events]

    def _step(self, e: Event) -> Step:
        show, step = self.trace.scale.show, Step(e.kind, self.ids[e.node], why=e.why)
        if e.alpha is not None and e.beta is not None:
            step.window = show(e.alpha), show(e.beta)
        if e.value is not None:
            step.value = show(e.value)
            step.label = step.value
        match e.kind:
            case "enter":
                self.parents.append(e.parent)
                self.entered.append(set())
                if e.parent is not None and e.action is not None:
                    self.entered[e.parent].add(e.action)
            case "update":
                self._update(e, step)
            case "cut":
                self._leave_out(e, step)
                step.why = self._who_has_it(e)
                step.label = self._bounded(e, step.value)
            case "leave":
                mark = {"at most this": "≤ ", "at least this": "≥ "}.get(e.why, "")
                step.label = mark + (step.value or "")
                if self.entered[e.node]:
                    self._leave_out(e, step)
            case _:
                pass
        if e.kind in ("leave", "leaf", "hit"):
            self.left = step.node
        step.say = self._sentence(e, step)
        return step

    def _update(self, e: Event, step: Step) -> None:
        if e.why.startswith("proof "):
            proof, disproof = (part.split()[-1] for part in e.why.split(", "))
            step.numbers, step.label = (proof, disproof), f"{proof} | {disproof}"
            return
        if isinstance(e.value, int | float):
            self.has[e.node] = e.value
            step.label = self._bounded(e, step.value)
        if self.left is not None and self.drawn.nodes[self.left].parent == step.node:
            step.best = self.left

    def _bounded(self, e: Event, value: str | None) -> str | None:
        """What the mover has, while there is more to be looked at."""
        if self.trace.rules.players > 2 or self.trace.algorithm in ("dynamic", "label") or e.player not in (MAX, MIN):
            return value
        return f"{'≥' if e.player == MAX else '≤'} {value}"

    def _leave_out(self, e: Event, step: Step) -> None:
        """The children that were not looked at will not be."""
        if e.node in self.done:
            return
        self.done.add(e.node)
        others = [a for a in self.drawn.legal(step.node) if a not in self.entered[e.node]]
        depth = self.trace.depth
        left = None if depth is None else depth - e.ply - 1
        step.cut, step.saved = self.drawn.leave_out(step.node, others, left)
        if self.trace.algorithm in UNEVEN and depth is not None:
            step.saved = None
        if not step.cut:
            step.saved = None

    def _who_has_it(self, e: Event) -> str:
        """The reason of a cut, with the place at which the other player has what he will not give up."""
        limit, holder = (e.beta, MIN) if e.player == MAX else (e.alpha, MAX)
        if not e.why.endswith(f"; {player_name(holder)} already has {self.trace.scale.show(limit)}"):
            return e.why  # there is another reason
        above = self.parents[e.node]
        while above is not None:
            node = self.drawn.nodes[self.ids[above]]
            if node.player == holder and self.has.get(above) == limit:
                return f"{e.why} {_at(node.place)}"
            above = self.parents[above]
        return e.why

    def _sentence(self, e: Event, step: Step) -> str:
        node = self.drawn.nodes[step.node]
        place, why = node.place, f" ({step.why})" if step.why else ""
        match e.kind:
            case "enter":
                turn = "chance decides" if e.player == CHANCE else f"{player_name(e.player)} to move"
                window = f", window {step.window[0]} to {step.window[1]}" if step.window else ""
                words = f"Come to {_position(place)}: {'the game is over' if node.end else turn}{window}{why}"
            case "leaf" | "hit":
                words = f"{_position(place)}{'' if step.value is None else f' is worth {step.value}'}{why}"
            case "leave":
                mark = {"at most this": "at most ", "at least this": "at least "}.get(e.why, "")
                words = f"Go back up from {_position(place)} with {mark}{step.value}"
            case "cut":
                spared = "" if step.saved is None else f" ({step.saved:,} node{'s' * (step.saved != 1)} not looked at)"
                words = f"{_at(place)}: {step.why}{spared}"
            case _:
                words = f"{_at(place)}: {step.why or f'worth {step.value}'}"
        return words[:1].upper() + words[1:]


def _at(place: str) -> str:
    return place if place.startswith("after ") else f"at {place}"


def _position(place: str) -> str:
    return f"the position {place}" if place.startswith("after ") else place


def _run(trace: Trace, steps: list[Step]) -> dict[str, Any]:
    whole = trace.to_json()
    left_out = ("events", "positions", "game", "action", "move", "bound")
    fields = {key: value for key, value in whole.items() if key not in left_out}
    return {
        **fields,
        "value": trace.scale.show(trace.value),
        "summary": trace.summary(),
        "steps": [vars(step) for step in steps],
    }
