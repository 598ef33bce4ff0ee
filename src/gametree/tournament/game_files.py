"""Games from files: those of a match in words, and those of other programs in PGN, PDN or SGF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gametree.formats.pdn import PDN, points_of, read_pdn
from gametree.formats.sgf import SGF
from gametree.titles import title
from gametree.tournament.opening_files import PGN
from gametree.tournament.playing import Played
from gametree.tournament.record import Record, read_games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.game import AnyGame, Line


POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
"""Results as PGN writes them, in Max's points."""


class GivenGame(NamedTuple):
    """A game of a file."""

    line: Line[Any]
    points: float | None
    """Max's, from 0 to 1; None: they are not known."""
    opening: int = 0
    """How many of its actions were its opening."""


def games_in(path: str | Path, game: AnyGame) -> Iterator[GivenGame]:
    """The games of a file, each played through by the rules of the game."""
    path = Path(path)
    if path.suffix == PGN:
        from gametree.formats.pgn import read_pgn

        for played in read_pgn(path, game):
            yield GivenGame(played.line, POINTS.get(played.result))
    elif path.suffix == PDN:
        for played in read_pdn(path, game):
            yield GivenGame(played.line, points_of(played, game))
    elif path.suffix == SGF:
        from gametree.formats.sgf import read_sgf

        for tree in read_sgf(path, game):
            yield GivenGame(tree.line, {"B": 1.0, "W": 0.0, "0": 0.5, "D": 0.5}.get(tree.result[:1]))
    else:
        for record in read_games(path, game):
            yield GivenGame(record.line(game), record.played.points, record.opening)


def records_in(path: str | Path, game: AnyGame) -> list[Record]:
    """The games of a file with a result that begin where the game does, as records of a match."""
    if Path(path).suffix not in (PGN, PDN, SGF):
        return [record for record in read_games(path, game) if not record.start]
    return [
        Record(title(game), "", "", "1.1", 0, Played(line.actions, points, "rules", (0, 0)))
        for line, points, _ in games_in(path, game)
        if points is not None and line.start == game.initial()
    ]
