"""What a student's program is compared with: the textbook's search of the same tree, step by step."""

from __future__ import annotations

import copy
from math import inf
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import CHANCE, MAX, Line, over, payoff, worth
from gametree.textbook import ALGORITHMS, Tracer, told
from gametree.textbook.support.scores import Scale, estimate, scale_of, tidy

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.teaching.grading.assignment import Test
    from gametree.teaching.grading.desk import Desk
    from gametree.textbook.support.tracing import Event, Trace

EVENTS = 400_000
"""The most steps of the textbook's search: what is graded must be small enough to be compared."""


def reference(test: Test, *, equality: bool = True, order: dict[Any, list[Any]] | None = None) -> Trace:
    """The textbook's search, with every step. With an ``order`` (by state, its actions, as many as are known) it
    looks at the moves in that order.

    >>> from gametree import load
    >>> from gametree.teaching.grading.assignment import Test
    >>> test = Test("", load("tree:example=textbook"), algorithm="alphabeta")
    >>> reference(test).visited, reference(test, order={test.game.initial(): [1, 0, 2]}).visited
    (11, 13)
    """
    game, line = test.game, Line(test.to_start()[0])
    if order:
        game = _in_order(game, order)
    options: dict[str, Any] = {"equality": equality} if test.algorithm == "alphabeta" else {}
    tracer = Tracer(EVENTS)
    limit: dict[str, Any] = {} if test.depth is None else {"depth": test.depth}
    result = ALGORITHMS[test.algorithm].function(game, line, tracer=tracer, **limit, **options)
    if tracer.unkept:
        raise GameError(f"{test.name}: the search has more than {EVENTS:,} steps: give a depth or a later position")
    return told(test.game, line, test.algorithm, options, tracer, result)


def _in_order(game: AnyGame, order: dict[Any, list[Any]]) -> AnyGame:
    """The same game with its moves in another order."""
    turned, given = copy.copy(game), game.actions

    def actions(s: Any) -> list[Any]:
        first, moves = order.get(s, []), list(given(s))
        return [*(a for a in first if a in moves), *(a for a in moves if a not in first)]

    turned.actions = actions
    return turned


def root_score(trace: Trace) -> float:
    """The score of the root, as the search compares scores."""
    last = next(e for e in reversed(trace.events) if e.node == 0 and e.kind in ("leave", "leaf"))
    assert isinstance(last.value, int | float)
    return last.value


def nodes_of(trace: Trace, desk: Desk) -> dict[int, int]:
    """The nodes of a trace, by their numbers at the desk: the step at which the search enters each."""
    number = {0: 0}
    found = {0: 1}
    for step, event in enumerate(trace.events, 1):
        if event.kind == "enter" and event.parent is not None:
            number[event.node] = desk.child(number[event.parent], event.action)
            found[number[event.node]] = step
    return found


def scores_of_moves(test: Test) -> dict[Any, float]:
    """Every move of the start with its score, by plain minimax: any of the best is a right answer.

    >>> from gametree import load
    >>> from gametree.teaching.grading.assignment import Test
    >>> scores_of_moves(Test("", load("tree:example=textbook")))
    {0: 3, 1: 2, 2: 2}
    """
    game, s = test.game, test.to_start()[0]
    scale = scale_of(game, limited=test.depth is not None)
    depth = inf if test.depth is None else test.depth
    if depth <= 0 or over(game, s) or game.player(s) == CHANCE:
        return {}
    known: dict[Any, float] = {}
    return {a: _score(game, scale, game.result(s, a), depth - 1, known) for a in game.actions(s)}


def _score(game: AnyGame, scale: Scale, s: Any, depth: float, known: dict[Any, float]) -> float:
    if (s, depth) not in known:
        if over(game, s):
            known[s, depth] = scale.payoff(tidy(worth(payoff(game, s))))
        elif depth <= 0:
            known[s, depth] = scale.estimate(tidy(worth(estimate(game, s))))
        elif game.player(s) == CHANCE:
            known[s, depth] = sum(
                p * _score(game, scale, game.result(s, a), depth - 1, known) for a, p in game.chances(s)
            )
        else:
            better = max if game.player(s) == MAX else min
            known[s, depth] = better(_score(game, scale, game.result(s, a), depth - 1, known) for a in game.actions(s))
    return known[s, depth]


def why_left_out(trace: Trace, parent: int) -> tuple[int, Event]:
    """The step at which the search leaves out the rest of the children of a node of the trace, or leaves the node."""
    kinds = ("cut", "skip", "leave", "leaf")
    return next((i, e) for i, e in enumerate(trace.events, 1) if e.node == parent and e.kind in kinds)
