"""The answer of a match: the block that fastchess prints, and a ranked table for more than two players."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.tournament.rating import Tally

if TYPE_CHECKING:
    from gametree.tournament.sprt import Sprt

RULE = "-" * 50
FAULTS = 3
"""The most faults of programs printed below the block."""


@dataclass(frozen=True)
class Pairing:
    """Two players, by their numbers, and the first one's results against the second."""

    a: int
    b: int
    tally: Tally


@dataclass(frozen=True)
class Standing:
    """A player's results against all others."""

    name: str
    tally: Tally


@dataclass(frozen=True)
class MatchResult:
    """The answer of ``match``. Only whole pairs of games are counted."""

    game: str
    """The words that load the game."""
    players: tuple[str, ...]
    """The names of the players."""
    pairings: tuple[Pairing, ...]
    """The results of each two players who met."""
    conditions: str
    """Clock and openings, in words."""
    ended: str
    """``finished``, ``interrupted``, or what the SPRT accepted: ``H0`` or ``H1``."""
    endings: dict[str, int]
    """How many games ended for which reason."""
    forfeits: tuple[int, ...]
    """How many games each player lost on time."""
    openings: int
    """How many different openings were played."""
    seconds: float
    """The seconds of this run, without earlier runs of a resumed match."""
    sprt: Sprt | None = None
    """The sequential test, where one was asked for."""
    faults: tuple[str, ...] = ()
    """What programs did wrong, each fault once."""

    @property
    def tally(self) -> Tally:
        """The first player's results, against all others."""
        return self.standing(0).tally

    @property
    def elo(self) -> float:
        """How much stronger the first player is than its opponents."""
        return self.tally.rating.elo

    @property
    def elo_error(self) -> float:
        """Half of the 95 % interval of ``elo``."""
        return self.tally.rating.elo_error

    def standing(self, player: int) -> Standing:
        """One player's results against all others."""
        total = Tally()
        for pairing in self.pairings:
            if player == pairing.a:
                total += pairing.tally
            elif player == pairing.b:
                total += pairing.tally.swapped()
        return Standing(self.players[player], total)

    def standings(self) -> list[Standing]:
        """The players, the best score first."""
        everyone = [self.standing(n) for n in range(len(self.players))]
        return sorted(everyone, key=lambda s: -s.tally.rating.score if s.tally.games else math.inf)

    def to_json(self) -> dict[str, Any]:
        """As JSON has it: with two players the first one's results, with more ``pairings`` and ``standings``."""
        facts: dict[str, Any] = {"game": self.game, "players": list(self.players), "conditions": self.conditions}
        if len(self.pairings) == 1:
            facts |= self.pairings[0].tally.to_json()
        else:
            facts["pairings"] = [
                {"a": self.players[p.a], "b": self.players[p.b], **p.tally.to_json()} for p in self.pairings
            ]
            facts["standings"] = [{"name": s.name, **s.tally.to_json()} for s in self.standings()]
        facts["sprt"] = self.sprt.to_json(self.pairings[0].tally.pentanomial) if self.sprt else None
        return facts | {
            "ended": self.ended, "endings": self.endings, "forfeits": list(self.forfeits), "openings": self.openings,
            "seconds": self.seconds, "faults": list(self.faults),
        }  # fmt: skip

    def __str__(self) -> str:
        body = self._block(self.pairings[0]) if len(self.pairings) == 1 else self._table()
        return "\n".join([RULE, *body, RULE, *self._remarks()])

    def _repr_html_(self) -> str:
        from gametree.draw.html import match_html

        return match_html(self)

    def _block(self, pairing: Pairing) -> list[str]:
        t, r = pairing.tally, pairing.tally.rating
        lines = [
            f"Results of {self.players[pairing.a]} vs {self.players[pairing.b]} ({self.game}, {self.conditions}):",
            f"Elo: {r.elo:.2f} +/- {r.elo_error:.2f}, nElo: {r.nelo:.2f} +/- {r.nelo_error:.2f}",
            f"LOS: {r.los * 100:.2f} %, DrawRatio: {t.draw_ratio * 100:.2f} %, PairsRatio: {t.pairs_ratio:.2f}",
            f"Games: {t.games}, Wins: {t.wins}, Losses: {t.losses}, Draws: {t.draws}, "
            f"Points: {t.points:.1f} ({r.score * 100:.2f} %)",
            f"Ptnml(0-2): {list(t.pentanomial)}, WL/DD Ratio: {t.wl_dd_ratio:.2f}",
        ]
        return [*lines, self.sprt.describe(t.pentanomial)] if self.sprt else lines

    def _table(self) -> list[str]:
        rows: list[tuple[str, ...]] = [
            ("Rank", "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)")
        ]
        for rank, standing in enumerate(self.standings(), 1):
            t, r = standing.tally, standing.tally.rating
            numbers = (f"{x:.2f}" for x in (r.elo, r.elo_error, r.nelo, r.nelo_error))
            shares = (f"{x * 100:.1f}%" for x in (r.score, t.draw_ratio))
            rows.append((str(rank), standing.name, *numbers, str(t.games), *shares, str(list(t.pentanomial))))
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        widths[1] = -widths[1]  # names begin, numbers end, at the same place
        table = [
            "  ".join(f"{c:>{w}}" if w > 0 else f"{c:<{-w}}" for c, w in zip(r, widths, strict=True)) for r in rows
        ]
        met = [self._score(p) for p in self.pairings]
        return [f"Results of {len(self.players)} players ({self.game}, {self.conditions}):", *table, "", *met]

    def _score(self, pairing: Pairing) -> str:
        t = pairing.tally
        return (
            f"Score of {self.players[pairing.a]} vs {self.players[pairing.b]}: "
            f"{t.wins} - {t.losses} - {t.draws}  [{t.rating.score:.3f}] {t.games}"
        )

    def _remarks(self) -> list[str]:
        remarks: list[str] = []
        if self.sprt and self.ended in ("H0", "H1"):
            bounds = f"[{self.sprt.elo0:.2f}, {self.sprt.elo1:.2f}]"
            remarks.append(f"SPRT ({bounds}) completed - {self.ended} was accepted")
        if any(self.forfeits):
            lost = ", ".join(f"{name} {n}" for name, n in zip(self.players, self.forfeits, strict=True) if n)
            remarks.append(f"Lost on time: {lost}")
        for reason, words in (("illegal move", "Illegal moves"), ("crash", "Crashes"), ("no answer", "No answer")):
            if number := self.endings.get(reason):
                remarks.append(f"{words}: {number}")
        remarks += self.faults[:FAULTS]
        if 0 < self.openings < max(p.tally.pairs for p in self.pairings):
            remarks.append(
                f"There {'are' if self.openings > 1 else 'is'} only {self.openings} different "
                f"opening{'s' * (self.openings > 1)}: games were repeated, so the errors above are too small for "
                "deterministic players"
            )
        return remarks
