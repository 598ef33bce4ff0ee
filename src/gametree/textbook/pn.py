"""Proof-number search: prove or disprove one statement, "Max wins", by the shortest way that is left (Allis 1994).

The tree is an AND/OR tree: where Max moves, one true child is enough (OR); where Min moves, all must be true (AND). A
node's *proof number* is the least number of leaves that would have to turn out true to prove it, its *disproof number*
the least number that would have to be false. Again and again the *most-proving* leaf, which is in both of these sets
for the root, is developed, and the numbers above it are brought up to date.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.game import MAX, even, worth
from gametree.textbook.bstar import usual
from gametree.textbook.support.scores import estimate
from gametree.textbook.support.statements import Goal, Proving, Statement
from gametree.textbook.support.tracing import Stopped
from gametree.textbook.support.walk import Result, Walk, one_of

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.textbook.support.statements import FirstNumbers
    from gametree.textbook.support.tracing import Tracer

INITIAL = ("one", "mobility", "evaluation")


def pn(
    game: AnyGame,
    position: Any = None,
    depth: int | None = None,
    *,
    goal: str = "win",
    score: float | None = None,
    initial: str = "one",
    given: bool = False,
    tracer: Tracer | None = None,
) -> Result:
    """Can Max win? Proved, disproved, or (beyond a depth, or with unknown leaves) unknown.

    ``goal`` is what Max is to reach: a ``win``, or a ``draw`` at least; with a ``score``, at least this payoff.
    ``initial`` are the numbers of a leaf that was not developed yet: ``one`` (1 and 1), by ``mobility`` or by
    ``evaluation``. With ``given`` the whole tree, to the depth, is there from the beginning, as in the figures of a
    lecture: then its numbers are set from the leaves upwards, and the most-proving node is marked.

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
    proving = Proving(walk, Goal(game, goal, score), first_numbers(walk, initial))
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


def first_numbers(walk: Walk, initial: str) -> FirstNumbers | None:
    """The numbers of a leaf that was not developed yet; None for (1, 1).

    By *mobility* (Allis 1994): what all moves must show takes as many as there are moves. By *evaluation*: from 1,
    where it looks won, to 9, where it looks lost. All are more than 0: they prove nothing, and only say where to go on.
    """
    one_of("initial", initial, *INITIAL)
    game, steps = walk.game, 4
    low, high = game.bounds
    payoffs = game.evaluation == "utility"
    centre, scale = (even(game), (high - low) / 4) if payoffs else (0, 4 * usual(walk) or 1)

    def by_mobility(node: Statement) -> tuple[float, float]:
        moves = len(walk.actions(node.state))
        return (1, moves) if node.player == MAX else (moves, 1)

    def by_evaluation(node: Statement) -> tuple[float, float]:
        lead = (worth(estimate(game, node.state)) - centre) / scale
        lead = min(max(lead, -1), 1)
        return 1 + round((1 - lead) * steps), 1 + round((1 + lead) * steps)

    return {"one": None, "mobility": by_mobility, "evaluation": by_evaluation}[initial]


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
