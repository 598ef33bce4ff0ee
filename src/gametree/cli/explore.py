"""``gametree explore``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.cli.common import Moves, Position  # noqa: TC001 (cyclopts reads the annotations)
from gametree.notation.names import line_at


def explore(
    database: Annotated[str, Parameter(help="The folder of a database (gametree solve --out).")],
    /,
    *,
    game: Annotated[str | None, Parameter(help="The game, if its file has moved since it was solved.")] = None,
    position: Position = None,
    moves: Moves = "",
) -> None:
    """Walk through a solved game: what every position and every move is worth, and the line of best play.

    Type a move by its name, undo, best, line, start, go POSITION, stats or quit; help says more. Input may be piped.
    """
    from gametree.solving.database import Database
    from gametree.verbs.explore import explore as walk

    opened = Database(database, game)
    given = position is not None or moves
    start = line_at(opened.game, position, moves).states(opened.game)[-1] if given else opened.start
    walk(opened.solution(), start)
