"""Alpha-beta as a course has it, in plain Python over a game's rules: Russell & Norvig's, after aima-python's
``alpha_beta_cutoff_search``. No table, no trace, no order but the given one."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gametree.game import worth

if TYPE_CHECKING:
    from gametree.game import AnyGame


class AlphaBeta:
    """A search of one game; ``nodes`` counts the states visited."""

    def __init__(self, game: AnyGame):
        self.game, self.nodes = game, 0

    def search(self, s: Any, depth: int) -> float:
        """Max's value of a state."""
        self.nodes = 0
        value = self.max_value if self.game.player(s) == 0 else self.min_value
        return value(s, -inf, inf, depth)

    def max_value(self, s: Any, alpha: float, beta: float, depth: int) -> float:
        self.nodes += 1
        if self.game.terminal(s):
            return worth(self.game.utility(s))
        if depth == 0:
            return 0
        v = -inf
        for a in self.game.actions(s):
            v = max(v, self.min_value(self.game.result(s, a), alpha, beta, depth - 1))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, s: Any, alpha: float, beta: float, depth: int) -> float:
        self.nodes += 1
        if self.game.terminal(s):
            return worth(self.game.utility(s))
        if depth == 0:
            return 0
        v = inf
        for a in self.game.actions(s):
            v = min(v, self.max_value(self.game.result(s, a), alpha, beta, depth - 1))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
