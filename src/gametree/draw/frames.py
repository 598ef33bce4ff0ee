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
            number    the first step is 1
            kind      enter, leaf, update, cut, select, hit, skip or leave (``KINDS`` in ``tracing.py``)
            node      id of the current node; the current path leads from it to the root by ``parent``
            window    [alpha, beta] or null
            value     of the node as far as it is known, or null;  label: the same as it is written at the node
                      ("3", "≥ 3", "≤ 2", "(1, 2, 6)", "2 | 1" for proof and disproof numbers), or null: no change
            numbers   [proof, disproof] or null
            chosen    id of the leaf that a best-first search goes on with (the most-proving node); null: none
            best      id of the child that the new value comes from; −1 where it comes from none; null: no change
            cut       ids of the children that will not be looked at because of this step
            saved     how many nodes these subtrees hold, where that is known; null elsewhere
            why       the reason as the search gives it: "cut: 7 ≥ β 6; Min already has 6 at B"
            say       the whole step as a sentence
            lines     the lines of the algorithm's files on which the search stands: "alphabeta.py:78"

To show a step, go through all steps up to it: *enter* makes a node seen (and no longer cut) and clears its label, a
label that is not null is written at the node, and the nodes in ``cut`` are cut, with all that is below them.
``Picture`` does the same in Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.draw.growing import Drawn
from gametree.draw.layout import tidy_tree
from gametree.draw.nodes import Node, Step
from gametree.draw.reading import Reading
from gametree.errors import GameError

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Trace

__all__ = ["Frames", "Node", "Step", "frames"]


@dataclass(frozen=True)
class Frames:
    """One tree, and the steps of one or more searches on it."""

    nodes: list[Node]
    runs: list[list[Step]]
    traces: tuple[Trace, ...]

    def to_json(self) -> dict[str, Any]:
        """What the top of this file describes."""
        layout, players = tidy_tree([node.children for node in self.nodes]), self.traces[0].rules.players
        nodes = [
            {"id": i, **node.to_json(players), "x": round(layout.x[i], 3), "y": layout.depth[i]}
            for i, node in enumerate(self.nodes)
        ]
        return {
            "game": self.traces[0].game,
            "players": players,
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
    drawn = Drawn(traces[0])
    maps = [drawn.enter(trace) for trace in traces]
    runs = [Reading(drawn, trace, ids).steps for trace, ids in zip(traces, maps, strict=True)]
    for node in drawn.nodes:
        node.children.sort(key=lambda i: drawn.nodes[i].rank)
    return Frames(drawn.nodes, runs, traces)


def _run(trace: Trace, steps: list[Step]) -> dict[str, Any]:
    whole = trace.to_json()
    left_out = ("events", "positions", "game", "action", "move", "bound")
    fields = {key: value for key, value in whole.items() if key not in left_out}
    return {
        **fields,
        "value": trace.scale.show(trace.value),
        "summary": trace.summary(),
        "steps": [{"number": number, **vars(step)} for number, step in enumerate(steps, 1)],
    }
