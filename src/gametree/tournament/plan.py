"""A match before it is played: who meets whom, from which openings, under which conditions."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from gametree.game import Line
from gametree.titles import title
from gametree.tournament.playing import Conditions
from gametree.tournament.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.game import AnyGame
    from gametree.tournament.openings import Openings
    from gametree.tournament.players import Player
    from gametree.tournament.sprt import Sprt

Key = tuple[int, int, int]
"""The key of a game: its pairing, its opening, and its number among the games from it (0, 1, …)."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides a match, except the speed of the machine.

    >>> from gametree import load
    >>> from gametree.tournament.openings import RandomOpenings
    >>> game = load("tictactoe")
    >>> three = tuple(Spec.read(words) for words in ("greedy", "random", "rules"))
    >>> plan = Plan(game, three, pairs=1, openings=RandomOpenings(game, 2, seed=0))
    >>> plan.pairings, list(plan.schedule())[:3]
    ([(0, 1), (0, 2), (1, 2)], [(0, 0, 0), (0, 0, 1), (1, 0, 0)])
    """

    game: AnyGame
    players: tuple[Spec | Player, ...]
    pairs: int
    """How many openings each pairing plays, from every side."""
    openings: Openings
    gauntlet: bool = False
    """Does only the first player play against the others, instead of a round robin?"""
    conditions: Conditions = field(default_factory=Conditions)
    sprt: Sprt | None = None
    seed: int = 0

    @property
    def pairings(self) -> list[tuple[int, ...]]:
        """The pairings, by the numbers of players: two, or as many as the game has players."""
        met = combinations(range(len(self.players)), self.game.players)
        return [those for those in met if those[0] == 0 or not self.gauntlet]

    def schedule(self) -> Iterator[Key]:
        """All the games: every pairing plays an opening before the next opening begins."""
        for pair in range(self.pairs):
            for pairing in range(len(self.pairings)):
                for leg in range(self.game.players):
                    yield pairing, pair, leg

    def seats(self, key: Key) -> tuple[int, ...]:
        """The numbers of the players of a game, Max first: in the second game of a pair they change sides, and with
        more players everybody moves up by one seat."""
        pairing, _, leg = key
        those = self.pairings[pairing]
        return those[leg:] + those[:leg]

    def opening(self, pair: int) -> Line[Any]:
        """Where the games of a pair begin."""
        start = self.openings.start(pair)
        return Line(self.game.initial() if start is None else start, self.openings.get(pair))

    def identity(self) -> dict[str, str]:
        """What must be the same to continue a stopped match. The number of games may grow."""
        from gametree.compile.digest import digest

        c = self.conditions
        return {
            "game": title(self.game), "the rules' digest": digest(self.game),
            "players": " ".join(p.text if isinstance(p, Spec) else p.name for p in self.players),
            "gauntlet": str(self.gauntlet), "openings": self.openings.identity, "seed": str(self.seed),
            "clock": str(c.control), "draw": str(c.draw), "resign": str(c.resign), "max plies": str(c.max_plies),
            "sprt": str(self.sprt),
        }  # fmt: skip

    def describe(self) -> str:
        """Clock and openings, in words."""
        clock = f"{self.conditions.control}, " if self.conditions.control else ""
        return clock + self.openings.description
