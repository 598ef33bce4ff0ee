"""Games from a file to learn from: those of a match in words, PGN or SGF."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.formats.sgf import SGF
from gametree.game import AnyGame, Line, over, payoff, worth
from gametree.learning.games import Games
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
"""Results as files write them, in Max's points."""


def given_games(path: str | Path, game: AnyGame) -> list[tuple[Any, Games]]:
    """The games of a file that have a result: the position in which they begin, and those that begin there. A game
    without a known result is left out; of a game of scores, one that does not reach its end."""
    found: dict[Any, list[tuple[tuple[int, ...], float, int]]] = defaultdict(list)
    for line, points, opening in _lines(Path(path), game):
        last = line.states(game)[-1]
        if over(game, last):
            paid = float(worth(payoff(game, last)))
        elif game.evaluation == "utility" or points is None:
            continue
        else:
            low, high = game.bounds
            paid = low + points * (high - low)
        found[line.start].append((line.actions, paid, opening))
    if not found:
        raise GameError(f"{path} holds no game of {title(game)} with a result")
    return [
        (start, Games.of([g[0] for g in games], [g[1] for g in games], [g[2] for g in games]))
        for start, games in found.items()
    ]


def _lines(path: Path, game: AnyGame) -> Iterator[tuple[Line[Any], float | None, int]]:
    """Each game with Max's points, if they are known, and how many of its actions were its opening."""
    if path.suffix == ".pgn":
        from gametree.formats.pgn import read_pgn

        for played in read_pgn(path, game):
            yield played.line, POINTS.get(played.result), 0
    elif path.suffix == SGF:
        from gametree.formats.sgf import read_sgf

        for tree in read_sgf(path, game):
            points = {"B": 1.0, "W": 0.0, "0": 0.5, "D": 0.5}.get(tree.result[:1])
            yield tree.line, points, 0
    else:
        from gametree.tournament.record import read_games

        for record in read_games(path, game):
            yield record.line(game), record.played.points, record.opening
