"""Proof-number search: prove or disprove one statement, "Max wins", by the shortest way that is left (Allis 1994).

The tree is an AND/OR tree: where Max moves, one true child is enough (OR); where Min moves, all must be true (AND). A
node's *proof number* is the least number of leaves that would have to turn out true to prove it, its *disproof number*
the least number that would have to be false. Again and again the *most-proving* leaf, which is in both of these sets
for the root, is developed, and the numbers above it are brought up to date.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.textbook.support.statements import Goal, Proving, Statement
from gametree.textbook.support.tracing import Stopped
from gametree.textbook.support.walk import Result, Walk

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.textbook.support.tracing import Tracer


def pn(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    goal: str = "win",
    score: float | None = None,
    given: bool = False,
    tracer: Tracer | None = None,
) -> Result:
    """Can Max win? Proved, disproved, or (beyond a depth, or with unknown leaves) unknown.

    ``goal`` is what Max is to reach: a ``win``, or a ``draw`` at least; with a ``score``, at least this payoff. With
    ``given`` the whole tree, to the depth, is there from the beginning, as in the figures of a lecture: then its
    numbers are set from the leaves upwards, and the most-proving node is marked.

    >>> from gametree import load
    >>> pn(load("tree:example=andor")).note
    'proved: Max can win'
    >>> pn(load("tree:example=proof"), given=True).note
    'unknown whether Max can win: proof 2, disproof 3'
    >>> game = load("tictactoe")
    >>> pn(game).value, pn(game).bound, pn(game, goal="draw").bound          # at most 0, and at least 0
    (0, 'upper', 'lower')
    """
    walk = Walk("pn", game, position, depth, tracer, endless=True)
    proving = Proving(walk, Goal(game, goal, score))
    root = proving.root
    proving.evaluate(root)
    try:
        if given:
            label(proving)
        while root.open and not root.solved:
            proving.develop(proving.select())
    except Stopped:
        if not root.children:
            raise
    return proving.answer()


def label(proving: Proving) -> None:
    """Make the whole tree, and set its numbers from the leaves upwards."""
    made: list[Statement] = [proving.root]
    for node in made:
        if node.open:
            proving.expand(node)
            made += node.children
    for node in reversed(made):
        if node.children:
            proving.set_numbers(node)
