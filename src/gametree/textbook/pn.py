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
from gametree.game import MAX, AnyGame, even, is_illegal, over, payoff, provides, repetition_payoff, worth
from gametree.textbook.support.scores import tidy
from gametree.textbook.support.walk import Line, Result, State, Walk, advice, loop_error, one_of

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Tracer


class Node:
    """A node of the AND/OR tree with its two numbers."""

    def __init__(self, walk: Walk, state: State, parent: Node | None, action: int | None):
        self.state, self.parent, self.action = state, parent, action
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.player = walk.game.player(state)
        above = None if parent is None else parent.id
        walk.tracer.generated += 1
        self.id = walk.tracer.visit(walk.game, state, self.player, above, action, self.ply)
        self.children: list[Node] = []
        self.proof: float = 1
        self.disproof: float = 1
        walk.tracer.record("enter", self.id)

    def path(self) -> list[Node]:
        """The nodes from the root to here."""
        nodes: list[Node] = [self]
        while (above := nodes[-1].parent) is not None:
            nodes.append(above)
        return nodes[::-1]

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

    def evaluate(node: Node) -> None:
        """Set the numbers of a new leaf."""
        found = end_of(walk, node)
        if found is not None:
            settle(node, found)

    def settle(node: Node, found: float) -> None:
        """Set the numbers of a leaf with this payoff."""
        kind = draws if found == middle else "win" if found > middle else "loss"
        if kind != "unknown":
            seen[kind == "win"].append(found)
            node.proof, node.disproof = (0, inf) if kind == "win" else (inf, 0)
        walk.tracer.evaluated += 1
        walk.tracer.record("leaf", node.id, found, {"win": "true", "loss": "false"}.get(kind, kind))

    def most_proving(node: Node) -> Node:
        while node.children:
            open_children = [c for c in node.children if c.proof and c.disproof and min(c.proof, c.disproof) < inf]
            if node.player == MAX:
                node = min(open_children, key=lambda c: c.proof)
            else:
                node = min(open_children, key=lambda c: c.disproof)
        return node

    def expand(node: Node) -> None:
        if end_of(walk, node) is not None or node.ply >= walk.depth:
            node.proof = node.disproof = inf
            walk.tracer.record("update", node.id, None, "unknown: it can be neither proved nor disproved")
            return
        walk.tracer.expanded += 1
        for a in walk.actions(node.state):
            child = Node(walk, game.result(node.state, a), node, a)
            if legal_on(walk, child):
                evaluate(child)
                node.children.append(child)
        if not node.children:  # every move would bring a position back
            settle(node, middle)

    def set_numbers(node: Node) -> None:
        proofs, disproofs = [c.proof for c in node.children], [c.disproof for c in node.children]
        if node.player == MAX:
            node.proof, node.disproof = min(proofs), sum(disproofs)
        else:
            node.proof, node.disproof = sum(proofs), min(disproofs)
        walk.tracer.record("update", node.id, None, node.show())

    root = Node(walk, walk.root, None, None)
    evaluate(root)
    while root.proof and root.disproof and min(root.proof, root.disproof) < inf:
        leaf = most_proving(root)
        expand(leaf)
        for node in reversed(leaf.path()):
            if node.children:
                set_numbers(node)
    return answer(walk, root, seen, draws)


def end_of(walk: Walk, node: Node) -> float | None:
    """The payoff where the game is over: an end, a draw by rule, or a position that came back on this path."""
    game = walk.game
    if over(game, node.state):
        return tidy(worth(payoff(game, node.state)))
    states = [n.state for n in node.path()]
    repeated = repetition_payoff(game, [*walk.history, *states]) if node.parent else None
    if repeated is not None and not is_illegal(repeated):
        return tidy(worth(repeated))
    if (
        node.state in states[:-1]
        and walk.depth == inf
        and game.repetition == "ignore"
        and not provides(game, "repeated")
    ):
        loop = node.path()[states.index(node.state) :]
        actions = [n.action for n in loop[1:] if n.action is not None]
        what = f"pn needs a game that ends; {advice(game, depth=True)}"
        raise loop_error(game, [n.state for n in loop], actions, what)
    return None


def legal_on(walk: Walk, node: Node) -> bool:
    """May this node be entered at all, where bringing a position back is illegal?"""
    if walk.game.repetition != "illegal":
        return True
    repeated = repetition_payoff(walk.game, [*walk.history, *(n.state for n in node.path())])
    return not is_illegal(repeated)


def answer(walk: Walk, root: Node, seen: dict[bool, list[float]], draws: str) -> Result:
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


def best_line(node: Node) -> Line:
    """From each node on to the child that is the nearest to what its player wants."""
    line: Line = ()
    while node.children:
        if node.player == MAX:
            node = min(node.children, key=lambda c: c.proof)
        else:
            node = min(node.children, key=lambda c: c.disproof)
        line = (*line, node.action or 0)
    return line
