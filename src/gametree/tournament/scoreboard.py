"""The games played so far, and the result so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.titles import title
from gametree.tournament.rating import Tally
from gametree.tournament.result import MatchResult, Pairing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gametree.tournament.plan import Key, Plan
    from gametree.tournament.record import Record


class Scoreboard:
    """Counts games by pairs. A game whose pair is not complete does not count yet.

    The SPRT takes the pairs in their order, not as they finish. So quick games do not count more than slow ones, and
    the same seed gives the same verdict for any number of games at a time.
    """

    def __init__(self, plan: Plan, done: Mapping[Key, Record]):
        self.plan, self.done = plan, dict(done)
        self.verdict: str | None = None
        self.tested = Tally()
        self._test()

    def add(self, key: Key, record: Record) -> None:
        """A game has finished."""
        self.done[key] = record
        self._test()

    def result(self, ended: str, seconds: float) -> MatchResult:
        """The result so far; after a verdict, the games that it is based on."""
        plan, pairs = self.plan, self._pairs()
        endings: dict[str, int] = {}
        forfeits = [0] * len(plan.players)
        faults: dict[str, None] = {}
        for key in (key for both in pairs for key in both):
            played = self.done[key].played
            endings[played.reason] = endings.get(played.reason, 0) + 1
            if played.reason == "time forfeit":
                forfeits[plan.seats(key)[0 if played.points == 0 else 1]] += 1
            if played.fault:
                faults.setdefault(played.fault)
        results = [[self._points(*both) for both in pairs if both[0][0] == n] for n in range(len(plan.pairings))]
        tallies = [Tally.of(points) for points in results]
        return MatchResult(
            game=title(plan.game),
            players=tuple(player.name for player in plan.players),
            pairings=tuple(Pairing(a, b, t) for (a, b), t in zip(plan.pairings, tallies, strict=True)),
            conditions=plan.describe(),
            ended=ended,
            endings=endings,
            forfeits=tuple(forfeits),
            openings=plan.openings.different(max(t.pairs for t in tallies)),
            seconds=seconds,
            sprt=plan.sprt,
            faults=tuple(faults),
        )

    def _pairs(self) -> list[tuple[Key, Key]]:
        """The complete pairs."""
        last = self.tested.pairs if self.verdict else self.plan.pairs
        keys = [(pairing, pair) for pairing, pair, leg in self.done if leg == 0 and pair < last]
        both = [((pairing, pair, 0), (pairing, pair, 1)) for pairing, pair in sorted(keys)]
        return [(one, two) for one, two in both if two in self.done]

    def _points(self, one: Key, two: Key) -> tuple[float, float]:
        """The points of the pairing's first player in a pair: Max in the first game, Min in the second."""
        return self.done[one].played.points, 1 - self.done[two].played.points

    def _test(self) -> None:
        while self.plan.sprt and self.verdict is None and self.tested.pairs < self.plan.pairs:
            one, two = ((0, self.tested.pairs, leg) for leg in (0, 1))
            if one not in self.done or two not in self.done:
                return
            self.tested += Tally.of([self._points(one, two)])
            self.verdict = self.plan.sprt.verdict(self.tested.pentanomial)
