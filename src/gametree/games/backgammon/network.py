"""Backgammon's network: from what ``inputs.py`` sees to the chances to win and to lose one, two or three points.

There are two of the same kind, one for positions with contact and one for races: a layer of hidden units and five
outputs. Their numbers are arrays, and so data of the compiled game. ``backgammon.network`` has what was learned.
"""

from __future__ import annotations

from functools import cache
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gametree.features import Share
from gametree.games.backgammon.inputs import (
    CONTACT_INPUTS,
    EXPERT,
    RACE_INPUTS,
    SIDE,
    expert_inputs,
    men_inputs,
)
from gametree.games.backgammon.men import BAR, rear
from gametree.games.backgammon.rules import Rules, State
from gametree.networks import Networked, read_network

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    Singles = NDArray[np.float32]

SHIPPED = Path(__file__).with_name("backgammon.network")
OUTPUTS = 5
"""The chances of the player on roll: to win, to win a gammon or more, a backgammon, to lose a gammon or more, a
backgammon."""
UNITS, RACE_UNITS = 80, 32
"""Hidden units with contact and in a race."""
USUAL = (0.0, -1.2, -4.0, -1.2, -4.0)
"""What the outputs begin with, before the logistic function: about half of the games are won, a fifth by a gammon."""


class Network(Rules, Networked[State]):
    """The networks of a game, and what they expect.

    ``contact`` and ``race`` hold what each input, and in the last row a constant, adds to each hidden unit;
    ``contact_out`` and ``race_out`` what each hidden unit, and a constant, adds to each output.
    """

    layers = ("contact", "contact_out", "race", "race_out")
    contact: Singles
    contact_out: Singles
    race: Singles
    race_out: Singles

    def in_race(self, near: int, far: int, other_near: int, other_far: int) -> bool:
        """Have the two sides passed each other, so that nobody can be hit any more?"""
        return rear(near, far) + rear(other_near, other_far) <= BAR

    def inputs(self, near: int, far: int, other_near: int, other_far: int) -> Iterator[tuple[int, float]]:
        """The inputs that are not 0, and what they are, if the first side is on roll."""
        contact = not self.in_race(near, far, other_near, other_far)
        for side in range(2):
            if side == 1:
                near, far, other_near, other_far = other_near, other_far, near, far
            for i, amount in men_inputs(near, far, self.men, side * SIDE):
                yield i, amount
            if contact:
                for i, amount in expert_inputs(near, far, other_near, other_far, RACE_INPUTS + side * EXPERT):
                    yield i, amount

    def hidden(self, near: int, far: int, other_near: int, other_far: int) -> Singles:
        """The hidden units, from −1 to 1, if the first side is on roll."""
        weights = self.race if self.in_race(near, far, other_near, other_far) else self.contact
        last, units = weights.shape[0] - 1, weights.shape[1]
        found = np.empty(units, np.float32)
        for j in range(units):
            found[j] = weights[last, j]
        for i, amount in self.inputs(near, far, other_near, other_far):
            x = np.float32(amount)
            for j in range(units):
                found[j] += x * weights[i, j]
        one = np.float32(1)
        for j in range(units):
            found[j] = found[j] / (one + abs(found[j]))
        return found

    def odds(self, near: int, far: int, other_near: int, other_far: int) -> tuple[float, float, float, float, float]:
        """The five chances of the first side, which is on roll."""
        hidden = self.hidden(near, far, other_near, other_far)
        weights = self.race_out if self.in_race(near, far, other_near, other_far) else self.contact_out
        units = len(hidden)
        a, b, c, d, e = weights[units, 0], weights[units, 1], weights[units, 2], weights[units, 3], weights[units, 4]
        for j in range(units):
            x = hidden[j]
            a += x * weights[j, 0]
            b += x * weights[j, 1]
            c += x * weights[j, 2]
            d += x * weights[j, 3]
            e += x * weights[j, 4]
        return (
            chance(np.float64(a)), chance(np.float64(b)), chance(np.float64(c)), chance(np.float64(d)),
            chance(np.float64(e)),
        )  # fmt: skip

    def equity(self, near: int, far: int, other_near: int, other_far: int) -> float:
        """Expected points of the first side, which is on roll."""
        win, gammon, backgammon, other_gammon, other_backgammon = self.odds(near, far, other_near, other_far)
        return 2 * win - 1 + gammon + backgammon - other_gammon - other_backgammon

    def estimated(self, s: State) -> float:
        """Max's equity; before the first roll the mean of both players' being on roll."""
        equity = 0.0
        if s.turn != 1:
            equity += self.equity(s.near, s.far, s.other_near, s.other_far)
        if s.turn != 0:
            equity -= self.equity(s.other_near, s.other_far, s.near, s.far)
        return equity / 2 if s.turn == 2 else equity

    def expected(self, s: State) -> list[Share]:
        """Max's equity in parts."""
        both = np.zeros(OUTPUTS)
        if s.turn != 1:
            both += self.odds(s.near, s.far, s.other_near, s.other_far)
        if s.turn != 0:
            win, *rest = self.odds(s.other_near, s.other_far, s.near, s.far)
            both += (1 - win, *rest[2:], *rest[:2])
        win, gammon, backgammon, other_gammon, other_backgammon = (both / (2 if s.turn == 2 else 1)).tolist()
        return [
            Share("wins", win, 1), Share("of these gammons", gammon, 1), Share("of these backgammons", backgammon, 1),
            Share("losses", 1 - win, -1), Share("lost gammons", other_gammon, -1),
            Share("lost backgammons", other_backgammon, -1),
        ]  # fmt: skip


def chance(x: float) -> float:
    """The logistic function."""
    return 1 / (1 + exp(-x))


def blank(seed: int = 0, spread: float = 0.05) -> dict[str, Singles]:
    """Arrays that know nothing yet: small random numbers."""
    dice = np.random.default_rng(seed)
    sizes = ((CONTACT_INPUTS, UNITS), (UNITS, OUTPUTS), (RACE_INPUTS, RACE_UNITS), (RACE_UNITS, OUTPUTS))
    made = {
        name: (dice.normal(size=(n + 1, m)) * spread).astype(np.float32)
        for name, (n, m) in zip(Network.layers, sizes, strict=True)
    }
    made["contact_out"][-1] = made["race_out"][-1] = USUAL
    return made


@cache
def shipped() -> Mapping[str, Singles]:
    """What gametree ships."""
    return read_network(SHIPPED).arrays
