"""The evaluation of backgammon: a network, or a weighted sum of features; where both sides bear off, tables."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import numpy as np

from gametree.errors import GameError
from gametree.features import Share, Weighted
from gametree.games.backgammon.endings import number_of, number_table
from gametree.games.backgammon.men import BAR, count, pips, rear, total
from gametree.games.backgammon.network import Network, blank, shipped
from gametree.games.backgammon.playouts import Playouts
from gametree.games.backgammon.rules import State
from gametree.games.backgammon.weights import (
    BLOCKED,
    DANGER,
    HITS,
    HOME_POINTS,
    MEN_OFF,
    ON_BAR,
    ON_ROLL,
    PIPS,
    PIPS_UNDER_FIRE,
    POINTS,
    PRIME,
    RACE,
    SHOTS,
    SHUT_OUT,
    TERMS,
    WEIGHTS,
)  # fmt: skip
from gametree.supplies import supplied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


class Evaluation(Playouts, Network, Weighted[State]):
    """The equity, estimated by the network or by features, or looked up."""

    evaluation = "utility"
    terms = TERMS

    def __init__(self, start: str, cube: int, away: tuple[int, int] | None, bearoff: bool, network: bool):
        super().__init__(start, cube, away)
        if bearoff and start == "hypergammon":
            raise GameError("the bear-off tables are for fifteen men, but hypergammon has three")
        self.weights = np.array(WEIGHTS)
        self.network = network and start != "hypergammon"
        self.set_layers(shipped() if self.network else blank())
        self.looks_up, self.pairs = int(bearoff), 6
        self.below = number_table()
        self.still, self.untouched, self.equities = (np.zeros((1, 1)) for _ in range(3))
        if bearoff:
            known = supplied("bear-off tables", 15, self.pairs)
            self.still, self.untouched, self.equities = known["still"], known["untouched"], known["equities"]

    def evaluate(self, s: State) -> float:
        """The equity, or in a match what it makes of the chance to win it; times the cube."""
        equity = 0.0
        if self.looks_up and self.both_home(s):
            equity = self.looked_up(s)
        elif self.network:
            equity = self.estimated(s)
        else:
            for i, times in self.features(s):
                equity += float(self.weights[i]) * times
            equity = min(max(equity, -2.0), 2.0)
        if self.away[0] == 0:
            return equity * (1 << s.cube)
        low, high = self.standing(-(1 << s.cube)), self.standing(1 << s.cube)
        return min(max((low + high) / 2 + (high - low) / 2 * equity, -1.0), 1.0)

    def reweighted(self, weights: NDArray[np.float64]) -> Evaluation:
        """A copy of the game with other weights of its features, which does without the network."""
        made = copy.copy(self)
        made.weights, made.network = weights, False
        return made

    def shares(self, s: State) -> list[Share]:
        """The evaluation as parts that add up to it: what each point more or less is worth, or the features."""
        return self.expected(s) if self.network else super().shares(s)

    # --- features ------------------------------------------------------------------------------------------------

    def features(self, s: State) -> Iterator[tuple[int, int]]:
        mine, theirs = pips(s.near, s.far), pips(s.other_near, s.other_far)
        if rear(s.near, s.far) + rear(s.other_near, s.other_far) <= BAR:  # they have passed each other: a race
            lead = theirs - mine + (4 if s.turn == 0 else -4)
            share = min(abs(lead) * 1000 // (mine + theirs), 600)
            yield RACE, share if lead > 0 else -share
            yield MEN_OFF, total(s.other_near) + total(s.other_far) - total(s.near) - total(s.far)
            return
        yield PIPS, theirs - mine
        if s.turn < 2:
            yield ON_ROLL, 1 - 2 * s.turn
        for side in range(2):
            near, far, other_near, other_far, sign = s.near, s.far, s.other_near, s.other_far, 1
            if side == 1:
                near, far, other_near, other_far, sign = s.other_near, s.other_far, s.near, s.far, -1
            home, other_home = self.home_points(near), self.home_points(other_near)
            their_last = rear(other_near, other_far)
            row, men = 0, 0
            for p in range(1, BAR):
                here = count(near, far, p)
                men += here
                row = row + 1 if here >= 2 else 0
                if row > 3 and p < their_last:
                    yield PRIME, sign
                if here == 1:
                    yield POINTS + 4 * (p - 1), sign
                    shots = self.shots(other_near, other_far, p)
                    yield SHOTS, sign * shots
                    yield PIPS_UNDER_FIRE, sign * shots * (BAR - p)
                    yield DANGER, sign * shots * other_home
                elif here >= 2:
                    yield POINTS + 4 * (p - 1) + 1, sign
                    if here > 2:
                        yield POINTS + 4 * (p - 1) + 2, sign
                    if here > 3:
                        yield POINTS + 4 * (p - 1) + 3, sign * (here - 3)
            bar = count(near, far, BAR)
            yield ON_BAR, sign * bar
            yield SHUT_OUT, sign * bar * other_home * other_home
            yield MEN_OFF, sign * (self.men - men - bar)
            last = rear(near, far)
            ahead = 0
            for p in range(max(last - 6, 1), last):
                if count(other_near, other_far, BAR - p) >= 2:
                    ahead += 1
            yield BLOCKED, sign * ahead * ahead
            yield HOME_POINTS, sign * home * home

    def home_points(self, near: int) -> int:
        """How many points of the own home a player has made."""
        made = 0
        for p in range(6):
            if near >> 4 * p & 15 >= 2:
                made += 1
        return made

    def shots(self, other_near: int, other_far: int, p: int) -> int:
        """How many rolls of 36 hit a blot on point ``p``, roughly: those of each man in reach, added up."""
        found = 0
        for away in range(1, 13):
            e = BAR - p + away
            if e <= BAR and count(other_near, other_far, e):
                found += HITS[away]
        return min(found, 36)

    # --- bearing off ---------------------------------------------------------------------------------------------

    def both_home(self, s: State) -> bool:
        """Do both sides bear off?"""
        return (s.far | s.other_far | (s.near | s.other_near) >> 24) == 0

    def looked_up(self, s: State) -> float:
        """The value by the tables, if both sides bear off. With up to six men a side it is exact. Otherwise each side
        plays for the fewest rolls; the first side to bear off wins, with a gammon if the other side has borne off
        none."""
        mine, theirs, sign = s.near, s.other_near, 1.0
        if s.turn == 1:
            mine, theirs, sign = s.other_near, s.near, -1.0
        if total(mine) <= self.pairs and total(theirs) <= self.pairs:
            i, j = number_of(self.below, mine, self.pairs), number_of(self.below, theirs, self.pairs)
            return sign * float(self.equities[i, j])
        i, j = number_of(self.below, mine, 15), number_of(self.below, theirs, 15)
        equity, longest = -1.0, self.untouched.shape[1] - 1
        for n in range(1, self.still.shape[1]):
            k = min(n, longest)
            done = float(self.still[i, n - 1]) - float(self.still[i, n])  # on the n-th roll
            equity += done * (2 * float(self.still[j, n - 1]) + float(self.untouched[j, k - 1]))
            other_done = float(self.still[j, n - 1]) - float(self.still[j, n])
            equity -= other_done * float(self.untouched[i, k])
        return sign * equity
