"""Proof-number search: prove or disprove one statement, "Max wins", by the shortest way that is left (Allis 1994).

The tree is an AND/OR tree: where Max moves, one true child is enough (OR); where Min moves, all must be true (AND). A
node's *proof number* is the least number of leaves that would have to turn out true to prove it, its *disproof number*
the least number that would have to be false. Again and again the *most-proving* leaf, which is in both of these sets
for the root, is developed, and the numbers above it are brought up to date.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.claims import Evidence, claim
from gametree.game import MAX, AnyGame, even
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.tree import Node
from gametree.textbook.support.walk import Line, Result, Walk, one_of

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


class Statement(Node):
    """A node of the AND/OR tree with its two numbers."""

    proof: float = 1
    disproof: float = 1

    def show(self) -> str:
        """The two numbers for people."""
        proof, disproof = ("∞" if n == inf else f"{n:.0f}" for n in (self.proof, self.disproof))
        return f"proof {proof}, disproof {disproof}"


def pn(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    draws: str = "loss",
    tracer: Tracer | None = None,
) -> Result:
    """Can Max win? Proved, disproved, or (beyond a depth, or with unknown leaves) unknown.

    ``draws``: a drawn end counts as a ``loss``; as a ``win`` (then the question is whether Max can draw at least); or
    as ``unknown``, which is how AND/OR trees have leaves of which nothing is known.

    >>> from gametree import load
    >>> pn(load("tree:example=andor"), draws="unknown").note
    'proved: Max can win'
    >>> game = load("tictactoe")
    >>> pn(game).value, pn(game).bound, pn(game, draws="win").bound          # at most 0, and at least 0
    (0, 'upper', 'lower')
    """
    one_of("draws", draws, "loss", "win", "unknown")
    walk = Walk("pn", game, position, depth, tracer, endless=True)
    seen: dict[bool, list[float]] = {True: [], False: []}  # payoffs of the leaves that were true, and false
    middle = even(game)

    def evaluate(node: Statement) -> None:
        """Set the numbers of a new leaf."""
        found = node.end()
        if found is not None:
            settle(node, found)

    def settle(node: Statement, found: float) -> None:
        """Set the numbers of a leaf with this payoff."""
        kind = draws if found == middle else "win" if found > middle else "loss"
        if kind != "unknown":
            seen[kind == "win"].append(found)
            node.proof, node.disproof = (0, inf) if kind == "win" else (inf, 0)
        walk.tracer.evaluated += 1
        walk.tracer.record("leaf", node.id, found, {"win": "true", "loss": "false"}.get(kind, kind))

    def most_proving(node: Statement) -> Statement:
        while node.children:
            open_children = [c for c in node.children if c.proof and c.disproof and min(c.proof, c.disproof) < inf]
            if node.player == MAX:
                node = min(open_children, key=lambda c: c.proof)
            else:
                node = min(open_children, key=lambda c: c.disproof)
        return node

    def expand(node: Statement) -> None:
        if node.end() is not None or node.ply >= walk.depth:
            node.proof = node.disproof = inf
            walk.tracer.record("update", node.id, None, "unknown: it can be neither proved nor disproved")
            return
        for child in node.expand():
            evaluate(child)
        if not node.children:  # every move would bring a position back
            settle(node, middle)

    def set_numbers(node: Statement) -> None:
        proofs, disproofs = [c.proof for c in node.children], [c.disproof for c in node.children]
        if node.player == MAX:
            node.proof, node.disproof = min(proofs), sum(disproofs)
        else:
            node.proof, node.disproof = sum(proofs), min(disproofs)
        walk.tracer.record("update", node.id, None, node.show())

    root = Statement(walk, walk.root)
    evaluate(root)
    while root.proof and root.disproof and min(root.proof, root.disproof) < inf:
        leaf = most_proving(root)
        expand(leaf)
        for node in reversed(leaf.path()):
            if node.children:
                set_numbers(node)
    return answer(walk, root, seen, draws)


def answer(walk: Walk, root: Statement, seen: dict[bool, list[float]], draws: str) -> Result:
    """What the numbers of the root say."""
    line, depth = best_line(root), None if walk.depth == inf else int(walk.depth)
    goal = "draw at least" if draws == "win" else "win"
    if root.proof == 0:
        shown, note = Evidence(min(seen[True]), side="lower", whole=True), f"proved: Max can {goal}"
    elif root.disproof == 0:
        shown, note = Evidence(max(seen[False]), side="upper", whole=True), f"disproved: Max cannot {goal}"
    else:
        shown, note = Evidence(tidy(even(walk.game))), f"unknown whether Max can {goal}: {root.show()}"
    claimed = claim(walk.game, shown)
    certain = claimed.least is not None
    return Result(claimed.value, line[0] if line else None, line, depth, claimed.bound, claimed.proven, note, certain)


def best_line(node: Statement) -> Line:
    """From each node on to the child that is the nearest to what its player wants."""
    line: Line = ()
    while node.children:
        if node.player == MAX:
            node = min(node.children, key=lambda c: c.proof)
        else:
            node = min(node.children, key=lambda c: c.disproof)
        line = (*line, node.action or 0)
    return line
