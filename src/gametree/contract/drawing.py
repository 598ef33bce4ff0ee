"""Does ``playout_action`` draw what it promises: legal actions, each as often as its weight says?"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from gametree.contract.states import is_integer
from gametree.game import provides
from gametree.hooks import asked

if TYPE_CHECKING:
    from gametree.contract.inquiry import Inquiry

FEW, EACH = 4, 64
"""In every state a few actions are drawn; in some states as many as this for each action."""
OFTEN, MOST, WIDEST = 6, 8, 80
"""These are one state in six, eight states at most, and none with more than eighty actions."""
TRIES = 16
"""How many numbers may be drawn in vain; then the actions are listed."""


class Drawing:
    """The draws of one examination."""

    def __init__(self, inquiry: Inquiry):
        self.inquiry, self.dice, self.left = inquiry, Random(1), MOST

    def test(self, s: Any, moves: list[int]) -> None:
        """Draw actions in a state."""
        often = self.left > 0 and len(moves) <= WIDEST and self.dice.randrange(OFTEN) == 0
        self.left -= often
        counts = dict.fromkeys(moves, 0)
        for _ in range(EACH * len(moves) if often else FEW):
            action = self._draw(s)
            if action == -1:
                continue
            if not is_integer(action) or action not in counts:
                self.inquiry.error("playout_action", f"draws {action!r}, which is not legal", s, kind="illegal")
                return
            counts[action] += 1
        if often:
            self._evenly(s, counts)

    def _draw(self, s: Any) -> Any:
        """An action; −1 where the list of actions takes its place."""
        for _ in range(TRIES):
            action = self.inquiry.ask("playout_action", s, self.dice.getrandbits(32))
            if action != -1:
                return action
        return -1

    def _evenly(self, s: Any, counts: dict[int, int]) -> None:
        """Every action comes as often as its weight says, as far as so few draws can tell."""
        weights = dict.fromkeys(counts, 1)
        if provides(self.inquiry.game, "playout_weight"):
            weights = {a: asked(self.inquiry.game, "playout_weight")(s, a) for a in counts}
        drawn, total = sum(counts.values()), max(sum(weights.values()), 1)
        for action, times in counts.items():
            expected = drawn * weights[action] / total
            if abs(times - expected) > 2 + 5 * expected**0.5:
                what = f"draws action {action} {times} times of {drawn}: about {expected:.0f} were to be expected"
                self.inquiry.error("playout_action", what, s, kind="uneven")
                return
