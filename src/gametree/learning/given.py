"""Games from a file to learn from: those of a match in words, PGN, PDN or SGF."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import AnyGame, over, payoff, worth
from gametree.learning.games import Games
from gametree.titles import title
from gametree.tournament.game_files import games_in

if TYPE_CHECKING:
    from pathlib import Path


def given_games(path: str | Path, game: AnyGame) -> list[tuple[Any, Games]]:
    """The games of a file that have a result: the position in which they begin, and those that begin there. A game
    without a known result is left out; of a game of scores, one that does not reach its end."""
    found: dict[Any, list[tuple[tuple[int, ...], float, int]]] = defaultdict(list)
    for line, points, opening in games_in(path, game):
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
