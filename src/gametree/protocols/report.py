"""What a client is told about a search: its depth and time, and its best lines, as actions.

``Analysis`` has names of moves for people. A client wants its own words, several times a second, and the names of chess
moves, with checks and mates, take too long for that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from gametree.game import MAX, even
from gametree.notation.words import actions_named
from gametree.protocols.chess_games import pawn

if TYPE_CHECKING:
    from gametree.analysis import Analysis, Value
    from gametree.claims import Claim
    from gametree.engine.driver import Finding, Search
    from gametree.engine.engine import Engine
    from gametree.game import AnyGame


@dataclass(frozen=True)
class ReportedLine:
    """One of the best lines."""

    actions: tuple[int, ...]
    value: Value
    """Max's, in the game's own units; one for each of more than two players."""
    proven: bool = False
    distance: int | None = None
    """Actions to the proven end, at most."""
    bound: str = "exact"
    averaged: bool = False
    """Is the value, if it is not proven, an average payoff?"""
    visits: int | None = None
    """How often Monte-Carlo tree search tried the move."""


@dataclass(frozen=True)
class SearchReport:
    """What a search has found so far, the best line first."""

    lines: tuple[ReportedLine, ...]
    depth: int = 0
    selective: int = 0
    nodes: int = 0
    seconds: float = 0.0
    table: float = 0.0

    @property
    def action(self) -> int | None:
        """The best move."""
        return self.lines[0].actions[0] if self.lines and self.lines[0].actions else None


def from_analysis(game: AnyGame, s: Any, analysis: Analysis) -> SearchReport:
    """The report of an answer that has names for its moves.

    >>> from gametree import best, load
    >>> game = load("nim:1,2")
    >>> from_analysis(game, game.initial(), best(game, depth=5)).lines[0].value
    1.0
    """
    shown = [(analysis.value, analysis.line)] if not analysis.lines else [(v.value, v.line) for v in analysis.lines]
    told: list[ReportedLine] = []
    for k, (value, names) in enumerate(shown):
        actions = tuple(actions_named(game, s, names))
        if k == 0 and analysis.action is not None and actions[:1] != (analysis.action,):
            actions = (analysis.action,)  # its name is not unique
        first = k == 0
        distance = (analysis.within if analysis.distance is None else analysis.distance) if first else None
        told.append(
            ReportedLine(
                actions, value, first and analysis.proven, distance, analysis.bound if first else "exact",
                analysis.averaged, analysis.moves[k].visits if k < len(analysis.moves) else None,
            )
        )  # fmt: skip
    return SearchReport(
        tuple(told), analysis.depth, analysis.selective or analysis.depth, analysis.nodes, analysis.seconds,
        analysis.table,
    )  # fmt: skip


def from_search(engine: Engine, search: Search, finding: Finding) -> SearchReport:
    """The report of an engine's search, running or finished."""
    from gametree.engine.driver import DRIVERS
    from gametree.engine.telling import answer, answer_of

    game = engine.game
    if engine.driver not in DRIVERS:  # with dice, more than two players, or by random games
        s: Any = cast("Any", search.main).state
        return from_analysis(game, s, engine.analysis(search, finding))
    told = [_reported(finding.line, answer(game, finding))]
    told += [_reported(other.line, answer_of(game, finding, other)) for other in finding.others]
    return SearchReport(
        tuple(told), finding.depth, finding.deepest, finding.nodes, finding.seconds, finding.table,
    )  # fmt: skip


def _reported(actions: tuple[int, ...], claimed: Claim) -> ReportedLine:
    distance = claimed.within if claimed.distance is None else claimed.distance
    return ReportedLine(actions, claimed.value, claimed.proven, distance, claimed.bound)


def above_even(game: AnyGame, player: int, told: ReportedLine) -> float:
    """How much better than even a line is for the player to move, in the game's own units."""
    middle = even(game) if told.proven or told.averaged or game.evaluation == "utility" else 0
    if isinstance(told.value, tuple):
        return told.value[player] - middle
    return (told.value - middle) * (1 if player == MAX else -1)


def centipawns(game: AnyGame, player: int, told: ReportedLine) -> int:
    """The same in hundredths of a pawn, or of the game's unit if it has no pawns."""
    if told.averaged and not told.proven and game.evaluation != "utility":
        return pawns_of_share(winning_share(game, player, told))
    return round(100 * above_even(game, player, told) / pawn(game))


SURE = 0.9999
"""A greater share of the payoff counts as this one, as long as nothing is proven."""


def pawns_of_share(share: float) -> int:
    """The lead, in hundredths of a pawn, of a player who is expected to win this share of the payoff (1 for a certain
    win): with a lead of p pawns it is 1 / (1 + 10^(-p/4)). An average payoff has no other unit that clients know.

    >>> pawns_of_share(0.5), pawns_of_share(0.64), pawns_of_share(0.0)
    (0, 100, -1600)
    """
    share = min(max(share, 1 - SURE), SURE)
    return round(400 * math.log10(share / (1 - share)))


def winning_share(game: AnyGame, player: int, told: ReportedLine) -> float:
    """The share of the payoff that the player to move is expected to win, from 0 to 1.

    >>> from gametree import load
    >>> winning_share(load("connect4"), 1, ReportedLine((3,), 0.5, averaged=True))
    0.25
    """
    payoffs = told.proven or told.averaged or game.evaluation == "utility"
    if not payoffs or not all(map(math.isfinite, game.bounds)):
        return 1 / (1 + 10 ** (-min(max(above_even(game, player, told) / pawn(game), -40), 40) / 4))
    value, (low, high) = told.value, game.bounds
    if isinstance(value, tuple):
        return (value[player] - low) / (high - low)
    share = (value - low) / (high - low)
    return share if player == MAX else 1 - share


def plies_to_end(game: AnyGame, player: int, told: ReportedLine) -> int | None:
    """The plies to a proven win, negative for a loss of the player to move; None if nothing is proven."""
    if not told.proven or not told.distance or isinstance(told.value, tuple) or told.value not in game.bounds:
        return None
    return told.distance if above_even(game, player, told) > 0 else -told.distance
