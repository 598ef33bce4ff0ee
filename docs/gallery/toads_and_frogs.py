"""Toads and Frogs on a string: toads hop right, frogs hop left, into the gap or over one of the others."""

from typing import NamedTuple

from gametree import Game


class State(NamedTuple):
    track: str
    toads: bool = True


class ToadsAndFrogs(Game):
    repetition = "ignore"

    def __init__(self, track="TT_FF"):
        self.track = track

    def initial(self):
        return State(self.track)

    def player(self, s):
        return 0 if s.toads else 1

    def actions(self, s):
        step, hop, jump = (1, "T_", "TF_") if s.toads else (-1, "F_", "FT_")
        for i in range(len(s.track)):
            ahead = [s.track[j] for j in (i, i + step, i + 2 * step) if 0 <= j < len(s.track)]
            seen = "".join(ahead)
            if seen.startswith(hop) or seen == jump:
                yield i

    def result(self, s, a):
        gap = s.track.index("_") if s.track.count("_") == 1 else self.landing(s, a)
        track = list(s.track)
        track[a], track[gap] = track[gap], track[a]
        return State("".join(track), not s.toads)

    def landing(self, s, a):
        step = 1 if s.toads else -1
        return a + step if s.track[a + step] == "_" else a + 2 * step

    def terminal(self, s):
        return not list(self.actions(s))

    def utility(self, s):
        return -1 if s.toads else 1
