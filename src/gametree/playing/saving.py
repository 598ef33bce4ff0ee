"""Save a game of ``play`` for ``gametree replay``: in the format of a match, or in SGF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.formats.sgf import SGF, sgf_of
from gametree.game import worth
from gametree.notation.sgf import written
from gametree.notation.sgf_games import check_sgf
from gametree.titles import title
from gametree.tournament.playing import Played, ending, points_of
from gametree.tournament.record import Record

if TYPE_CHECKING:
    from gametree.game import AnyGame, Line
    from gametree.referee import Referee

UNFINISHED = "unfinished"
"""The reason in the record of an unfinished game; it counts as a draw."""


def check_saving(game: AnyGame, line: Line[Any], path: str | Path) -> None:
    """Raise an error if the game cannot be saved: records have two players and begin at the initial position."""
    if game.players != 2:
        raise GameError(f"only games of two players can be saved; {title(game)} has {game.players}")
    if line.start != game.initial():
        raise GameError("a game from another position cannot be saved: records begin at the start of the game")
    if Path(path).suffix == SGF:
        check_sgf(game)


def save_game(path: str | Path, referee: Referee[Any], names: tuple[str, str]) -> None:
    """Write the game to a file; ``names`` are Max's and Min's."""
    from gametree.files import aside

    game, payoff = referee.game, referee.payoff()
    points = 0.5 if payoff is None else points_of(game, worth(payoff))
    reason = UNFINISHED if payoff is None else ending(referee)
    played = Played(tuple(referee.actions), points, reason, (0.0, 0.0))
    record = Record(title(game), *names, "1.1", 0, played)
    if Path(path).suffix == SGF:
        tree = sgf_of(record, game)
        if payoff is None:
            tree.put("RE", "?")
        text = written([tree])
    else:
        text = record.to_text(game)
    with aside(Path(path), "the game is not saved") as place:
        place.write_text(text, encoding="utf-8")
