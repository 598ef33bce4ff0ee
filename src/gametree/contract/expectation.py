"""Does an evaluation suit dice? Averages need more than the right order.

Between two players without chance an evaluation may be any increasing function of the truth: the best move stays the
best. A chance node takes the average, and averages depend on the distances between values. Russell & Norvig's example:
of two moves, each followed by a die that gives 0.9 and 0.1, one leads to positions worth 2 and 3, the other to 1 and 4;
the averages are 2.1 and 1.3. Write 20, 30, 1 and 400 for 2, 3, 1 and 4, in the same order, and the averages are 21 and
40.9: the other move is the best now. So estimates must be close to a positive linear function of the expected payoff.
That is tested here, in games that are small enough to solve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.game import CHANCE, legal, over, payoff, provides, worth

if TYPE_CHECKING:
    from gametree.contract.inquiry import Inquiry

SMALL = 4000
"""A game of more positions than this is not solved for the test."""
CURVED = 0.5
"""Warn if a straight line from the estimates explains less than this part of the values."""
WHY = "chance averages estimates, so they must be a positive linear function of the expected payoff"


def judge_expectations(inquiry: Inquiry, start: Any) -> None:
    """Warn about an evaluation on another scale than the payoffs, or one that only keeps their order."""
    game = inquiry.game
    if not (provides(game, "chances") and provides(game, "evaluate")) or game.players != 2:
        return
    if game.evaluation == "relative":
        inquiry.warn("evaluate", f"is relative, and {WHY}: give it in units of the payoff, evaluation = 'utility'")
        return
    pairs = _pairs(inquiry, start)
    if len(pairs) < 10:
        return
    values, estimates = np.array(pairs).T
    if np.ptp(values) == 0 or np.ptp(estimates) == 0:
        return
    straight = float(np.corrcoef(values, estimates)[0, 1])
    order = float(np.corrcoef(_ranks(values), _ranks(estimates))[0, 1])
    if order < 0:
        inquiry.warn("evaluate", "is lower where the expected payoff is higher: is it Min's, not Max's?")
    elif straight * abs(straight) < CURVED <= order * order:
        inquiry.warn(
            "evaluate",
            f"keeps the order of the expected payoffs (rank correlation {order:.2f}) but not their distances "
            f"(correlation {straight:.2f}): {WHY}",
        )


def _pairs(inquiry: Inquiry, start: Any) -> list[tuple[float, float]]:
    """The expected payoff and the estimate of every position that is not over; empty if the game is too large, or
    positions come back."""
    game = inquiry.game
    values: dict[Any, float] = {}
    entered: set[Any] = set()
    stack = [start]
    while stack:
        s = stack[-1]
        inquiry.allow()
        if s in values:
            stack.pop()
            continue
        if over(game, s):
            values[stack.pop()] = worth(payoff(game, s))
            continue
        children = {a: game.result(s, a) for a in legal(game, s)}
        missing = [child for child in children.values() if child not in values]
        if missing:
            if s in entered or len(values) + len(stack) > SMALL:
                return []
            entered.add(s)
            stack += missing
            continue
        if game.player(s) == CHANCE:
            values[s] = sum(p * values[children[a]] for a, p in game.chances(s))
        else:
            values[s] = (max if game.player(s) == 0 else min)(values[child] for child in children.values())
        stack.pop()
    return [(v, worth(inquiry.ask("evaluate", s))) for s, v in values.items() if not over(game, s)]


def _ranks(numbers: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The rank of each number; equal ones share theirs."""
    _, where, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[where]
