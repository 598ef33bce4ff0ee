"""Matches of more than two players: scores by player and by seat, with errors.

Every opening is played once from each rotation of the seats, so every player sits in every seat once. A game has one
point: the player with the greatest payoff gets it, and equal players share it. So the fair score is one over the number
of players. A player who forfeits gets nothing, and the others share the point. The errors come from the openings: a
player's average score in the games of one opening is one observation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any

from gametree.catalogue import title
from gametree.tournament.rating import Z95

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gametree.game import Payoff
    from gametree.tournament.plan import Key, Plan
    from gametree.tournament.record import Record


def shares_of(payoff: Payoff, players: int) -> tuple[float, ...]:
    """How the point of a game is shared.

    >>> shares_of((1, 0, 1), 3), shares_of(0, 3) == (1 / 3, 1 / 3, 1 / 3)
    ((0.5, 0.0, 0.5), True)
    """
    if not isinstance(payoff, tuple):  # a draw by rule, or by repetition
        return (1 / players,) * players
    most = max(payoff)
    return tuple((paid == most) / payoff.count(most) for paid in payoff)


def forfeited(player: int, players: int) -> tuple[float, ...]:
    """How the point is shared if a player forfeits.

    >>> forfeited(0, 3)
    (0.0, 0.5, 0.5)
    """
    return tuple(0.0 if seat == player else 1 / (players - 1) for seat in range(players))


@dataclass(frozen=True)
class Score:
    """A player's results."""

    name: str
    games: int
    points: float
    score: float
    """Points per game; NaN without games."""
    error: float
    """Half of the 95 % interval of the score; NaN with fewer than two openings."""
    seats: tuple[float, ...]
    """The score in each seat."""

    def to_json(self) -> dict[str, Any]:
        """As JSON has it: what is undefined is null."""
        facts: dict[str, Any] = {
            "name": self.name, "games": self.games, "points": self.points, "score": self.score, "error": self.error,
        }  # fmt: skip
        told = {key: None if isinstance(v, float) and math.isnan(v) else v for key, v in facts.items()}
        return told | {"seats": [None if math.isnan(x) else x for x in self.seats]}


@dataclass(frozen=True)
class SeveralResult:
    """The answer of ``match`` with more than two players. Only whole rotations are counted."""

    game: str
    players: tuple[str, ...]
    scores: tuple[Score, ...]
    """In the order of the players."""
    seats: tuple[float, ...]
    """The score of each seat, over all players."""
    conditions: str
    ended: str
    """``finished`` or ``interrupted``."""
    endings: dict[str, int]
    openings: int
    """How many different openings were played."""
    games: int
    seconds: float
    faults: tuple[str, ...] = ()

    def standings(self) -> list[Score]:
        """The players, the best score first."""
        return sorted(self.scores, key=lambda s: -s.score if s.games else math.inf)

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "game": self.game, "players": list(self.players), "conditions": self.conditions, "games": self.games,
            "standings": [score.to_json() for score in self.standings()],
            "seats": [None if math.isnan(x) else x for x in self.seats], "ended": self.ended, "endings": self.endings,
            "openings": self.openings, "seconds": self.seconds, "faults": list(self.faults),
        }  # fmt: skip

    def __str__(self) -> str:
        width = max(len("Name"), *(len(name) for name in self.players))
        seats = "  ".join(f"Seat {n}" for n in range(1, len(self.seats) + 1))
        rows = [f"Results of {len(self.players)} players ({self.game}, {self.conditions}):"]
        rows.append(f"Rank  {'Name':{width}}  Games  Points   Score     +/-  {seats}")
        for rank, s in enumerate(self.standings(), 1):
            each = "  ".join(f"{x * 100:5.1f}%" for x in s.seats)
            rows.append(
                f"{rank:>4}  {s.name:{width}}  {s.games:>5}  {s.points:>6.1f}  {s.score * 100:5.1f}%  "
                f"{s.error * 100:5.1f}%  {each}"
            )
        each = "  ".join(f"{x * 100:5.1f}%" for x in self.seats)
        return "\n".join([*rows, f"{'':4}  {'all':{width}}  {self.games:>5}  {'':6}  {'':6}  {'':6}  {each}"])


class SeveralScoreboard:
    """Counts games by openings. A rotation that is not whole does not count yet."""

    verdict: str | None = None

    def __init__(self, plan: Plan, done: Mapping[Key, Record]):
        self.plan, self.done = plan, dict(done)

    def add(self, key: Key, record: Record) -> None:
        """A game has finished."""
        self.done[key] = record

    def result(self, ended: str, seconds: float) -> SeveralResult:
        """The result so far."""
        plan, n = self.plan, self.plan.game.players
        begun = sorted({(pairing, pair) for pairing, pair, _ in self.done})
        whole = [[(*group, leg) for leg in range(n)] for group in begun]
        whole = [keys for keys in whole if all(key in self.done for key in keys)]
        by_seat: list[list[list[float]]] = [[[] for _ in range(n)] for _ in plan.players]
        by_group: list[list[float]] = [[] for _ in plan.players]
        endings: dict[str, int] = {}
        faults: dict[str, None] = {}
        for keys in whole:
            group: dict[int, list[float]] = {}
            for key in keys:
                played = self.done[key].played
                endings[played.reason] = endings.get(played.reason, 0) + 1
                if played.fault:
                    faults.setdefault(played.fault)
                for seat, (player, share) in enumerate(zip(plan.seats(key), played.shares, strict=True)):
                    by_seat[player][seat].append(share)
                    group.setdefault(player, []).append(share)
            for player, shares in group.items():
                by_group[player].append(mean(shares))
        names = tuple(player.name for player in plan.players)
        pairs = max((sum(keys[0][0] == m for keys in whole) for m in range(len(plan.pairings))), default=0)
        return SeveralResult(
            game=title(plan.game), players=names,
            scores=tuple(_score(name, s, g) for name, s, g in zip(names, by_seat, by_group, strict=True)),
            seats=tuple(_mean([x for seats in by_seat for x in seats[seat]]) for seat in range(n)),
            conditions=plan.describe(), ended=ended, endings=endings, openings=plan.openings.different(pairs),
            games=n * len(whole), seconds=seconds, faults=tuple(faults),
        )  # fmt: skip


def _score(name: str, seats: list[list[float]], groups: list[float]) -> Score:
    points = [x for seat in seats for x in seat]
    error = Z95 * stdev(groups) / math.sqrt(len(groups)) if len(groups) > 1 else math.nan
    return Score(name, len(points), sum(points), _mean(points), error, tuple(_mean(seat) for seat in seats))


def _mean(numbers: list[float]) -> float:
    return mean(numbers) if numbers else math.nan
