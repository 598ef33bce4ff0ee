"""Col with a frozen dataclass and enums: paint a region, never beside your own colour; who cannot paint loses."""

from dataclasses import dataclass, replace
from enum import Enum

from gametree import Game


class Colour(Enum):
    NONE = "."
    RED = "R"
    BLUE = "B"

    @property
    def other(self):
        return Colour.BLUE if self is Colour.RED else Colour.RED


@dataclass(frozen=True)
class Map:
    regions: tuple
    turn: Colour = Colour.RED


class Col(Game):
    repetition = "ignore"
    BORDERS = {0: [1, 3], 1: [0, 2, 4], 2: [1, 5], 3: [0, 4], 4: [1, 3, 5], 5: [2, 4]}

    def initial(self):
        return Map((Colour.NONE,) * len(self.BORDERS))

    def player(self, s):
        return 0 if s.turn is Colour.RED else 1

    def actions(self, s):
        return [
            region
            for region, neighbours in self.BORDERS.items()
            if s.regions[region] is Colour.NONE and all(s.regions[n] is not s.turn for n in neighbours)
        ]

    def result(self, s, a):
        return replace(s, regions=s.regions[:a] + (s.turn,) + s.regions[a + 1 :], turn=s.turn.other)

    def terminal(self, s):
        return not self.actions(s)

    def utility(self, s):
        return -1 if s.turn is Colour.RED else 1

    def text(self, s):
        return "".join(region.value for region in s.regions)
