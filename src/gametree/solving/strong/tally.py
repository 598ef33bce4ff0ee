"""Counting labelled positions: by tier, and by outcome for Max."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.game import provides
from gametree.solving.solution import Tier, outcome

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.solving.label import Coding
    from gametree.solving.strong.space import Array

OUTCOMES = ("win", "loss", "draw")


class Tally:
    """How many positions of each tier are won, lost and drawn. The tier is the game's own; if it has none, the tier is
    given with the codes."""

    def __init__(self, game: AnyGame, coding: Coding):
        self.coding = coding
        self.tiered = provides(game, "tier")
        words = [outcome(game, payoff) for payoff in (*coding.payoffs, coding.endless)]
        self.outcomes = np.array([OUTCOMES.index(word) for word in words])
        self.counts: dict[int, Array] = {}

    def count(self, codes: Array, weights: Array, tiers: Array, level: int | Array) -> None:
        """Count states of these codes; the weight of each is its number of positions."""
        payoffs = len(self.coding.payoffs)
        which = np.where(codes == 0, payoffs, (codes - 1) % max(payoffs, 1))
        kinds = self.outcomes[which]
        own = tiers if self.tiered else level
        if not isinstance(own, int) and own.min() == own.max():  # often true for a chunk of a level
            own = int(own[0])
        if isinstance(own, int):
            self._put(own, np.bincount(kinds, weights, 3))
            return
        numbers, inverse = np.unique(own, return_inverse=True)
        counts = np.bincount(3 * inverse + kinds, weights, 3 * len(numbers)).reshape(-1, 3)
        for number, row in zip(numbers, counts, strict=True):
            self._put(int(number), row)

    def _put(self, tier: int, counts: Array) -> None:
        # sums of whole numbers below 2**53: floats hold them exactly
        self.counts[tier] = self.counts.get(tier, np.zeros(3, np.int64)) + counts.astype(np.int64)

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        for tier, counts in other.counts.items():
            self._put(tier, counts)

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """The counts of each tier, in rising order."""
        rows = sorted((tier, [int(n) for n in counts]) for tier, counts in self.counts.items())
        return tuple(Tier(tier, sum(counts), *counts) for tier, counts in rows)
