"""Random games as data: trees and graphs in arrays, so that one compiled kernel serves all games of a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from array_games import ArrayGame
from gametree import CHANCE

if TYPE_CHECKING:
    from random import Random

NODES, WIDTH = 64, 4


class Scores(ArrayGame):
    """Payoffs from −4 to 4, and estimates on the same scale, which are wrong."""

    shape = (NODES, WIDTH)
    repetition = "ignore"
    evaluation = "utility"
    bounds = (-4, 4)

    def evaluate(self, s):
        return int(self.values[s.node])


class Leisure(Scores):
    """Only the payoff counts, not how soon."""

    haste = False


class Wins(Scores):
    """Ends are wins, losses and draws; estimates are on a scale of their own."""

    evaluation = "relative"
    bounds = (-1, 1)

    def utility(self, s):
        value = int(self.values[s.node])
        return (value > 1) - (value < -1)

    def evaluate(self, s):
        return 100 * int(self.values[s.node])


class Margins(Wins):
    """The same, but a win may be larger or smaller."""

    bounds = (-4, 4)

    def utility(self, s):
        return int(self.values[s.node])


class LoopDraw(Wins):
    repetition = "draw"


class LoopThird(Wins):
    repetition = "draw"
    recurrence = 3


class LoopLoss(Wins):
    repetition = "loss"


class LoopIllegal(Wins):
    repetition = "illegal"


class LoopMargins(Margins):
    repetition = "draw"


class LoopPay(Margins):
    """A cycle pays what is written at its node."""

    repetition = "draw"

    def repeated(self, s):
        return int(self.values[s.node])


class Dice(Scores):
    """Some nodes are chance nodes; the first outcome is the most likely one."""

    def chances(self, s):
        count = 0
        for a in range(WIDTH):
            count += self.edges[s.node, a] >= 0
        for a in range(count):
            yield a, (0.5 if count > 1 else 1.0) if a == 0 else 0.5 / (count - 1)


class Three(Scores):
    """Three players, each with a payoff of his own."""

    players = 3
    bounds = (-9, 9)

    def utility(self, s):
        v = int(self.values[s.node])
        return (v, (v * 5 + s.node) % 9 - 4, (v * 3 + 2 * s.node) % 9 - 4)

    def evaluate(self, s):
        v = int(self.values[s.node])
        return (v, -v, 0)


class LoopDice(Dice):
    """With dice, and a position that comes back ends the game."""

    repetition = "draw"


class LoopDicePay(LoopDice):
    """The same, and a cycle pays what is written at its node."""

    def repeated(self, s):
        return int(self.values[s.node])


class LoopThree(Three):
    """Three players, and a position that comes back ends the game."""

    repetition = "draw"


class LoopThreeTotal(LoopThree):
    """The same, with payoffs of one sum: max^n prunes then."""

    total = 0
    bounds = (-1, 1)

    def utility(self, s):
        v = (int(self.values[s.node]) + s.node) % 3
        return ((1, -1, 0)[v], (-1, 0, 1)[v], (0, 1, -1)[v])


TREES = (Scores, Leisure, Wins, Margins)
LOOPS = (LoopDraw, LoopThird, LoopLoss, LoopIllegal, LoopMargins, LoopPay)
LUCKY = (Dice, LoopDice, LoopDicePay)
CROWDED = (Three, LoopThree, LoopThreeTotal)


def random_game(cls: type[Scores], dice: Random) -> Scores:
    """A random game of a kind: a graph with loops where a rule says what they mean, else one without."""
    kinds = (0, 1, CHANCE) if cls in LUCKY else (0, 1, 2) if cls in CROWDED else (0, 1)
    loops = cls.repetition != "ignore"
    size = dice.randint(2, 7 if loops else 40)
    if cls is LoopThird:
        size = min(size, 5)
    edges: list[list[int]] = []
    spread = dice.choice((3, 6, size))
    for n in range(size):
        after = range(size) if loops else range(n + 1, min(size, n + 1 + spread))
        count = min(dice.choice((0, 1, 2, 2, 3) if n else (1, 2, 3)), len(after), WIDTH)
        edges.append(dice.sample(after, count))
    turns = dice.random() < 0.4  # nodes at an even place are Max's; else extra turns happen
    movers = [n % 2 if turns and cls not in CROWDED else dice.choice(kinds) for n in range(size)]
    movers[0] = max(movers[0], 0)
    level = dice.choice((1, 2, 4))
    values = [dice.randint(-level, level) * 4 // level for _ in range(size)]
    if not edges[0]:
        edges[0] = [min(1, size - 1)]
    return cls(edges, movers, values)
