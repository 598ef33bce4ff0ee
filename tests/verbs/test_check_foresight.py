"""``check`` on the hooks that spare the search work, and on names that look misspelt."""

from __future__ import annotations

import pytest

from gametree import Game, check
from gametree.games.connect4 import ConnectFour


class Overlooks(ConnectFour):
    def foresee(self, s):
        return 0, 0


class Sanguine(ConnectFour):
    def foresee(self, s):
        return 1, 2


class Dawdles(ConnectFour):
    def foresee(self, s):
        value, away = super().foresee(s)
        return value, 3 if value != 0 else away


class Contrary(ConnectFour):
    def foresee(self, s):
        value, away = super().foresee(s)
        return -value, away


class Resigns(ConnectFour):
    def candidates(self, s):
        _, theirs = self.sides(s)
        for c in super().candidates(s):
            if self.safe(s, theirs):
                yield c


class Narrow(ConnectFour):
    def candidates(self, s):
        yield next(iter(self.actions(s)))


class Overflowing(ConnectFour):
    def candidates(self, s):
        yield self.width


DEFECTS = [
    (Overlooks, "foresee", "misses an end with payoff"),
    (Sanguine, "foresee", "says that 1 is forced within 2; no end is forced so soon"),
    (Dawdles, "foresee", "is forced within 3;"),
    (Contrary, "foresee", "is, within"),
    (Resigns, "candidates", "at least one action must remain"),
    (Narrow, "candidates", "which does not lose to the next action"),
    (Overflowing, "candidates", "not legal"),
]


@pytest.mark.parametrize(("cls", "method", "what"), DEFECTS)
def test_a_hook_that_would_mislead_the_search_is_found(cls, method, what):
    report = check(cls(4, 4), compile=False, games=40, time=20)
    assert any(p.method == method and what in p.what for p in report.problems), str(report)
    assert not report.ok


@pytest.mark.parametrize("size", [(4, 4, 4), (5, 4, 3), (3, 3, 3), (2, 2, 2), (7, 6, 4)])
def test_nothing_is_found_where_the_hooks_are_right(size):
    assert not check(ConnectFour(*size), compile=False, games=30, time=3).problems


class Misspelt(Game[int]):
    """A pile of which one or two are taken; who takes the last one wins."""

    repitition = "ignore"

    def initial(self):
        return 14

    def player(self, s):
        return s & 1

    def actions(self, s):
        return range(2, 5, 2) if s > 3 else (2,)

    def result(self, s, a):
        return s - a ^ 1

    def terminal(self, s):
        return self.wins(s)

    def wins(self, s):
        """Like ``twin``, a hook; but the game itself asks for it."""
        return s < 2

    def utility(self, s):
        return 1 if self.player(s) else -1

    def evalute(self, s):
        return 0

    def symmetry(self, s):
        return ()

    def remark(self, s):
        """Not one of ours, and not like one."""
        return ""


def test_what_looks_misspelt_is_told():
    report = check(Misspelt(), compile=False, games=20)
    told = {p.method: p.what for p in report.problems if p.severity == "warning" and "meant?" in p.what}
    assert told == {
        "evalute": "is evaluate meant? Under this name nothing uses it",
        "symmetry": "is symmetries meant? Under this name nothing uses it",
        "repitition": "is repetition meant? Under this name nothing uses it",
    }
    assert report.ok
